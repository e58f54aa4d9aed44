#!/bin/bash
# Vogels, Ganea and Eickhoff, ECIR 2018, Table 1: text nodes of CleanEval's pages, on both of the paper's splits. The text of each
# remover is aligned with the page. WEIGHTS holds the authors' released weights (cleaneval_unary.f32le and so on), splits.py and
# ce_indices.json; they are not ours to ship.
# usage: web2text-table-1.sh DATA WEIGHTS OUT      DATA holds cleaneval-en/; TAMIS=tamis
set -euo pipefail
: "${TAMIS:=tamis}"
removers=bte,boilerpipe-default,boilerpipe-article,boilerpipe-largest-content,unfluff,victor
mkdir -p "$3"
"$(dirname "$0")/web2text-splits.py" "$2" "$3/splits"
for split in cleaneval web2text; do
    "$TAMIS" train web2text "$1/cleaneval-en" --split "$3/splits/$split.tsv" --seed 1 --out "$3/$split.model" > "$3/$split.card.txt"
    "$TAMIS" accuracy "$1/cleaneval-en" --split "$3/splits/$split.tsv" --part test --score web2text --out "$3/$split" \
        --classifier "$removers,web2text:$2/${split}_unary.f32le,web2text:$3/$split.model" > "$3/$split.txt"
done
