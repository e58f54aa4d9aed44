#!/bin/bash
# Broken archives through every reader -> a table of what arrives: case, origin (issue: make_broken_warcs.py; extra: ours),
# records whose page is in the file whole, reader, records that arrive, of these with the whole page, errors, exit status,
# what is told. A library has no exit status.
# usage: table.sh make_broken_warcs.py > table.tsv
#   PYTHON=python with warcio 1.8.1 and fastwarc 2.0.0, READERS=the program of readers/, TAMIS=target/release/tamis,
#   ANSERINI=anserini.jar and JAVA=java (none: without Anserini), WORK=a folder for the archives
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${WORK:-$(mktemp -d)} python=${PYTHON:-python3}
readers=${READERS:-target/release/tamis-robustness-readers}
# A reader that is not there must not look like one that reads nothing.
"$python" -c 'import warcio, fastwarc'
for program in "$readers" "${TAMIS:-target/release/tamis}" ${ANSERINI:+"$ANSERINI"}; do
    if [ ! -e "$program" ]; then echo "$program is not there" >&2; exit 1; fi
done
python3 "$here/more_broken_warcs.py" "$1" "$work"
printf 'case\torigin\tideal\treader\trecords\twhole\terrors\ttold\texit\n'
row() {
    printf '%s\t%s\t%s\t%s\n' "$case" "$origin" "$ideal" "$1	$2"
}
while IFS=$'\t' read -r case origin ideal; do
    archive=$(ls "$work/wbad/$case"/x.warc*)
    # A crash or a hang of a reader is a result, not the end of the table.
    for reader in warcio fastwarc; do
        row "$reader-python" "$(timeout 60 "$python" "$here/read.py" $reader "$archive" | tr -d '\0' || printf '0\t0\t1\tended with status %s' $?)	-"
    done
    for reader in warc fastwarc; do
        row "$reader-crate" "$(timeout 60 "$readers" $reader "$archive" 2> /dev/null || printf '0\t0\t1\tended with status %s' $?)	-"
    done
    if [ -n "${ANSERINI:-}" ]; then row anserini "$("$here/read_anserini.sh" "$work/wbad/$case")"; fi
    row tamis "$("$here/read_tamis.sh" "$archive")"
done < "$work/cases.tsv"
