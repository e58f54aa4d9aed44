#!/bin/bash
# Vadrevu and Velipasaoglu, Identifying primary content from web pages and its application to web search ranking, WWW 2011: how good a
# segment is, as learned on other pages, as its weight in BM25F; beside the removal of what is not good; by difficulty of the topics.
# usage: vadrevu2011-segments.sh SIX-SITES CFA-BLOG ADN-TYPEPAD OUT     TAMIS=tamis PYTHON=python3 SPLITS=5
set -euo pipefail
six=$1 cfa=$2 adn=$3 out=$4
. "$(dirname "$0")/beds.sh"
: "${SPLITS:=5}"
scores=(tamis tamis-comments victor web2text)
# The field of the title, which BM25F has anyway, counts so many times.
title=(--weight 'title=kind = title: 4')

# All ways to use the quality of segments, on the pages that --docnos in `pages` names.
ways() { # FOLDER SCORE...
    local to=$1 score
    shift
    sweep "$to/text" --min-words 0 "${pages[@]}"
    sweep "$to/title" --min-words 0 "${pages[@]}" "${title[@]}"
    sweep "$to/text-sieve" --min-words 0 "${pages[@]}" --sieve --weight 'title=kind = title: 1'
    sweep "$to/title-sieve" --min-words 0 "${pages[@]}" --sieve
    for score in "$@"; do
        sweep "$to/text-weight-$score" --min-words 0 "${pages[@]}" --weight-by "score.$score"
        sweep "$to/text-remove-$score" --min-words 0 "${pages[@]}" --label "$score"
        sweep "$to/title-weight-$score" --min-words 0 "${pages[@]}" "${title[@]}" --weight-by "score.$score"
        sweep "$to/title-remove-$score" --min-words 0 "${pages[@]}" "${title[@]}" --label "$score"
    done
}

# A half of the pages of a list, 0 or 1, by a hash: DOCS.TSV SPLIT HALF.
half() {
    tail -n +2 "$1" | cut -f 1 | "$PYTHON" -c 'import hashlib, sys
for docno in sys.stdin:
    if hashlib.sha256((sys.argv[1] + docno).encode()).digest()[0] % 2 == int(sys.argv[2]): sys.stdout.write(docno)' "$2" "$3"
}

segments() { # BED DOCS.TSV VIEW...
    local bed=$1 docs=$2 view split half
    shift 2
    for view in "$@"; do
        bed "$bed" "$view"
        pages=()
        ways "segments/$bed-$view/whole" "${scores[@]}"
        sweep "segments/$bed-$view/whole/dph" --model dph --min-words 0
        # Halves of the pages and their judgements: one says how hard a topic is, the other what is gained.
        for split in $(seq "$SPLITS"); do
            for half in 0 1; do
                half "$docs" "$split" "$half" > "$out/lists/half"
                pages=(--docnos "$out/lists/half")
                bed "$bed" "$view"
                awk 'NR == FNR { ours[$1]; next } $3 in ours' "$out/lists/half" "${given[4]}" > "$out/lists/half-qrels"
                given[4]=$out/lists/half-qrels
                ways "segments/$bed-$view/$split-$half" tamis-comments
            done
        done
    done
}

segments six-sites "$six/docs.tsv" all posts
segments cfa-blog "$cfa/docs.tsv" all posts
segments adn-typepad "$adn/docs.tsv" all
"$PYTHON" "$here/vadrevu2011.py" "$out/sweep/segments"
