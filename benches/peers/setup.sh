#!/bin/bash
# What the part `engines` of run.sh needs beyond setup-peers.sh: PISA, and the archives as folders of files.
#
# usage: setup.sh PEERS WORK UNPACKED
#
# PEERS     the folder of setup-peers.sh; venv-pisa/ is added to it
# WORK      gets bench/ (12,594 pages), bench16/ (201,504 pages, 1.8 GB) and queries.txt
# UNPACKED  the folder of `shared/unpack all UNPACKED`; MAKE_BENCH names make_bench_warc.py
#
# Terrier is left out: its jar is on Maven Central alone, from where PyTerrier's wheels download it when they start.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
peers=$(cd "$1" && pwd) unpacked=$(cd "$3" && pwd)
mkdir -p "$2"
work=$(cd "$2" && pwd)
: "${MAKE_BENCH:=$here/../../../shared/peers/make_bench_warc.py}" "${PYTHON:=python3.11}"

# The wheel runs on glibc 2.28 and later with Python 3.9 to 3.13. PyTerrier comes with it and is not used.
if [[ ! -e $peers/venv-pisa/bin/python ]]; then
    "$PYTHON" -m venv "$peers/venv-pisa"
    "$peers/venv-pisa/bin/pip" install -q --only-binary=:all: pyterrier-pisa==0.4.9
fi

# make_bench_warc.py writes one file; it goes through a pipe, so that it takes no disk.
archive() { # NAME COPIES
    [[ ! -d $work/$1 ]] || return 0
    rm -f "$work/pipe"
    mkfifo "$work/pipe"
    "$peers/venv/bin/python" "$MAKE_BENCH" "$unpacked" "$work/pipe" --copies "$2" &
    python3 "$here/engines/pieces.py" "$work/pipe" "$work/$1.part" 3149
    wait $!
    rm "$work/pipe"
    mv "$work/$1.part" "$work/$1"
}
archive bench 1
archive bench16 16
[[ -s $work/queries.txt ]] || "$peers/venv/bin/python" "$here/engines/queries.py" "$work/bench" 300 > "$work/queries.txt"
