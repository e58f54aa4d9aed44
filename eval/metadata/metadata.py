#!/usr/bin/env python3
"""Metadata against gold: what each source is worth, the order learned from that, and the scores of tamis, trafilatura and htmldate.

usage: metadata.py DATA OUT PROGRAM      metadata.sh makes OUT/rivals.jsonl first and runs this; PROGRAM is the example `metadata`.

A value is right if it equals the gold after normalising: lower case, letters and digits only; of authors the set of names, without
"by"; of dates the day. Precision counts a value where the gold is empty as wrong.

An order of sources is learned greedily: first the source that is right most often where it speaks, then the one that is right most
often on the pages that are left, and so on, until none is right in a share FLOOR of its values. Shares are drawn to the source's share on
all pages by PRIOR pages; pages of small judges weigh more, by WEIGHT. The folds are of sites: all pages of a site are in one.

Written to OUT: sources.tsv (what each source is worth), orders.tsv (learned on all pages), scores.tsv (P, R and F1 of all tools, by
judge, field and kind of page; "tamis" is the program with the order in its code, "tamis, folds" the order learned on other sites),
doubts.tsv (gates: what is not believed, and how often it would be right), speed.tsv, values.tsv (all values that differ from gold)."""
import csv
import hashlib
import json
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

from judges import FIELDS, JUDGED, Score, pages, same_form

FOLDS, PRIOR = 10, 5
# Pages of a judge weigh so much more as it has fewer pages: 0 for equal pages, 1 for equal judges.
WEIGHT = 0.25
# Half the F1 is where a source stops to help it; lower for dates, as gold is often empty where JSON-LD tells the date.
FLOOR = {"published": 0.3}
OTHER_FLOOR = 0.4
# Fields of which pages of all kinds have one order; home pages give none of these.
ONE_ORDER = {"author", "published"}
# Pages of these kinds show names and dates of others; there the program believes only sources that are of the page itself.
SHOW_OTHERS = {"product", "listing", "collection"}
SHOWN = {"microformat", "time", "rel", "author link", "class", "far time", "far class", "words", "changed", "far words"}
HEAD = {"opengraph", "twitter", "library", "tracker", "meta"}
# Judges from which an order is not learned: Mozilla's dates are those that Readability reads, not those that pages have.
UNLEARNED = {("published", "mozilla")}


def run(program, read, *options):
    """The program's objects by path, and the seconds it took for metadata alone, if it says so."""
    lines = "".join(f"{page.path}\t{page.address}\n" for page in read)
    done = subprocess.run([program, "--utf-8", *options], input=lines, capture_output=True, text=True, check=True)
    return {said["path"]: said for said in map(json.loads, done.stdout.splitlines())}, done.stderr


def group(field, said):
    """The pages that share an order."""
    if field not in ("title", *ONE_ORDER):
        return "all"
    return "home" if said["order"] == "home" else "all" if field in ONE_ORDER else said["order"]


def fold(page):
    return int(hashlib.md5(page.site.encode()).hexdigest(), 16) % FOLDS


def asked(field, said):
    """What the sources say that may be asked on a page of its kind."""
    kind, values = said["metadata"].get("kind"), said["sources"][field]
    # Where the kind is a guess the program asks them, too; few pages of the judges are such.
    denied = SHOWN if field in ONE_ORDER and kind in SHOW_OTHERS else set() if kind in ("article", "forum") else {"far words"}
    return {source: value for source, value in values.items() if source not in denied}


def verdicts(field, page, values):
    """Whether each source that speaks is right."""
    gold = same_form(field, page.gold[field])
    return {source: same_form(field, value) == gold for source, value in values.items()}


def learn(field, rows):
    """An order of sources for each group, from `rows_of` pages."""
    prior = defaultdict(lambda: [1, 2])
    for _, weight, row in rows:
        for source, is_right in row.items():
            prior[source][0] += weight * is_right
            prior[source][1] += weight
    orders = {}
    for name in sorted({name for name, _, _ in rows} - ({"home"} if field in ONE_ORDER else set())):
        left, orders[name] = [row[1:] for row in rows if row[0] == name], []
        while True:
            counts = defaultdict(lambda: [0, 0])
            for weight, row in left:
                for source, is_right in row.items():
                    counts[source][0] += weight * is_right
                    counts[source][1] += weight
            share = {s: (r + PRIOR * prior[s][0] / prior[s][1]) / (n + PRIOR) for s, (r, n) in sorted(counts.items())}
            best = max(share, key=share.get, default=None)
            if best is None or share[best] < FLOOR.get(field, OTHER_FLOOR):
                break
            orders[name].append(best)
            left = [row for row in left if best not in row[1]]
    return orders


def rows_of(field, read, said):
    """What an order is learned from: the group of each page, its weight, and its verdicts."""
    learned = [(page, said[str(page.path)]) for page in read if (field, page.judge) not in UNLEARNED]
    sizes = Counter(page.judge for page, _ in learned)
    largest = max(sizes.values(), default=1)
    weight = {judge: (largest / size) ** WEIGHT for judge, size in sizes.items()}
    return [(group(field, of), weight[page.judge], verdicts(field, page, asked(field, of))) for page, of in learned]


def part(source):
    """The part of a page that a source is of."""
    if source == "address":
        return 0
    return 1 if source.startswith("json-ld") else 2 if source in HEAD else 3


def believed(field, values):
    """What the program believes of (source, value) in order: the first, but of authors the first on which two agree, and not the day
    of the address where more parts of the page name another."""
    days = [same_form(field, value) for _, value in values]
    if field == "author":
        agreed = [value for (_, value), form in zip(values, days) if days.count(form) > 1]
        return next(iter(agreed or [value for _, value in values]), None)
    if field == "published" and values and values[0][0] == "address":
        votes = [len({part(source) for (source, _), other in zip(values, days) if other == day}) for day in days]
        return next((value for (_, value), count in zip(values, votes) if count > votes[0]), values[0][1])
    return values[0][1] if values else None


def by_folds(field, read, said):
    """For each page the value by an order that was learned on the sites of other folds."""
    values = {}
    for number in range(FOLDS):
        orders = learn(field, rows_of(field, (page for page in read if fold(page) != number), said))
        for page in read:
            if fold(page) == number:
                of = said[str(page.path)]
                order, found = orders.get(group(field, of), []), asked(field, of)
                values[str(page.path)] = believed(field, [(source, found[source]) for source in order if source in found])
    return values


def write(out, name, header, rows):
    with open(out / name, "w", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def sources(out, read, said):
    counts = defaultdict(Counter)
    for page in read:
        for field in JUDGED[page.judge]:
            post = "posts" if page.kind in ("article", "forum") else "others"
            name = page.judge if page.judge != "wcxb" else f"wcxb {post}"
            for source, is_right in verdicts(field, page, said[str(page.path)]["sources"][field]).items():
                counts[field, source, name] += Counter(said=1, right=is_right, empty=not same_form(field, page.gold[field]))
    rows = [(*key, c["said"], c["right"], c["empty"], f"{c['right'] / c['said']:.3f}") for key, c in sorted(counts.items())]
    write(out, "sources.tsv", ["field", "source", "pages", "said", "right", "gold empty", "precision"], rows)


def scores(out, read, tools):
    kinds = defaultdict(Score)
    for page in read:
        for field in JUDGED[page.judge]:
            for tool, values in tools[field].items():
                for kind in {"all", page.kind}:
                    kinds[field, page.judge, kind, tool].add(field, values[str(page.path)], page.gold[field])
    order = {tool: number for number, tool in enumerate(["tamis", "tamis, folds", "trafilatura", "htmldate"])}
    keys = sorted(kinds, key=lambda key: (FIELDS.index(key[0]), list(JUDGED).index(key[1]), key[2] != "all", key[2], order[key[3]]))
    rows = [(*key, kinds[key].said, kinds[key].gold, *(f"{n:.3f}" for n in kinds[key].numbers())) for key in keys]
    write(out, "scores.tsv", ["field", "judge", "kind", "tool", "said", "gold", "P", "R", "F1"], rows)
    for row in rows:
        if row[2] == "all":
            print(*row, sep="\t")


def doubts(out, read, said, values):
    """How often values are right that somebody might doubt."""
    counts = defaultdict(Counter)
    for page in read:
        of = said[str(page.path)]
        for field in sorted(ONE_ORDER):
            found = of["sources"][field]
            value = values[field].get(str(page.path)) or next(iter(found.values()), None)
            if not value:
                continue
            is_right = same_form(field, value) == same_form(field, page.gold[field])
            sites = {same_form("site", site) for site in of["sources"]["site"].values()}
            gates = {
                "on the first page of a site": of["order"] == "home",
                "on a page that says it is a post": of["order"] == "post",
                "on a page that says it is no post, or nothing": of["order"] == "other",
                "the name of the site": field == "author" and same_form("site", value) in sites,
                "one word": field == "author" and " " not in value,
                "without an author": field == "published" and not of["sources"]["author"],
            }
            for gate, holds in gates.items():
                counts[field, gate] += Counter(said=holds, right=holds and is_right)
    rows = [(*key, c["said"], c["right"], f"{c['right'] / c['said']:.3f}") for key, c in sorted(counts.items()) if c["said"]]
    write(out, "doubts.tsv", ["field", "value", "said", "right", "precision"], rows)


def main():
    data, out, program = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    read = pages(data)
    said, _ = run(program, read, "--sources")
    rivals = {line["path"]: line for line in map(json.loads, (out / "rivals.jsonl").read_text().splitlines())}
    tools, orders = {}, []
    for field in FIELDS:
        judged = [page for page in read if field in JUDGED[page.judge]]
        paths = [str(page.path) for page in judged]
        learned = learn(field, rows_of(field, judged, said))
        orders += [(field, name, ", ".join(order)) for name, order in learned.items()]
        tools[field] = {
            "tamis": {path: said[path]["metadata"].get(field) for path in paths},
            "tamis, folds": by_folds(field, judged, said),
            "trafilatura": {path: rivals[path]["trafilatura"].get(field) for path in paths},
        }
        if field == "published":
            tools[field]["htmldate"] = {path: rivals[path]["htmldate"].get(field) for path in paths}
    write(out, "orders.tsv", ["field", "pages", "order"], orders)
    sources(out, read, said)
    scores(out, read, tools)
    doubts(out, read, said, {field: tools[field]["tamis"] for field in FIELDS})
    differ = [
        (page.judge, page.kind, field, page.path.stem, page.path.parent.name, page.gold[field], value)
        for field in FIELDS for page in read if field in JUDGED[page.judge]
        for value in [tools[field]["tamis"][str(page.path)]] if same_form(field, value) != same_form(field, page.gold[field])
    ]
    write(out, "values.tsv", ["judge", "kind", "field", "page", "folder", "gold", "tamis"], differ)
    _, times = run(program, [page for page in read if page.judge == "wcxb"], "--time")
    (out / "speed.tsv").write_text(times)
    print(times)


if __name__ == "__main__":
    main()
