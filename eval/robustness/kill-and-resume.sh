#!/bin/bash
# Kills an ingest with kill -9 at up to five random moments before it may come through, again and again, and compares
# what it leaves with an ingest that nobody disturbed: pages, blocks, statistics, list of losses, runs, and the index's
# own checks.
# usage: kill-and-resume.sh [--dedup exact|near] CYCLES TOPICS ARCHIVE...
#        TAMIS=target/release/tamis, WORK=a folder for the indexes, COMMIT_EVERY=4000000
# repeated.py makes an archive in which texts and docnos come again, for --dedup.
set -euo pipefail
dedup=off
if [ "$1" = --dedup ]; then dedup=$2; shift 2; fi
cycles=$1 topics=$2; shift 2
tamis=${TAMIS:-target/release/tamis} work=${WORK:-$(mktemp -d)}
flags=(--commit-every "${COMMIT_EVERY:-4000000}" --dedup "$dedup" -q)
index() { "$tamis" index "$@" "${flags[@]}"; }
contents() {    # everything a user can see of an index, but for the bytes on the disk
    "$tamis" stats "$1" --json | sed -E 's/"bytes":\{[^}]*"total":[0-9]+\},?//'
    "$tamis" search "$1" --topics "$topics" --tag x -q
    "$tamis" search "$1" --topics "$topics" --min-words 11 --tag x -q
    cat "$1/losses.tsv"
}
rm -rf "$work/whole"; begun=$(date +%s%N); status=0
index "$@" --out "$work/whole" || status=$?
took=$((($(date +%s%N) - begun) / 1000000))
contents "$work/whole" > "$work/whole.txt"
printf 'cycle\tkills\tcommits seen after a kill (segments)\tsame\n'
total=0
for cycle in $(seq "$cycles"); do
    rm -rf "$work/killed"; kills=0 seen=''
    while [ $kills -lt 5 ]; do    # then it may come through
        "$tamis" index "$@" "${flags[@]}" --out "$work/killed" & pid=$!
        # A moment in the first half of the time that the whole takes, so that most cycles have several.
        sleep "$(awk -v ms=$((RANDOM * took / 65536)) 'BEGIN { print ms / 1000 }')"
        if ! kill -9 $pid 2> /dev/null; then break; fi
        code=0; wait $pid 2> /dev/null || code=$?
        if [ $code -ne 137 ]; then break; fi    # it had ended before the signal came
        kills=$((kills + 1))
        if [ -f "$work/killed/meta.json" ]; then
            "$tamis" verify "$work/killed" > "$work/verify.txt" || { cat "$work/verify.txt"; exit 1; }
            seen="$seen $(grep -c segment_id "$work/killed/meta.json" || true)"
        fi
    done
    code=0; index "$@" --out "$work/killed" || code=$?
    "$tamis" verify "$work/killed" > "$work/verify.txt" || { cat "$work/verify.txt"; exit 1; }
    contents "$work/killed" > "$work/killed.txt"
    cmp "$work/whole.txt" "$work/killed.txt"
    total=$((total + kills))
    printf '%s\t%s\t%s\tyes\n' "$cycle" "$kills" "${seen# }"
done
echo "$cycles cycles, $total kills, every index the same; undisturbed it took $took ms and ended with status $status" >&2
