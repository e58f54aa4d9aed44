#!/bin/sh
# What it costs to keep scores: CPU seconds and bytes of an ingest with and without, taking turns.
#   cost.sh TAMIS FOLDER ROUNDS ARCHIVE...
set -eu
tamis=$1 folder=$2 rounds=$3
shift 3
for round in $(seq "$rounds"); do
    for with in "" "--classifier default,c45-words" "--scores c45-words" "--classifier default,victor" "--scores victor" \
        "--classifier default,victor --scores victor" "--scores victor,c45-words"; do
        rm -rf "$folder"
        # shellcheck disable=SC2086
        seconds=$(/usr/bin/time -f '%U %S %M' "$tamis" index "$@" --out "$folder" --threads 1 -q $with 2>&1 | tail -n 1)
        bytes=$("$tamis" stats "$folder" --json | sed 's/.*"score_columns":\([0-9]*\).*"total":\([0-9]*\).*/\1 \2/')
        printf '%s\t%s\t%s\t%s\n' "$round" "${with:-plain}" "$seconds" "$bytes"
    done
done
