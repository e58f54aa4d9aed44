#!/bin/bash
# Trains the remover on all pages but some and scores it on these: by page in three folds, and one set left out at a time. The pages
# and the gold are those of extraction.sh, so that its tables can have these rows.
# usage: folds.sh DATA OUT [OPTION...]      DATA and OUT as for extraction.sh, which comes first; OPTIONs of the training;
#                                           TAMIS=tamis, NAME=tamis: the rows are 'NAME, by page' and 'NAME, set left out';
#                                           FOLDS=3, SEED=1, PARTS='page set'
# Writes OUT/folds/NAME/page.tsv and set.tsv, for extraction.sh --per-page 'tamis, by page=OUT/folds/tamis/page.tsv'.
set -euo pipefail
: "${TAMIS:=tamis}" "${PYTHON:=python3}" "${NAME:=tamis}" "${FOLDS:=3}" "${SEED:=1}" "${PARTS:=page set}"
here=$(cd "$(dirname "$0")" && pwd)
data=$1 out=$2/folds/$NAME pages=$2/pages
shift 2
sets=(dragnet-train wcxb-dev-half l3s-gn1 cleaneval-en zyte-aeb)
mkdir -p "$out"
for by in $PARTS; do
    case $by in
        page) "$PYTHON" "$here/splits.py" page "$pages" "$out/splits" "$FOLDS" "$SEED" ;;
        set) "$PYTHON" "$here/splits.py" set "$pages" "$out/splits" ;;
    esac
    rm -f "$out/$by.tsv"
    for split in "$out/splits/$by"-*.tsv; do
        fold=$(basename "$split" .tsv)
        rm -rf "$out/$fold"*.model "$out/$fold"
        "$TAMIS" train remover "${sets[@]/#/$data/}" --split "$split" --seed "$SEED" "$@" --out "$out/$fold.model" -q \
            > "$out/$fold.card.txt"
        tested=("${sets[@]}")
        if [ "$by" = set ]; then tested=("${fold#set-}"); fi
        "$TAMIS" accuracy "${tested[@]/#/$pages/}" --format folders --encoding utf-8 --split "$split" --part test --score tokens \
            --classifier "${CLASSIFIER:-tamis}:$out/$fold.model" -q --out "$out/$fold" > "$out/$fold.txt"
        if [ -e "$out/$by.tsv" ]; then tail -n +2 "$out/$fold/per_page.tsv"; else cat "$out/$fold/per_page.tsv"; fi >> "$out/$by.tsv"
    done
done
