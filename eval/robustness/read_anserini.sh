#!/bin/bash
# A folder with one archive through Anserini's ClueWeb12Collection -> how many documents are indexed, and what is told.
# A file that it passes over by its name has no numbers.
# Prints `indexed TAB - TAB errors TAB its other counters TAB exit status`.
# usage: read_anserini.sh FOLDER      ANSERINI=anserini.jar, JAVA=java
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
timeout 120 "${JAVA:-java}" -cp "$ANSERINI" io.anserini.index.IndexCollection -collection ClueWeb12Collection \
    -generator DefaultLuceneDocumentGenerator -input "$1" -index "$work/index" -threads 1 > "$work/log" 2>&1 || status=$?
counter() { sed -nE "s/.* $1: +([0-9,]+)$/\1/p" "$work/log" | tail -n 1; }
files=$(sed -nE 's/.* ([0-9]+) files? found.*/\1/p' "$work/log" | tail -n 1)
if [ "$files" = 0 ]; then printf -- '-\t-\t-\tno file found\t%s\n' $status; exit; fi
printf '%s\t-\t%s\tfiles %s, unindexable %s, empty %s, skipped %s\t%s\n' "$(counter indexed)" "$(counter errors)" \
    "$files" "$(counter unindexable)" "$(counter empty)" "$(counter skipped)" $status
