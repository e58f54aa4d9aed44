#!/usr/bin/env python3
"""The Python originals of two removers on every page of an archive: CPU seconds of one thread.

usage: extract_removers.py ROUNDS ARCHIVE NAME...      NAME: justext, justext-chatnoir, justext-no-stop-words, bte
needs: pip install justext==3.0.2 lxml_html_clean==0.4.6 fastwarc==2.0.0, and bte.py of the ChatNoir benchmark
       (github chatnoir-eu/web-content-extraction-benchmark, src/extraction_benchmark/extractors) in $PEERS/bte
Pages reach them as text: reading and decoding are not counted. One line of TSV per name: the least CPU seconds of all
rounds, the median, pages, bytes of HTML. Pages on which the original raises are counted and told on standard error.
"""
import os, sys, time
from fastwarc.warc import ArchiveIterator, WarcRecordType

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


def remover(name):
    if name.startswith("justext"):
        import justext
        english = justext.get_stoplist("English")
        words, settings = {
            "justext": (english, {}),
            "justext-chatnoir": (english, dict(length_low=50, length_high=200, stopwords_low=0.1, stopwords_high=0.2,
                                               max_link_density=0.2, no_headings=True)),
            "justext-no-stop-words": (frozenset(), dict(stopwords_low=0, stopwords_high=0)),
        }[name]
        extract = lambda html: justext.justext(html, words, **settings)
        return lambda html: "\n".join(p.text for p in extract(html) if not p.is_boilerplate)
    sys.path.insert(0, os.path.join(os.environ.get("PEERS", "."), "bte"))
    import bte
    return bte.html2text


def measure(name, archive):
    remove = remover(name)
    cpu, pages, size, kept, raised = 0.0, 0, 0, 0, 0
    for batch, bytes_of_batch in batches(archive):
        start = time.thread_time()
        for html in batch:
            try:
                kept += len(remove(html))
            except Exception:
                raised += 1
        cpu += time.thread_time() - start
        pages += len(batch)
        size += bytes_of_batch
    if not kept:
        sys.exit(f"extract_removers.py: no text came out of any page by {name}")
    if raised:
        print(f"{name}: raised on {raised} of {pages} pages", file=sys.stderr)
    return cpu, pages, size


def main():
    rounds, archive, names = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    for name in names:
        runs = sorted(measure(name, archive) for _ in range(rounds))
        cpu, pages, size = runs[0]
        print(f"{name}-python", f"{cpu:.3f}", f"{runs[len(runs) // 2][0]:.3f}", pages, size, sep="\t")


main()
