#!/bin/bash
# Kohlschütter et al. 2010: Table 1 (classes), Figure 1 (information gain), Figures 4 and 5 (number of words, text density)
# and the fits of section 5, on L3S-GN1, blocks cut as the paper cuts them; Figure 3 (text density) on CleanEval.
# usage: wsdm2010-table-1.sh DATA OUT      DATA holds l3s-gn1/ and cleaneval-en/; run it from the root of the repository
set -euo pipefail
cargo build --release -p tamis-papers --bin distribution
mkdir -p "$2"
for set in l3s-gn1 cleaneval-en; do
  "${CARGO_TARGET_DIR:-target}/release/distribution" "$1/$set" --cut atomic --out "$2/$set" > "$2/$set.txt"
done
