#!/usr/bin/env python3
"""Writes lines of JSON in which texts and docnos come again: every second text is one of an earlier line, some of them with
a few words changed, and every third docno is that of an earlier line, which was perhaps left out for its text.
usage: repeated.py LINES > repeated.jsonl"""
import json
import random
import sys

random.seed(7)
texts, docnos = [], []
for number in range(int(sys.argv[1])):
    if texts and number % 2:
        words = random.choice(texts).split()
        for _ in range(random.choice([0, 0, 1, 2, 30])):
            words[random.randrange(len(words))] = f"other{random.randrange(1000)}"
    else:
        words = [f"word{random.randrange(20000)}" for _ in range(random.randrange(20, 400))]
    texts.append(" ".join(words))
    docnos.append(random.choice(docnos) if docnos and random.random() < 1 / 3 else f"d{number}")
    print(json.dumps({"docno": docnos[-1], "text": texts[-1]}))
