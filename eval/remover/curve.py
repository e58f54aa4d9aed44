#!/usr/bin/env python3
"""The table of curve.sh. usage: curve.py OUT/curve"""
import csv
import sys
from pathlib import Path
from statistics import mean, stdev

from sets import SET_OF, SETS

OUT = Path(sys.argv[1])
runs = {}
for path in sorted(OUT.glob("curve-*/per_page.tsv")):
    _, share, _ = path.parent.name.split("-")
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    by_set = [mean(float(row["tokens_f1"]) for row in rows if SET_OF[row["dataset"]] == name) for name in SETS]
    with open(OUT / "splits" / f"{path.parent.name}.tsv", encoding="utf-8") as file:
        learned = sum(line.endswith("\ttrain\n") for line in file)
    runs.setdefault(float(share), []).append((learned, by_set))
print("share", "pages", *SETS, "mean", "spread", "seeds", sep="\t")
for share, seeds in sorted(runs.items()):
    means = [mean(by_set) for _, by_set in seeds]
    spread = f"{stdev(means):.4f}" if len(means) > 1 else ""
    print(f"{share:g}", round(mean(learned for learned, _ in seeds)),
          *(f"{mean(by_set[at] for _, by_set in seeds):.4f}" for at in range(len(SETS))),
          f"{mean(means):.4f}", spread, len(seeds), sep="\t")
