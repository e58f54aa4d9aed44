#!/usr/bin/env python3
"""Pages that are made to cost a remover time or memory, each at two sizes: CPU seconds and peak memory must not more than double.

usage: pages.py [NAME...]     TAMIS=target/release/tamis, CLASSIFIER=tamis, SECONDS=120 until a command is killed
"""
import os, pathlib, resource, subprocess, sys, tempfile, threading

TAMIS = os.path.abspath(os.environ.get("TAMIS", "target/release/tamis"))
CLASSIFIER = os.environ.get("CLASSIFIER", "tamis")
MOST = int(os.environ.get("SECONDS", "120"))
PARAGRAPH = b"<p>Some words of a paragraph that is long enough to be long text, with a comma, and a full stop at its end.</p>\n"


def numbered(piece):
    return lambda n: b"".join(piece.replace(b"#", b"%d" % i) for i in range(n))


# A page of size n, and the smaller n.
PAGES = {
    "empty": (lambda n: b"", 0),
    "binary": (lambda n: bytes(range(256)) * (n // 256), 8 << 20),
    "NUL bytes in text": (lambda n: b"a\0b " * n, 2_000_000),
    "paragraphs, 24 MB": (lambda n: PARAGRAPH * n, 109_000),
    "100,000 blocks": (numbered(b"<p>Word # and text"), 50_000),
    "2,000,000 blocks": (lambda n: b"<p>a" * n, 1_000_000),
    "NOSCRIPT with 1,000,000 paragraphs": (lambda n: b"<noscript>" + b"<p>a b c d" * n, 500_000),
    "2,000,000 elements without text": (lambda n: b"<div></div>" * n + b"<p>some words of text", 1_000_000),
    "200,000 nested elements": (lambda n: b"<div class=a>x " * n, 100_000),
    "100,000 nested elements of other names": (numbered(b"<x-# class=c#>y "), 50_000),
    "50,000 nested tables": (lambda n: b"<table><tr><td>a" * n, 25_000),
    "200,000 classes of one element": (lambda n: b"<div class='" + numbered(b"c# ")(n) + b"'><p>some words of text", 100_000),
    "100,000 elements of other classes": (numbered(b"<div class='post-content c#' id=i#>some words</div>"), 50_000),
    "attributes of 10 MB": (lambda n: b"<div class='" + b"x" * n + b"' id='" + b"y" * n + b"' style='" + b"z " * (n // 2) + b"'><p>some words", 5_000_000),
    "1,000,000 attributes of one element": (lambda n: b"<div " + b"class=a id=b " * n + b"><p>some words", 500_000),
    "a line of 30 MB": (lambda n: b"word, " * n, 2_500_000),
    "a word of 30 MB": (lambda n: b"a" * n, 15_000_000),
    "30 MB of Chinese": (lambda n: "漢字".encode() * n, 2_500_000),
    "a title of 10 MB": (lambda n: b"<title>" + numbered(b"w# ")(n) + b"</title>" + PARAGRAPH * 10_000, 650_000),
    "400,000 titles": (lambda n: b"<title>words of a title</title>" * n + PARAGRAPH * 10, 200_000),
    "100,000 siblings of the same class": (lambda n: b"<ul>" + b"<li class=a>some words here</li>" * n, 50_000),
    "200,000 pairs of META": (lambda n: b"<meta property=og:title content='a title'><meta name=description content=x>" * n + PARAGRAPH, 100_000),
    "2,000 META of 10 kB": (lambda n: (b"<meta property=og:title content='" + b"w " * 5000 + b"'>") * n + PARAGRAPH, 1_000),
    "400,000 links in a paragraph": (lambda n: b"<p>" + b"<a href=x>link</a> text " * n, 200_000),
    "100,000 pairs of BR": (lambda n: b"text<br><br>" * n, 50_000),
    "50,000 headings": (lambda n: b"<h1>a b</h1><p>c d e</p>" * n, 25_000),
    "600,000 paragraphs without a word": (lambda n: b"<p><a>--</a>" * n, 300_000),
}


def run(page, *arguments):
    """CPU seconds, peak MB and exit status of one run."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
    child = subprocess.Popen([TAMIS, "extract", page, *arguments, "-q"], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, preexec_fn=limit)
    timer = threading.Timer(MOST, child.kill)
    timer.start()
    _, status, usage = os.wait4(child.pid, 0)
    timer.cancel()
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


print("page\tMB\tCPU s of half\tCPU s\tpeak MB of half\tpeak MB\tCPU s of keep-all\tpeak MB of keep-all\tstatus", flush=True)
with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder, "page.html")
    for name, (make, n) in PAGES.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        page.write_bytes(make(n))
        half = run(page, "--classifier", CLASSIFIER)
        page.write_bytes(make(2 * n))
        whole = run(page, "--classifier", CLASSIFIER)
        beside = run(page, "--classifier", "keep-all")
        print(f"{name}\t{page.stat().st_size / 1e6:.1f}\t{half[0]:.2f}\t{whole[0]:.2f}\t{half[1]:.0f}\t{whole[1]:.0f}"
              f"\t{beside[0]:.2f}\t{beside[1]:.0f}\t{whole[2]}", flush=True)
