#!/usr/bin/env python3
"""bm25s on the text of extract_text.py.

usage: bm25s_peer.py build TEXT INDEX          prints the number of pages indexed
       bm25s_peer.py search INDEX QUERIES ROUNDS HITS...       prints the lines that latency.rs describes
Words are lower case, without Lucene's 33 stop words, stemmed by PyStemmer's Porter stemmer; the formula is Lucene's, with
k1 = 0.9 and b = 0.4. Scores are computed when the index is built. Searches use its numba backend, the faster one.
"""
import json
import sys

import bm25s
import Stemmer
from timing import pages, time_queries


def tokenize(texts, stemmer):
    return bm25s.tokenize(texts, stopwords="english", stemmer=stemmer, show_progress=False)


def build(text, folder):
    docnos, texts = [], []
    for docno, words in pages(text):
        docnos.append(docno)
        texts.append(words)
    tokens = tokenize(texts, Stemmer.Stemmer("porter"))
    del texts
    index = bm25s.BM25(k1=0.9, b=0.4, method="lucene", backend="numba")
    index.index(tokens, show_progress=False)
    index.save(folder, show_progress=False)
    with open(f"{folder}/docnos.json", "w") as f:
        json.dump(docnos, f)
    print(len(docnos))


def search(folder, queries, rounds, *hits):
    index = bm25s.BM25.load(folder, mmap=False)
    stemmer = Stemmer.Stemmer("porter")
    with open(f"{folder}/docnos.json") as f:
        docnos = json.load(f)

    def docnos_of(query, most):
        tokens = bm25s.tokenize(query, stopwords="english", stemmer=stemmer, return_ids=False, show_progress=False)
        numbers, scores = index.retrieve(tokens, k=min(most, len(docnos)), n_threads=1, show_progress=False)
        # Pages without a word of the query come last, with a score of 0.
        return [(docnos[n], score) for n, score in zip(numbers[0].tolist(), scores[0].tolist()) if score > 0]

    time_queries(docnos_of, queries, rounds, hits)


if __name__ == "__main__":
    {"build": build, "search": search}[sys.argv[1]](*sys.argv[2:])
