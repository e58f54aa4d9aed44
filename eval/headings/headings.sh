#!/bin/bash
# What headings and descriptions are worth in retrieval, as kinds of blocks with weights: on each site of six-sites and on cfa-blog,
# all pages and posts only; of all text, of all text with titles that count four times, and of what `tamis` keeps.
# usage: headings.sh SIX-SITES CFA-BLOG OUT      folders of the collections; TAMIS=tamis, PYTHON=python3
set -euo pipefail
: "${TAMIS:=tamis}" "${PYTHON:=python3}"
here=$(cd "$(dirname "$0")" && pwd)
six=$1 cfa=$2 out=$3
kinds=(h1 h2 h3 description)
rm -rf "$out"
mkdir -p "$out"/{index,lists,runs}

score() { # NAME TOPICS QRELS LISTING
    local name=$1 given=(--topics "$2" --qrels "$3" -m ndcg_cut_10 -m P_10 --permutations 0 -q) view pages kind
    for view in all posts; do
        pages=()
        if [ "$view" = posts ]; then pages=(--not-docnos "$4"); fi
        for kind in "${kinds[@]}"; do
            local axis=("${given[@]}" "${pages[@]}" --weight "$kind=kind = $kind: 1" --grid "weight.$kind=0,1,2,3,4,6,8")
            local to=$out/runs/$name-$view-$kind
            "$TAMIS" sweep "$out/index/$name" "${axis[@]}" --out "$to-text" > /dev/null
            "$TAMIS" sweep "$out/index/$name" "${axis[@]}" --weight 'kind = title: 4' --out "$to-title" > /dev/null
            "$TAMIS" sweep "$out/index/$name" "${axis[@]}" --where "label = tamis or kind = $kind" --out "$to-tamis" > /dev/null
        done
    done
}

index() { # NAME FILE...
    local name=$1
    shift
    "$TAMIS" index "$@" --classifier tamis,h1,h2,h3,description -q --out "$out/index/$name"
}

for archive in "$six"/*.warc.gz; do
    site=$(basename "$archive" .warc.gz)
    index "$site" "$archive"
    # A site's topics are those with a relevant page there.
    awk -v site="$site-" 'index($3, site) == 1 { if ($4 > 0) own[$1] = 1; line[++n] = $0; topic[n] = $1 }
        END { for (i = 1; i <= n; i++) if (topic[i] in own) print line[i] }' "$six/qrels.txt" > "$out/lists/$site"
    score "$site" "$six/topics.txt" "$out/lists/$site" "$six/listing.docnos"
done
index cfa-blog "$cfa/cfa-blog.warc.gz"
awk -F '\t' '$3 == "listing" { print $1 }' "$cfa/docs.tsv" > "$out/lists/cfa-blog-listing"
score cfa-blog "$cfa/topics.cfa.txt" "$cfa/qrels.cfa.txt" "$out/lists/cfa-blog-listing"
"$PYTHON" "$here/headings.py" "$out"
