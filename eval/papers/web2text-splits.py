#!/usr/bin/env python3
"""Writes the two splits of Vogels, Ganea and Eickhoff (ECIR 2018, section 4.1) as files for `--split`.

usage: web2text-splits.py WEIGHTS OUT     WEIGHTS holds ce_indices.json and splits.py; writes OUT/cleaneval.tsv, OUT/web2text.tsv
"""

import ast
import json
import pathlib
import sys

weights, out = map(pathlib.Path, sys.argv[1:])
numbers = json.loads((weights / "ce_indices.json").read_text())
splits = {
    statement.targets[0].id: ast.literal_eval(statement.value)
    for statement in ast.parse((weights / "splits.py").read_text()).body
}
out.mkdir(parents=True, exist_ok=True)
for name in ["cleaneval", "web2text"]:
    lines = []
    for part in ["train", "validation", "test"]:
        for place in splits[f"{name}_{part}"]:
            number = numbers[place]
            lines.append(f"{'dev' if number <= 60 else 'test'}-{number}\t{part}\n")
    (out / f"{name}.tsv").write_text("".join(lines))
