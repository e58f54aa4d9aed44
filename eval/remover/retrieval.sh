#!/bin/bash
# What the removers are worth in retrieval: every label, thresholds by folds, --sieve, known main text, and the remover's scores as
# rules, as weights and corrected by repeats (SCORE-site), on each site of six-sites, on cfa-blog, on the six sites as one
# collection and on adn-typepad; all pages, and posts only (listing pages left out).
# usage: retrieval.sh SIX-SITES CFA-BLOG ADN-TYPEPAD OUT      folders of the collections; TAMIS=tamis, PYTHON=python3,
#        CLASSIFIERS=all: what the indexes get as labels; SCORES='tamis': labels whose scores are indexed as well, '' for none
# Indexes that are in OUT/index already are not made again; retrieval.py prints the tables.
set -euo pipefail
: "${TAMIS:=tamis}" "${PYTHON:=python3}" "${CLASSIFIERS:=all}" "${SCORES=tamis}"
here=$(cd "$(dirname "$0")" && pwd)
six=$1 cfa=$2 adn=$3 out=$4
measures=(-m ndcg_cut_10 -m P_10)
rm -rf "$out/runs"
mkdir -p "$out"/{index,lists,runs}

make() { # NAME FILE...
    local name=$1
    shift
    [ -e "$out/index/$name.done" ] && return
    rm -rf "$out/index/$name"
    "$TAMIS" index "$@" --classifier "$CLASSIFIERS" ${SCORES:+--score "$SCORES"} -q --out "$out/index/$name"
    for score in ${SCORES//,/ }; do "$TAMIS" label "$out/index/$name" --classifier "${score%%:*}-site" -q; done
    touch "$out/index/$name.done"
}

score() { # NAME TOPICS QRELS [LISTING]
    local name=$1 given=(--topics "$2" --qrels "$3" "${measures[@]}" -q) view pages to score
    for view in all ${4:+posts}; do
        pages=()
        if [ "$view" = posts ]; then pages=(--not-docnos "$4"); fi
        to=$out/runs/$name-$view
        "$TAMIS" compare "$out/index/$name" "${given[@]}" "${pages[@]}" --out "$to/labels" > /dev/null
        # Under weights the row of the unfiltered text stays as it is; keep-all is all text, weighted.
        "$TAMIS" compare "$out/index/$name" "${given[@]}" "${pages[@]}" --sieve --out "$to/sieve" > /dev/null
        "$TAMIS" compare "$out/index/$name" "${given[@]}" "${pages[@]}" --weight 'kind = title: 4' --out "$to/title" > /dev/null
        "$TAMIS" sweep "$out/index/$name" "${given[@]}" "${pages[@]}" --min-words 1..=100 --max-repeats 1,2,3,5,10..=100:10 \
            --separately --permutations 0 --folds 5 --out "$to/thresholds" > /dev/null
        for score in ${SCORES//,/ }; do
            score=${score%%:*}
            "$TAMIS" sweep "$out/index/$name" "${given[@]}" "${pages[@]}" --grid "score.$score=0.05,0.1..=0.9:0.1" \
                --permutations 0 --folds 5 --out "$to/score.$score" > /dev/null
            "$TAMIS" compare "$out/index/$name" "${given[@]}" "${pages[@]}" --weight-by "score.$score" \
                --out "$to/weight.$score" > /dev/null
            "$TAMIS" compare "$out/index/$name" "${given[@]}" "${pages[@]}" --weight-by "score.$score" --weight 'kind = title: 4' \
                --out "$to/title-weight.$score" > /dev/null
        done
    done
}

for archive in "$six"/*.warc.gz; do
    site=$(basename "$archive" .warc.gz)
    make "$site" "$archive"
    # A site's topics are those with a relevant page there.
    awk -v site="$site-" 'index($3, site) == 1 { if ($4 > 0) own[$1] = 1; line[++n] = $0; topic[n] = $1 }
        END { for (i = 1; i <= n; i++) if (topic[i] in own) print line[i] }' "$six/qrels.txt" > "$out/lists/$site"
    score "$site" "$six/topics.txt" "$out/lists/$site" "$six/listing.docnos"
done
make cfa-blog "$cfa/cfa-blog.warc.gz"
awk -F '\t' '$3 == "listing" { print $1 }' "$cfa/docs.tsv" > "$out/lists/cfa-blog-listing"
score cfa-blog "$cfa/topics.cfa.txt" "$cfa/qrels.cfa.txt" "$out/lists/cfa-blog-listing"
make six-sites "$six"/*.warc.gz
score six-sites "$six/topics.txt" "$six/qrels.txt" "$six/listing.docnos"
make adn-typepad "$adn"/*.warc*
score adn-typepad "$adn/topics.adn.txt" "$adn/qrels.adn.txt"

# The known main text of cfa-blog's posts as a collection of its own: no listing page has one, so both views are the same.
zcat "$cfa/gold-main-text.tsv.gz" > "$out/lists/cfa-gold.tsv"
rm -rf "$out/index/cfa-gold"
"$TAMIS" index "$out/lists/cfa-gold.tsv" -q --out "$out/index/cfa-gold"
"$TAMIS" compare "$out/index/cfa-gold" --topics "$cfa/topics.cfa.txt" --qrels "$cfa/qrels.cfa.txt" "${measures[@]}" -q \
    --out "$out/runs/cfa-gold" > /dev/null

"$PYTHON" "$here/retrieval.py" "$out"
