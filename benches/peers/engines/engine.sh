#!/bin/bash
# Runs one search engine: builds its index, or answers queries with it. run.sh calls this for its part `engines`.
#
# usage: engine.sh build ENGINE ARCHIVE TEXT INDEX                  on two threads, where the engine has threads
#        engine.sh count ENGINE LOG INDEX                           the pages indexed, after build, whose output is LOG
#        engine.sh search ENGINE TEXT INDEX QUERIES ROUNDS HITS...  on one thread; prints what latency.rs describes
#        engine.sh version ENGINE
#
# ARCHIVE is a folder of .warc.gz files. tamis and Anserini read it. The others read TEXT, which `resiliparse` makes of it.
# TAMIS, LATENCY (of this crate, built from the same tree as TAMIS), PEERS, JAVA and CLASSES as run.sh sets them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
action=$1 engine=$2
shift 2
venv=$PEERS/venv
[[ $engine != pisa* ]] || venv=$PEERS/venv-pisa

peer() { exec "$venv/bin/python" "$here/$1.py" "${@:2}"; }

anserini() { # ARCHIVE INDEX FLAG...
    exec "$JAVA" -cp "$PEERS/anserini.jar" io.anserini.index.IndexCollection -collection ClueWeb12Collection \
        -generator DefaultLuceneDocumentGenerator -input "$1" -index "$2" -threads 2 "${@:3}"
}

build() { # ARCHIVE TEXT INDEX
    case $engine in
        tamis) exec "$TAMIS" index "$1" --out "$3" --threads 2 ;;
        tamis-bare) exec "$TAMIS" index "$1" --out "$3" --threads 2 --store none ;;
        anserini) anserini "$1" "$3" -storePositions ;;
        anserini-bare) anserini "$1" "$3" ;;
        resiliparse) peer extract_text "$1" "$2" 2 ;;
        tantivy) peer tantivy_peer build "$2" "$3" 2 ;;
        bm25s) peer bm25s_peer build "$2" "$3" ;;
        pisa) peer pisa_peer build "$2" "$3" 2 ;;
        *) echo "$engine: is none of the engines" >&2; exit 2 ;;
    esac
}

count() { # LOG INDEX
    case $engine in
        tamis*) "$TAMIS" stats "$2" --json | "$venv/bin/python" -c 'import json, sys; print(json.load(sys.stdin)["pages"])' ;;
        anserini*) tr -d , < "$1" | sed -n 's/.*Total \([0-9]*\) documents indexed.*/\1/p' ;;
        resiliparse) tail -1 "$1" | awk '{print $1 - $2}' ;;  # pages with text
        *) tail -1 "$1" ;;
    esac
}

search() { # TEXT INDEX QUERIES ROUNDS HITS...
    case $engine in
        tamis*) RAYON_NUM_THREADS=1 exec "$LATENCY" "${@:2}" ;;
        anserini*) exec "$JAVA" -cp "$CLASSES:$PEERS/anserini.jar" Latency "${@:2}" ;;
        tantivy) peer tantivy_peer search "$@" ;;
        bm25s) peer bm25s_peer search "${@:2}" ;;
        pisa) peer pisa_peer search "${@:2}" ;;
    esac
}

version() {
    local package=$engine
    case $engine in
        tamis*) "$TAMIS" --version ;;
        anserini*) unzip -p "$PEERS/anserini.jar" META-INF/maven/io.anserini/anserini/pom.properties \
            | sed -n 's/^version=/Anserini /p' ;;
        *)
            [[ $engine != pisa ]] || package=pyterrier-pisa
            "$venv/bin/python" -c 'import importlib.metadata, sys; print(sys.argv[1], importlib.metadata.version(sys.argv[1]))' \
                "$package" ;;
    esac
}

"$action" "$@"
