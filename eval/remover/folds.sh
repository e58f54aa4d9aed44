#!/bin/bash
# Trains the remover on all pages but some: by site in three folds, and one set left out at a time. extraction.sh scores the models on
# the pages that they have not seen, with --folds 'tamis, by site=tamis:OUT/folds/tamis/site'.
# usage: folds.sh DATA OUT [OPTION...]      DATA and OUT as for extraction.sh, which comes first; OPTIONs of the training;
#                                           TAMIS=tamis, NAME=tamis, FOLDS=3, SEED=1, PARTS='site set' (or page);
#                                           FOLDERS: those to learn from, all if not set
# Writes OUT/folds/NAME/BY-FOLD.model, .md and .tsv, the split. A model that is there already is not trained again.
set -euo pipefail
: "${TAMIS:=tamis}" "${PYTHON:=python3}" "${NAME:=tamis}" "${FOLDS:=3}" "${SEED:=1}" "${PARTS:=site set}"
here=$(cd "$(dirname "$0")" && pwd)
data=$1 out=$2/folds/$NAME pages=$2/pages
shift 2
read -ra folders <<< "${FOLDERS:-$("$PYTHON" "$here/sets.py")}"
for by in $PARTS; do
    case $by in
        page | site) "$PYTHON" "$here/splits.py" "$by" "$pages" "$out" "$FOLDS" "$SEED" ;;
        set) "$PYTHON" "$here/splits.py" set "$pages" "$out" ;;
    esac
    for split in "$out/$by"-*.tsv; do
        model=${split%.tsv}.model
        [ -e "$model" ] && continue
        "$TAMIS" train remover "${folders[@]/#/$data/}" --split "$split" --seed "$SEED" "$@" --out "$model" -q > /dev/null
    done
done
