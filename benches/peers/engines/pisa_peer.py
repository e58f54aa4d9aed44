#!/usr/bin/env python3
"""PISA through pyterrier-pisa's wheel, on the text of extract_text.py. Terrier itself is not needed.

usage: pisa_peer.py build TEXT INDEX THREADS          prints the number of pages indexed
       pisa_peer.py search INDEX QUERIES ROUNDS HITS...       prints the lines that latency.rs describes
Words are lower case and stemmed by PISA's Porter2; stop words are indexed and left out of queries. BM25 with k1 = 0.9 and
b = 0.4, lists in block_simdbp, the wheel's default. The functions of the wheel's C++ module are called as
its PisaIndex calls them, without data frames around them, which would cost more than a search.
"""
import os
import sys
import tempfile

import numpy
import pyterrier_pisa
from pyterrier_pisa import _pisathon
from timing import time_queries

ALGORITHM = "maxscore"  # the fastest of its dynamic pruning here; the wheel's default is block_max_wand
BATCH = 5000  # pages that one thread inverts at a time; with the wheel's 100,000 there would be no second batch


def prepared(folder):
    """Open an index for searches by BM25. The first time this writes the compressed lists and their bounds."""
    context = _pisathon.RetrievalContext()
    with tempfile.NamedTemporaryFile("wt", suffix=".stops") as stops:
        stops.write("".join(f"{word}\n" for word in pyterrier_pisa._STOPWORDS["lucene"]))
        stops.flush()
        _pisathon.prepare_index(
            context, folder, "block_simdbp", "bm25", "porter2", stop_fname=stops.name, bm25_k1=0.9, bm25_b=0.4, quantize=0
        )
    return context


def build(text, folder, threads):
    os.mkdir(folder)
    # The module adds a thread, for reading.
    _pisathon.index(text, folder, "porter2", BATCH, int(threads) - 1)
    prepared(folder)
    print(_pisathon.num_docs(folder))
    # Searches read four files; the others are what they were made from.
    for name in os.listdir(folder):
        if not (name.startswith("bm25") or name in ("fwd.termlex", "fwd.doclex")):
            os.remove(f"{folder}/{name}")


def search(folder, queries, rounds, *hits):
    context = prepared(folder)

    def docnos_of(query, most):
        numbers, ranks = numpy.empty(most, numpy.int32), numpy.empty(most, numpy.int32)
        docnos, scores = numpy.empty(most, object), numpy.empty(most, numpy.float32)
        found = _pisathon.retrieve(
            context,
            ALGORITHM,
            [(0, query)],
            k=most,
            threads=1,
            query_weighted=0,
            pretokenised=False,
            result_qidxs=numbers,
            result_docnos=docnos,
            result_ranks=ranks,
            result_scores=scores,
        )
        return list(zip(docnos[:found].tolist(), scores[:found].tolist()))

    time_queries(docnos_of, queries, rounds, hits)


if __name__ == "__main__":
    {"build": build, "search": search}[sys.argv[1]](*sys.argv[2:])
