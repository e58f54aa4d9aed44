#!/usr/bin/env python3
"""On how many pages of an index two programs read other values: pages whose text under a rule differs, over 29 rules.
usage: pages.py BEFORE AFTER INDEX...     two programs of tamis, and indexes

Each index is exported under each rule by both programs; nothing of the texts is kept but a hash. A page counts if any rule keeps
other text of it, so the numbers are lower bounds: a wrong value that no rule tells from the right one is not seen."""
import hashlib
import json
import subprocess
import sys
from pathlib import Path

ANCHORS = [f"anchor_words >= {k}" for k in (1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 25, 40, 80)] + [
    "link_density > 0.33", "link_density > 0.999"]
WRAPPED = [f"wrapped_lines >= {k}" for k in (1, 2, 3, 5, 8, 15)] + [f"wrapped_words >= {k}" for k in (8, 12, 14, 25, 40, 100)] + [
    "text_density >= 9", "text_density >= 13"]


def read(program, index, rule):
    """{docno: hash of the text that the rule keeps}"""
    command = [program, "export", index, "--format", "jsonl", "--where", rule, "-q"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        pages = (json.loads(line) for line in process.stdout)
        found = {page["id"]: hashlib.md5(page["contents"].encode()).digest() for page in pages}
    if process.returncode:
        sys.exit(f"{rule}: {program} failed")
    return found


def changed(before, after, index, rules):
    found = set()
    for rule in rules:
        old, new = read(before, index, rule), read(after, index, rule)
        found |= {docno for docno in old.keys() | new.keys() if old.get(docno) != new.get(docno)}
    return found


before, after, *indexes = sys.argv[1:]
print("index", "pages", "anchor words", "wrapped words or lines", "any", sep="\t")
for index in indexes:
    stats = json.loads(subprocess.run([after, "stats", index, "--json"], capture_output=True, check=True).stdout)
    anchors, wrapped = (changed(before, after, index, rules) for rules in (ANCHORS, WRAPPED))
    print(Path(index).name, stats["pages"], len(anchors), len(wrapped), len(anchors | wrapped), sep="\t", flush=True)
