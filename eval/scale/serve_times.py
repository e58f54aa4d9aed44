#!/usr/bin/env python3
"""Measures how long tamis serve takes to answer: topics, rules that nobody used before, and used ones.

usage: serve_times.py TAMIS INDEX TOPICS [THREADS]

Prints, for each kind of rule, the median and the 99th percentile of 20 answers to rules that the server has not seen, each with
another topic, and of 50 answers to one that it has; and the CPU milliseconds of an answer, which depend little on what else the
machine does. The topics are those of `tamis-scale --topics`, each with its title in a line of its own or in <title>.
"""

import atexit
import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

PORT = 7741
RULES = {
    "words": lambda k: {"min_words": 2 + k},
    "text density": lambda k: {"min_density": 1 + k * 0.5},
    "link density, hundredths": lambda k: {"max_link_density": f"{0.01 + k * 0.02:.2f}"},
    "link density, thousandths": lambda k: {"max_link_density": f"{0.011 + k * 0.02:.3f}"},
    "anchor words": lambda k: {"where": f"anchor_words < {k + 1}"},
    "wrapped words": lambda k: {"where": f"wrapped_words >= {k + 1}"},
    "wrapped lines": lambda k: {"where": f"wrapped_lines >= {k + 1}"},
    "tag level": lambda k: {"where": f"tag_level >= {k + 1}"},
    "tokens": lambda k: {"where": f"tokens >= {k + 1}"},
    "repeats": lambda k: {"max_repeats": 3 + 5 * k},
    "site repeats": lambda k: {"where": f"site_repeats < {k + 2}"},
    "site share": lambda k: {"max_site_share": f"{0.01 + k * 0.02:.2f}"},
    "words and link density": lambda k: {"min_words": 2 + k, "max_link_density": ".4"},
    "label and words": lambda k: {"label": "words-tree", "min_words": k + 1},
    "sieve and a weight": lambda k: {"sieve": "true", "weight": f"words < {k + 1}: 0.3"},
}

# Rules without a threshold: new only once for a server.
SINGLE = {
    "a label": {"label": "words-tree"},
    "an added label": {"where": "label = label"},
    "the sieve": {"sieve": "true"},
    "a weight": {"weight": "words < 5: 0.3"},
    "weights by a score": {"weight_by": "score.tamis"},
}


class Server:
    """tamis serve, on an index."""

    def __init__(self, tamis, index, threads):
        start = time.monotonic()
        command = [tamis, "serve", index, "--port", str(PORT), "--threads", threads]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.process.terminate)
        while True:
            try:
                self.ask("zzzqqq")
                break
            except urllib.error.URLError:
                time.sleep(0.01)
        self.opened = time.monotonic() - start

    def ask(self, query, **parameters):
        """Return the milliseconds of an answer."""
        address = f"http://127.0.0.1:{PORT}/api/search?" + urllib.parse.urlencode({"q": query, **parameters})
        start = time.monotonic()
        with urllib.request.urlopen(address) as answer:
            answer.read()
        return (time.monotonic() - start) * 1000

    def cpu(self):
        """Return the CPU milliseconds so far."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 10


def told(milliseconds):
    """Return the median and the 99th percentile."""
    ordered = sorted(milliseconds)
    return f"{ordered[len(ordered) // 2]:.1f}\t{ordered[int(len(ordered) * 0.99)]:.1f}"


def main():
    tamis, index, topics, *threads = sys.argv[1:]
    with open(topics) as file:
        queries = re.findall(r"<title>\s*(.*?)\s*(?:</title>|\n)", file.read())
    server = Server(tamis, index, *threads or ["2"])
    print(f"open and answer once: {server.opened:.3f} s")
    print("rule\tnew p50\tnew p99\tnew CPU\tused p50\tused p99\tused CPU")
    # The first answers compare what they read with its checksums: words of the text, then positions.
    for name, rule in (("none, first answers", {}), ("words, first answers", {"min_words": 1}), ("none", {})):
        start = server.cpu()
        asked = [server.ask(query, **rule) for query in queries]
        print(f"{name}\t\t\t\t{told(asked)}\t{(server.cpu() - start) / len(asked):.1f}", flush=True)
    for name, rule in RULES.items():
        before = server.cpu()
        new = [server.ask(queries[k % len(queries)], **rule(k)) for k in range(20)]
        between = server.cpu()
        used = [server.ask(query, **rule(19)) for query in queries[:50]]
        cpu = (between - before) / len(new), (server.cpu() - between) / len(used)
        print(f"{name}\t{told(new)}\t{cpu[0]:.1f}\t{told(used)}\t{cpu[1]:.1f}", flush=True)
    server.process.terminate()
    server.process.wait()
    for name, rule in SINGLE.items():
        single(name, rule, lambda: Server(tamis, index, *threads or ["2"]), queries)


def single(name, rule, start, queries):
    """Print the times of a rule's first answers by five servers, which compare what it reads with its checksums."""
    new = []
    cpu = 0
    for query in queries[:5]:
        server = start()
        server.ask(query, min_words=1)
        before = server.cpu()
        try:
            new.append(server.ask(query, **rule))
        except urllib.error.HTTPError:
            # The index has no such label or score.
            return
        cpu += server.cpu() - before
        server.process.terminate()
        server.process.wait()
    print(f"{name}\t{told(new)}\t{cpu / len(new):.1f}\t\t\t", flush=True)


if __name__ == "__main__":
    main()
