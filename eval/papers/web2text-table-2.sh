#!/bin/bash
# Vogels, Ganea and Eickhoff, ECIR 2018, Table 2: query likelihood (QL) and relevance model (RM) after the removers that run
# here, by five measures; on a collection of one's own in place of ClueWeb12. Both models as Indri defines them.
# usage: web2text-table-2.sh COLLECTION TOPICS QRELS OUT     TAMIS=tamis
set -euo pipefail
: "${TAMIS:=tamis}"
removers=bte,boilerpipe-default,boilerpipe-article,boilerpipe-largest-content,unfluff,victor,web2text
measures=(-m P_10 -m recall_10 -m F1_10 -m map -m ndcg)
mkdir -p "$4"
"$TAMIS" index "$1" --classifier $removers --out "$4/index" -q
table() { # NAME MODEL_FLAGS
    "$TAMIS" compare "$4/index" --topics "$2" --qrels "$3" "${measures[@]}" --out "$4/$1" "${@:5}" > "$4/$1.txt"
}
table ql "${@:2:3}" --model ql-dirichlet-indri
table rm "${@:2:3}" --model ql-dirichlet-indri --rm1-mixture
