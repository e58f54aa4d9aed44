#!/bin/bash
# Trains the model that tells the kind of a page, with its card: scores by folds of sites, and the confusion table. Then counts the kinds
# that it tells of the pages of other data sets, by the kinds that those have.
# usage: kind.sh DATA OUT      DATA holds extraction/wcxb-dev-half and so on; TAMIS=tamis; PROGRAM=the example `metadata` of
#                              tamis-blocks, built if not given
# Writes OUT/kind.model, OUT/kind.md, OUT/others.tsv and OUT/speed.tsv.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${TAMIS:=tamis}"
if [ -z "${PROGRAM:-}" ]; then
    (cd "$here" && cargo build -q --release -p tamis-text --example metadata)
    PROGRAM=${CARGO_TARGET_DIR:-$here/../../target}/release/examples/metadata
fi
sets=$1/extraction
mkdir -p "$2"
"$TAMIS" train kind "$sets/wcxb-dev-half" "$sets/wcxb-dev-rest" --validation 0 --seed 1 --out "$2/kind.model" \
    --note "The model has trees over counts, and no text. WCXB is CC-BY-4.0." -q
rows() {
    awk -F'\t' 'NR > 1' "$sets/$1/manifest.tsv"
}
pages() {
    rows "$1" | awk -F'\t' -v html="$sets/$1/html" '{ print html "/" $1 ".html\t" $4 }'
}
printf 'set\tits kind\ttold as\tpages\n' > "$2/others.tsv"
for set in zyte-aeb l3s-gn1 utomo-big9-chaos dragnet-train cleaneval-en; do
    pages "$set" | "$PROGRAM" | sed -E 's/.*"kind":"?([a-z]+).*/\1/' | paste <(rows "$set" | cut -f 3) - | LC_ALL=C sort | uniq -c \
        | awk -v set="$set" -v OFS='\t' '{ print set, $2, $3, $1 }'
done >> "$2/others.tsv"
for set in wcxb-dev-half wcxb-dev-rest; do
    pages "$set"
done | "$PROGRAM" --utf-8 --time 2> "$2/speed.tsv" > /dev/null
