#!/usr/bin/env python3
"""Metadata by trafilatura and htmldate, one JSON object a line; run in the venv of metadata.sh.
usage: rivals.py DATA > OUT/rivals.jsonl"""
import concurrent.futures
import json
import logging
import sys
from pathlib import Path

import htmldate
import trafilatura

from judges import pages


def read(page):
    html = page.path.read_bytes().decode("utf-8", "replace")
    said = {"path": str(page.path)}
    try:
        found = trafilatura.extract_metadata(html, default_url=page.address or None)
        said["trafilatura"] = {"title": found.title, "author": found.author, "published": found.date, "site": found.sitename,
                               "description": found.description, "language": found.language}
    except Exception as error:
        said["trafilatura"] = {}
        print(page.path, error, file=sys.stderr)
    try:
        said["htmldate"] = {"published": htmldate.find_date(html, url=page.address or None, original_date=True)}
    except Exception as error:
        said["htmldate"] = {}
        print(page.path, error, file=sys.stderr)
    return json.dumps(said, ensure_ascii=False)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        for line in pool.map(read, pages(Path(sys.argv[1])), chunksize=20):
            print(line, flush=True)
