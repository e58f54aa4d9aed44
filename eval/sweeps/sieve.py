#!/usr/bin/env python3
"""Chooses the weights of --sieve on all collections but one and scores them there, from the sweeps of sieve.sh.
usage: sieve.py OUT

A cell is a collection in one view (all pages, posts only); its value is the mean difference of NDCG@10 from the unfiltered text
over the topics. Chosen are the weights with the largest mean over the cells, among those that lose more than LOSS in no cell.
When choosing, every cell counts twice: as it is, and as if the repeated text stood three times in the page, because real crawls
repeat more than these collections. Scored are the cells as they are."""
import csv
import random
import sys
from pathlib import Path
from statistics import mean

OUT = Path(sys.argv[1])
NAMES = ["cfa-blog", "neverendingbooks", "openplans", "sethroberts", "slott56", "transmission", "web2ireland"]
VIEWS = ["all", "posts"]
LOSS = 0.002
# A repeated block three times: its weights as the sweep names them.
THREE_TIMES = {"0.05": "0.15", "0.1": "0.3", "0.2": "0.6", "0.5": "1.5", "1": "3"}
# Title, repeated, linked, short. A linked or a short block may be content, so a tenth is the least.
POINTS = [(t, r, l, s) for t in "124" for r in THREE_TIMES for l in list(THREE_TIMES)[1:] for s in list(THREE_TIMES)[1:]]
PRESET = ("4", "0.05", "0.2", "0.5")
UNFILTERED = ("1", "1", "1", "1")


def owner(name):
    """The collection of topics: equal numbers are one topic in all sites, and another one in cfa-blog."""
    return "cfa-blog" if name == "cfa-blog" else "six-sites"


def scores(name, view, measure="ndcg_cut_10"):
    """{point: {topic: value}} of one sweep."""
    found = {}
    with open(OUT / "sweep" / f"{name}-{view}" / "per_topic.tsv", newline="") as file:
        for row in csv.reader(file, delimiter="\t"):
            if row[-2] == measure:
                found.setdefault(tuple(row[:-3]), {})[owner(name), row[-3]] = float(row[-1])
    return found


def gains(name, view):
    """Two tables {point: {topic: difference}}: as the pages are, and with the repeated text three times."""
    table = scores(name, view)
    often = lambda point: (point[0], THREE_TIMES[point[1]], *point[2:])
    minus = lambda point, base: {topic: value - table[base][topic] for topic, value in table[point].items()}
    return ({p: minus(p, UNFILTERED) for p in POINTS}, {p: minus(often(p), often(UNFILTERED)) for p in POINTS})


def choose(names, left_out=frozenset()):
    """The best point on these collections, without the topics of a fold."""
    def quality(point):
        tables = [table[point] for name in names for view in VIEWS for table in GAINS[name, view]]
        cells = [mean(gain for topic, gain in table.items() if topic not in left_out) for table in tables]
        return (mean(cells), 0) if min(cells) >= -LOSS else (-1, min(cells))
    return max(POINTS, key=quality)


def sign_flips(values, draws=10_000):
    """p of a two-sided permutation test of the mean against 0."""
    flip = random.Random(1)
    seen = abs(sum(values)) - 1e-12
    more = sum(abs(sum(v if flip.random() < 0.5 else -v for v in values)) >= seen for _ in range(draws))
    return (1 + more) / (1 + draws)


GAINS = {(name, view): gains(name, view) for name in NAMES for view in VIEWS}
topics = sorted({topic for tables in GAINS.values() for topic in tables[0][PRESET]})
random.Random(1).shuffle(topics)
FOLDS = [frozenset(topics[k::5]) for k in range(5)]

print("Weights of title, repeated, linked and short blocks, chosen on the other six collections; gain in NDCG@10 here;")
print("then the same with five folds of topics, chosen on the topics of the other folds")
held, nested = {}, {}
for name in NAMES:
    others = [other for other in NAMES if other != name]
    point = choose(others)
    by_fold = [(fold, choose(others, fold)) for fold in FOLDS]
    for view in VIEWS:
        table = GAINS[name, view][0]
        held[name, view] = mean(table[point].values())
        nested[name, view] = mean(gain for fold, p in by_fold for topic, gain in table[p].items() if topic in fold)
    print(name, *point, *(f"{part[name, view]:+.4f}" for part in (held, nested) for view in VIEWS), sep="\t")
for label, part in (("collections held out", held), ("topics held out too", nested)):
    means = (f"{view} {mean(part[name, view] for name in NAMES):+.4f}" for view in VIEWS)
    print(label, *means, f"worst {min(part.values()):+.4f}", sep="\t")
print("chosen on all seven:", *choose(NAMES), f"\n\n{'collection':17}\tview\ttopics\tunfiltered\tsieve\tdifference\tp")
for name in [*NAMES, "six-sites"]:
    for view in VIEWS:
        plain, sieve = (scores(name, view)[point] for point in (UNFILTERED, PRESET))
        change = [sieve[topic] - plain[topic] for topic in plain]
        print(f"{name:17}", view, len(change), *(f"{mean(x.values()):.4f}" for x in (plain, sieve)), f"{mean(change):+.4f}",
              f"{sign_flips(change):.4f}", sep="\t")

print("\nMean of the seven collections\tNDCG@10 all\tposts\tP@10 all\tposts\tworst difference of NDCG@10")
rows = {}
for name in NAMES:
    for view in VIEWS:
        with open(OUT / "compare" / f"{name}-{view}" / "compare.tsv", newline="") as file:
            # A row with a threshold is the best of its axis on these topics, and another one in every collection.
            for row in csv.DictReader(file, delimiter="\t"):
                if " " not in row["view"]:
                    rows.setdefault(row["view"], {})[name, view] = float(row["ndcg_cut_10"]), float(row["P_10"])
        sieve = [scores(name, view, measure)[PRESET].values() for measure in ("ndcg_cut_10", "P_10")]
        rows.setdefault("sieve", {})[name, view] = tuple(map(mean, sieve))
for label, cells in sorted(rows.items(), key=lambda row: -sum(value[0] for value in row[1].values())):
    means = [mean(cells[name, view][k] for name in NAMES) for k in (0, 1) for view in VIEWS]
    worst = min(cells[cell][0] - rows["unfiltered"][cell][0] for cell in cells)
    print(label, *(f"{value:.4f}" for value in means), f"{worst:+.4f}", sep="\t")
