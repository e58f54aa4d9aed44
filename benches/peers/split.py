#!/usr/bin/env python3
"""The benchmark archive in two: its real pages, and its real posts in templates that are not theirs.

usage: split.py UNPACKED BENCH.warc.gz REAL.warc.gz TEMPLATES.warc.gz
UNPACKED is the folder that make_bench_warc.py read. Pages of its html/ folders are the real ones; a record's URL names
its page by sha1. Gzip members are copied as they are, so both parts are compressed as the whole is.
"""
import glob, hashlib, re, sys, zlib


def members(path):
    """The gzip members of a file: their stored bytes and the first bytes of what they hold."""
    with open(path, "rb") as f:
        rest = b""
        while rest or (rest := f.read(1 << 20)):
            inflate, stored, head = zlib.decompressobj(31), [], b""
            while not inflate.eof:
                if not rest and not (rest := f.read(1 << 20)):
                    sys.exit(f"{path}: the file ends inside a gzip member")
                head += inflate.decompress(rest)[: max(0, 1024 - len(head))]
                stored.append(rest[: len(rest) - len(inflate.unused_data)])
                rest = inflate.unused_data
            yield b"".join(stored), head


def main():
    unpacked, bench, real, templates = sys.argv[1:]
    shas = set()
    for path in glob.glob(f"{unpacked}/**/html/*.html", recursive=True):
        with open(path, "rb") as f:
            shas.add(hashlib.sha1(f.read()).hexdigest().encode())
    counts = [0, 0]
    with open(templates, "wb") as other, open(real, "wb") as own:
        for stored, head in members(bench):
            sha = re.search(rb"/([0-9a-f]{40})\.html", head)
            is_real = sha is not None and sha.group(1) in shas
            (own if is_real else other).write(stored)
            counts[is_real] += 1
    print(f"{counts[1]} real pages, {counts[0]} posts in templates")


if __name__ == "__main__":
    main()
