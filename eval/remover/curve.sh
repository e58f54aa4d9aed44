#!/bin/bash
# The learning curve of the remover: a fifth of the pages is scored, more and more of the others are learned from; three seeds.
# usage: curve.sh DATA OUT [OPTION...]      DATA and OUT as for extraction.sh, which comes first; OPTIONs of the training; TAMIS=tamis,
#                                           SEEDS='1 2 3'
# Prints curve.tsv: for each share the pages learned from, token F1 on each set and as a mean over the sets, and the spread of the seeds.
set -euo pipefail
: "${TAMIS:=tamis}" "${PYTHON:=python3}" "${SEEDS:=1 2 3}"
here=$(cd "$(dirname "$0")" && pwd)
data=$1 out=$2/curve pages=$2/pages
shift 2
read -ra folders < <("$PYTHON" "$here/sets.py")
mkdir -p "$out"
for seed in $SEEDS; do
    "$PYTHON" "$here/splits.py" curve "$pages" "$out/splits" "$seed"
    for split in "$out/splits"/curve-*-"$seed".tsv; do
        name=$(basename "$split" .tsv)
        [ -e "$out/$name/per_page.tsv" ] && continue
        rm -rf "$out/$name"*.model "$out/$name"
        "$TAMIS" train remover "${folders[@]/#/$data/}" --split "$split" --seed "$seed" "$@" --out "$out/$name.model" -q \
            > "$out/$name.card.txt"
        "$TAMIS" accuracy "${folders[@]/#/$pages/}" --format folders --encoding utf-8 --split "$split" --part test --score tokens \
            --classifier "tamis:$out/$name.model" -q --out "$out/$name" > "$out/$name.txt"
    done
done
"$PYTHON" "$here/curve.py" "$out" | tee "${out%/curve}/curve.tsv"
