#!/usr/bin/env python3
"""The tables of retrieval.sh: means.tsv, cells.tsv and a few lines on what was found.
usage: retrieval.py OUT

A cell is one of the seven collections (six sites and cfa-blog) in one view, all pages or posts only. Differences are those
of NDCG@10 from the unfiltered text of the cell. The six sites as one collection and adn-typepad stand beside, outside the
means: the one has the pages of the six again, the other's templates are made up."""
import csv
import sys
from pathlib import Path
from statistics import mean

OUT = Path(sys.argv[1])
SEVEN = ["cfa-blog", "neverendingbooks", "openplans", "sethroberts", "slott56", "transmission", "web2ireland"]
BESIDE = [("six-sites", "all"), ("six-sites", "posts"), ("adn-typepad", "all")]
CELLS = [(name, view) for view in ["all", "posts"] for name in SEVEN] + BESIDE
MEASURES = ["ndcg_cut_10", "P_10"]
# Labels that tell what a new remover has to reach are those of removers, not the thresholds that are chosen on these topics.
OWN = ["tamis", "tamis-article", "tamis-comments", "tamis-site", "tamis-comments-site"]
UNFILTERED = "unfiltered"


def rows(path):
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def view(row):
    """A row's label; that of a model read from a file is named like the one that is compiled in."""
    name = row["view"].split(":")[0]
    return name if name in OWN else row["view"]


def values(row):
    return tuple(float(row[measure]) for measure in MEASURES)


def held_out(path, what):
    """{row: values} of each axis with its thresholds chosen on the other folds."""
    found = {}
    for row in rows(path):
        if row["fold"] == "all":
            found.setdefault(what.get(row.get("axis", "score"), None), {})[row["measure"]] = float(row["held_out"])
    return {name: tuple(by[m] for m in MEASURES) for name, by in found.items() if name}


def cell(name, pages):
    """{method: (NDCG@10, P@10)} of one cell."""
    folder, found = OUT / "runs" / f"{name}-{pages}", {}
    for row in rows(folder / "labels" / "compare.tsv"):
        if row["chosen_from"] == "-":
            found[view(row)] = values(row)
    for row in rows(folder / "sieve" / "compare.tsv"):
        if view(row) in ["keep-all", *OWN]:
            found["sieve" if view(row) == "keep-all" else f"{view(row)} and sieve"] = values(row)
    for row in rows(folder / "title" / "compare.tsv"):
        if row["chosen_from"] == "-" and row["view"] != UNFILTERED:
            found[f"{view(row)}, title x 4"] = values(row)
    found |= held_out(folder / "thresholds" / "folds.tsv",
                      {"min_words": "words >= k, by folds", "max_repeats": "repeats <= k, by folds"})
    for score in folder.glob("score.*"):
        for row in rows(score / "sweep.tsv"):
            found[f"{score.name} >= {next(iter(row.values()))}"] = values(row)
        found |= held_out(score / "folds.tsv", {"score": f"{score.name} >= t, by folds"})
    for weight in [*folder.glob("weight.*"), *folder.glob("title-weight.*")]:
        title, score = weight.name.split("weight.")
        found |= {f"weighted by score.{score}{', title x 4' if title else ''}": values(row)
                  for row in rows(weight / "compare.tsv") if row["view"] == "keep-all"}
    if name == "cfa-blog":
        for row in rows(OUT / "runs" / "cfa-gold" / "compare.tsv"):
            if row["view"] == UNFILTERED:
                found["known main text"] = values(row)
    return found


TABLE = {key: cell(*key) for key in CELLS}
METHODS = list(dict.fromkeys(method for found in TABLE.values() for method in found))


def difference(method, key, measure=0):
    found = TABLE[key]
    return found[method][measure] - found[UNFILTERED][measure] if method in found and UNFILTERED in found else None


def seven(method, view, measure=0):
    """The mean difference over the seven collections; None if a collection lacks the method."""
    of = [difference(method, (name, view), measure) for name in SEVEN]
    return None if None in of else mean(of)


def signed(value, form="+.4f"):
    return "" if value is None else format(value, form)


def level(method, view, measure):
    of = [TABLE[name, view].get(method) for name in SEVEN]
    return "" if None in of else f"{mean(v[measure] for v in of):.4f}"


def worst(method):
    of = [difference(method, (name, view)) for view in ["all", "posts"] for name in SEVEN]
    return None if None in of else min(of)


def write(name, header, lines):
    with open(OUT / name, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows([header, *lines])


order = sorted(METHODS, key=lambda method: -(seven(method, "posts") if seven(method, "posts") is not None else -1))
means = [[m, level(m, "all", 0), signed(seven(m, "all")), level(m, "posts", 0), signed(seven(m, "posts")), signed(worst(m)),
          level(m, "all", 1), level(m, "posts", 1), *(signed(difference(m, key)) for key in BESIDE)] for m in order]
write("means.tsv", ["", "NDCG@10", "difference", "posts", "difference", "worst of 14", "P@10", "posts",
                    *(f"{name} {view}" for name, view in BESIDE)], means)
write("cells.tsv", ["", "measure", *(f"{name} {view}" for name, view in CELLS)],
      [[m, measure, *(f"{TABLE[key][m][at]:.4f}" if m in TABLE[key] else "" for key in CELLS)]
       for m in METHODS for at, measure in enumerate(MEASURES)])

for line in (OUT / "means.tsv").read_text(encoding="utf-8").splitlines():
    first, *rest = line.split("\t")
    print(f"{first:34}", "".join(f"{cell:>17}" for cell in rest))
scored = [m for m in METHODS if seven(m, "posts") is not None]
removers = [m for m in scored if "score." not in m and " " not in m and m not in [UNFILTERED, "sieve", *OWN]]
best = max(removers, key=lambda m: seven(m, "posts"))
known = [signed(difference("known main text", ("cfa-blog", view))) for view in ["all", "posts"]]
print(f"\nThe known main text of cfa-blog: {' on all pages, '.join(known)} on posts")
print(f"The best other remover on posts: {best}, {seven(best, 'posts'):+.4f}")
for m in [m for m in scored if m in OWN or any(f"score.{own}" in m for own in OWN)]:
    losses = [f"{name} {view} {difference(m, (name, view)):+.4f}" for name, view in CELLS
              if (difference(m, (name, view)) or 0) < -0.002]
    print(f"{m}: {seven(m, 'posts'):+.4f} on posts, {seven(m, 'posts') - seven(best, 'posts'):+.4f} beside it; "
          f"below the unfiltered text by more than .002: {', '.join(losses) or 'nowhere'}")
