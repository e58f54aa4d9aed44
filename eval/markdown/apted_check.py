#!/usr/bin/env python3
"""Compares TEDS of the example markdown_scores with apted (PyPI), the algorithm of the authors' program, on random pairs of tables.

usage: apted_check.py SCORES [PAIRS]      SCORES is the example, PAIRS=400
Prints how far the values are apart at most; those of the example have four decimals."""
import csv
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from apted import APTED, Config


class Node:
    def __init__(self, kind, text="", children=()):
        self.kind, self.text, self.children = kind, text, list(children)


class Costs(Config):
    def rename(self, a, b):
        if a.kind != b.kind:
            return 1
        return edits(a.text, b.text) / max(len(a.text), len(b.text), 1)

    def children(self, node):
        return node.children


def edits(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        diagonal, row[0] = row[0], i + 1
        for j, y in enumerate(b):
            diagonal, row[j + 1] = row[j + 1], min(row[j] + 1, row[j + 1] + 1, diagonal + (x != y))
    return row[-1]


def word():
    return "".join(random.choices("abc", k=random.randint(1, 6)))


def table():
    width = random.randint(1, 5)
    return [[word() for _ in range(width)] for _ in range(random.randint(2, 7))]


def changed(rows):
    """The table with some cells, rows or columns changed, gone or new."""
    rows = [row[:] for row in rows]
    for _ in range(random.randint(0, 4)):
        what, at, column = random.random(), random.randrange(len(rows)), random.randrange(len(rows[0]))
        if what < 0.3:
            rows[at][column] = word()
        elif what < 0.5 and len(rows) > 2:
            rows.pop(at)
        elif what < 0.7:
            rows.insert(at, [word() for _ in rows[0]])
        elif what < 0.85 and len(rows[0]) > 1:
            rows = [row[:column] + row[column + 1:] for row in rows]
        else:
            rows = [[*row[:column], word(), *row[column:]] for row in rows]
    return rows


def markdown(rows):
    lines = ["|" + "|".join(row) + "|" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:], ""])


def teds(a, b):
    tree = lambda rows: Node("table", children=[Node("row", children=[Node("cell", text) for text in row]) for row in rows])
    size = lambda rows: 1 + sum(1 + len(row) for row in rows)
    return max(0, 1 - APTED(tree(a), tree(b), Costs()).compute_edit_distance() / max(size(a), size(b)))


def main():
    random.seed(7)
    expected = {}
    with tempfile.TemporaryDirectory() as folder:
        gold, found = Path(folder) / "gold", Path(folder) / "found"
        gold.mkdir(), found.mkdir()
        for number in range(int(sys.argv[2]) if len(sys.argv) > 2 else 400):
            a = table()
            b = changed(a) if number % 4 else table()
            (gold / f"{number}.md").write_text(markdown(a))
            (found / f"{number}.md").write_text(markdown(b))
            expected[str(number)] = teds(a, b)
        done = subprocess.run([sys.argv[1], gold, found], capture_output=True, text=True, check=True)
    *rows, _ = csv.DictReader(done.stdout.splitlines(), delimiter="\t")
    apart = max(abs(float(row["tables_teds"]) - expected[row["page"]]) for row in rows)
    print(f"{len(rows)} pairs, TEDS {min(expected.values()):.4f} to {max(expected.values()):.4f}, at most {apart:.1e} apart")


main()
