#!/usr/bin/env python3
"""resiliparse's main-content extraction of every page of an archive: CPU seconds of one thread.

usage: extract.py ROUNDS ARCHIVE          (needs: pip install resiliparse==2.0.0 fastwarc==2.0.0)
Pages reach it as text: reading and decoding are not counted. One line of TSV: the least CPU seconds of all rounds, the
median, pages, bytes of HTML.
"""
import sys, time
from fastwarc.warc import ArchiveIterator, WarcRecordType
from resiliparse.extract.html2text import extract_plain_text

BATCH = 64 << 20  # bytes of pages that are read before the clock starts


def batches(archive):
    batch, size = [], 0
    with open(archive, "rb") as f:
        for record in ArchiveIterator(f, record_types=WarcRecordType.response):
            html = record.reader.read()
            batch.append(html.decode("utf-8", "replace"))
            size += len(html)
            if size >= BATCH:
                yield batch, size
                batch, size = [], 0
    yield batch, size


def main():
    rounds, archive = int(sys.argv[1]), sys.argv[2]
    times = []
    for _ in range(rounds):
        cpu, pages, size, kept = 0.0, 0, 0, 0
        for batch, bytes_of_batch in batches(archive):
            start = time.thread_time()
            for html in batch:
                kept += len(extract_plain_text(html, main_content=True))
            cpu += time.thread_time() - start
            pages += len(batch)
            size += bytes_of_batch
        if not kept:
            sys.exit("extract.py: no text came out of any page")
        times.append(cpu)
    times.sort()
    print("resiliparse", f"{times[0]:.3f}", f"{times[len(times) // 2]:.3f}", pages, size, sep="\t")


main()
