"""What the peers in Python share: reading text and queries, and timing queries."""

import time


def pages(text):
    """The docno and the text of every page of a file of extract_text.py."""
    with open(text, encoding="utf-8") as lines:
        for line in lines:
            docno, _, words = line.rstrip("\n").partition(" ")
            yield docno, words


def time_queries(search, queries, rounds, hits):
    """Call search(query, hits) as latency.rs does, which says what the printed lines are."""
    with open(queries, encoding="utf-8") as lines:
        queries = lines.read().splitlines()
    for most in map(int, hits):
        for number in range(2 * int(rounds)):
            for query in queries:
                start = time.perf_counter()
                found = search(query, most)
                milliseconds = (time.perf_counter() - start) * 1e3
                if number >= int(rounds):
                    print(most, f"{milliseconds:.4f}", len(found), sep="\t")
