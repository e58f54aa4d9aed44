#!/usr/bin/env python3
"""Draws before-after.png: a page of the demo as a browser shows it, and with the blocks faded that a rule drops.

    tamis demo
    tamis index target/demo/demo.warc.gz --store all --out target/demo/with-html
    docs/figures/before-after.py target/demo/with-html DOCNO

The program decides what is dropped: `tamis inspect --json` tells on how many pages each block stands, `tamis inspect --html`
gives the page. Needs Chromium; TAMIS and CHROMIUM name the programs if they are elsewhere. No other package is needed."""

import html
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

# The rule: text that more pages hold is dropped.
MOST_PAGES = 30
WIDTH, HEIGHT, PAGE, SCALE = 1400, 930, 950, 0.72
COLOURS = 64

FADE = """
const blocks = BLOCKS, words = text => text.trim().split(/\\s+/).filter(word => word);
// Blocks are the page's words in their order: a text node belongs to the block whose words it continues.
const left = blocks.flatMap(([text, kept]) => words(text).map(() => kept));
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), nodes = [];
while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentNode.tagName != "SCRIPT" && words(node.data).length) nodes.push(node);
}
for (const node of nodes) {
    const kept = left.splice(0, words(node.data).length)[0], span = document.createElement("span");
    span.className = kept ? "kept" : "dropped";
    node.replaceWith(span);
    span.append(node);
}
"""
FADED = """
* { background: none !important; border-color: #eee !important }
body, #page { background: #fff !important }
.kept { color: #111 !important; background: #fff1b8 !important; box-shadow: 0 0 0 2px #fff1b8 }
.dropped { color: #c9ccd0 !important; text-decoration: line-through }
li::marker { color: #d5d7da }
"""
FRAME = """<!DOCTYPE html><meta charset="utf-8"><style>
body {{ margin: 0; background: #fff; font: 17px Arial, sans-serif; color: #222 }}
div {{ position: absolute; top: 44px; width: {half}px; height: {window}px; overflow: hidden; outline: 1px solid #bbb }}
iframe {{ width: {page}px; height: {long}px; border: 0; transform: scale({scale}); transform-origin: 0 0 }}
p {{ position: absolute; top: 0; margin: 11px 0; white-space: nowrap }}
mark {{ padding: 1px 4px; background: #fff1b8 }} s {{ color: #aaa }}</style>
<p style="left: 8px"><b>Before</b>: the page as a browser shows it</p>
<p style="left: {right}px"><b>After</b>: <mark>kept</mark> text of its own &nbsp; <s>dropped</s> text that stands on more than {most} pages</p>
<div style="left: 8px"><iframe scrolling="no" srcdoc="{before}"></iframe></div>
<div style="left: {right}px"><iframe scrolling="no" srcdoc="{after}"></iframe></div>"""


def main(index, docno, picture):
    tamis = os.environ.get("TAMIS", "tamis")
    inspect = lambda flag: subprocess.run([tamis, "inspect", index, docno, flag, "-q"], check=True, capture_output=True).stdout
    page = inspect("--html").decode()
    blocks = [json.loads(line) for line in inspect("--json").splitlines()]
    kept = [[b["text"], (b.get("repeats") or 1) <= MOST_PAGES] for b in blocks if b["kind"] != "title"]
    script = f"<script>{FADE.replace('BLOCKS', json.dumps(kept))}</script></body>"
    faded = page.replace("</head>", f"<style>{FADED}</style></head>").replace("</body>", script)
    half = WIDTH // 2 - 12
    frame = FRAME.format(
        half=half, right=WIDTH // 2 + 4, window=HEIGHT - 52, page=int(half / SCALE), long=int(HEIGHT / SCALE) + 400, scale=SCALE,
        most=MOST_PAGES, before=html.escape(page), after=html.escape(faded),
    )
    with tempfile.TemporaryDirectory() as folder:
        source, shot = pathlib.Path(folder, "frame.html"), pathlib.Path(folder, "shot.png")
        source.write_text(frame)
        browser = os.environ.get("CHROMIUM", "chromium")
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=2000"]
        subprocess.run(
            [browser, *flags, f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={shot}", source.as_uri()],
            check=True, stderr=subprocess.DEVNULL,
        )
        pathlib.Path(picture).write_bytes(fewer_colours(shot.read_bytes()))


def fewer_colours(png):
    """Writes a screenshot (8 bits, RGB or RGBA, not interlaced) with a palette of its most common colours."""
    width, height, _, kind = struct.unpack(">IIBB", png[16:26])
    size, data, at = {2: 3, 6: 4}[kind], b"", 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += length + 12
    raw, rows, above, step = zlib.decompress(data), [], bytes(width * size), width * size + 1
    for start in range(0, len(raw), step):
        row = bytearray(raw[start + 1 : start + step])
        unfilter(raw[start], row, above, size)
        rows.append([bytes(row[x : x + 3]) for x in range(0, len(row), size)])
        above = row
    # Colours that are nearly alike count as one.
    coarse = lambda colour: tuple(channel >> 3 for channel in colour)
    counts = {}
    for row in rows:
        for colour in row:
            counts.setdefault(coarse(colour), {}).setdefault(colour, 0)
            counts[coarse(colour)][colour] += 1
    common = sorted(counts.values(), key=lambda same: -sum(same.values()))[:COLOURS]
    palette = [max(same, key=same.get) for same in common]
    nearest = {}
    for key, same in counts.items():
        colour = max(same, key=same.get)
        nearest[key] = min(range(len(palette)), key=lambda i: sum((a - b) ** 2 for a, b in zip(colour, palette[i])))
    pixels = b"".join(b"\0" + bytes(nearest[coarse(colour)] for colour in row) for row in rows)
    chunk = lambda name, body: struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", header), (b"PLTE", b"".join(palette)), (b"IDAT", zlib.compress(pixels, 9)), (b"IEND", b"")]
    return png[:8] + b"".join(chunk(name, body) for name, body in parts)


def unfilter(kind, row, above, size):
    """Undoes PNG's filter of a row in place."""
    for x in range(len(row)):
        left = row[x - size] if x >= size else 0
        corner = above[x - size] if x >= size else 0
        guess = left + above[x] - corner
        paeth = min((left, above[x], corner), key=lambda value: abs(guess - value))
        row[x] = row[x] + (0, left, above[x], (left + above[x]) // 2, paeth)[kind] & 255


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], pathlib.Path(__file__).with_suffix(".png"))
