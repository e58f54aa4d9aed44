#!/usr/bin/env python3
"""The table of trials.rs. usage: trials.py ROWS.tsv [BASE]      BASE=shipped

Prints for each method, remover and seed the token F1 of each set (a set's folders are one) and as a mean over the sets, with a set
left out and by sites, the difference of that mean from BASE with the same seed, on the folds that both have, and for WCXB each kind
of page. The mean is over the pages of a set."""
import csv
import sys
from collections import defaultdict

SETS = ["dragnet", "wcxb", "l3s", "cleaneval", "zyte", "utomo"]
rows = defaultdict(dict)
with open(sys.argv[1], newline="", encoding="utf-8") as file:
    for row in csv.DictReader(file, delimiter="\t"):
        by = "sites" if row["fold"].isdigit() else "set"
        name = row["set"].split("-")[0]
        key = row["fold"], name, row["set"], row["kind"]
        rows[row["method"], row["remover"], int(row["seed"]), by][key] = int(row["pages"]), float(row["f1"])


def means(cells, group):
    """{group: mean over pages}"""
    sums = defaultdict(lambda: [0, 0.0])
    for key, (pages, f1) in cells.items():
        if name := group(key):
            sums[name][0] += pages
            sums[name][1] += pages * f1
    return {name: f1 / pages for name, (pages, f1) in sums.items()}


def macro(cells):
    values = means(cells, lambda key: key[1]).values()
    return sum(values) / len(values)


kinds = sorted({key[3] for cells in rows.values() for key in cells if key[1] == "wcxb"})
print("method", "remover", "by", "seed", *SETS, "mean", "difference", *kinds, sep="\t")
for (method, remover, seed, by), cells in sorted(rows.items()):
    base = rows.get((sys.argv[2] if len(sys.argv) > 2 else "shipped", remover, seed, by), {})
    both = [key for key in cells if key in base]
    change = f"{macro({key: cells[key] for key in both}) - macro({key: base[key] for key in both}):+.4f}" if both else ""
    of_set = means(cells, lambda key: key[1])
    of_kind = means(cells, lambda key: key[1] == "wcxb" and key[3])
    show = lambda values, name: f"{values[name]:.4f}" if name in values else ""
    mean = f"{macro(cells):.4f}" if len(of_set) == len(SETS) else ""
    print(method, remover, by, seed, *(show(of_set, name) for name in SETS), mean, change, *(show(of_kind, name) for name in kinds), sep="\t")
