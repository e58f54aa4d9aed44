#!/bin/bash
# tamis's models and RM3 beside Anserini's, on the same tokens of one collection (cfa-blog).
# usage: models.sh ANSERINI_JAR TAMIS_INDEX TOPICS OUT     (JAVA: Java 21 or newer; TAMIS=tamis)
set -euo pipefail
: "${TAMIS:=tamis}" "${JAVA:=java}"
here=$(dirname "$0") jar=$1 out=$4
mkdir -p "$out"
"${JAVA}c" -d "$out/offline" "$here/offline/io/anserini/util/PrebuiltIndexHandler.java"
TAMIS=$TAMIS python3 "$here/models.py" files "$2" "$3" "$out"
"$TAMIS" index "$out/tamis.jsonl" --out "$out/index" --analyzer whitespace --force -q
for lengths in lossy accurate; do
    # Exact lengths have to be in the index, not only in the search.
    flag=$([ $lengths = lossy ] || echo -bm25.accurate)
    rm -rf "$out/$lengths"
    # shellcheck disable=SC2086
    "$JAVA" -cp "$jar" io.anserini.index.IndexCollection -collection JsonCollection -input "$out/anserini" \
        -index "$out/$lengths" -generator DefaultLuceneDocumentGenerator -threads 1 -storeDocvectors -pretokenized $flag \
        > "$out/$lengths.log" 2>&1
done
both() { # NAME TAMIS_FLAGS ANSERINI_FLAGS
    local lengths=lossy
    [[ $3 != *accurate* ]] || lengths=accurate
    # shellcheck disable=SC2086
    "$TAMIS" search "$out/index" --topics "$out/topics.tsv" --hits 5000 -q $2 > "$out/$1.tamis"
    # shellcheck disable=SC2086
    "$JAVA" -cp "$out/offline:$jar" io.anserini.search.SearchCollection -index "$out/$lengths" -topics "$out/topics.tsv" \
        -topicReader TsvString -output "$out/$1.anserini" -hits 5000 -pretokenized -rm3.outputQuery $3 > "$out/$1.log" 2>&1
    echo "$2: $(python3 "$here/models.py" scores "$out/$1.tamis" "$out/$1.anserini")"
    if [[ $2 == *--rm3* ]]; then
        # shellcheck disable=SC2086
        "$TAMIS" search "$out/index" --topics "$out/topics.tsv" -q $2 --explain --json > "$out/$1.queries"
        python3 "$here/models.py" queries "$out/$1.queries" "$out/$1.log"
    fi
}
both bm25 "--model bm25-lucene" "-bm25"
both bm25-accurate "--model bm25" "-bm25.accurate"
both ql-dirichlet "--model ql-dirichlet" "-qld"
both ql-jm "--model ql-jm" "-qljm"
both bm25-rm3 "--model bm25-lucene --rm3" "-bm25 -rm3"
both bm25-rm3-small "--model bm25-lucene --rm3 --fb-terms 5 --fb-docs 3 --original-query-weight 0.8" \
    "-bm25 -rm3 -rm3.fbTerms 5 -rm3.fbDocs 3 -rm3.originalQueryWeight 0.8"
both bm25-accurate-rm3 "--model bm25 --rm3" "-bm25.accurate -rm3"
both ql-dirichlet-rm3 "--model ql-dirichlet --rm3" "-qld -rm3"
both ql-jm-rm3 "--model ql-jm --rm3" "-qljm -rm3"
