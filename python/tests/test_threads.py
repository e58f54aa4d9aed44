"""Threads, signals and the GIL: long work lets other threads run, stops at Ctrl-C, and an index may be closed meanwhile."""

from __future__ import annotations

import multiprocessing
import resource
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import tamis


def test_a_closed_index_is_refused_everywhere(index_path, demo) -> None:
    index = tamis.open(index_path)
    with index:
        index.search("penguins")
    assert index.closed and "closed" in repr(index) and index.path == index_path
    calls = {
        "search": lambda: index.search("x"),
        "search_topics": lambda: index.search_topics(demo.topics),
        "write_run": lambda: index.write_run(demo.topics, "/nowhere/run"),
        "sweep": lambda: index.sweep(demo.topics, demo.qrels, min_words=[1, 2]),
        "compare": lambda: index.compare(demo.topics, demo.qrels),
        "blocks": lambda: index.blocks(demo.example),
        "html": lambda: index.html(demo.example),
        "pages": index.pages,
        "docnos": index.docnos,
        "losses": index.losses,
        "labels": lambda: index.labels,
        "scores": lambda: index.scores,
        "stats": lambda: index.stats,
        "add_labels": lambda: index.add_labels("mine", {demo.example: [True]}),
        "remove_labels": lambda: index.remove_labels("mine"),
    }
    for name, call in calls.items():
        with pytest.raises(tamis.ClosedError) as raised:
            call()
        assert str(raised.value) == f"{index_path}: the index is closed; open it again", name
    index.close()


def test_threads_search_while_another_closes(index_path, demo) -> None:
    for attempt in range(5):
        index = tamis.open(index_path)
        expected = index.search("penguins ice", min_words=3)
        found, errors = [], []

        def search(index: tamis.Index = index) -> None:
            try:
                while True:
                    found.append(index.search("penguins ice", min_words=3))
                    index.search_topics(demo.topics, hits=10, feedback="rm3")
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=search) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(0.05 * attempt)
        index.close()
        for thread in threads:
            thread.join(timeout=60)
            assert not thread.is_alive()
        assert [type(error) for error in errors] == [tamis.ClosedError] * 4
        assert all(rows.equals(expected) for rows in found)


def test_other_threads_run_during_long_work(index, demo) -> None:
    ticks, done = [], threading.Event()

    def tick() -> None:
        while not done.wait(0.005):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    # Between the clock and the call the other thread may come twice; how often in the call, the machine says.
    for _ in range(50):
        start = time.monotonic()
        index.sweep(demo.topics, demo.qrels, min_words=range(1, 60), feedback="rm3")
        end = time.monotonic()
        if sum(start < at < end for at in ticks) > 2:
            break
    else:
        pytest.fail("no other thread runs during a sweep")
    done.set()
    thread.join()


def in_child(index: tamis.Index, topics: str, out: str) -> tuple[int, int]:
    """What a forked process does: with the index of its parent, and with one of its own."""
    built = tamis.build(out + "/demo.warc.gz", out + "/FORKED")
    return len(index.search_topics(topics, hits=5, feedback="rm3")), built.stats.pages


def test_forked_processes_and_pickled_indexes_work(index, demo, tmp_path) -> None:
    expected = len(index.search_topics(demo.topics, hits=5, feedback="rm3"))
    small = tamis.demo(tmp_path, pages=40)
    assert small.collection == str(tmp_path / "demo.warc.gz")
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(1) as pool:
            assert pool.apply_async(in_child, (index, demo.topics, str(tmp_path))).get(timeout=120) == (expected, 40)


def forked(index: tamis.Index, topics: str, results: Any) -> None:
    results.put(len(index.search_topics(topics, hits=5)))


def test_an_index_that_a_fork_inherits_works(index, demo) -> None:
    expected = len(index.search_topics(demo.topics, hits=5))
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    child = context.Process(target=forked, args=(index, demo.topics, results))
    child.start()
    assert results.get(timeout=60) == expected
    child.join(timeout=60)
    assert child.exitcode == 0


SWEEP = """
import sys, threading, tamis
index = tamis.open(sys.argv[1])
try:
    print("sweeping", flush=True)
    index.sweep(sys.argv[2], sys.argv[3], min_words=range(1, 101), max_words=range(200, 240), feedback="rm3")
except KeyboardInterrupt:
    print("interrupted", len(index.search("penguins")), flush=True)
"""

BUILD = """
import sys, tamis
def show(progress):
    if progress.pages > 0:
        print("pages", progress.pages, flush=True)
try:
    tamis.build(sys.argv[1], sys.argv[2], progress=show, threads=1, classifiers="all", commit_every=200_000)
    print("finished", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def interrupted(code: str, *arguments: str) -> tuple[list[str], float]:
    """Run Python, press Ctrl-C after its first line, and return the other lines and the seconds of work until it ended."""
    command = [sys.executable, "-c", code, *arguments]
    # Of processors, which other programs take nothing of.
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    before = used.ru_utime + used.ru_stime
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=120)
        assert process.returncode == 0, error
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return out.splitlines(), used.ru_utime + used.ru_stime - before


def test_ctrl_c_stops_a_sweep_and_the_index_stays_usable(index_path, demo) -> None:
    lines, seconds = interrupted(SWEEP, index_path, demo.topics, demo.qrels)
    assert lines == ["interrupted 10"] and seconds < 20


def test_ctrl_c_stops_a_build_and_the_same_build_continues_it(tmp_path) -> None:
    large = tamis.demo(tmp_path / "large", pages=1500, seed=2)
    lines, seconds = interrupted(BUILD, large.collection, str(tmp_path / "I"))
    assert lines[-1] == "interrupted" and seconds < 60
    with tamis.open(tmp_path / "I") as index:
        committed = index.stats
    assert not committed.finished and 0 <= committed.pages < 1500
    settings = {"classifiers": "all", "commit_every": 200_000}
    tamis.build(large.collection, tmp_path / "WHOLE", **settings).close()
    with tamis.build(large.collection, tmp_path / "I", **settings) as index, tamis.open(tmp_path / "WHOLE") as whole:
        assert index.stats == whole.stats and index.stats.finished
        assert index.pages().equals(whole.pages())
        assert index.search_topics(large.topics).equals(whole.search_topics(large.topics))


def test_an_exception_of_the_progress_function_ends_the_build(demo, tmp_path) -> None:
    def refuse(progress: tamis.BuildProgress) -> None:
        raise LookupError(f"at {progress.pages}")

    with pytest.raises(LookupError, match="at "):
        tamis.build(demo.collection, tmp_path / "I", progress=refuse)
    seen: list[tamis.BuildProgress] = []
    with tamis.build(demo.collection, tmp_path / "I", progress=seen.append) as index:
        assert index.stats.finished and index.stats.pages == 300
    assert seen[-1].bytes <= seen[-1].total_bytes


def test_a_folder_that_is_in_the_way_ends_a_build_at_once(demo, tmp_path) -> None:
    (tmp_path / "I").mkdir()
    (tmp_path / "I" / "notes.txt").write_text("mine")
    with pytest.raises(tamis.Error, match="notes.txt|holds|not"):
        tamis.build(demo.collection, tmp_path / "I")
    assert (tmp_path / "I" / "notes.txt").read_text() == "mine"
