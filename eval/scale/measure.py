#!/usr/bin/env python3
"""Measures what a collection costs: indexing, counting repeats, searching and sweeping, in CPU seconds and peak memory.

usage: measure.py TAMIS TOPICS WORK OUT.tsv COLLECTION...

Prints and appends a line per measurement: size, what, value, unit. CPU seconds are user and system time of the process, which
depend little on what else the machine does. The index is built with two threads and its defaults in WORK, and stays there.
"""

import collections
import glob
import json
import os
import resource
import subprocess
import sys
import time

MB = 1e6


class Measured:
    """Runs commands and writes what they cost."""

    def __init__(self, tamis, out):
        self.tamis, self.out, self.size = tamis, out, ""

    def tell(self, what, value, unit):
        line = f"{self.size}\t{what}\t{value:.6g}\t{unit}"
        print(line, flush=True)
        with open(self.out, "a") as out:
            print(line, file=out)

    def run(self, what, *arguments):
        """Run tamis; tell its CPU time and its peak memory, which is told by the parent of the process alone."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            before = time.monotonic()
            done = subprocess.run([self.tamis, *arguments, "--quiet"], stdout=subprocess.PIPE, check=False)
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            wall = time.monotonic() - before
            told = [used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / MB, wall, done.returncode]
            os.write(writing, json.dumps(told).encode())
            os._exit(0)
        os.waitpid(child, 0)
        cpu, peak, wall, status = json.loads(os.read(reading, 1000))
        os.close(reading)
        os.close(writing)
        assert status in (0, 3), (arguments, status)
        if what:
            self.tell(f"{what}: CPU", cpu, "s")
            self.tell(f"{what}: peak memory", peak, "MB")
            self.tell(f"{what}: wall clock", wall, "s")
        return cpu

    def json(self, *arguments):
        return json.loads(subprocess.run([self.tamis, *arguments], stdout=subprocess.PIPE, check=True).stdout)


def sizes(measured, index):
    """Tell the bytes of every part of the index."""
    parts = collections.Counter()
    for path in glob.glob(f"{index}/*"):
        name = os.path.basename(path)
        kind = name.rsplit(".", 1)[-1] if len(name.split(".")[0]) == 32 else name.split("-")[0]
        parts[kind] += os.path.getsize(path)
    for kind, size in sorted(parts.items()):
        measured.tell(f"index bytes: {kind}", size, "B")
    measured.tell("index bytes: all", sum(parts.values()), "B")
    stats = measured.json("stats", index, "--json")
    for key in ("pages", "blocks", "tokens"):
        measured.tell(key, stats[key], "")
    measured.tell("segments", len(stats["segments"]) if isinstance(stats["segments"], list) else stats["segments"], "")
    for key, size in stats["bytes"].items():
        measured.tell(f"of these: {key}", size, "B")


def main():
    tamis, topics, work, out, *files = sys.argv[1:]
    measured = Measured(tamis, out)
    pages = len(files)
    measured.size = f"{pages} x archive"
    index = f"{work}/index-{pages:02}"
    subprocess.run(["rm", "-rf", index], check=True)
    measured.tell("files", len(files), "")
    measured.tell("bytes of files", sum(map(os.path.getsize, files)), "B")
    measured.run("index", "index", *files, "--out", index, "--threads", "2")
    sizes(measured, index)
    # Without its counts an index counts again, and reads nothing else.
    for counts in glob.glob(f"{index}/repeats-*"):
        os.remove(counts)
    measured.run("count repeats", "index", *files, "--out", index, "--threads", "2")
    qrels = f"{work}/any.qrels"
    with open(qrels, "w") as file:
        file.writelines(f"{topic} 0 scale-{topic:08} 1\n" for topic in range(851, 901))
    start = measured.run("open and one search", "search", index, "weather", "--threads", "1")
    for what, rule in (("no rule", []), ("words >= 11", ["--min-words", "11"]), ("RM3", ["--rm3"])):
        name = f"search 50 topics, {what}"
        cpu = measured.run(name, "search", index, "--topics", topics, "--out", f"{work}/any.run", "--threads", "1", *rule)
        measured.tell(f"{name}: per topic, without opening", (cpu - start) / 50, "s")
    sweep = ["--topics", topics, "--qrels", qrels, "--threads", "1", "--out", f"{work}/swept", "--force"]
    measured.run("sweep of 100 thresholds of words, 50 topics", "sweep", index, "--min-words", "1..=100", *sweep)
    measured.run("sweep of 100 thresholds of repeats, 50 topics", "sweep", index, "--max-repeats", "1..=100", *sweep)


if __name__ == "__main__":
    main()
