"""Files for models.sh, and the comparison of its runs. Tokens are [a-z0-9]+ of the text in lower case, so that neither program
has anything left to analyze.

    models.py files INDEX TOPICS OUT     every page of a tamis index as JSONL for both, and the topics' titles
    models.py scores TAMIS ANSERINI      scores of two runs beside each other
    models.py queries TAMIS ANSERINI     weights of expanded queries: `search --explain --json`, and Anserini's log

Anserini orders equal scores by docno ascending, tamis (as trec_eval) descending, and which page is the tenth decides what
feedback reads. So Anserini's names of pages count backwards.
"""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict


def tokens(text):
    return " ".join(re.findall("[a-z0-9]+", text.lower()))


def pages(index):
    """Docno and text of every page that holds a word of any of the most common ones; inspect gives the blocks."""
    program = os.environ.get("TAMIS", "tamis")
    every = subprocess.run(
        [program, "search", index, "--topics", "/dev/stdin", "--where", "tokens >= 0", "--hits", "1000000", "-q"],
        input=b"1\tcode america blog page\n", capture_output=True, check=True,
    )
    for docno in sorted(line.split()[2] for line in every.stdout.decode().splitlines()):
        blocks = subprocess.run([program, "inspect", index, docno, "--json"], capture_output=True, check=True)
        yield docno, "\n".join(json.loads(line)["text"] for line in blocks.stdout.decode().splitlines())


def files(index, topics, out):
    os.makedirs(f"{out}/anserini", exist_ok=True)
    with open(f"{out}/tamis.jsonl", "w") as ours, open(f"{out}/anserini/docs.jsonl", "w") as theirs:
        for number, (docno, text) in enumerate(pages(index)):
            text = tokens(text)
            print(json.dumps({"docno": docno, "text": text}), file=ours)
            print(json.dumps({"id": f"{999999 - number}.{docno}", "contents": text}), file=theirs)
    with open(topics) as source, open(f"{out}/topics.tsv", "w") as table:
        found = re.findall(r"<num> Number: (\S+)\s+<title> (.*)", source.read())
        for number, title in found:
            print(number, tokens(title), sep="\t", file=table)


def run(path):
    by_topic = defaultdict(dict)
    with open(path) as lines:
        for line in lines:
            topic, _, docno, _, score, _ = line.split()
            by_topic[topic][docno.split(".")[-1]] = float(score)
    return by_topic


# Anserini rounds scores to 4 decimals and takes 1e-6 from a page that would tie with the one above it: a score with more
# decimals is not the model's, and left out.
ROUNDING = 5e-5 + 2e-6


def scores(ours, theirs):
    ours, theirs = run(ours), run(theirs)
    compared, tied, farthest, other_pages = 0, 0, 0.0, 0
    for topic in sorted(ours.keys() | theirs.keys()):
        a, b = ours[topic], theirs[topic]
        other_pages += a.keys() != b.keys()
        ranked = sorted(a.keys() & b.keys(), key=lambda docno: -b[docno])
        for above, docno in zip([None] + ranked, ranked):
            # A long run of ties passes whole 4 decimals.
            if abs(b[docno] - round(b[docno], 4)) > 5e-7 or above and b[above] - b[docno] < 2.5e-6:
                tied += 1
                continue
            compared, farthest = compared + 1, max(farthest, abs(a[docno] - b[docno]))
    print(f"{len(ours)} topics, {compared} scores and {tied} tied ones; farthest {farthest:.1e}, "
          f"{'no more' if farthest <= ROUNDING else 'MORE'} than rounding; topics with other pages {other_pages}")


def queries(ours, theirs):
    expanded = {}
    with open(theirs) as log:
        # Anserini's threads write side by side: a thread's line names the topic of its next ones.
        topics = {}
        for line in log:
            thread = re.search(r"\[(ForkJoin\S+|pool\S+)\]", line)
            if found := re.search(r"QID: (\S+)", line):
                topics[thread.group(1)] = found.group(1)
            elif "Feedback Query:" in line:
                terms = re.findall(r"\((\S+)\)\^([0-9.E-]+)", line.split("Feedback Query:")[1])
                expanded[topics[thread.group(1)]] = {term: float(weight) for term, weight in terms}
    farthest, other_terms, compared = 0.0, [], 0
    with open(ours) as lines:
        for line in map(json.loads, lines):
            a = {term["term"]: term["query_weight"] for term in line["terms"]}
            b = expanded[line["topic"]]
            if a.keys() != b.keys():
                other_terms.append(line["topic"])
            for term in a.keys() & b.keys():
                compared, farthest = compared + 1, max(farthest, abs(a[term] - b[term]))
    print(f"    queries: {compared} weights, farthest {farthest:.1e}; topics with other terms: {other_terms}")


if __name__ == "__main__":
    {"files": files, "scores": scores, "queries": queries}[sys.argv[1]](*sys.argv[2:])
