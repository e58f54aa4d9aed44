"""Bad input: typed errors with the program's messages, and never a crash."""

from __future__ import annotations

import bz2
import gzip
import inspect
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import tamis
from tamis import errors, steps

TOPICS = {"1": "penguins", "2": "ice"}
QRELS = {"1": {"a": 1}}


def test_every_error_is_a_tamis_error_and_a_built_in_one() -> None:
    classes = [one for _, one in inspect.getmembers(errors, inspect.isclass) if issubclass(one, Exception)]
    raised = [one for one in classes if not issubclass(one, Warning)]
    assert len(raised) > 12 and all(issubclass(one, tamis.Error) for one in raised)
    assert issubclass(tamis.MissingIndexError, FileNotFoundError) and issubclass(tamis.MissingIndexError, tamis.IndexFileError)
    assert issubclass(tamis.InputError, TypeError) and issubclass(tamis.InputError, ValueError)
    assert str(tamis.UnknownPageError("no page")) == "no page"


def test_messages_are_the_programs(index, index_path, demo, program, tmp_path) -> None:
    other = str(tmp_path / "nothing")
    with pytest.raises(tamis.MissingIndexError) as missing:
        tamis.open(other)
    assert program.message("search", other, "x").startswith(str(missing.value).split(";")[0])
    with pytest.raises(tamis.IndexFileError) as no_index:
        tamis.open(demo.collection)
    assert program.message("search", demo.collection, "x").startswith(str(no_index.value).split(";")[0])
    with pytest.raises(tamis.SettingError) as unknown:
        index.search("x", label="words-tre")
    assert str(unknown.value) in program.message("search", index_path, "x", "--label", "words-tre")
    with pytest.raises(tamis.SettingError) as rule:
        index.search("x", where="words >> 11")
    assert str(rule.value).split(":")[-1] in program.message("search", index_path, "x", "--where", "words >> 11")
    bad = tmp_path / "bad.qrels"
    bad.write_text("1 0 a 1\n1 0 b\n")
    with pytest.raises(tamis.FormatError) as line:
        tamis.evaluate(bad, {"1": {"a": 1.0}}, ["AP"])
    run = tmp_path / "run"
    run.write_text("1 Q0 a 1 1 t\n")
    assert str(line.value) == program.message("eval", bad, run)


@pytest.mark.parametrize(
    ("settings", "error", "part"),
    [
        ({"min_words": -1}, tamis.InputError, "min_words: found -1, expected a whole number from 0 to 4294967295"),
        ({"min_words": 2**80}, tamis.InputError, "min_words: found"),
        ({"min_words": 10**400}, tamis.InputError, "min_words: found"),
        ({"min_words": "11"}, tamis.InputError, "min_words: found '11', expected a whole number"),
        ({"min_words": True}, tamis.InputError, "found True"),
        ({"min_words": 1.5}, tamis.InputError, "found 1.5"),
        ({"min_words": float("nan")}, tamis.InputError, "found NaN"),
        ({"min_words": [1, 2]}, tamis.InputError, "a list of 2 values"),
        ({"min_words": b"11"}, tamis.InputError, "b'11' (bytes)"),
        ({"min_words": object()}, tamis.InputError, "(object)"),
        ({"hits": 0}, tamis.SettingError, "hits"),
        ({"hits": -5}, tamis.InputError, "hits: found -5"),
        ({"hits": "ten"}, tamis.InputError, "hits: found 'ten'"),
        ({"k1": -1}, tamis.SettingError, "k1"),
        ({"k1": float("nan")}, tamis.SettingError, "k1"),
        ({"k1": float("inf")}, tamis.SettingError, "k1"),
        ({"k1": "1"}, tamis.InputError, "k1: found '1', expected a number"),
        ({"b": 1.5}, tamis.SettingError, "b"),
        ({"max_link_density": -0.5}, tamis.SettingError, "max_link_density"),
        ({"min_density": float("nan")}, tamis.SettingError, "min_density"),
        ({"model": "bm26"}, tamis.SettingError, "bm25"),
        ({"model": 25}, tamis.InputError, "model: found 25, expected a text"),
        ({"title": "never"}, tamis.SettingError, "keep, drop or block"),
        ({"feedback": "rm4"}, tamis.SettingError, "rm3"),
        ({"feedback": "rm3", "fb_docs": 0}, tamis.SettingError, "fb_docs"),
        ({"fb_docs": 3}, tamis.SettingError, "needs feedback='rm3'"),
        ({"threads": 0}, tamis.SettingError, "threads"),
        ({"threads": -1}, tamis.InputError, "threads"),
        ({"from_date": "tomorrow"}, tamis.SettingError, "tomorrow"),
        ({"page_language": "xx"}, tamis.SettingError, "xx"),
        ({"weight": "kind = title: -3"}, tamis.SettingError, "weight"),
        ({"weight_by": "score.none"}, tamis.SettingError, "none"),
        ({"min_wrods": 3}, tamis.InputError, "unknown setting 'min_wrods'; did you mean 'min_words'?"),
        ({"where": {"words": 3}}, tamis.InputError, "where: found"),
        ({"where": "\ud800"}, tamis.InputError, "where"),
    ],
)
def test_settings_out_of_range_or_of_another_type(index, settings, error, part) -> None:
    with pytest.raises(error) as raised:
        index.search("penguins", **settings)
    assert part in str(raised.value)


@pytest.mark.parametrize(
    ("call", "error", "part"),
    [
        (lambda index, demo: tamis.open(3), tamis.InputError, "path: found 3 of the type int, expected a path"),
        (lambda index, demo: tamis.open([]), tamis.SettingError, "path: found none"),
        (lambda index, demo: tamis.open("NOWHERE"), tamis.MissingIndexError, "(`tamis.build(collection, out)`)"),
        (lambda index, demo: tamis.build(3, "I"), tamis.InputError, "collection: found 3 of the type int"),
        (lambda index, demo: tamis.combine(["I", 3], "J"), tamis.InputError, "indexes: found 3 of the type int"),
        (lambda index, demo: index.search(3), tamis.InputError, "query: found 3 of the type int, expected a text"),
        (lambda index, demo: index.search("x", from_date="tomorrow"), tamis.SettingError, "from_date: found 'tomorrow'"),
        (lambda index, demo: index.search("x", collapse_url=3), tamis.InputError, "expected True, False or a date"),
        (lambda index, demo: index.search("x", rule="tuned"), tamis.SettingError, "(`index.tune()`)"),
        (lambda index, demo: index.search("x", published_from="2005"), tamis.IndexFileError, "metadata=True"),
        (lambda index, demo: index.search("x", page_language="en"), tamis.IndexFileError, "detect_language=True"),
        (lambda index, demo: index.sweep(demo.topics, demo.qrels), tamis.SettingError, "min_words=range(1, 101)"),
        (lambda index, demo: index.sweep(demo.qrels, demo.topics, k1=[1, 2]), tamis.FormatError, "qrels swapped?"),
        (lambda index, demo: index.search_topics(demo.qrels), tamis.FormatError, "name the file with the queries"),
        (lambda index, demo: index.compare(demo.topics, demo.qrels, labels=[]), tamis.InputError, "labels: found none"),
        (lambda index, demo: index.remove_labels([]), tamis.InputError, "names: found none"),
        (lambda index, demo: index.add_labels("mine", {}), tamis.InputError, "labels: found no page"),
        (lambda index, demo: index.tune(prior="strong"), tamis.SettingError, "prior: found 'strong', expected sieve or none"),
        (lambda index, demo: tamis.evaluate(demo.qrels, demo.topics), tamis.FormatError, "this looks like topics"),
        (lambda index, demo: tamis.evaluate(QRELS, {"1": {"a": 1.0}}, per_topics=True), tamis.InputError, "unknown setting"),
        (lambda index, demo: tamis.extract("x", "victr"), tamis.SettingError, "(`tamis.classifiers()`)"),
        (lambda index, demo: tamis.extract(demo.topics), tamis.InputError, "pathlib.Path("),
    ],
)
def test_errors_name_what_was_given_and_what_python_can_do(index, demo, call, error, part) -> None:
    with pytest.raises(error) as raised:
        call(index, demo)
    assert part in str(raised.value)


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (lambda index: index.blocks(3), "docno: found 3 of the type int, expected a text"),
        (lambda index: index.html(None), "docno: found None of the type NoneType, expected a text"),
        (lambda index: index.captures(3), "page: found 3 of the type int, expected a text"),
        (lambda index: index.align(3, "x"), "docno: found 3"),
        (lambda index: index.explain("x", 3), "docno: found 3"),
        (lambda index: index.search("x", details="yes"), "details: found 'yes' of the type str, expected True or False"),
        (lambda index: index.write_run(TOPICS, 3), "path: found 3 of the type int, expected a path"),
        (lambda index: index.compare(TOPICS, QRELS, labels=3), "labels: found 3, expected a text"),
        (lambda index: index.remove_labels([3]), "names: found 3 of the type int, expected a text"),
        (lambda index: index.add_labels(3, {"x": [True]}), "name: found 3 of the type int, expected a text"),
        (lambda index: index.tune(store="yes"), "store: found 'yes' of the type str"),
        (lambda index: tamis.build("x", None), "out: found None of the type NoneType, expected a path"),
        (lambda index: tamis.build("x", "y", threads="two"), "expected a whole number from 0 to 2**64 - 1"),
        (lambda index: tamis.combine([index], "x", replace="y"), "replace: found 'y'"),
        (lambda index: tamis.demo("x", pages=-1), "pages: found -1, expected a whole number from 0 to 4294967295"),
        (lambda index: tamis.demo("x", seed="y"), "seed: found 'y' of the type str, expected a whole number"),
        (lambda index: tamis.evaluate(QRELS, {"1": {"a": 1.0}}, per_topic="x"), "per_topic: found 'x'"),
        (lambda index: steps.search(TOPICS, "2"), "shards: found '2' of the type str, expected a whole number"),
        (lambda index: steps.search(TOPICS, True), "shards: found True, expected a whole number from 0"),
        (lambda index: steps.search(TOPICS, 1).take([3]), "answers: found 3 of the type int, expected bytes"),
        (lambda index: steps.search(TOPICS, 1).run(3), "tag: found 3 of the type int, expected a text"),
        (lambda index: steps.answer(index.path, "x"), "task: found 'x' of the type str, expected bytes"),
        (lambda index: steps.add(None, b""), "one: found None of the type NoneType, expected bytes"),
    ],
)
def test_a_value_of_another_type_is_named_with_its_argument(index, call, part) -> None:
    with pytest.raises(tamis.InputError) as raised:
        call(index)
    assert part in str(raised.value)


def test_what_is_no_task_and_no_answer_says_what_is(index) -> None:
    job = steps.search(TOPICS, 1)
    task = job.task()
    for found, wrong in [("7 bytes of something else", b"garbage"), ("0 bytes", b""), ("bytes", task[:-3])]:
        with pytest.raises(tamis.SettingError) as raised:
            steps.answer(index.path, wrong)
        assert str(raised.value).startswith("task: found ") and found in str(raised.value)
        assert "hand on its bytes unchanged, with the same tamis everywhere" in str(raised.value)
    with pytest.raises(tamis.SettingError, match="bytes too many"):
        steps.answer(index.path, task + b"x")
    for call in [lambda: job.take(b"garbage"), lambda: job.take([task]), lambda: steps.add(b"x", b"y")]:
        with pytest.raises(tamis.SettingError, match="^answer: found .* of something else, expected one of tamis"):
            call()


def test_an_index_without_labels_says_so(demo, tmp_path: Path) -> None:
    with tamis.build(demo.collection, tmp_path / "bare", classifiers=[]) as bare:
        assert bare.labels == []
        with pytest.raises(tamis.SettingError, match="unknown label 'mine'; there is no label"):
            bare.search("penguins", label="mine")
    with pytest.raises(tamis.IndexFileError, match="found classifiers words-tree, expected none as in the index"):
        tamis.build(demo.collection, tmp_path / "bare", classifiers="words-tree")


def test_a_date_of_captures_is_named_by_its_keyword(index) -> None:
    with pytest.raises(tamis.SettingError, match="^collapse_url: found 'yesterday', expected a date"):
        index.search("x", collapse_url="yesterday")


def test_a_file_that_is_shortened_under_an_open_index_is_an_error(own_index, tmp_path: Path) -> None:
    own_index.search("penguins")
    for file in (tmp_path / "OWN").glob("*.store"):
        os.truncate(file, 10)
    with pytest.raises(tamis.Error, match="a file shorter than"):
        own_index.search("penguins")


def test_more_hits_than_pages_are_all_pages(index, demo) -> None:
    assert len(index.search("penguins ice", hits=2**62)) <= 300
    assert index.search_topics(demo.topics, hits=2**40).equals(index.search_topics(demo.topics, hits=300))


def test_numbers_of_numpy_are_numbers(index) -> None:
    expected = index.search("penguins", min_words=11, k1=1.5)
    assert index.search("penguins", min_words=np.int64(11), k1=np.float32(1.5)).equals(expected)
    assert index.search("penguins", min_words=np.array(11), k1=np.array([1.5])[0]).equals(expected)
    assert index.search("penguins", min_words=11.0, k1=1.5).equals(expected)


@pytest.mark.parametrize(
    ("topics", "part"),
    [
        (pd.DataFrame({"id": ["1"], "text": ["a"]}), "found the columns id, text, expected query_id or qid among them"),
        (pd.DataFrame({"qid": ["1"], "words": ["a"]}), "expected text or query or title among them"),
        (pd.DataFrame({"qid": ["1"], "query": [None]}, dtype=object).assign(query=[float("nan")]), "expected a text"),
        (pd.DataFrame({"qid": [1.0], "query": ["a"]}), "found qid 1.0 of the type float, expected a text"),
        (pd.DataFrame({"qid": [True], "query": ["a"]}), "found qid True of the type bool"),
        (pd.DataFrame({"qid": ["1", "1"], "query": ["a", "b"]}), "found query_id '1' a second time"),
        (pd.DataFrame({"qid": ["1 2"], "query": ["a"]}), "expected one word"),
        (pd.DataFrame({"qid": [""], "query": ["a"]}), "expected one word"),
        (pd.DataFrame({"qid": ["#1"], "query": ["a"]}), "does not begin with #"),
        (pd.DataFrame({"qid": [object()], "query": ["a"]}), "of the type object"),
        (pd.DataFrame({"qid": [], "query": []}), "found no row"),
        (pd.DataFrame([["1", "2", "a"]], columns=["qid", "qid", "query"]), "several columns qid"),
        ({}, "found no row"),
        ([("1", "a", "b")], "row 0: found ('1', 'a', 'b'), expected query_id, text"),
        (None, "of the type NoneType"),
        (7, "of the type int"),
        (b"1\ta", "of the type bytes"),
        ({"1": 3.5}, "found text 3.5 of the type float"),
    ],
)
def test_topics_of_another_form(index, topics, part) -> None:
    with pytest.raises(tamis.InputError) as raised:
        index.search_topics(topics)
    assert part in str(raised.value)


@pytest.mark.parametrize(
    ("qrels", "error", "part"),
    [
        (pd.DataFrame({"qid": ["1"], "docno": ["a"]}), tamis.InputError, "relevance or label or rel or grade"),
        (pd.DataFrame({"qid": ["1"], "docno": ["a"], "label": ["x"]}), tamis.InputError, "found label 'x', expected a number"),
        (pd.DataFrame({"qid": ["1"], "docno": ["a"], "label": [0.5]}), tamis.InputError, "found label 0.5"),
        (pd.DataFrame({"qid": ["1"], "docno": ["a"], "label": [np.nan]}), tamis.InputError, "found label nan"),
        (pd.DataFrame({"qid": ["1"], "docno": ["a"], "label": [True]}), tamis.InputError, "found label True"),
        (pd.DataFrame({"qid": ["1"], "docno": ["a"], "label": [2**40]}), tamis.InputError, "32 bits"),
        (pd.DataFrame({"qid": ["1"], "docno": ["a b"], "label": [1]}), tamis.InputError, "found doc_id \"a b\""),
        (pd.DataFrame({"qid": ["1", "1"], "docno": ["a", "a"], "label": [1, 2]}), tamis.FormatError, "a second time"),
        ({"1": ["a"]}, tamis.InputError, "expected a dict by docno"),
        ("/nowhere/qrels", tamis.MissingFileError, "/nowhere/qrels"),
    ],
)
def test_qrels_of_another_form(qrels, error, part) -> None:
    with pytest.raises(error) as raised:
        tamis.evaluate(qrels, {"1": {"a": 1.0}}, ["AP"])
    assert part in str(raised.value)


@pytest.mark.parametrize(
    ("run", "part"),
    [
        (pd.DataFrame({"qid": ["1"], "docno": ["a"]}), "expected score among them"),
        (pd.DataFrame({"qid": ["1"], "docno": ["a"], "score": [np.nan]}), "found score nan"),
        (pd.DataFrame({"qid": ["1"], "docno": ["a"], "score": [np.inf]}), "found score inf"),
        (pd.DataFrame({"qid": ["1"], "docno": ["a"], "score": ["1"]}), "found score '1'"),
        ({"2": {"a": 1.0}}, "run: found no topic of the qrels"),
        ({"1": {"A": 1.0}}, "'A' and their 'a' differ in case alone"),
        ({"1": {"other-1": 1.0}}, "run: found no document listed for its topic in the qrels"),
        ([], "found no row"),
    ],
)
def test_runs_of_another_form(run, part) -> None:
    with pytest.raises(tamis.InputError) as raised:
        tamis.evaluate(QRELS, run, ["AP"])
    assert part in str(raised.value)


def test_measures_of_another_form(index, demo) -> None:
    run = {"1": {"a": 1.0}}
    with pytest.raises(tamis.SettingError, match="unknown measure 'nDGC'; did you mean 'ndcg'"):
        tamis.evaluate(QRELS, run, ["nDGC@10"])
    with pytest.raises(tamis.InputError, match="found none"):
        tamis.evaluate(QRELS, run, [])
    with pytest.raises(tamis.SettingError):
        tamis.evaluate(QRELS, run, [None])
    with pytest.raises(tamis.SettingError, match="no mean"):
        tamis.compare(QRELS, [run, {"1": {"b": 1.0}}], ["num_ret"])
    with pytest.raises(tamis.InputError, match="found 1, expected two or more"):
        tamis.compare(QRELS, run, ["AP"])
    with pytest.raises(tamis.SettingError, match="unknown"):
        tamis.compare(QRELS, [run, {"1": {"b": 1.0}}], ["AP"], test="z")


def test_sweeps_out_of_range(index, demo) -> None:
    def sweep(**settings):
        return index.sweep(demo.topics, demo.qrels, **settings)

    for settings, error, part in [
        ({}, tamis.SettingError, "nothing to sweep"),
        ({"min_words": []}, tamis.SettingError, "min_words: found no value"),
        ({"min_words": range(10**12)}, tamis.SettingError, "more than 10000 values"),
        ({"min_words": [1, -2]}, tamis.InputError, "min_words: found -2"),
        ({"min_words": ["1"]}, tamis.InputError, "min_words: found '1'"),
        ({"min_density": [0.5, np.nan]}, tamis.SettingError, "min_density"),
        ({"min_words": [1, 2], "folds": 1}, tamis.SettingError, "folds"),
        ({"min_words": [1, 2], "folds": 10**6}, tamis.SettingError, "folds"),
        ({"min_words": [1, 2], "labels": ["bte"]}, tamis.SettingError, "bte"),
        ({"min_score": {"victor": [0.1]}}, tamis.SettingError, "victor"),
        ({"weights": {"none": [1, 2]}}, tamis.SettingError, "none"),
        ({"weights": [1, 2]}, tamis.InputError, "weights: found a value of the type list"),
        ({"min_score": 0.1}, tamis.InputError, "min_score: found a value of the type float"),
        ({"min_words": [1, 2], "measures": ["num_q"]}, tamis.SettingError, "num_q"),
        ({"min_words": [1, 2], "level": "high"}, tamis.InputError, "level"),
    ]:
        with pytest.raises(error) as raised:
            sweep(**settings)
        assert part in str(raised.value), settings
    done = sweep(min_words=[1, 5])
    with pytest.raises(tamis.InputError, match="expected one of P_10, ndcg_cut_10"):
        done.best_by("AP")
    with pytest.raises(tamis.InputError, match="found 'words'"):
        done.plot(x="words")


def test_pages_that_do_not_exist(index) -> None:
    for call in (index.blocks, index.html, lambda docno: index.align(docno, "x")):
        with pytest.raises(tamis.UnknownPageError) as raised:
            call("nowhere")
        assert "no page 'nowhere'" in str(raised.value) and isinstance(raised.value, KeyError)


def test_html_of_any_bytes_makes_a_page() -> None:
    assert tamis.extract("<p>caf\u00e9 \ud800", "keep-all") == "caf\u00e9 \ufffd\ufffd\ufffd\n"
    assert tamis.extract("<p>caf\u00e9".encode("latin-1"), "keep-all") == "caf\u00e9\n"
    assert tamis.extract(b"\xff\xfe\x00<p>\x80\x81", "keep-all") is not None
    assert tamis.extract(b"", "readability") == "" and len(tamis.blocks("")) == 0
    rows = tamis.blocks(b"<p>" + bytes(range(256)) * 50, classifiers="all")
    assert len(rows) >= 1 and len([name for name in rows.columns if name.startswith("label.")]) > 50
    assert tamis.extract("<div>" * 200_000 + "deep", "readability") is not None
    for html in (None, 3, bytearray(b"x"), ["x"]):
        with pytest.raises(tamis.InputError, match="html: found a value of the type"):
            tamis.extract(html)  # type: ignore[arg-type]
    with pytest.raises(tamis.SettingError, match="words-tree"):
        tamis.extract("x", "word-tree")
    with pytest.raises(tamis.SettingError, match="comments: found the classifier justext, expected tamis"):
        tamis.extract("x", "justext", comments=True)
    with pytest.raises(tamis.SettingError, match="format: found 'yaml', expected text, markdown, html or json"):
        tamis.extract("x", format="yaml")  # type: ignore[call-overload]
    with pytest.raises(tamis.SettingError, match="utf-99"):
        tamis.extract(b"x", encoding="utf-99")
    with pytest.raises(tamis.SettingError, match="cut"):
        tamis.blocks("x", cut="fine")


def test_a_page_is_unpacked_and_what_is_no_page_is_refused(tmp_path, demo) -> None:
    page = "<p>Two penguins crossed the frozen bay.".encode()
    text = "Two penguins crossed the frozen bay.\n"
    for packed in (page, gzip.compress(page), bz2.compress(page), page.decode().encode("utf-16")):
        (tmp_path / "page").write_bytes(packed)
        assert tamis.extract(packed, "keep-all") == text == tamis.extract(tmp_path / "page", "keep-all")
    little = page.decode().encode("utf-16-le")
    assert tamis.extract(little, "keep-all", encoding="utf-16le") == text
    for bytes_, found in [
        (little, "text in UTF-16"),
        (b"%PDF-1.4\n", "a PDF file"),
        (gzip.compress(b"%PDF-1.4\n"), "a PDF file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary data"),
        (Path(demo.collection).read_bytes(), "a WARC archive"),
    ]:
        (tmp_path / "page").write_bytes(bytes_)
        for given, place in [(bytes_, "html"), (tmp_path / "page", tmp_path / "page")]:
            for call in (tamis.extract, tamis.metadata, tamis.blocks, lambda html: tamis.align(html, "")):
                with pytest.raises(tamis.FormatError) as raised:
                    call(given)
                assert str(raised.value).startswith(f"{place}: ") and found in str(raised.value) and "page" in str(raised.value)
    with pytest.raises(tamis.FormatError, match="is a folder, not a page; name a file in it, or index it"):
        tamis.extract(tmp_path)
    with pytest.raises(tamis.MissingFileError, match="nowhere.html: cannot read"):
        tamis.extract(tmp_path / "nowhere.html")
    with pytest.warns(tamis.NoticeWarning, match="html: the file ends inside a gzip member"):
        tamis.extract(gzip.compress(page)[:-9])


def test_a_label_that_is_a_classifier_names_the_command_that_adds_it(own_index, demo) -> None:
    command = r"it is a classifier: add it as a label \(`tamis label INDEX --classifier cetr`\)"
    with pytest.raises(tamis.SettingError, match=command):
        own_index.search("x", label="cetr")
    with pytest.raises(tamis.SettingError, match=command):
        own_index.compare(demo.topics, demo.qrels, labels=["cetr"])


def test_builds_of_nothing_or_with_other_settings(demo, tmp_path) -> None:
    with pytest.raises(tamis.MissingFileError):
        tamis.build(tmp_path / "nowhere.warc.gz", tmp_path / "I")
    with pytest.raises(tamis.SettingError, match="collection"):
        tamis.build([], tmp_path / "I")
    (tmp_path / "empty").mkdir()
    with pytest.raises(tamis.Error):
        tamis.build(tmp_path / "empty", tmp_path / "I")
    for settings in ({"store": "some"}, {"dedup": "maybe"}, {"cut": "fine"}, {"analyzer": "klingon"}, {"threads": 0}, {"max_depth": 1}):
        with pytest.raises(tamis.SettingError):
            tamis.build(demo.collection, tmp_path / "J", **settings)
    with pytest.raises(tamis.InputError, match="did you mean 'replace'"):
        tamis.build(demo.collection, tmp_path / "J", replac=True)  # type: ignore[call-arg]
    (tmp_path / "file").write_text("x")
    with pytest.raises(tamis.Error):
        tamis.build(demo.collection, tmp_path / "file")
    tamis.build(demo.collection, tmp_path / "K").close()
    with pytest.raises(tamis.IndexFileError):
        tamis.build(demo.collection, tmp_path / "K", store="none")
    tamis.build(demo.collection, tmp_path / "K", store="none", replace=True).close()


def test_damage_is_a_warning_and_can_be_an_error(demo, tmp_path) -> None:
    with open(demo.collection, "rb") as file:
        whole = file.read()
    broken = tmp_path / "broken.warc.gz"
    broken.write_bytes(whole[: len(whole) // 2])
    with pytest.warns(tamis.DamageWarning, match="damaged or lost"):
        index = tamis.build(broken, tmp_path / "I")
    with index:
        losses = index.losses()
        assert index.stats.damaged == 1 and len(losses) == 1
        assert losses["file"][0] == str(broken) and losses["offset"][0] > 0 and losses["reason"][0]
    with pytest.raises(tamis.DamageError):
        tamis.build(broken, tmp_path / "J", max_damaged=0)


def test_labels_that_do_not_fit(own_index, demo) -> None:
    blocks = own_index.blocks(demo.example)
    count = len(blocks)
    for labels, part in [
        ({demo.example: [True] * (count - 1)}, f"found {count - 1} labels"),
        ({demo.example: [True] * (count + 1)}, f"expected {count}, one per block"),
        ({demo.example: ["yes"] * count}, "found 'yes' for block 0"),
        ({demo.example: [None] * count}, "found None"),
        ({demo.example: "yes"}, "expected a value per block"),
        ({demo.example: 3}, "expected a value per block"),
        ({"nowhere": [True]}, "which no page of the index has"),
        ({3: [True]}, "found the docno 3"),
        (pd.DataFrame({"docno": [demo.example], "label": [True]}), "expected docno, block and label"),
        (pd.DataFrame({"docno": [demo.example], "block": [count], "label": [True]}), f"found block {count}"),
        (lambda blocks: [True], "found 1 labels"),
        (lambda blocks: None, "found None"),
        (7, "of the type int"),
    ]:
        with pytest.raises(tamis.InputError) as raised:
            own_index.add_labels("mine", labels)
        assert part in str(raised.value)
    with pytest.raises(ZeroDivisionError):
        own_index.add_labels("mine", lambda blocks: 1 / 0)
    with pytest.raises(tamis.IndexFileError, match="words-tree"):
        own_index.add_labels("words-tree", {demo.example: [True] * count})
    with pytest.raises(tamis.SettingError, match="name"):
        own_index.add_labels("my label", {demo.example: [True] * count})
    with pytest.raises(tamis.SettingError):
        own_index.remove_labels("mine")
    assert "mine" not in own_index.labels


def test_no_input_takes_the_interpreter_down() -> None:
    """Calls of the Rust side itself, without the Python files between."""
    code = """
import tamis._tamis as t
for call in (t.Index, t.Sweep, t.Table, t.Run):
    try: call()
    except TypeError: pass
values = [None, 0, -1, 2**70, 1e400, float('nan'), 'x', '\\ud800', b'\\xff', [], {}, object(), [None], {'a': object()}, {1: 2}]
functions = [t.extract, t.blocks, t.align, t.evaluate, t.compare_runs, t.measure_names, t.Topics.read, t.Topics.of, t.Qrels.of, t.Run.of,
             t.Index.open]
calls = 0
for function in functions:
    for count in range(6):
        for value in values:
            calls += 1
            try: function(*[value] * count)
            except Exception as error: assert type(error).__name__ != 'PanicException', (function, value)
print('calls', calls)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout == "calls 990\n", done.stderr
