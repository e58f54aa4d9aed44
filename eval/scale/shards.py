#!/usr/bin/env python3
"""Measures what one task of a cluster costs: the index of one shard of many, with one thread.

usage: shards.py TAMIS WORK OUT.tsv SHARDS COLLECTION...

Indexes every shard of the collection into WORK/shards/I, one after the other, and appends a line per measurement.
"""

import sys

from measure import Measured


def main():
    tamis, work, out, shards, *files = sys.argv[1:]
    measured = Measured(tamis, out)
    for shard in range(1, int(shards) + 1):
        measured.size = f"shard {shard}/{shards}, one thread"
        place = f"{work}/shards/{shard:03}"
        measured.run("index", "index", *files, "--shard", f"{shard}/{shards}", "--out", place, "--threads", "1")


main()
