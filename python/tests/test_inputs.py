"""Topics, qrels and runs in every form that retrieval people have them in: all give the same results."""

from __future__ import annotations

from pathlib import Path

import ir_datasets
import numpy as np
import pandas as pd
import pytest
from ir_datasets.formats import GenericQuery, GenericScoredDoc, TrecQrel, TrecQuery

import tamis
from tamis import steps

IDS = ["1", "2", "7"]
TEXTS = ["penguins on the ice", "red wine, dry", "march"]


def test_topics_of_every_form_are_the_same(index, tmp_path) -> None:
    file = tmp_path / "topics.tsv"
    file.write_text("".join(f"{id}\t{text}\n" for id, text in zip(IDS, TEXTS)))
    expected = index.search_topics(file, hits=5)
    assert len(expected) > 5
    rows = [GenericQuery(id, text) for id, text in zip(IDS, TEXTS)]
    trec = [TrecQuery(id, text, "other words", "more") for id, text in zip(IDS, TEXTS)]
    frames = [
        pd.DataFrame({"query_id": IDS, "text": TEXTS}),
        pd.DataFrame({"qid": IDS, "query": TEXTS}),
        pd.DataFrame({"qid": [1, 2, 7], "query": TEXTS, "other": [1, 2, 3]}, index=[5, 3, 1]),
        pd.DataFrame({"qid": pd.Categorical(IDS), "query": pd.array(TEXTS, dtype="string")}),
    ]
    others = [str(file), dict(zip(IDS, TEXTS)), dict(zip([1, 2, 7], TEXTS)), rows, iter(rows), trec, list(zip(IDS, TEXTS))]
    for form in [*frames, *others]:
        assert index.search_topics(form, hits=5).equals(expected), form
    both = index.search_topics(trec, hits=5, fields="title+desc")
    assert both.equals(index.search_topics({id: text + " other words" for id, text in zip(IDS, TEXTS)}, hits=5))
    with pytest.raises(tamis.InputError, match="fields: found 'titel'"):
        index.search_topics(trec, fields="titel")
    with pytest.raises(tamis.InputError, match="description or desc"):
        index.search_topics(rows, fields="desc")


def test_qrels_and_runs_of_every_form_are_the_same(demo, index, tmp_path) -> None:
    path = tmp_path / "run"
    index.write_run(demo.topics, path, hits=50)
    measures = ["nDCG@10", "AP"]
    expected = tamis.evaluate(demo.qrels, path, measures)
    lines = [line.split() for line in Path(demo.qrels).read_text().splitlines()]
    rows = [TrecQrel(topic, docno, int(grade), "0") for topic, _, docno, grade in lines]
    nested: dict[str, dict[str, int]] = {}
    for row in rows:
        nested.setdefault(row.query_id, {})[row.doc_id] = row.relevance
    frame = pd.DataFrame(rows)
    plain = frame.rename(columns={"query_id": "qid", "doc_id": "docno", "relevance": "label"})
    qrels = [frame, plain, plain.astype({"label": float}), nested, rows, iter(rows), [row[:3] for row in rows], Path(demo.qrels)]
    for form in qrels:
        assert tamis.evaluate(form, path, measures).equals(expected), form
    run = index.search_topics(demo.topics, hits=50)
    other = run.rename(columns={"qid": "query_id", "docno": "doc_id"})
    scores = {topic: dict(zip(of_topic["docno"], of_topic["score"])) for topic, of_topic in run.groupby("qid")}
    scored = [GenericScoredDoc(row.qid, row.docno, row.score) for row in run.itertuples()]
    for form in [run, other, run.drop(columns="rank"), scores, scored, run.drop(columns="score"), run.sample(frac=1, random_state=1)]:
        found = tamis.evaluate(demo.qrels, form, measures)
        assert found[measures].equals(expected[measures]), form
    named = tamis.evaluate(demo.qrels, {"a": run, "b": scores, "c": path}, measures)
    assert named["run"].tolist() == ["a", "b", "c"] and named["AP"].nunique() == 1
    several = tamis.evaluate(demo.qrels, [run, str(path), path], measures)
    assert several["run"].tolist() == ["run-1 (1)", "tamis (2)", "tamis (3)"]


def test_datasets_of_ir_datasets_are_topics_and_qrels(demo, index, tmp_path) -> None:
    from ir_datasets.datasets.base import Dataset
    from ir_datasets.formats import TrecQrels, TrecQueries
    from ir_datasets.util import LocalDownload

    queries = TrecQueries(LocalDownload(Path(demo.topics)), namespace="demo", lang="en")
    qrels = TrecQrels(LocalDownload(Path(demo.qrels)), {0: "no", 1: "yes", 2: "very"})
    dataset = Dataset(queries, qrels)
    assert isinstance(dataset, ir_datasets.Dataset)
    found = index.search_topics(dataset, hits=20)
    assert found.equals(index.search_topics(demo.topics, hits=20))
    sweep = index.sweep(dataset, dataset, min_words=[1, 5, 11], measures=["nDCG@10"])
    expected = index.sweep(demo.topics, demo.qrels, min_words=[1, 5, 11], measures=["nDCG@10"])
    assert sweep.means.equals(expected.means) and len(sweep.topics) == 50


def test_rows_of_runs_and_numbers_of_numpy() -> None:
    qrels = {"1": {"d": 1, "e": 0}}
    expected = tamis.evaluate(qrels, {"1": {"d": 3.0, "e": 2.0}}, ["P@1"])["P@1"].tolist()
    for rows in (
        [{"qid": "1", "docno": "d", "score": 3.0}, {"qid": "1", "docno": "e", "score": 2.0}],
        [["1", "d", 3.0], ["1", "e", 2.0]],
        [("1", "d", 3.0), ("1", "e", 2.0)],
    ):
        assert tamis.evaluate(qrels, rows, ["P@1"])["P@1"].tolist() == expected == [1.0]
    assert tamis.evaluate({np.int64(1): {"d": 1}}, {np.int64(1): {"d": 3.0}}, ["P@1"])["P@1"].tolist() == [1.0]
    with pytest.raises(tamis.InputError, match="found none"):
        tamis.evaluate(qrels, {}, ["P@1"])


def test_a_missing_query_is_refused() -> None:
    with pytest.raises(tamis.InputError, match="row 0: found text None"):
        steps.search({"1": None}, 1)  # type: ignore[dict-item]
