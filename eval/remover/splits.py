#!/usr/bin/env python3
"""Writes files for --split of the remover's data sets.

usage: splits.py page PAGES OUT FOLDS SEED     OUT/page-1.tsv ...: each page is for testing in one of them
       splits.py site PAGES OUT FOLDS SEED     OUT/site-1.tsv ...: the same, with all pages of a site in the same one
       splits.py set PAGES OUT                 OUT/set-NAME.tsv: one set is for testing, all others for training
       splits.py curve PAGES OUT SEED          OUT/curve-SHARE-SEED.tsv: a fifth of the pages is for testing, the same for every share
                                               of the others that is for training

PAGES is what extraction.sh writes to OUT/pages, with the pages whose gold is empty. A page's place follows from a hash of its
bytes, so a smaller share is a part of a larger one, and equal pages stay together.

A site is the name before the suffix of a host: bbc of www.bbc.co.uk and news.bbc.com. A page without an address (all of dragnet-train
and utomo) is of the site that most of its absolute links lead to, those into the Web Archive taken for what was archived. That finds
the site of 352 of the 359 pages that utomo has of nine sites, and of 79 % of the pages that have an address. A page without such links
is alone."""
import collections
import csv
import hashlib
import re
import sys
from pathlib import Path

from sets import SET_OF, SETS

SHARES = ["0.03", "0.06", "0.12", "0.25", "0.5", "1"]
ADDRESS = r"https?://([\w.-]+)"
LINK = re.compile(rf"""(?:href|content)\s*=\s*["']?(?:(?:https?:)?//[\w.-]*archive\.org)?(?:/web/\d+\w*/)?{ADDRESS}""", re.IGNORECASE)
# Second labels of suffixes such as co.uk.
SECOND = {"ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"}


def paths(folder, name):
    """The pages of a set, in the order of their names."""
    found = [path for of in (folder, folder / "empty") for path in (of / name / "html").iterdir()]
    return sorted(found, key=lambda path: path.name)


def pages(folder):
    """{set/id: a hash of the page's bytes}"""
    return {f"{name}/{path.stem}": hashlib.sha1(path.read_bytes()).hexdigest() for name in SET_OF for path in paths(folder, name)}


def site_of(host):
    labels = host.lower().rstrip(".").split(".")
    if labels[-1].isdigit() or len(labels) == 1:
        return host
    long = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in SECOND
    return labels[-3 if long else -2]


def sites(folder):
    """{set/id: the page's site}"""
    found = {}
    for name in SET_OF:
        with open(folder / name / "manifest.tsv", newline="", encoding="utf-8") as file:
            urls = {row["id"]: row["url"] for row in csv.DictReader(file, delimiter="\t")}
        for path in paths(folder, name):
            url = urls[path.stem]
            # Some addresses have no scheme.
            hosts = re.findall(ADDRESS, url if "://" in url else f"http://{url}", re.IGNORECASE)[:1] if url else \
                LINK.findall(path.read_text(encoding="utf-8"))
            most = collections.Counter(site for host in hosts if (site := site_of(host)) != "archive").most_common(1)
            found[f"{name}/{path.stem}"] = most[0][0] if most else f"{name}/{path.stem}"
    return found


def place(page, seed):
    """A number from 0 to 1."""
    return int(hashlib.sha1(f"{seed} {page}".encode()).hexdigest()[:8], 16) / 2**32


def write(path, parts):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{name}\t{part}\n" for name, part in parts), encoding="utf-8")


match sys.argv[1:]:
    case ["page" | "site" as by, data, out, folds, seed]:
        groups = (pages if by == "page" else sites)(Path(data))
        for fold in range(int(folds)):
            test = lambda group: int(place(group, seed) * int(folds)) == fold
            write(Path(out) / f"{by}-{fold + 1}.tsv", [(name, "test" if test(group) else "train") for name, group in groups.items()])
    case ["set", data, out]:
        for left in SETS:
            write(Path(out) / f"set-{left}.tsv",
                  [(page, "test" if page.split("/")[0] in SETS[left] else "train") for page in pages(Path(data))])
    case ["curve", data, out, seed]:
        for share in SHARES:
            part = lambda at: "test" if at < 0.2 else "train" if at < 0.2 + 0.8 * float(share) else None
            parts = [(name, part(place(page, seed))) for name, page in pages(Path(data)).items()]
            write(Path(out) / f"curve-{share}-{seed}.tsv", [(name, of) for name, of in parts if of])
    case _:
        sys.exit(__doc__)
