#!/usr/bin/env python3
"""Computes what large collections take from the measured rates, as docs/scale.md states the model.

usage: model.py SMALL.tsv LARGE.tsv SHUFFLE.tsv

SMALL and LARGE are what measure.py wrote of a small and of the largest collection, SHUFFLE what shuffle.py wrote. Prints the rates and
a table in Markdown. A collection is pages and bytes of HTML per page; what is known of it is in COLLECTIONS.
"""

import sys

#: Bytes of HTML per page of the measured collection (benches/scale).
MEASURED_HTML = 28_000
#: Bytes of HTML per page of the collection whose shards were shuffled, which was made of other pages.
SHUFFLED_HTML = 43_000
#: Name, pages, bytes of HTML per page.
COLLECTIONS = [
    ("ClueWeb12-B", 52e6, 27.3e12 / 733e6),
    ("Common Crawl, a month", 2.7e9, 225 * 2**40 / 2.9e9),
]
#: Pages of a shard.
SHARD = 1e6
#: Pages of the collection whose shards were shuffled.
SHUFFLED = 201_504
WORDS = "sweep of 100 thresholds of words, 50 topics"


def read(path):
    """Return pages and {(stage, what): value} of what measure.py wrote."""
    found = {}
    with open(path) as lines:
        for line in lines:
            pages, stage, what, value, _ = line.rstrip("\n").split("\t")
            found[stage, what] = float(value)
    return int(pages), found


def rates(small, large, shuffle):
    """Return the rates per page of the largest collection, and the slopes between the two."""
    few, of_few = read(small)
    pages, found = read(large)
    slope = lambda stage, what: (found[stage, what] - of_few[stage, what]) / (pages - few)
    travels = {}
    for line in open(shuffle):
        size, what, value, _ = line.rstrip("\n").split("\t")
        travels[size, what] = float(value)
    rows = travels["16 shards", "repeats: rows to the shuffle"] / SHUFFLED
    back = travels["16 shards", "repeats: rows back"] / SHUFFLED
    return {
        "index, CPU s": found["index", "CPU"] / pages,
        "index, bytes": found["index", "disk"] * 1e9 / pages,
        "repeats, rows shuffled": rows,
        "repeats, bytes shuffled": rows * 28,
        "repeats, bytes back": back * 24,
        "open and search once, CPU s": slope("open and search once", "CPU"),
        "search of 50 topics, CPU s": slope("search 100 topics, words >= 11", "CPU") / 2,
        "sweep, CPU s": slope(WORDS, "CPU"),
        "sweep, peak bytes": slope(WORDS, "peak memory of its own") * 1e6,
    }


def shown(value, units):
    """Show a value in the largest unit that leaves a number of 1 or more."""
    for size, unit in units:
        if value >= size:
            return f"{value / size:,.{0 if value / size >= 100 else 1 if value / size >= 10 else 2}f} {unit}"
    return f"{value:.2g} {units[-1][1]}"


BYTES = [(1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
SECONDS = [(3600, "h"), (60, "min"), (1, "s")]


def both(of_pages, of_bytes, units):
    """Show a range: per page as measured, and scaled by the bytes of HTML per page."""
    low, high = sorted([shown(of_pages, units), shown(of_bytes, units)], key=lambda text: [of_pages, of_bytes][text == shown(of_bytes, units)])
    return low if low == high else f"{low} to {high}"


def row(name, pages, html, rate):
    wide = html / MEASURED_HTML
    shuffled = html / SHUFFLED_HTML
    shards = max(1, round(pages / SHARD))
    cells = [
        f"{pages:,.0f}",
        shown(pages * html, BYTES),
        both(pages * rate["index, CPU s"], pages * rate["index, CPU s"] * wide, SECONDS),
        both(pages * rate["index, bytes"], pages * rate["index, bytes"] * wide, BYTES),
        f"{shards:,}",
        shown(pages / shards * rate["index, CPU s"] * max(wide, 1), SECONDS),
        both(pages * rate["repeats, bytes shuffled"], pages * rate["repeats, bytes shuffled"] * shuffled, BYTES),
        both(pages * rate["repeats, bytes back"], pages * rate["repeats, bytes back"] * shuffled, BYTES),
        shown(pages * rate["search of 50 topics, CPU s"], SECONDS),
        shown(pages * rate["sweep, CPU s"], SECONDS),
        shown(pages / shards * rate["sweep, CPU s"], SECONDS),
        shown(pages / shards * rate["sweep, peak bytes"], BYTES),
    ]
    return [name, *cells]


HEADS = [
    "", "pages", "HTML", "index, CPU", "index, disk", "shards of 1 M pages", "index of one shard, one thread",
    "repeats, to the shuffle", "repeats, back to the shards", "50 topics, CPU of all shards", "sweep of 100 thresholds, CPU of all shards",
    "sweep, one shard", "sweep, memory of one shard",
]


def main():
    rate = rates(*sys.argv[1:])
    for what, value in rate.items():
        print(f"{what} per page: {value:.4g}")
    rows = [row(*collection, rate) for collection in COLLECTIONS]
    for cells in zip(HEADS, *rows):
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
