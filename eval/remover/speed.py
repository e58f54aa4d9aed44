#!/usr/bin/env python3
"""The steps of speed.sh that are Python's.

usage: speed.py pages DATA FOLDER            writes the real pages, decoded as their manifests say, as UTF-8
       speed.py rivals FOLDER ROUND          CPU seconds from decoded text of resiliparse and trafilatura: the main content,
                                             as Markdown, and that with metadata, one row each
       speed.py table ROUNDS.tsv BASE        the table of all rounds, with ratios to BASE"""
import csv
import hashlib
import sys
import time
from pathlib import Path
from statistics import median


def pages(data, folder):
    seen = set()
    folder.mkdir(parents=True)
    for manifest in sorted(data.glob("*/manifest.tsv")):
        with open(manifest, newline="", encoding="utf-8") as file:
            encodings = {row["id"]: row["decode_as"] for row in csv.DictReader(file, delimiter="\t")}
        for path in sorted(manifest.parent.glob("html/*.html")):
            page = path.read_bytes()
            name = hashlib.sha1(page).hexdigest()
            if len(page) >= 500 and name not in seen:
                seen.add(name)
                text = page.decode((encodings.get(path.stem) or "utf-8").split()[0], errors="replace")
                (folder / f"{name}.html").write_bytes(text.removeprefix("\ufeff").encode("utf-8", errors="replace"))
    print(f"{len(seen)} real pages", file=sys.stderr)


def rivals(folder, number):
    from resiliparse.extract.html2text import extract_plain_text
    from trafilatura import extract

    def trafilatura(page, **options):
        return extract(page, include_links=True, include_images=True, **options) or ""

    run(folder, number, "resiliparse", "text", lambda page: extract_plain_text(page, main_content=True))
    run(folder, number, "trafilatura", "text", lambda page: extract(page) or "")
    run(folder, number, "trafilatura", "Markdown", lambda page: trafilatura(page, output_format="markdown"))
    run(folder, number, "trafilatura", "Markdown and metadata",
        lambda page: trafilatura(page, output_format="markdown", with_metadata=True))


def run(folder, number, name, task, extract):
    paths = sorted(folder.iterdir())
    texts = [path.read_text(encoding="utf-8") for path in paths]
    size = sum(path.stat().st_size for path in paths)
    start = time.thread_time()
    kept = 0
    for text in texts:
        kept += len(extract(text))
    cpu = time.thread_time() - start
    if not kept:
        sys.exit("speed.py: no text came out of any page")
    print(name, task, number, f"{cpu:.4f}", len(texts), size, sep="\t")


def table(path, base):
    rounds = {}
    with open(path, newline="", encoding="utf-8") as file:
        for name, task, number, cpu, count, size in csv.reader(file, delimiter="\t"):
            rounds.setdefault((name, task), {})[number] = (float(cpu), int(count), int(size))
    of = next(task for task in rounds if task[0] == base)
    print("name", "task", "rounds", "CPU s median", "least", "pages per CPU s", f"speed of {base}", "least ratio", "most", "peak MB",
          sep="\t")
    for task, times in rounds.items():
        cpu = [times[n][0] for n in times]
        ratios = sorted(rounds[of][n][0] / times[n][0] for n in times)
        count, size = next(iter(times.values()))[1:]
        speed = f"{count / median(cpu):.0f}" if count else ""
        peak = "" if count else f"{max(t[2] for t in times.values()) / 1e6:.0f}"
        print(*task, len(cpu), f"{median(cpu):.3f}", f"{min(cpu):.3f}", speed, f"{median(ratios):.2f}", f"{ratios[0]:.2f}",
              f"{ratios[-1]:.2f}", peak, sep="\t")


match sys.argv[1:]:
    case ["pages", data, folder]:
        pages(Path(data), Path(folder))
    case ["rivals", folder, number]:
        rivals(Path(folder), number)
    case ["table", path, base]:
        table(Path(path), base)
    case _:
        sys.exit(__doc__)
