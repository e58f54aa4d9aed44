#!/bin/bash
# Token F1 of the removers on data sets with gold: ours, and trafilatura, resiliparse, jusText and readability-lxml from PyPI.
# usage: extraction.sh DATA OUT [OPTION...]      DATA holds the folders of sets.py;
#                                                options as in extraction.py; TAMIS=tamis, PYTHON=python3
# Makes OUT/venv with the rivals' versions pinned. What is there already is not made again: remove OUT/text/NAME to repeat a tool.
set -euo pipefail
: "${TAMIS:=tamis}" "${PYTHON:=python3}"
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
if [ ! -d "$2/venv" ]; then
    "$PYTHON" -m venv "$2/venv"
    "$2/venv/bin/pip" install -q -U pip
    "$2/venv/bin/pip" install -q -r "$here/rivals.txt"
fi
"$2/venv/bin/python" "$here/extraction.py" "$1" "$2" --tamis "$TAMIS" "${@:3}"
