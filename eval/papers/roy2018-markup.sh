#!/bin/bash
# Roy, Mitra and Ganguly, To Clean or Not to Clean, JDIQ 10(4), 2018: markup as text, text without markup, and rules that remove
# boilerplate, each under BM25, Dirichlet and Jelinek-Mercer smoothing over a grid of their parameters, and with RM3.
# usage: roy2018-markup.sh SIX-SITES CFA-BLOG ADN-TYPEPAD OUT     TAMIS=tamis PYTHON=python3
set -euo pipefail
six=$1 cfa=$2 adn=$3 out=$4
. "$(dirname "$0")/beds.sh"

models=('bm25 --b 0,0.2,0.4,0.6,0.75,0.9' 'ql-dirichlet --mu 100,250,500,1000,2500,5000'
    'ql-jm --lambda 0.05,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,0.95')

# Sweeps a bed's parameters under every model: NAME RULE...
under() {
    local name=$1 model
    shift
    for model in "${models[@]}"; do
        # shellcheck disable=SC2086
        sweep "markup/$name/${model%% *}" --model $model "$@"
    done
    sweep "markup/$name/rm3" --min-words 0 --rm3 "$@"
}

views() { # BED VIEW...
    local bed=$1 view rule
    shift
    for view in "$@"; do
        bed "$bed" "$view"
        under "$bed-$view/text"
        for rule in 'words >= 11' 'link_density <= 0.33' 'repeats <= 20' 'label = density-tree' 'label = tamis'; do
            under "$bed-$view/$rule" --where "$rule"
        done
        under "$bed-$view/sieve" --sieve
        # The same pages as bytes: every tag, attribute, script and comment is text.
        given[0]=$out/index/$bed-markup
        under "$bed-$view/markup"
        given[0]=$out/index/$bed-no-meta
        under "$bed-$view/no-meta"
    done
}

marked() { # BED FILE...
    local bed=$1 kind
    shift
    for kind in markup no-meta; do
        [ -e "$out/index/$bed-$kind.done" ] && continue
        # shellcheck disable=SC2046
        "$PYTHON" "$here/markup.py" $([ $kind = markup ] || echo --no-meta) "$@" \
            | "$TAMIS" index - --classifier keep-all -q --force --out "$out/index/$bed-$kind"
        touch "$out/index/$bed-$kind.done"
    done
}

marked six-sites "$six"/*.warc.gz
marked cfa-blog "$cfa/cfa-blog.warc.gz"
marked adn-typepad "$adn"/*.warc*
views six-sites all posts
views cfa-blog all posts
views adn-typepad all
"$PYTHON" "$here/roy2018.py" "$out/sweep/markup"
