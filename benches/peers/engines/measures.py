#!/usr/bin/env python3
"""Condenses what the part `engines` of run.sh measured besides CPU seconds and peaks.

usage: measures.py MEASURES TIMES          TIMES: how often every query was timed in a round
MEASURES has lines of what, archive, engine, value, one per round; those of a timed query have for `what` the round, a colon
and the number of hits asked for, and the pages found as a fifth column: all queries in their order, TIMES times.

Prints what, archive, engine, and the least and the median of the rounds. Of a query counts the median of its times: p50 and
p99 are over queries, and tell slow queries and not a busy machine. p99_all is over all times. found_N is the mean number of
pages.
"""
import collections
import statistics
import sys


def percentile(values, share):
    return sorted(values)[round(share * (len(values) - 1))]


def main():
    measures = collections.defaultdict(list)
    queries = collections.defaultdict(list)
    with open(sys.argv[1]) as lines:
        for line in lines:
            what, archive, engine, value, *found = line.rstrip("\n").split("\t")
            if found:
                queries[what, archive, engine].append((float(value), int(found[0])))
            else:
                measures[what, archive, engine].append(value)
    for (what, archive, engine), timed in queries.items():
        hits = what.partition(":")[2]
        times = [milliseconds for milliseconds, _ in timed]
        count, rest = divmod(len(times), int(sys.argv[2]))
        if rest:
            sys.exit(f"{engine} on {archive}: {len(times)} timed queries are not {sys.argv[2]} times the same")
        medians = [statistics.median(times[query::count]) for query in range(count)]
        measures[f"p50_{hits}_ms", archive, engine].append(f"{percentile(medians, 0.5):.3f}")
        measures[f"p99_{hits}_ms", archive, engine].append(f"{percentile(medians, 0.99):.3f}")
        measures[f"p99_all_{hits}_ms", archive, engine].append(f"{percentile(times, 0.99):.3f}")
        measures[f"found_{hits}", archive, engine].append(f"{statistics.mean(found for _, found in timed):.1f}")
    for (what, archive, engine), values in measures.items():
        if what == "version":
            print(what, archive, engine, values[0], sep="\t")
        else:
            values = [float(value) for value in values]
            print(what, archive, engine, f"{min(values):.10g}", f"{statistics.median(values):.10g}", sep="\t")


main()
