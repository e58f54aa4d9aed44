#!/usr/bin/env python3
"""Writes the plain text of an archive's pages by resiliparse, for engines that read no HTML.

usage: extract_text.py ARCHIVE_FOLDER OUT PROCESSES        (needs: pip install resiliparse fastwarc)
One line per page, in the order of the archive: docno, space, all visible text with its white space collapsed. This is
PISA's format "plaintext" as well. Prints pages and pages without text.
"""
import glob
import multiprocessing
import sys

from fastwarc.warc import ArchiveIterator, WarcRecordType
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import detect_encoding
from resiliparse.parse.html import HTMLTree


def lines_of(path):
    """The lines of a file's pages, and the number of those without text."""
    lines, empty = [], 0
    with open(path, "rb") as f:
        for record in ArchiveIterator(f, record_types=WarcRecordType.response):
            html = record.reader.read()
            tree = HTMLTree.parse_from_bytes(html, detect_encoding(html))
            text = " ".join(extract_plain_text(tree, preserve_formatting=False, main_content=False).split())
            lines.append(f"{record.headers['WARC-TREC-ID']} {text}\n")
            empty += not text
    return "".join(lines).encode("utf-8", "replace"), len(lines), empty


def main():
    folder, out, processes = sys.argv[1:]
    pages = without_text = 0
    with multiprocessing.Pool(int(processes)) as pool, open(out, "wb") as f:
        for lines, count, empty in pool.imap(lines_of, sorted(glob.glob(f"{folder}/*.warc.gz"))):
            f.write(lines)
            pages += count
            without_text += empty
    print(pages, without_text, sep="\t")


if __name__ == "__main__":
    main()
