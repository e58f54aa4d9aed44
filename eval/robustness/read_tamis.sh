#!/bin/bash
# One archive through `tamis index` -> how many pages arrive, how many of them with every word that was written, and what
# is told. Prints `pages TAB whole TAB flaws and damaged or lost records TAB the list of losses TAB exit status`.
# usage: read_tamis.sh FILE      TAMIS=target/release/tamis
set -euo pipefail
tamis=${TAMIS:-target/release/tamis} index=$(mktemp -d)
trap 'rm -rf "$index"' EXIT
status=0
"$tamis" index "$1" --out "$index/ix" --json --commit-every 32M > "$index/json" 2> "$index/said" || status=$?
if [ ! -s "$index/json" ]; then
    printf '0\t0\t1\t%s\t%s\n' "$(tail -n 1 "$index/said" | tr '\t' ' ')" $status
    exit
fi
verified=$("$tamis" verify "$index/ix" | tail -n 1)
case $verified in "the index is whole"*) ;; *) echo "$1: $verified" >&2; exit 1 ;; esac
# A page that arrived whole has the text that the generators write, in one block.
whole=0
for i in 0 1 2 3 4; do
    page=$("$tamis" inspect "$index/ix" "clueweb09-en0000-00-0000$i" --json 2> /dev/null || true)
    text=$(printf "word$i content text %.0s" {1..20})
    if grep -qF "\"${text% }\"" <<< "$page"; then whole=$((whole + 1)); fi
done
python3 - "$index" $status $whole << 'PYTHON'
import json, sys
folder, status, whole = sys.argv[1:]
counts = json.loads(open(f"{folder}/json").read().splitlines()[-1])
assert counts["records"] == counts["pages"] + sum(counts["skipped"].values()), counts
lines = [line.rstrip("\n").split("\t") for line in open(f"{folder}/ix/losses.tsv").read().splitlines()[1:]]
told = "; ".join(f"{outcome} {reason} at {offset}{' ' + record if record else ''}" for _, offset, record, outcome, reason, *_ in lines)
print(counts["pages"], whole, len(lines), told, status, sep="\t")
PYTHON
