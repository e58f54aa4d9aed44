#!/usr/bin/env python3
"""Measures what a collection costs, stage by stage: seconds, CPU seconds, peak memory and disk.

usage: measure.py TAMIS COLLECTION INDEX TOPICS QRELS OUT.tsv [STAGE...]

Appends a line per measurement to OUT.tsv: pages, stage, what, value, unit. Without names of stages all of them are run, in the order
of the table below; each needs the index that `index` makes. CPU seconds are user and system time of the process. Memory is sampled
every tenth of a second: that of the process alone, and with what it has mapped of files, which the system can let go.
"""

import glob
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

GB = 1e9
MB = 1e6
# Pages of a takedown that are everywhere in the collection.
DELETED = 1000


class Stages:
    """The stages, each a command of tamis."""

    def __init__(self, tamis, collection, index, topics, qrels, out):
        self.tamis, self.collection, self.index, self.topics, self.qrels = tamis, collection, index, topics, qrels
        self.out, self.work = out, Path(index).parent
        self.pages = None

    def tell(self, stage, what, value, unit):
        line = f"{self.pages or ''}\t{stage}\t{what}\t{value:.6g}\t{unit}"
        print(line, flush=True)
        with open(self.out, "a") as out:
            print(line, file=out)

    def run(self, stage, *arguments, statuses=(0,)):
        """Run tamis and tell what it cost."""
        before = time.monotonic()
        process = subprocess.Popen([self.tamis, *arguments], stdout=subprocess.DEVNULL)
        peaks = {"RssAnon": 0, "VmRSS": 0}
        done = threading.Event()

        def sample():
            while not done.wait(0.1):
                try:
                    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
                except OSError:
                    return
                for line in lines:
                    name, _, value = line.partition(":")
                    if name in peaks:
                        peaks[name] = max(peaks[name], int(value.split()[0]) * 1024)

        sampler = threading.Thread(target=sample)
        sampler.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - before
        done.set()
        sampler.join()
        if process.returncode not in statuses:
            raise SystemExit(f"{arguments} ended with {process.returncode}")
        if self.pages is None or stage == "index":
            self.pages = self.stats()["pages"]
        self.tell(stage, "time", wall, "s")
        self.tell(stage, "CPU", used.ru_utime + used.ru_stime, "s")
        self.tell(stage, "peak memory of its own", peaks["RssAnon"] / MB, "MB")
        self.tell(stage, "peak memory with mapped files", max(peaks["VmRSS"], used.ru_maxrss * 1024) / MB, "MB")

    def stats(self):
        told = subprocess.run([self.tamis, "stats", self.index, "--json"], stdout=subprocess.PIPE, check=True)
        return json.loads(told.stdout)

    def bytes(self):
        return sum(file.stat().st_size for file in Path(self.index).iterdir())

    def build(self):
        self.run("index", "index", self.collection, "--out", self.index, "--threads", "2", "--quiet", statuses=(0, 3))
        self.sizes()

    def sizes(self):
        stats = self.stats()
        self.pages = stats["pages"]
        self.tell("index", "disk", self.bytes() / GB, "GB")
        for key in ("blocks", "tokens"):
            self.tell("index", key, stats[key], "")
        segments = stats["segments"]
        self.tell("index", "segments", len(segments) if isinstance(segments, list) else segments, "")
        for key, size in stats["bytes"].items():
            self.tell("index", f"disk: {key}", size / GB, "GB")

    def verify(self):
        self.run("verify", "verify", self.index, "--quiet")

    def repeats(self):
        # Without its counts an index counts again, and reads nothing else.
        for counts in glob.glob(f"{self.index}/repeats-*"):
            os.remove(counts)
        self.run("count repeats", "index", self.collection, "--out", self.index, "--threads", "2", "--quiet")

    def open(self):
        for _ in range(2):
            self.run("open and search once", "search", self.index, "zzzqqq", "--quiet")

    def search(self):
        rules = {
            "no rule": [],
            "no rule, 10 hits": ["--hits", "10"],
            "words >= 11": ["--min-words", "11"],
            "the sieve": ["--sieve"],
            "RM3": ["--rm3"],
        }
        for name, rule in rules.items():
            out = ["--out", self.work / "any.run", "--quiet"]
            self.run(f"search 100 topics, {name}", "search", self.index, "--topics", self.topics, *out, *rule)

    def sweep(self):
        topics = Path(self.topics).read_text().split("</top>")[:50]
        some = self.work / "topics-50.txt"
        some.write_text("</top>".join(topics) + "</top>\n")
        for name, flag in (("words", "--min-words"), ("repeats", "--max-repeats"), ("text density", "--min-density")):
            out = ["--out", self.work / "swept", "--force", "--quiet"]
            judged = ["--topics", some, "--qrels", self.qrels]
            self.run(f"sweep of 100 thresholds of {name}, 50 topics", "sweep", self.index, flag, "1..=100", *judged, *out)

    def export(self):
        self.run("export as JSONL, words >= 11", "export", self.index, "--format", "jsonl", "--min-words", "11", "--quiet")

    def label(self):
        self.run("add a label of a classifier", "label", self.index, "--classifier", "bte", "--quiet", statuses=(0, 3))

    def docnos(self):
        """Return pages that the last search found, in order."""
        with open(self.work / "any.run") as run:
            return sorted({line.split()[2] for line in run})

    def label_lines(self):
        lines = self.work / "label.jsonl"
        with open(lines, "w") as out:
            for docno in self.docnos():
                print(json.dumps({"docno": docno, "block": 1, "label": True}), file=out)
        self.run("add a label of lines", "label", self.index, "--from", lines, "--force", "--quiet", statuses=(0, 3))

    def delete_some(self, what, docnos):
        listed = self.work / "deleted.txt"
        listed.write_text("".join(f"{docno}\n" for docno in docnos))
        self.run(f"delete {what}", "delete", self.index, "--docnos", listed, "--quiet")

    def delete(self):
        self.delete_some("10 pages of one day", self.docnos()[:10])

    def delete_everywhere(self):
        docnos = self.docnos()
        self.delete_some("about 1,000 pages everywhere", docnos[:: len(docnos) // DELETED + 1])


STAGES = {
    "index": Stages.build,
    "sizes": Stages.sizes,
    "verify": Stages.verify,
    "open": Stages.open,
    "search": Stages.search,
    "sweep": Stages.sweep,
    "repeats": Stages.repeats,
    "export": Stages.export,
    "label": Stages.label,
    "label-lines": Stages.label_lines,
    "delete": Stages.delete,
    # Needs as much disk again as the index takes.
    "delete-everywhere": Stages.delete_everywhere,
}


def main():
    *paths, out = sys.argv[1:7]
    stages = Stages(*paths, out)
    for name in sys.argv[7:] or [name for name in STAGES if name != "sizes"]:
        STAGES[name](stages)


if __name__ == "__main__":
    main()
