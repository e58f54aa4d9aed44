#!/usr/bin/env python3
"""The table of ablations.rs. usage: ablations.py ROWS.tsv

Prints for each change, by set left out and by page, the token F1 of each set and as a mean over the sets (over seeds, too), the
difference from the base with the same seed as a mean over the sets that were judged, the least and greatest difference of a seed, and
the numbers of sets and seeds. Of a run that was stopped, only the sets that were judged with all its seeds count."""
import csv
import sys
from statistics import mean

SETS = ["dragnet-train", "wcxb-dev-half", "l3s-gn1", "cleaneval-en", "zyte-aeb"]
runs = {}
with open(sys.argv[1], newline="", encoding="utf-8") as file:
    for row in csv.DictReader(file, delimiter="\t"):
        key = (row["what"], row["value"], row["by"]), int(row["seed"])
        runs.setdefault(key[0], {}).setdefault(key[1], {})[row["set"]] = float(row["f1"])
print("what", "value", "by", *SETS, "mean", "difference", "least", "most", "sets", "seeds", sep="\t")
for (what, value, by), seeds in runs.items():
    base = runs.get(("base", "all", by), {})
    judged = [name for name in SETS if all(name in sets and name in base.get(seed, {}) for seed, sets in seeds.items())]
    if not judged:
        continue
    by_set = {name: mean(sets[name] for sets in seeds.values()) for name in judged}
    differences = [mean(sets[name] - base[seed][name] for name in judged) for seed, sets in seeds.items()]
    print(what, value, by, *(f"{by_set[name]:.4f}" if name in by_set else "" for name in SETS),
          f"{mean(by_set.values()):.4f}" if len(judged) == len(SETS) else "", f"{mean(differences):+.4f}",
          f"{min(differences):+.4f}", f"{max(differences):+.4f}", len(judged), len(seeds), sep="\t")
for by in ("set", "page"):
    means = [mean(sets.values()) for sets in runs.get(("base", "all", by), {}).values() if len(sets) == len(SETS)]
    print(f"# base by {by}: means of the seeds", *(f"{one:.4f}" for one in means), file=sys.stderr)
