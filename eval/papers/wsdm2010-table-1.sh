#!/bin/bash
# Kohlschütter et al. 2010: Table 1 (classes), Figure 1 (information gain), Figures 4 and 5 (number of words, text density)
# and the fits of section 5, on L3S-GN1, blocks cut as the paper cuts them; Figure 3 (text density) on CleanEval.
# usage: wsdm2010-table-1.sh DATA OUT      DATA holds l3s-gn1/ and cleaneval-en/; TAMIS=tamis
set -euo pipefail
: "${TAMIS:=tamis}"
mkdir -p "$2"
"$TAMIS" distribution "$1/l3s-gn1" --cut atomic --out "$2/l3s-gn1" > "$2/l3s-gn1.txt"
"$TAMIS" distribution "$1/cleaneval-en" --cut atomic --out "$2/cleaneval-en" > "$2/cleaneval-en.txt"
