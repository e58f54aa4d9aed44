#!/bin/bash
# Pages per CPU second of our removers, of resiliparse and trafilatura, on the real pages of the benchmark archive: from decoded text
# to text, to Markdown and to Markdown with metadata, on one thread, taking turns. Then what the remover costs an ingest of the whole archive.
# usage: speed.sh DATA OUT [ARCHIVE]      DATA and OUT as for extraction.sh, which makes OUT/venv; ARCHIVE: the benchmark archive
#        ROUNDS=5, CLASSIFIERS='words-tree readability', LABELS=tamis, TAMIS=tamis
# The real pages are those of DATA's html/ folders with 500 bytes or more, each once: what make_bench_warc.py put there.
# Prints pages.tsv and ingest.tsv: each row's CPU seconds (median and least of the rounds) and its ratio to resiliparse, or to
# the ingest without the label, as the median of the rounds' ratios.
set -euo pipefail
: "${ROUNDS:=5}" "${CLASSIFIERS:=words-tree boilerpipe-article readability}" "${LABELS:=tamis}" "${TAMIS:=tamis}"
here=$(cd "$(dirname "$0")" && pwd)
data=$1 out=$2 archive=${3-}
python=$out/venv/bin/python
mkdir -p "$out"
[ -d "$out/real" ] || "$python" "$here/speed.py" pages "$data" "$out/real"
(cd "$here/../../crates/originals" && cargo build -q --release --example pages_per_second)
target=$(cd "$here/../.." && cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')

rm -f "$out/rounds.tsv"
for round in $(seq "$ROUNDS"); do
    # shellcheck disable=SC2086  # a list of names
    "$target/release/examples/pages_per_second" 1 "$out/real" $CLASSIFIERS | awk -v OFS='\t' -v n="$round" '{ $3 = n; print }' FS='\t' \
        >> "$out/rounds.tsv"
    "$python" "$here/speed.py" rivals "$out/real" "$round" >> "$out/rounds.tsv"
done
"$python" "$here/speed.py" table "$out/rounds.tsv" resiliparse > "$out/pages.tsv"
cat "$out/pages.tsv"

[ -n "$archive" ] || exit 0
ingest() { # NAME CLASSIFIERS ROUND
    rm -rf "$out/ingest"
    /usr/bin/time -f '%U %S %M' -o "$out/time" "$TAMIS" index "$archive" --out "$out/ingest" --classifier "$2" --threads 1 -q
    awk -v OFS='\t' -v name="$1" -v n="$3" '{ print name, "ingest", n, $1 + $2, 0, $3 * 1024 }' "$out/time" >> "$out/ingests.tsv"
    rm -rf "$out/ingest"
}
rm -f "$out/ingests.tsv"
for round in $(seq "$ROUNDS"); do
    ingest default default "$round"
    ingest "default and $LABELS" "default,$LABELS" "$round"
done
"$python" "$here/speed.py" table "$out/ingests.tsv" default > "$out/ingest.tsv"
cat "$out/ingest.tsv"
