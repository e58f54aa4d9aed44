#!/bin/bash
# Makes the index of index.zip and what its program says of it: pages of the demo, four of our own in a second segment, an added
# label of a classifier and one of lines, a deleted page. `index.zip` is that of commit 1538bd58, of which $TAMIS was the program.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$(mktemp -d)"
cp "$here"/{pages,mine}.jsonl .
"$TAMIS" demo --pages 16 --out demo -q
build=(--out index --store structure --metadata --detect-language --classifier default,h1,h2,description,bte --score victor -q)
"$TAMIS" index demo/demo.warc.gz "${build[@]}"
"$TAMIS" label index --classifier cetr -q
"$TAMIS" index demo/demo.warc.gz pages.jsonl "${build[@]}"
"$TAMIS" label index --from mine.jsonl -q
"$TAMIS" delete index gone-1 -q
# Lines of searches.tsv: words, parameters, and a docno and a score for each hit of `tamis search --json`.
"$TAMIS" search index penguin --hits 2 --json > hits.jsonl
"$TAMIS" inspect index ice-1 --json > page.jsonl
"$TAMIS" export index --format markdown --url-prefix ice-1.example > page.md
"$TAMIS" stats index --json > stats.json
pwd
