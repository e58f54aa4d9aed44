#!/bin/bash
# Kohlschütter et al. 2010: the rows of Table 2 that are rules (word-weighted blocks), on L3S-GN1, in both cuts.
# usage: wsdm2010-table-2.sh DATA OUT      DATA holds l3s-gn1/; TAMIS=tamis
set -euo pipefail
: "${TAMIS:=tamis}"
mkdir -p "$2"
for cut in atomic boilerpipe; do
    "$TAMIS" accuracy "$1/l3s-gn1" --cut $cut --score blocks --out "$2/$cut" > "$2/$cut.txt"
done
