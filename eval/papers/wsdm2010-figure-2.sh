#!/bin/bash
# Kohlschütter et al. 2010: Figure 2 and section 4.3.2, token F1 of the strategies on CleanEval and L3S-GN1. The comments are
# content in the first pair of tables; --content main counts the article's text alone.
# usage: wsdm2010-figure-2.sh DATA OUT      DATA holds l3s-gn1/ and cleaneval-en/; TAMIS=tamis
set -euo pipefail
: "${TAMIS:=tamis}"
strategies=keep-all,min-words-10,density-tree,words-tree,cleaneval-rule,density-tree-largest,words-tree-largest
strategies+=,density-tree-main,words-tree-main,bte
mkdir -p "$2"
for content in all main; do
    "$TAMIS" accuracy "$1/l3s-gn1" "$1/cleaneval-en" --classifier $strategies --score words --content $content \
        --out "$2/$content" > "$2/$content.txt"
done
