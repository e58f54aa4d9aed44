#!/usr/bin/env python3
"""The figures around the preset --sieve: one number changed at a time, its parts, other models, text that repeats more.
usage: around.py TAMIS SIX-SITES CFA-BLOG OUT     the folders of the collections, and OUT of eval/sweeps/sieve.sh

Prints the mean difference of NDCG@10 from the unfiltered text over seven collections, on all pages and on posts, and the worst of
the 14; for the preset and its parts also the differences on the six sites as one collection."""
import csv
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean

TAMIS, SIX, CFA, OUT = sys.argv[1], *map(Path, sys.argv[2:5])
NAMES = ["cfa-blog", "neverendingbooks", "openplans", "sethroberts", "slott56", "transmission", "web2ireland"]
VIEWS = ["all", "posts"]
PRESET = {"title": ("kind = title", "4"), "repeated": ("repeats > 20", "0.05"), "linked": ("link_density > 0.33", "0.2"),
          "short": ("words < 15", "0.5")}
PLAIN = {"title": ("kind = title", "1")}


def value(name, view, weights, flags=()):
    """NDCG@10 under these weights. A sweep needs two points: 9 is the one that is not looked at."""
    topics, qrels, listing = SIX / "topics.txt", OUT / "qrels" / name, SIX / "listing.docnos"
    if name == "cfa-blog":
        topics, qrels, listing = CFA / "topics.cfa.txt", CFA / "qrels.cfa.txt", OUT / "qrels" / "cfa-blog-listing"
    elif name == "six-sites":
        qrels = SIX / "qrels.txt"
    first, (_, weight) = next(iter(weights.items()))
    command = [TAMIS, "sweep", OUT / "index" / name, "--topics", topics, "--qrels", qrels, "-m", "ndcg_cut_10", "-q", *flags]
    command += ["--permutations", "0", "--grid", f"weight.{first}={weight},9"]
    for weight_name, (rule, number) in weights.items():
        command += ["--weight", f"{weight_name}={rule}: {number}"]
    if view == "posts":
        command += ["--not-docnos", listing]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*command, "--out", folder, "--force"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
        with open(Path(folder) / "sweep.tsv", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t")
            (row,) = [row for row in rows if row[f"weight.{first}"] not in ("9", "unfiltered")]
    return float(row["ndcg_cut_10"])


BASE = {}


def base(name, view, flags):
    key = name, view, flags
    if key not in BASE:
        BASE[key] = value(name, view, PLAIN, flags)
    return BASE[key]


def line(label, weights, flags=(), against=None, six=False):
    def gain(name, view):
        plain = value(name, view, against, flags) if against else base(name, view, flags)
        return value(name, view, weights, flags) - plain
    gains = {(name, view): gain(name, view) for name in NAMES for view in VIEWS}
    cells = [mean(gains[name, view] for name in NAMES) for view in VIEWS] + [min(gains.values())]
    cells += [gain("six-sites", view) for view in VIEWS] if six else []
    print(label, *(f"{cell:+.4f}" for cell in cells), sep="\t", flush=True)


def but(**changes):
    return {name: rule for name, rule in (PRESET | changes).items() if rule}


print("", "all pages", "posts", "worst of 14", "six sites as one: all", "posts", sep="\t")
line("sieve", PRESET, six=True)
line("without repeats", but(repeated=None), six=True)
line("without links", but(linked=None), six=True)
line("without short blocks", but(short=None), six=True)
line("without the title's weight", but(title=PLAIN["title"]), six=True)
line("the title alone", {"title": PRESET["title"]}, six=True)
line("repeats alone", {"repeated": PRESET["repeated"]}, six=True)
for weight in "1235":
    line(f"title {weight}", but(title=("kind = title", weight)))
for limit in "3", "5", "10", "100":
    line(f"repeats > {limit}", but(repeated=(f"repeats > {limit}", "0.05")))
for weight in "0", "0.02", "0.1", "1":
    line(f"repeated {weight}", but(repeated=("repeats > 20", weight)))
for limit in "0.25", "0.4", "0.5", "0.75":
    line(f"link_density > {limit}", but(linked=(f"link_density > {limit}", "0.2")))
for weight in "0", "0.1", "0.3", "1":
    line(f"linked {weight}", but(linked=("link_density > 0.33", weight)))
for limit in "8", "11", "17", "20":
    line(f"words < {limit}", but(short=(f"words < {limit}", "0.5")))
for weight in "0", "0.3", "0.7", "1":
    line(f"short {weight}", but(short=("words < 15", weight)))
for flags in ("--b", "0.3"), ("--b", "0.5"), ("--k1", "1.2", "--b", "0.75"):
    line(" ".join(flags), PRESET, flags)
for times, weight in ("3", "0.15"), ("6", "0.3"), ("3", "0.3"), ("6", "0.6"), ("3", "0.6"), ("6", "1.2"):
    line(f"repeated text {times} times, weight {weight}", but(repeated=("repeats > 20", weight)),
         against={"repeated": ("repeats > 20", times)})

print("\nmodel", "collection", "all pages: unfiltered", "sieve", "posts: unfiltered", "sieve", sep="\t")
for flags in ("--model", "bm25-lucene"), ("--model", "ql-dirichlet"), ("--rm3",), ("--model", "ql-jm"), ("--model", "tfidf-lucene"):
    for name in "six-sites", "cfa-blog":
        cells = [cell for view in VIEWS for cell in (base(name, view, flags), value(name, view, PRESET, flags))]
        print(" ".join(flags), name, *(f"{cell:.4f}" for cell in cells), sep="\t", flush=True)

rule = "--max-repeats", "10", "--max-link-density", "0.33"
found = {(name, view): value(name, view, {"title": ("kind = title", "3")}, rule) for name in NAMES for view in VIEWS}
worst = min(found[name, view] - base(name, view, ()) for name in NAMES for view in VIEWS)
print("\nrepeats <= 10, link_density <= 0.33, title three times", *(f"{mean(found[name, view] for name in NAMES):.4f}" for view in VIEWS),
      f"{worst:+.4f}", sep="\t")
