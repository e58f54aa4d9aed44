#!/bin/bash
# All removers on four data sets by all scores but ROUGE, which takes a minute a remover on CleanEval, and the same by the
# text of the blocks that they label: what carrying loses.
# usage: extractors.sh DATA OUT      DATA holds l3s-gn1/, cleaneval-en/, dragnet-train/, zyte-aeb/; TAMIS=tamis
set -euo pipefail
: "${TAMIS:=tamis}"
scores=blocks,words,cleaneval,cetr,shingles,characters
# `all` is every classifier that needs no argument.
classifiers=all,boilerpipe-keep-min-words:5,boilerpipe-keep-min-words:10
for n in 1 2 3 4 5; do classifiers+=,tree-filter:A$n:boilerpipe-article,tree-filter:B$n:boilerpipe-article; done
sets=("$1/l3s-gn1" "$1/cleaneval-en" "$1/dragnet-train" "$1/zyte-aeb")
mkdir -p "$2"
"$TAMIS" accuracy "${sets[@]}" --classifier "$classifiers" --score $scores --out "$2/own" > "$2/own.txt"
"$TAMIS" accuracy "${sets[@]}" --classifier "$classifiers" --score words --text blocks --out "$2/blocks" > "$2/blocks.txt"
