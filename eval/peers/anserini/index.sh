#!/bin/bash
# Anserini's cost of indexing WARC archives, by GNU time.
# usage: index.sh ANSERINI_JAR ARCHIVES_FOLDER OUT_FOLDER [INDEXING FLAGS...]     (JAVA: Java 21 or newer)
set -euo pipefail
jar=$1 archives=$2 out=$3
shift 3
rm -rf "$out"
/usr/bin/time -v -o "$out.time" "${JAVA:-java}" -cp "$jar" io.anserini.index.IndexCollection \
    -collection ClueWeb12Collection -generator DefaultLuceneDocumentGenerator \
    -input "$archives" -index "$out" -threads 2 "$@" > "$out.log" 2>&1
grep -hE 'documents indexed$|unindexable|errors' "$out.log" | sed 's/.*) - //'
grep -hE 'User time|System time|Elapsed|Maximum resident' "$out.time"
du -sb "$out"
