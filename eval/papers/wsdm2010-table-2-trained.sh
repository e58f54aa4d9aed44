#!/bin/bash
# Kohlschütter et al. 2010: the whole of Table 2 (word-weighted blocks of L3S-GN1, 10 folds, 2 and 4 classes): in both cuts
# by pages, and by blocks as in the paper. Writes table-2.tsv and the small trees for each.
# usage: wsdm2010-table-2-trained.sh DATA OUT      DATA holds l3s-gn1/; run it from the root of the repository
set -euo pipefail
cargo build --release -p tamis-papers --bin wsdm2010-table-2
table() { "${CARGO_TARGET_DIR:-target}/release/wsdm2010-table-2" "$1/l3s-gn1" "$2/$3" --cut "$4" --by "$5" > "$2/$3.txt"; }
mkdir -p "$2"
table "$1" "$2" atomic-pages atomic pages
table "$1" "$2" atomic-blocks atomic blocks
table "$1" "$2" boilerpipe-pages boilerpipe pages
