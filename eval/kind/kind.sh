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
    (cd "$here" && cargo build -q --release -p tamis-blocks --example metadata)
    PROGRAM=${CARGO_TARGET_DIR:-$here/../../target}/release/examples/metadata
fi
sets=$1/extraction
mkdir -p "$2"
"$TAMIS" train kind "$sets/wcxb-dev-half" "$sets/wcxb-dev-rest" --validation 0 --seed 1 --out "$2/kind.model" \
    --note "The model has trees over counts, and no text. WCXB is CC-BY-4.0." -q
printf 'set\tits kind\tpages\ttold as\n' > "$2/others.tsv"
for set in zyte-aeb l3s-gn1 utomo-big9-chaos dragnet-train cleaneval-en; do
    awk -F'\t' -v html="$sets/$set/html" 'NR > 1 { print html "/" $1 ".html\t" $4 }' "$sets/$set/manifest.tsv" | "$PROGRAM" \
        | sed -E 's/.*"kind":("[a-z]+"|null).*/\1/; s/"//g' \
        | paste <(awk -F'\t' 'NR > 1 { print $3 }' "$sets/$set/manifest.tsv") - \
        | awk -F'\t' -v set="$set" '{ all[$1]++; told[$1 "\t" $2]++ }
            END { for (one in told) { split(one, of, "\t"); print set "\t" of[1] "\t" all[of[1]] "\t" of[2] "\t" told[one] } }' \
        | LC_ALL=C sort -t$'\t' -k2,2 -k5,5nr -k4,4 \
        | awk -F'\t' '{ row = $1 "\t" $2 "\t" $3; list[row] = list[row] (list[row] ? ", " : "") $4 " " $5; if (!seen[row]++) rows[++n] = row }
            END { for (i = 1; i <= n; i++) print rows[i] "\t" list[rows[i]] }'
done >> "$2/others.tsv"
for set in wcxb-dev-half wcxb-dev-rest; do
    awk -F'\t' -v html="$sets/$set/html" 'NR > 1 { print html "/" $1 ".html\t" $4 }' "$sets/$set/manifest.tsv"
done | "$PROGRAM" --utf-8 --time 2> "$2/speed.tsv" > /dev/null
