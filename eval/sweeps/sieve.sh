#!/bin/bash
# How the preset --sieve was found, and its held-out figures: one index per site of six-sites and one of cfa-blog, a sweep of 480
# weightings per index and view (all pages, posts only), the choice on all collections but one (sieve.py), every remover beside.
# usage: sieve.sh SIX-SITES CFA-BLOG OUT      the folders of the two collections; TAMIS=tamis, PYTHON=python3
set -euo pipefail
: "${TAMIS:=tamis}" "${PYTHON:=python3}"
here=$(cd "$(dirname "$0")" && pwd)
six=$1 cfa=$2 out=$3
mkdir -p "$out"/{index,qrels,sweep,compare}

# The thresholds are fixed, the weights are axes. 0.15 to 3 are the weights 0.05 to 1 where the repeated text stands three times.
weights=(--weight 'title=kind = title: 1' --weight 'repeated=repeats > 20: 1'
    --weight 'linked=link_density > 0.33: 1' --weight 'short=words < 15: 1'
    --grid weight.title=1,2,4 --grid weight.repeated=0.05,0.1,0.15,0.2,0.3,0.5,0.6,1,1.5,3
    --grid weight.linked=0.1,0.2,0.5,1 --grid weight.short=0.1,0.2,0.5,1)

# Scores one index: NAME TOPICS QRELS LISTING.
score() {
    local name=$1 given=(--topics "$2" --qrels "$3" -m ndcg_cut_10 -m P_10) view pages
    for view in all posts; do
        pages=()
        if [ $view = posts ]; then pages=(--not-docnos "$4"); fi
        "$TAMIS" sweep "$out/index/$name" "${given[@]}" "${pages[@]}" "${weights[@]}" --permutations 0 -q \
            --out "$out/sweep/$name-$view" > /dev/null
        "$TAMIS" compare "$out/index/$name" "${given[@]}" "${pages[@]}" -q --out "$out/compare/$name-$view" > /dev/null
    done
}

for archive in "$six"/*.warc.gz; do
    site=$(basename "$archive" .warc.gz)
    "$TAMIS" index "$archive" --classifier all -q --out "$out/index/$site"
    # A site's topics are those with a relevant page there.
    awk -v site="$site-" 'index($3, site) == 1 { if ($4 > 0) own[$1] = 1; line[++n] = $0; topic[n] = $1 }
        END { for (i = 1; i <= n; i++) if (topic[i] in own) print line[i] }' "$six/qrels.txt" > "$out/qrels/$site"
    score "$site" "$six/topics.txt" "$out/qrels/$site" "$six/listing.docnos"
done
"$TAMIS" index "$cfa/cfa-blog.warc.gz" --classifier all -q --out "$out/index/cfa-blog"
awk -F '\t' '$3 == "listing" { print $1 }' "$cfa/docs.tsv" > "$out/qrels/cfa-blog-listing"
score cfa-blog "$cfa/topics.cfa.txt" "$cfa/qrels.cfa.txt" "$out/qrels/cfa-blog-listing"
# All six sites as one collection: looked at, never chosen on.
"$TAMIS" index "$six"/*.warc.gz --classifier all -q --out "$out/index/six-sites"
score six-sites "$six/topics.txt" "$six/qrels.txt" "$six/listing.docnos"

"$PYTHON" "$here/sieve.py" "$out"
