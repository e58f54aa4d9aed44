#!/bin/bash
# The sweeps whose results are published, with one program; run it with two and compare the folders.
# usage: sweeps.sh TAMIS SIX-SITES CFA-BLOG ADN-TYPEPAD INDEXES OUT     the folders of the collections; INDEXES has or gets six, cfa, adn
set -euo pipefail
tamis=$1 six=$2 cfa=$3 adn=$4 indexes=$5 out=$6
mkdir -p "$indexes" "$out"/{repeats,cfa-blog,adn-typepad,folds}
make() { [ -e "$indexes/$1" ] || "$tamis" index "${@:2}" -q --out "$indexes/$1"; }
make six "$six"/*.warc.gz
make cfa "$cfa/cfa-blog.warc.gz"
make adn "$adn"/*.warc
on_six=(--topics "$six/topics.txt" --qrels "$six/qrels.txt")
on_cfa=(--topics "$cfa/topics.cfa.txt" --qrels "$cfa/qrels.cfa.txt")
on_adn=(--topics "$adn/topics.adn.txt" --qrels "$adn/qrels.adn.txt")
posts=(--not-docnos "$six/listing.docnos")
axes=(--min-words 1..=100 --min-density 1..=20 --max-repeats 1,2,3,5,10..=100:10 --separately --folds 5 -m ndcg_cut.10 -m P.10)
paper=(--title drop --model tfidf-lucene)
sweep() { # NAME INDEX FLAG...
    "$tamis" sweep "$indexes/$2" "${@:3}" -q --out "$out/$1" > "$out/$1.txt"
}
sweep repeats/six-sites six "${on_six[@]}" "${axes[@]}"
sweep repeats/six-sites-posts six "${on_six[@]}" "${axes[@]}" "${posts[@]}"
sweep repeats/cfa-blog cfa "${on_cfa[@]}" "${axes[@]}"
sweep repeats/six-sites-paper six "${on_six[@]}" "${axes[@]}" "${paper[@]}"
sweep repeats/six-sites-posts-paper six "${on_six[@]}" "${axes[@]}" "${posts[@]}" "${paper[@]}"
sweep repeats/cfa-blog-paper cfa "${on_cfa[@]}" "${axes[@]}" "${paper[@]}"
sweep cfa-blog/min-words cfa "${on_cfa[@]}" --min-words 1..=100
sweep cfa-blog/min-density cfa "${on_cfa[@]}" --min-density 1..=20
sweep cfa-blog/title-drop-min-words cfa "${on_cfa[@]}" --min-words 1..=100 --title drop --k1 1.2 --b 0.75
sweep cfa-blog/grid cfa "${on_cfa[@]}" --min-words 1..=30 --max-link-density 0.2,0.33,1
sweep adn-typepad/min-words adn "${on_adn[@]}" --min-words 1..=100
sweep adn-typepad/min-density adn "${on_adn[@]}" --min-density 1..=20
sweep folds/cfa-blog cfa "${on_cfa[@]}" --min-words 1..=100 --folds 5
sweep folds/adn-typepad adn "${on_adn[@]}" --min-words 1..=100 --folds 5
