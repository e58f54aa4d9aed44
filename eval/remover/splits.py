#!/usr/bin/env python3
"""Writes files for --split of the remover's data sets.

usage: splits.py page PAGES OUT FOLDS SEED     OUT/page-1.tsv ...: each page is for testing in one of them
       splits.py set PAGES OUT                 OUT/set-NAME.tsv: one set is for testing, all others for training
       splits.py curve PAGES OUT SEED          OUT/curve-SHARE-SEED.tsv: a fifth of the pages is for testing, the same for every share
                                               of the others that is for training

PAGES is what extraction.sh writes to OUT/pages: the pages whose gold is not empty. A page's place follows from a hash of its
bytes, so a smaller share is a part of a larger one, and equal pages stay together."""
import hashlib
import sys
from pathlib import Path

SETS = ["dragnet-train", "wcxb-dev-half", "l3s-gn1", "cleaneval-en", "zyte-aeb"]
SHARES = ["0.03", "0.06", "0.12", "0.25", "0.5", "1"]


def pages(folder):
    """{set/id: a hash of the page's bytes}"""
    paths = [(name, path) for name in SETS for path in sorted((folder / name / "html").iterdir())]
    return {f"{name}/{path.stem}": hashlib.sha1(path.read_bytes()).hexdigest() for name, path in paths}


def place(page, seed):
    """A number from 0 to 1."""
    return int(hashlib.sha1(f"{seed} {page}".encode()).hexdigest()[:8], 16) / 2**32


def write(path, parts):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{name}\t{part}\n" for name, part in parts), encoding="utf-8")


match sys.argv[1:]:
    case ["page", data, out, folds, seed]:
        for fold in range(int(folds)):
            test = lambda page: int(place(page, seed) * int(folds)) == fold
            write(Path(out) / f"page-{fold + 1}.tsv",
                  [(name, "test" if test(page) else "train") for name, page in pages(Path(data)).items()])
    case ["set", data, out]:
        for left in SETS:
            write(Path(out) / f"set-{left}.tsv",
                  [(name, "test" if name.startswith(f"{left}/") else "train") for name in pages(Path(data))])
    case ["curve", data, out, seed]:
        for share in SHARES:
            part = lambda at: "test" if at < 0.2 else "train" if at < 0.2 + 0.8 * float(share) else None
            parts = [(name, part(place(page, seed))) for name, page in pages(Path(data)).items()]
            write(Path(out) / f"curve-{share}-{seed}.tsv", [(name, of) for name, of in parts if of])
    case _:
        sys.exit(__doc__)
