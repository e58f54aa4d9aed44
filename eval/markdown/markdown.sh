#!/bin/bash
# TEDS of tables and edit similarity of code: the Markdown of others against the gold Markdown of WCXB, on the pages of pages.tsv.
# usage: markdown.sh DATA OUT [OPTION...]      DATA holds wcxb-dev-half and wcxb-dev-rest, each with html/, gold/ and native/;
#                                              options as in markdown.py; PYTHON=python3, VENV=OUT/venv, SCORES=markdown_scores
# Makes VENV with the rivals' versions of ../remover/rivals.txt pinned, and builds the example markdown_scores unless SCORES is given.
# What is there already is not made again: remove OUT/found/NAME to repeat a tool.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${PYTHON:=python3}" "${VENV:=$2/venv}" "${SCORES:=}"
mkdir -p "$2"
if [ ! -d "$VENV" ]; then
    "$PYTHON" -m venv "$VENV"
    "$VENV/bin/pip" install -q -U pip
    "$VENV/bin/pip" install -q -r "$here/../remover/rivals.txt"
fi
if [ -z "$SCORES" ]; then
    (cd "$here/../.." && cargo build -q -p tamis-lab --example markdown_scores)
    SCORES="$here/../../target/debug/examples/markdown_scores"
fi
"$VENV/bin/python" "$here/markdown.py" "$1" "$2" --scores "$SCORES" "${@:3}"
