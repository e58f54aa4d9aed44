#!/usr/bin/env python3
"""The Markdown tables of the part `engines` of run.sh, one per archive.

usage: table.py OUT.tsv
Pages per CPU second and latencies are the least of the rounds, elapsed seconds, too; peaks are the largest. For engines that
read text the time of resiliparse comes on top where HTML is what a crawl has.
"""
import collections
import sys

# What the index of an engine has not, compared with an index of tamis.
WITHOUT = {
    "tamis": "nothing",
    "tamis-bare": "texts of blocks",
    "anserini": "blocks, text",
    "anserini-bare": "blocks, text, positions",
    "tantivy": "HTML, blocks, text, docnos; k1 and b are fixed",
    "bm25s": "HTML, blocks, text, positions, frequencies; k1 and b are fixed in the index",
    "pisa": "HTML, blocks, text, positions; bounds are for one k1 and b",
}
READ_HTML = ("tamis", "tamis-bare", "anserini", "anserini-bare")
HEAD = [
    "engine", "pages", "pages per CPU s, from HTML", "from text", "elapsed s, from HTML", "from text", "peak MB", "index MB",
    "10 hits: p50 ms", "p99", "1,000 hits: p50 ms", "p99", "peak MB of searches", "without",
]


def read(path):
    """Values of an engine and an archive by what they are: the least of the rounds, or the row of `timed`."""
    archives, versions = collections.defaultdict(dict), {}
    with open(path) as lines:
        for line in lines:
            what, archive, engine, *values = line.rstrip("\n").split("\t")
            if what == "version":
                versions[engine] = values[0]
            elif what in ("engines", "queries"):
                cpu, _, pages, _, peak = values
                archives[archive][engine, what] = float(cpu), int(pages), int(peak)
            elif archive.startswith("bench") and what != "ratio" and len(values) == 2:
                archives[archive][engine, what] = float(values[0])
    return archives, versions


def number(value, digits):
    return "" if value is None else f"{value:,.{digits}f}"


def row(measured, engine, version):
    cpu, pages, peak = measured[engine, "engines"]
    elapsed = measured[engine, "elapsed_s"]
    if engine in READ_HTML:
        cpus, waits = [cpu, None], [elapsed, None]
    else:
        text = measured.get(("resiliparse", "engines"))
        both = text and cpu + text[0]
        cpus, waits = [both, cpu], [text and elapsed + measured["resiliparse", "elapsed_s"], elapsed]
    name = version + {"tamis-bare": ", --store none", "anserini-bare": ", no positions", "anserini": ", positions"}.get(engine, "")
    cells = [name, number(measured.get((engine, "indexed")), 0)]
    cells += [number(cpu and pages / cpu, 0) for cpu in cpus]
    cells += [number(wait, 1) for wait in waits]
    cells += [number(peak, 0), number(measured.get((engine, "index_mb")), 1)]
    cells += [number(measured.get((engine, f"{which}_{hits}_ms")), 2) for hits in (10, 1000) for which in ("p50", "p99")]
    cells += [number(measured.get((engine, "queries"), [None] * 3)[2], 0), WITHOUT[engine]]
    return cells


def main():
    archives, versions = read(sys.argv[1])
    for archive, measured in archives.items():
        engines = [engine for engine, what in measured if what == "engines"]
        if not engines:
            continue
        print(f"\n{archive}:\n")
        print("|", " | ".join(HEAD), "|")
        print("|---" + "|---:" * (len(HEAD) - 2) + "|---|")
        for engine in engines:
            if engine != "resiliparse":
                print("|", " | ".join(row(measured, engine, versions.get(engine, engine))), "|")
        if "resiliparse" in engines:
            cpu, pages, peak = measured["resiliparse", "engines"]
            print(
                f"\n{versions.get('resiliparse', 'resiliparse')}, HTML to text with two processes: {cpu:.1f} CPU s, "
                f"{pages / cpu:,.0f} pages per CPU s, {measured['resiliparse', 'elapsed_s']:.1f} s elapsed, {peak} MB each, "
                f"{pages - measured['resiliparse', 'indexed']:.0f} pages without text"
            )


main()
