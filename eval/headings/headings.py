#!/usr/bin/env python3
"""The tables of headings.sh: means.tsv (a row per text and kind, a column per weight) and cells.tsv.
usage: headings.py OUT

A cell is one of seven collections (six sites and cfa-blog) in one view, all pages or posts only. Weight 0 leaves the blocks of a
kind out, weight 1 counts them as any other block. `won` counts the cells where the best weight of all other cells beats weight 1,
and where it loses: a weight that is chosen where it is not measured."""
import csv
import sys
from pathlib import Path
from statistics import mean

OUT = Path(sys.argv[1])
NAMES = ["cfa-blog", "neverendingbooks", "openplans", "sethroberts", "slott56", "transmission", "web2ireland"]
CELLS = [(name, view) for view in ["all", "posts"] for name in NAMES]
KINDS = ["h1", "h2", "h3", "description"]
TEXTS = ["text", "title", "tamis"]


def values(name, view, kind, text):
    """{weight: (NDCG@10, P@10, kept)} of one sweep."""
    with open(OUT / "runs" / f"{name}-{view}-{kind}-{text}" / "sweep.tsv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    axis = f"weight.{kind}"
    return {row[axis]: (float(row["ndcg_cut_10"]), float(row["P_10"])) for row in rows if row[axis] not in ("-", "")}


means, cells = [], []
for text in TEXTS:
    for kind in KINDS:
        found = {cell: values(*cell, kind, text) for cell in CELLS}
        weights = list(next(iter(found.values())))
        for number, measure in enumerate(["NDCG@10", "P@10"]):
            row = [f"{mean(found[cell][weight][number] for cell in CELLS):.4f}" for weight in weights]
            won = lost = 0
            gains = []
            for name, view in CELLS:
                # Chosen on the other collections.
                others = [cell for cell in CELLS if cell[0] != name]
                best = max(weights, key=lambda weight: mean(found[cell][weight][number] for cell in others))
                gain = found[name, view][best][number] - found[name, view]["1"][number]
                gains.append(gain)
                won += gain > 0
                lost += gain < 0
            means.append([text, kind, measure, *row, f"{mean(gains):+.4f}", f"{won}:{lost}"])
            for cell in CELLS:
                cells.append([text, kind, measure, *cell, *(f"{found[cell][weight][number]:.4f}" for weight in weights)])

head = [f"weight {weight}" for weight in weights]
for file, first, rows in [
    ("means.tsv", ["text", "kind", "measure", *head, "chosen elsewhere", "won"], means),
    ("cells.tsv", ["text", "kind", "measure", "collection", "pages", *head], cells),
]:
    with open(OUT / file, "w", encoding="utf-8") as out:
        out.writelines("\t".join(row) + "\n" for row in [first, *rows])
print((OUT / "means.tsv").read_text(), end="")
