#!/usr/bin/env python3
"""Measures what travels between shards: the rows of a count of repeats, and the tasks and answers of searches and sweeps.

usage: shuffle.py TOPICS OUT.tsv SHARD...        (with the Python package tamis)

Every SHARD is an index. Bytes are those of the values before any compression. Prints and appends lines: shards, what, value, unit.
"""

import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.compute  # noqa: F401

import tamis
from tamis import _tamis, steps

#: A row in a shuffle: shard (4 bytes), block, site and page (8 bytes each).
ROW = 28
#: A row that goes back: block, site (8 bytes each), repeats and site_repeats (4 bytes each).
BACK = 24


def main():
    topics, out, *shards = sys.argv[1:]

    def tell(what, value, unit):
        line = f"{len(shards)} shards\t{what}\t{value:.6g}\t{unit}"
        print(line, flush=True)
        with open(out, "a") as file:
            print(line, file=file)

    rows = [repeats_of(path) for path in shards]
    sent = sum(len(of_shard) for of_shard in rows)
    # The different pages of every block: captures of a URL are one, whatever shards they are in.
    pages = np.unique(np.concatenate([of_shard[["block", "page"]] for of_shard in rows]))
    blocks, repeats = np.unique(pages["block"], return_counts=True)
    places = [np.unique(of_shard[["block", "site"]])["block"] for of_shard in rows]
    back = sum(int((repeats[np.searchsorted(blocks, of_shard)] >= 2).sum()) for of_shard in places)
    tell("repeats: rows to the shuffle", sent, "rows")
    tell("repeats: bytes to the shuffle", sent * ROW, "B")
    tell("repeats: distinct blocks", len(blocks), "")
    tell("repeats: rows back", back, "rows")
    tell("repeats: bytes back", back * BACK, "B")
    tell("repeats: pages of the most frequent block", repeats.max(), "")
    qrels = {str(topic): {f"scale-{topic:08}": 1} for topic in range(851, 901)}
    jobs = {
        "search of 50 topics, 1000 hits": steps.search(topics, len(shards)),
        "search of 50 topics, 1000 hits, RM3": steps.search(topics, len(shards), feedback="rm3"),
        "sweep of 100 thresholds, 50 topics": steps.sweep(topics, qrels, len(shards), min_words=range(1, 101)),
    }
    for name, job in jobs.items():
        travel(name, job, shards, tell)


def repeats_of(path):
    """Return the blocks of a shard with their sites and pages."""
    table = pa.concat_tables([pa.table(table) for table in _tamis.block_pages(path)])
    table = table.filter(pa.compute.not_equal(table["block"], 0))
    rows = np.empty(len(table), dtype=[(name, "<i8") for name in ("block", "site", "page")])
    for name in rows.dtype.names:
        rows[name] = table[name].to_numpy()
    return rows


def travel(name, job, shards, tell):
    """Run a job, and tell the bytes of each round's task and answers."""
    number = 0
    while (task := job.task()) is not None:
        number += 1
        before = time.process_time()
        answers = [steps.answer(path, task) for path in shards]
        answered = time.process_time()
        sum_of_all = answers[0]
        for answer in answers[1:]:
            sum_of_all = steps.add(sum_of_all, answer)
        tell(f"{name}, round {number}: task", len(task), "B")
        tell(f"{name}, round {number}: largest answer", max(map(len, answers)), "B")
        tell(f"{name}, round {number}: sum of the answers", len(sum_of_all), "B")
        tell(f"{name}, round {number}: CPU per shard", (answered - before) / len(shards), "s")
        tell(f"{name}, round {number}: CPU per sum", (time.process_time() - answered) / max(len(shards) - 1, 1), "s")
        job.take([sum_of_all])


if __name__ == "__main__":
    assert tamis.__version__
    main()
