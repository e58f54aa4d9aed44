#!/usr/bin/env python3
"""Draws queries from the titles of an archive's pages.

usage: queries.py ARCHIVE_FOLDER COUNT > QUERIES          (needs: pip install fastwarc)
A query is one to five words in a row of a title, without Lucene's stop words, and of ASCII letters alone: every engine
cuts it into the same words. Which pages and how many words is decided by the hash of the page.
"""
import glob
import hashlib
import html
import re
import sys

from bm25s.stopwords import STOPWORDS_EN
from fastwarc.warc import ArchiveIterator, WarcRecordType

LENGTHS = [1, 2, 2, 2, 3, 3, 3, 4, 4, 5]  # what is as frequent among queries to search engines, roughly


def titles(folder):
    for path in sorted(glob.glob(f"{folder}/*.warc.gz")):
        with open(path, "rb") as f:
            for record in ArchiveIterator(f, record_types=WarcRecordType.response):
                page = record.reader.read()
                title = re.search(rb"<title[^>]*>([^<]+)<", page, re.IGNORECASE)
                if title:
                    title = html.unescape(title.group(1).decode("utf-8", "replace"))
                    yield hashlib.sha256(page).digest(), title.lower()


def main():
    queries = {}
    for (for_length, for_first, *for_order), title in titles(sys.argv[1]):
        words = [w for w in re.findall(r"\b[a-z]{2,20}\b", title) if w not in STOPWORDS_EN]
        length = LENGTHS[for_length % len(LENGTHS)]
        if len(words) >= length:
            first = for_first % (len(words) - length + 1)
            queries.setdefault(" ".join(words[first : first + length]), for_order)
    for query in sorted(queries, key=queries.get)[: int(sys.argv[2])]:
        print(query)


main()
