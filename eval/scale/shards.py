#!/usr/bin/env python3
"""Measures what one task of a cluster costs: the index of one shard of many, with one thread.

usage: shards.py TAMIS WORK OUT.tsv SHARDS COLLECTION...

Indexes every shard of the collection into WORK/shards/I, one after the other, and appends lines as measure.py does.
"""

import sys

from measure import Stages


def main():
    tamis, work, out, shards, *files = sys.argv[1:]
    for shard in range(1, int(shards) + 1):
        place = f"{work}/shards/{shard:03}"
        stages = Stages(tamis, None, place, None, None, out)
        own = ["--shard", f"{shard}/{shards}", "--out", place, "--threads", "1", "--quiet"]
        stages.run(f"index shard {shard} of {shards}, one thread", "index", *files, *own)


main()
