"""Compares what a rule keeps of every page in two ways: what `tamis export` writes of it, which reads the
columns of many pages at once, and what the numbers of `tamis inspect` say, which reads the page alone.

    python3 eval/exactness/pages.py INDEX... [--rules 40] [--seed 1] [--tamis tamis]

Prints the pages that differ under each rule, and exits with 1 if there are any. It reads nothing but these
two commands, and judges the rules by its own code: fractions, no rounding.
"""

import argparse
import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from os import cpu_count

# Rules that were wrong on real collections before 2026-11-24 come first.
FIXED = [
    ("text_density", ">=", "9"),
    ("text_density", ">=", "7.5"),
    ("link_density", "<=", "0.33"),
    ("link_density", "<=", "0.5"),
]
OPERATORS = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}
WHOLE = ["words", "anchor_words", "wrapped_words", "wrapped_lines", "tag_level", "tokens", "repeats", "site_repeats"]
VALUES = [0, 1, 2, 3, 4, 5, 7, 9, 11, 15, 20, 40]
SHARES = ["0", "0.05", "0.1", "0.2", "0.25", "0.33", "0.5", "0.66", "0.75", "0.9", "1"]


def tamis(*args):
    done = subprocess.run([options.tamis, *args], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"tamis {' '.join(args)}: exit {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def lines(text):
    return [json.loads(line) for line in text.split("\n") if line]


def exported(index, *rule):
    return {page["id"]: page["contents"] for page in lines(tamis("export", index, "--format", "jsonl", "-q", *rule))}


def value(block, feature):
    """The value of a feature as a fraction, none where the block has no such value."""
    if feature == "text_density":
        return Fraction(block["wrapped_words"], max(block["wrapped_lines"], 1))
    if feature == "link_density":
        return Fraction(block["anchor_words"], max(block["words"], 1))
    if feature == "site_share":
        # Printed as a decimal; no site has a million pages here, so the fraction comes back.
        share = block.get("site_share")
        return None if share is None else Fraction(share).limit_denominator(1_000_000)
    if feature.startswith("score."):
        score = block.get("scores", {}).get(feature.removeprefix("score."))
        return None if score is None else Fraction(round(score * 100), 100)
    found = block.get(feature)
    return None if found is None else Fraction(found)


class Rule:
    """A rule as it is typed, and as a function of a block."""

    def __init__(self, text, holds):
        self.text = text
        self.holds = holds

    @staticmethod
    def compare(feature, operator, threshold):
        limit = Fraction(threshold)

        def holds(block):
            of_block = value(block, feature)
            return of_block is not None and OPERATORS[operator](of_block, limit)

        return Rule(f"{feature} {operator} {threshold}", holds)

    @staticmethod
    def draw(chance, labels, scores, depth=0):
        kind = chance.random()
        if depth < 2 and kind < 0.4:
            one = Rule.draw(chance, labels, scores, depth + 1)
            other = Rule.draw(chance, labels, scores, depth + 1)
            if kind < 0.2:
                return Rule(f"({one.text} and {other.text})", lambda block: one.holds(block) and other.holds(block))
            return Rule(f"({one.text} or {other.text})", lambda block: one.holds(block) or other.holds(block))
        if depth < 2 and kind < 0.47:
            inner = Rule.draw(chance, labels, scores, depth + 1)
            return Rule(f"not ({inner.text})", lambda block: not inner.holds(block))
        if kind < 0.55:
            label = chance.choice(labels)
            return Rule(f"label = {label}", lambda block: label in block["labels"])
        if kind < 0.6:
            name = chance.choice(["title", "text"])
            return Rule(f"kind = {name}", lambda block: block["kind"] == name)
        operator = chance.choice(list(OPERATORS))
        feature = chance.choice(WHOLE + ["text_density", "link_density", "site_share"] * 3 + scores * 2)
        if feature in WHOLE:
            return Rule.compare(feature, operator, str(chance.choice(VALUES)))
        if feature == "text_density":
            return Rule.compare(feature, operator, str(chance.choice(VALUES) + chance.choice([0, 0.5])))
        return Rule.compare(feature, operator, chance.choice(SHARES))


def treat_title(rule, title):
    is_title = lambda block: block["kind"] == "title"
    return {
        "keep": lambda block: is_title(block) or rule.holds(block),
        "drop": lambda block: not is_title(block) and rule.holds(block),
        "block": rule.holds,
    }[title]


def differing(pages, kept, holds):
    """The docnos of pages whose exported text is not that of the blocks for which the rule holds."""
    wrong = []
    for docno, blocks in pages.items():
        permitted = [block for block in blocks if holds(block)]
        # A page without a permitted token is not in the view, and is not exported.
        expected = "\n\n".join(block["text"] for block in permitted) if any(b["tokens"] for b in permitted) else None
        if kept.get(docno) != expected:
            wrong.append(docno)
    return wrong


def examine(index):
    docnos = list(exported(index))
    with ThreadPoolExecutor(cpu_count()) as threads:
        blocks = threads.map(lambda docno: lines(tamis("inspect", index, docno, "--json", "-q")), docnos)
        pages = dict(zip(docnos, blocks))
    labels = sorted({label for blocks in pages.values() for block in blocks for label in block["labels"]})
    names = {name for blocks in pages.values() for block in blocks for name in block.get("scores", {})}
    has_site = any("site_share" in block for blocks in pages.values() for block in blocks)
    chance = random.Random(options.seed)
    rules = [(Rule.compare(*fixed), "keep") for fixed in FIXED]
    while len(rules) < options.rules:
        rule = Rule.draw(chance, labels, [f"score.{name}" for name in sorted(names)])
        if has_site or "site_" not in rule.text:
            rules.append((rule, chance.choice(["keep", "drop", "block"])))
    found = set()
    for rule, title in rules:
        wrong = differing(pages, exported(index, "--where", rule.text, "--title", title), treat_title(rule, title))
        found.update(wrong)
        print(f"{index}\t{len(wrong)}\t{len(pages)}\t{rule.text}\t{title}\t{' '.join(wrong[:3])}", flush=True)
    print(f"{index}: {len(found)} of {len(pages)} pages differ under one of {len(rules)} rules", file=sys.stderr)
    return len(found)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("index", nargs="+")
parser.add_argument("--rules", type=int, default=40)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--tamis", default="tamis")
options = parser.parse_args()
print("index\tdiffering\tpages\trule\ttitle\tfirst")
sys.exit(1 if sum([examine(index) for index in options.index]) else 0)
