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
sets=(dragnet-train wcxb-dev-half l3s-gn1 cleaneval-en zyte-aeb)
mkdir -p "$out"
for seed in $SEEDS; do
    "$PYTHON" "$here/splits.py" curve "$pages" "$out/splits" "$seed"
    for split in "$out/splits"/curve-*-"$seed".tsv; do
        name=$(basename "$split" .tsv)
        [ -e "$out/$name/per_page.tsv" ] && continue
        rm -rf "$out/$name"*.model "$out/$name"
        "$TAMIS" train remover "${sets[@]/#/$data/}" --split "$split" --seed "$seed" "$@" --out "$out/$name.model" -q \
            > "$out/$name.card.txt"
        "$TAMIS" accuracy "${sets[@]/#/$pages/}" --format folders --encoding utf-8 --split "$split" --part test --score tokens \
            --classifier "tamis:$out/$name.model" -q --out "$out/$name" > "$out/$name.txt"
    done
done
"$PYTHON" "$here/curve.py" "$out" | tee "${out%/curve}/curve.tsv"
