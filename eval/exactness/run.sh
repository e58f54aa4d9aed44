#!/bin/bash
# Exactness on real collections: every page under many rules by `inspect` and `export` alone (pages.py), every number of every
# index (`tamis verify --deep`), and the tests of crates/search/tests/it/exactness/real.rs on all collections, in a release build.
# usage: run.sh SIX-SITES CFA-BLOG ADN-TYPEPAD OUT      folders of the collections; TAMIS=tamis, PYTHON=python3, RULES=40;
#        TAMIS_SHARED, as for the tests
set -euo pipefail
: "${TAMIS:=tamis}" "${PYTHON:=python3}" "${RULES:=40}"
here=$(cd "$(dirname "$0")" && pwd)
six=$1 cfa=$2 adn=$3 out=$4
mkdir -p "$out"

make() { # NAME FILE...
    local name=$1
    shift
    [ -e "$out/$name/meta.json" ] || "$TAMIS" index "$@" --score c45-words,tamis -q --out "$out/$name"
}

make six-sites "$six"/*.warc.gz
for archive in "$six"/*.warc.gz; do make "$(basename "$archive" .warc.gz)" "$archive"; done
make cfa-blog "$cfa/cfa-blog.warc.gz"
make permalinks "$cfa/permalinks-000.gz"
make adn-typepad "$adn"/*.warc
indexes=("$out"/*/)
for index in "${indexes[@]}"; do "$TAMIS" verify "$index" --deep; done
"$PYTHON" "$here/pages.py" "${indexes[@]}" --rules "$RULES" --tamis "$TAMIS" > "$out/pages.tsv"
cd "$here/../.."
TAMIS_EXACTNESS=all cargo test --release -p tamis-search --test it exactness::real
