#!/usr/bin/env python3
"""Cuts an archive into files of so many pages, as crawls come: engines that use a thread per file have work for all.

usage: pieces.py ARCHIVE.warc.gz FOLDER PAGES          ARCHIVE can be a pipe; a gzip member is a page
Gzip members are copied as they are.
"""
import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from split import members


def main():
    archive, folder, pages = sys.argv[1:]
    os.mkdir(folder)
    stored = (stored for stored, _ in members(archive))
    for number in itertools.count():
        piece = list(itertools.islice(stored, int(pages)))
        if not piece:
            break
        with open(f"{folder}/{number:03}.warc.gz", "wb") as out:
            out.writelines(piece)


main()
