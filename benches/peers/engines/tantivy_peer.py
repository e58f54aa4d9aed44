#!/usr/bin/env python3
"""tantivy through its Python package, on the text of extract_text.py.

usage: tantivy_peer.py build TEXT INDEX THREADS          prints the number of pages indexed
       tantivy_peer.py search TEXT INDEX QUERIES ROUNDS HITS...       prints the lines that latency.rs describes
Words are lower case, without Lucene's 33 stop words, stemmed by Snowball's English stemmer; with positions, without stored
text. A page's number is a column, and docnos are looked up by it, which is the fastest way that the package has.
tantivy's BM25 has k1 = 1.2 and b = 0.75, and no setting for them.
"""
import os
import sys

import tantivy
from bm25s.stopwords import STOPWORDS_EN  # Lucene's 33
from timing import pages, time_queries


def register_analyzer(index):
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.remove_long(256))
    builder = builder.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.custom_stopword(list(STOPWORDS_EN)))
    index.register_tokenizer("english", builder.filter(tantivy.Filter.stemmer("english")).build())


def build(text, folder, threads):
    schema = tantivy.SchemaBuilder().add_unsigned_field("page", fast=True)
    schema = schema.add_text_field("text", tokenizer_name="english", index_option="position").build()
    os.mkdir(folder)
    index = tantivy.Index(schema, path=folder)
    register_analyzer(index)
    writer = index.writer(num_threads=int(threads))
    for number, (_, words) in enumerate(pages(text)):
        document = tantivy.Document()
        document.add_unsigned("page", number)
        document.add_text("text", words)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    print(index.searcher().num_docs)


def search(text, folder, queries, rounds, *hits):
    index = tantivy.Index.open(folder)
    register_analyzer(index)
    searcher = index.searcher()
    docnos = [docno for docno, _ in pages(text)]

    def docnos_of(query, most):
        found = searcher.search(index.parse_query(query, ["text"]), most, count=False).hits
        numbers = searcher.fast_field_values("page", [address for _, address in found])
        return [(docnos[number], score) for number, (score, _) in zip(numbers, found)]

    time_queries(docnos_of, queries, rounds, hits)


if __name__ == "__main__":
    {"build": build, "search": search}[sys.argv[1]](*sys.argv[2:])
