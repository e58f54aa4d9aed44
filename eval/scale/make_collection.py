#!/usr/bin/env python3
"""Turns one archive of real pages into a larger collection of the same kind: copies in which words are exchanged.

usage: make_collection.py ARCHIVE.warc.gz FOLDER COPIES

Plain copies would distort what grows with a collection: no word would be new, and every block would repeat. So each copy has a
mapping of words of its own. Words on more than 1 % of the pages stay as they are, in menus and texts alike. Of the others,
words are exchanged with others of similar frequency (the same power of two of pages), and words of one or two pages are, half
of them, replaced by words that no other copy has. Tags, scripts, styles and what is not written in ASCII letters stay. Copy 0 is
the archive itself. Every copy is a file, every page has a docno of its own, and 100 pages have one host.
"""

import collections
import gzip
import io
import os
import random
import re
import sys

MARKUP = re.compile(rb"(<script\b.*?</script\s*>|<style\b.*?</style\s*>|<!--.*?-->|<[^>]*>|&#?\w+;)", re.S | re.I)
WORD = re.compile(rb"[A-Za-z]{3,}")
HEAD = re.compile(rb"\r\n\r\n")


def records(archive):
    """Yield the bodies of the pages. Every record has a length and two line breaks at its end."""
    with gzip.open(archive, "rb") as file:
        while line := file.readline():
            if not line.startswith(b"WARC/"):
                continue
            length, kind = 0, b""
            while (line := file.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
                kind = value.strip() if name.lower() == b"warc-type" else kind
            content = file.read(length)
            if kind == b"response":
                yield HEAD.split(content, maxsplit=1)[1]


def pieces(body):
    """Split a page into text (even places) and markup (odd places)."""
    return MARKUP.split(body)


def frequencies(pages):
    """Count the pages of every word."""
    counts = collections.Counter()
    for page in pages:
        counts.update({word.lower() for text in page[::2] for word in WORD.findall(text)})
    return counts


def mapping(counts, pages, copy):
    """Return the words that a copy exchanges, with those that it has in their place."""
    chance = random.Random(copy)
    bands = collections.defaultdict(list)
    for word, count in sorted(counts.items()):
        if count * 100 <= pages:
            bands[count.bit_length()].append(word)
    exchanged = {}
    for words in bands.values():
        others = words[:]
        chance.shuffle(others)
        exchanged.update(zip(words, others))
    for word, count in sorted(counts.items()):
        if count <= 2 and chance.random() < 0.5:
            exchanged[word] = word + bytes(chance.choices(b"abcdefghijklmnopqrstuvwxyz", k=3))
    return exchanged


def rewritten(page, exchanged):
    """Return a page with the words of its text exchanged."""

    def other(match):
        word = match.group()
        found = exchanged.get(word.lower())
        if found is None:
            return word
        return found.capitalize() if word[:1].isupper() else found

    return b"".join(piece if place % 2 else WORD.sub(other, piece) for place, piece in enumerate(page))


def record(number, body):
    """Return a page as a WARC record, packed alone."""
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body)
    name = b"scale-%08d" % number
    head = b"\r\n".join([
        b"WARC/1.0", b"WARC-Type: response", b"WARC-Record-ID: <urn:tamis:%s>" % name, b"WARC-TREC-ID: %s" % name,
        b"WARC-Target-URI: http://site-%06d.example/%d.html" % (number // 100, number),
        b"WARC-Date: 2006-02-01T00:00:00Z", b"Content-Type: application/http; msgtype=response",
        b"Content-Length: %d" % (len(http) + len(body)), b"", b"",
    ])
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=4, mtime=0) as member:
        member.write(head + http + body + b"\r\n\r\n")
    return packed.getvalue()


def main():
    archive, folder, copies = sys.argv[1], sys.argv[2], int(sys.argv[3])
    os.makedirs(folder, exist_ok=True)
    pages = [pieces(body) for body in records(archive)]
    counts = frequencies(pages)
    for copy in range(copies):
        exchanged = mapping(counts, len(pages), copy) if copy else {}
        with open(f"{folder}/copy-{copy:02}.warc.gz", "wb") as out:
            for place, page in enumerate(pages):
                body = rewritten(page, exchanged) if copy else b"".join(page)
                out.write(record(copy * len(pages) + place, body))
        print(f"copy {copy}: {len(pages)} pages, {len(exchanged)} words exchanged", flush=True)


main()
