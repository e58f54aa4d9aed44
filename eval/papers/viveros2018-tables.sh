#!/bin/bash
# Viveros-Jiménez et al. 2018: Table 1 (boilerpipe, jusText, the tree filter) and Table 2 (ancestors 1 to 5), and the CleanEval
# line of section 7, by characters, on L3S-GN1, dragnet and CleanEval in place of their corpus, which is lost.
# usage: viveros2018-tables.sh DATA OUT      DATA holds l3s-gn1/, dragnet-train/, cleaneval-en/; TAMIS=tamis
set -euo pipefail
: "${TAMIS:=tamis}"
filters=$(for reading in a b; do for n in 1 2 3 4 5; do echo -n ",tree-filter:$reading$n"; done; done)
mkdir -p "$2"
"$TAMIS" accuracy "$1/l3s-gn1" "$1/dragnet-train" "$1/cleaneval-en" --classifier "boilerpipe-article,justext$filters" \
    --score characters,words --content main --out "$2" > "$2/table.txt"
