"""Scores the comments that tamis reads against those that pages mark by schema.org, as silver gold.

python silver.py PAGES FOLDER PROGRAM: PAGES lists pages, one a line; FOLDER takes copies without
microdata and JSON-LD; PROGRAM is target/release/examples/comments. Needs lxml.
"""

import datetime
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from lxml import html

TYPES = ("Comment", "UserComments", "Answer")
LONGEST = 40


def plain(text):
    return re.sub(r"[^\w]+", "", text or "").lower()


def own(item, items):
    """The elements inside an item, but not those of items inside it."""
    todo = list(item)
    while todo:
        element = todo.pop(0)
        if element not in items:
            if isinstance(element.tag, str):
                yield element
            todo = list(element) + todo


def microdata(page):
    elements = [element for element in page.iter() if isinstance(element.tag, str)]
    items = {e for e in elements if (e.get("itemtype") or "").rsplit("/", 1)[-1] in TYPES}
    for item in (element for element in elements if element in items):
        said = {}
        for element in own(item, items):
            for name in (element.get("itemprop") or "").split():
                content = element.get("content")
                if name in ("author", "creator"):
                    inside = (e for e in element.iter() if isinstance(e.tag, str))
                    named = [e for e in inside if "name" in (e.get("itemprop") or "").split()]
                    named = named[0] if named else element
                    value = named.get("content") or " ".join(named.text_content().split())
                    said.setdefault("author", value)
                elif name in ("dateCreated", "datePublished", "commentTime"):
                    value = content or element.get("datetime") or element.get("title")
                    said.setdefault("date", value or element.text_content())
                elif name in ("text", "commentText"):
                    said.setdefault("text", content or element.text_content())
        yield said


def json_ld(page):
    for script in page.iter("script"):
        if (script.get("type") or "").lower() != "application/ld+json":
            continue
        try:
            todo = [json.loads(script.text or "")]
        except ValueError:
            continue
        while todo:
            value = todo.pop()
            if isinstance(value, list):
                todo += value
            elif isinstance(value, dict):
                todo += value.values()
                text = value.get("text")
                if value.get("@type") in TYPES and isinstance(text, str) and text.strip():
                    author = value.get("author") or value.get("creator")
                    author = author[0] if isinstance(author, list) and author else author
                    author = author.get("name") if isinstance(author, dict) else author
                    date = value.get("dateCreated") or value.get("datePublished")
                    text = html.fromstring(f"<div>{text}</div>").text_content()
                    yield {"author": author, "date": date, "text": text}


def is_same_day(one, other):
    days = [datetime.date.fromisoformat(date[:10]) for date in (one, other)]
    return abs((days[0] - days[1]).days) <= 1


def score(gold, comments, counts):
    texts = [(plain(comment["text"]), comment) for comment in comments]
    seen = set()
    for kind, said in gold:
        text = plain(said.get("text"))
        start = text[:LONGEST]
        if len(text) < 20 or start in seen:
            continue
        seen.add(start)
        counts[kind, "gold"] += 1
        found = [one for one in texts if start in one[0]]
        if not found:
            continue
        letters, comment = min(found, key=lambda one: len(one[0]))
        counts[kind, "found"] += 1
        counts[kind, "alone"] += abs(len(letters) - len(text)) <= max(20, 0.15 * len(text))
        if said.get("author"):
            counts[kind, "author"] += 1
            counts[kind, "author right"] += plain(comment.get("author")) == plain(said["author"])
        date = re.search(r"\d{4}-\d\d-\d\d", said.get("date") or "")
        if date:
            counts[kind, "date"] += 1
            published = comment.get("published")
            counts[kind, "date right"] += bool(published) and is_same_day(published, date.group())


def main(pages, folder, program):
    golds = []
    copies = []
    for path in Path(pages).read_text().split():
        text = Path(path).read_bytes().decode("utf-8", "replace")
        page = html.document_fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))
        gold = [("microdata", said) for said in microdata(page)]
        gold += [("JSON-LD", said) for said in json_ld(page)]
        if not gold:
            continue
        copy = re.sub(r"(?i)\bitem(prop|type|scope|id|ref)\b", r"data-i\1", text)
        copy = re.sub(r"(?i)application/ld\+json", "text/plain", copy)
        copies.append(Path(folder) / f"{len(copies)}.html")
        copies[-1].write_text(copy)
        golds.append((path, gold))
    for what, paths in (("marked", [path for path, _ in golds]), ("without marks", copies)):
        lines = "".join(f"{path}\n" for path in paths)
        done = subprocess.run([program], input=lines, text=True, capture_output=True, check=True)
        counts = Counter()
        for (_, gold), line in zip(golds, done.stdout.splitlines()):
            score(gold, json.loads(line)["comments"], counts)
        for (kind, name), count in sorted(counts.items()):
            print(what, kind, name, count, sep="\t")


main(*sys.argv[1:])
