#!/bin/bash
# Metadata of pages against the gold of WCXB, Mozilla's Readability and defuddle, beside trafilatura and htmldate.
# usage: metadata.sh DATA OUT      DATA holds extraction/wcxb-dev-half, extraction/wcxb-dev-rest, suites/mozilla, suites/defuddle;
#                                  PROGRAM=the example `metadata` of tamis-blocks, built if not given; PYTHON=python3, VENV=OUT/venv
# Makes OUT/venv with the rivals' versions pinned. What is there already is not made again: remove OUT/rivals.jsonl to repeat them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${PYTHON:=python3}" "${VENV:=$2/venv}"
if [ -z "${PROGRAM:-}" ]; then
    (cd "$here" && cargo build -q --release -p tamis-text --example metadata)
    PROGRAM=${CARGO_TARGET_DIR:-$here/../../target}/release/examples/metadata
fi
mkdir -p "$2"
if [ ! -d "$VENV" ]; then
    "$PYTHON" -m venv "$VENV"
    "$VENV/bin/pip" install -q -U pip
    "$VENV/bin/pip" install -q -r "$here/requirements.txt"
fi
if [ ! -s "$2/rivals.jsonl" ]; then
    "$VENV/bin/python" "$here/rivals.py" "$1" > "$2/rivals.part"
    mv "$2/rivals.part" "$2/rivals.jsonl"
fi
"$VENV/bin/python" "$here/metadata.py" "$1" "$2" "$PROGRAM"
