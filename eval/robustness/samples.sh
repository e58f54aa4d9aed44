#!/bin/bash
# The real files of warc-samples: what `tamis index` makes of all of them in one command (JSON), the memory it takes, its
# index's own checks, and what warcio and fastwarc read of them by MANIFEST.tsv: responses, and files that end in an error.
# usage: samples.sh FOLDER      TAMIS=target/release/tamis
set -euo pipefail
tamis=${TAMIS:-target/release/tamis} work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
/usr/bin/time -f '%M KB at most, %e s' "$tamis" index "$1" --out "$work/index" --status any --json > "$work/json" 2> "$work/said" || status=$?
tail -n 1 "$work/json"
echo "exit status $status; $(tail -n 1 "$work/said"); $("$tamis" verify "$work/index" | tail -n 1)"
awk -F '\t' 'NR > 1 {
    # A type with a tab in it makes one cell more.
    columns["warcio"] = 3; errors["warcio"] = NF - 2; columns["fastwarc"] = NF - 1; errors["fastwarc"] = NF
    for (peer in columns) {
        n = split($columns[peer], counts, " ")
        for (i = 1; i <= n; i++) if (tolower(counts[i]) ~ /^response:/) responses[peer] += substr(counts[i], 10)
        failed[peer] += $errors[peer] != "-"
    }
} END { for (peer in responses) print peer ": " responses[peer] " responses, " failed[peer] " files end in an error" }' "$1/MANIFEST.tsv"
