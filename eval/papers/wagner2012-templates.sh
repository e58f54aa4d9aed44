#!/bin/bash
# Wagner, de Moura, Fernandes, Cristo and da Silva, Impact of template removal on Web search, Abakós 1(1), 2012: what searches lose or
# gain when text that repeats leaves, within sites and on several sites as one, and how much smaller the index gets.
# usage: wagner2012-templates.sh SIX-SITES CFA-BLOG ADN-TYPEPAD OUT     TAMIS=tamis PYTHON=python3
set -euo pipefail
six=$1 cfa=$2 adn=$3 out=$4
. "$(dirname "$0")/beds.sh"

templates() { # BED VIEW...
    local bed=$1 view model
    shift
    for view in "$@"; do
        bed "$bed" "$view"
        for model in bm25 ql-dirichlet; do
            sweep "templates/$bed-$view/$model-repeats" --model $model --max-repeats 3,10,20,100,1000000
            sweep "templates/$bed-$view/$model-share" --model $model --max-site-share 0.02,0.1,0.25,0.5,1
        done
    done
}

# Bytes of an index of the permitted text alone, in which nothing is stored or labelled: NAME RULE.
size() {
    local to=$out/index/$1-permitted
    "$TAMIS" export "$out/index/$1" --where "$2" --format jsonl -q --out "$out/lists/permitted.jsonl"
    "$TAMIS" index "$out/lists/permitted.jsonl" --classifier keep-all --store none -q --force --out "$to"
    printf '%s\t%s\t%s\n' "$1" "$2" "$(du -sb "$to" | cut -f 1)"
    rm -r "$to" "$out/lists/permitted.jsonl"
}

templates six-sites all posts
for site in "${sites[@]}"; do templates "$site" all posts; done
templates cfa-blog all posts known-item
templates adn-typepad all
for name in six-sites cfa-blog adn-typepad; do
    for rule in 'words >= 0' 'repeats <= 20' 'site_share <= 0.25'; do size "$name" "$rule"; done
done > "$out/lists/sizes.tsv"
"$PYTHON" "$here/wagner2012.py" "$out/sweep/templates" "$out/lists/sizes.tsv"
