#!/bin/bash
# What `tamis tune` rests on: one index per site of six-sites, one of all six and one of cfa-blog; for every setting of the space what
# pseudo-topics and judged topics say of it (crates/search/examples/tune_lab.rs); and the tables of table.py.
# usage: tune.sh SIX-SITES CFA-BLOG OUT [PSEUDO-TOPICS [SEED]]      TAMIS=tamis, LAB=tune_lab, PYTHON=python3
set -euo pipefail
: "${TAMIS:=tamis}" "${LAB:=tune_lab}" "${PYTHON:=python3}"
here=$(cd "$(dirname "$0")" && pwd)
six=$1 cfa=$2 out=$3 count=${4:-1000} seed=${5:-1}
values=$out/values-$count-$seed
mkdir -p "$out"/{index,qrels} "$values"

# Indexes archives, unless that is done: NAME ARCHIVE...
index() {
    local name=$1
    shift
    if [ ! -e "$out/index/$name" ]; then
        "$TAMIS" index "$@" -q --classifier default,tamis,justext,readability --score tamis --out "$out/index/$name"
    fi
}

for archive in "$six"/*.warc.gz; do
    site=$(basename "$archive" .warc.gz)
    index "$site" "$archive"
    # A site's topics are those with a relevant page there.
    awk -v site="$site-" 'index($3, site) == 1 { if ($4 > 0) own[$1] = 1; line[++n] = $0; topic[n] = $1 }
        END { for (i = 1; i <= n; i++) if (topic[i] in own) print line[i] }' "$six/qrels.txt" > "$out/qrels/$site"
    "$LAB" "$out/index/$site" "$six/topics.txt" "$out/qrels/$site" "$six/listing.docnos" "$count" "$seed" > "$values/$site.tsv"
done
index six-sites "$six"/*.warc.gz
"$LAB" "$out/index/six-sites" "$six/topics.txt" "$six/qrels.txt" "$six/listing.docnos" "$count" "$seed" > "$values/six-sites.tsv"
index cfa-blog "$cfa/cfa-blog.warc.gz"
awk -F '\t' '$3 == "listing" { print $1 }' "$cfa/docs.tsv" > "$out/qrels/cfa-blog-listing"
"$LAB" "$out/index/cfa-blog" "$cfa/topics.cfa.txt" "$cfa/qrels.cfa.txt" "$out/qrels/cfa-blog-listing" "$count" "$seed" \
    > "$values/cfa-blog.tsv"

"$PYTHON" "$here/table.py" "$values"
