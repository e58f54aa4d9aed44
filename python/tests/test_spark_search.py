"""Searches and sweeps on a real cluster give what one index gives, to the last byte."""

from __future__ import annotations

import functools
import json
import os
import re
from pathlib import Path

import pandas as pd
import pytest

import tamis

pytest.importorskip("pyspark")

from cluster import Cluster, session  # noqa: E402
from pieces import cut  # noqa: E402

from tamis import spark as on_spark  # noqa: E402

pytestmark = pytest.mark.spark


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory):
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        with session(cluster) as spark:
            yield spark
    finally:
        cluster.stop()


@pytest.fixture(scope="module")
def shards(spark, demo: tamis.Demo, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Shards with counts; one of them is empty."""
    folder = tmp_path_factory.mktemp("shards")
    files = cut(Path(demo.collection), folder / "crawl", 4)
    on_spark.index(spark, files, folder / "out", 5, scores="tamis-comments")
    on_spark.repeats(spark, folder / "out")
    return str(folder / "out")


@pytest.fixture(scope="module")
def whole(demo: tamis.Demo, tmp_path_factory: pytest.TempPathFactory):
    with tamis.build(demo.collection, tmp_path_factory.mktemp("whole") / "index", scores="tamis-comments") as index:
        yield index


SEARCHES = [
    {},
    {"where": "words >= 11 and link_density < 0.5"},
    {"max_repeats": 3},
    {"max_site_share": 0.2, "model": "ql-dirichlet"},
    {"weight": "kind = title: 3", "weight_by": "score.tamis-comments", "k1": 1.2},
    {"feedback": "rm3", "fb_terms": 5, "min_words": 5},
    {"sieve": True, "feedback": "rm3"},
    {"query_syntax": True, "from_date": "1990", "to_date": "2100", "kind": "text"},
    {"collapse_url": True},
]


@pytest.mark.parametrize("settings", SEARCHES, ids=str)
def test_a_run_is_that_of_one_index(spark, demo, shards, whole, tmp_path: Path, settings) -> None:
    on_spark.write_run(spark, shards, demo.topics, tmp_path / "shards.run", hits=100, **settings)
    whole.write_run(demo.topics, tmp_path / "whole.run", hits=100, **settings)
    run = (tmp_path / "whole.run").read_bytes()
    assert run == (tmp_path / "shards.run").read_bytes() and run.count(b"\n") > 100


def test_a_search_is_a_frame(spark, demo, shards, whole) -> None:
    found = on_spark.search(spark, shards, demo.topics, hits=20, max_repeats=5)
    assert found.columns == ["qid", "docno", "rank", "score"]
    rows = [tuple(row) for row in found.collect()]
    expected = whole.search_topics(demo.topics, hits=20, max_repeats=5)
    assert rows == [tuple(row) for row in expected[found.columns].itertuples(index=False)]


def test_details_are_those_of_one_index(spark, shards, whole) -> None:
    found = on_spark.search(spark, shards, {"1": "penguins ice"}, hits=5, details=True, min_words=3).collect()
    expected = whole.search("penguins ice", hits=5, details=True, min_words=3)
    for name in ("docno", "rank", "score", "url", "title", "date", "snippet"):
        assert [row[name] for row in found] == expected[name].tolist(), name
    blocks = [[block.asDict() for block in row["blocks"]] for row in found]
    assert blocks == [list(blocks) for blocks in expected["blocks"]]


@pytest.mark.parametrize("axes", [{"min_words": range(1, 31)}, {"max_repeats": [1, 2, 5, 30]}, {"b": 0.2, "labels": ["none", "words-tree"]}, {"min_words": [1, 9], "k1": [0.6, 1.2]}])
def test_a_sweep_is_that_of_one_index(spark, demo, shards, whole, axes) -> None:
    settings = {"measures": ["P@10", "nDCG@10", "AP"], "folds": 3, **axes}
    over_shards = on_spark.sweep(spark, shards, demo.topics, demo.qrels, **settings)
    at_home = whole.sweep(demo.topics, demo.qrels, **settings)
    pd.testing.assert_frame_equal(over_shards.means, at_home.means, check_exact=True)
    pd.testing.assert_frame_equal(over_shards.per_topic, at_home.per_topic, check_exact=True)
    pd.testing.assert_frame_equal(over_shards.folds, at_home.folds, check_exact=True)


def test_captures_in_several_shards_are_one_page(spark, tmp_path: Path) -> None:
    def page(year: int, number: int) -> str:
        url = f"http{'s' if year % 2 else ''}://{'www.' if year % 3 else ''}ice.org/{number}"
        html = f"<title>Journey {number}</title><p>kettle bridge</p><p>a penguin on day {number}</p>"
        return json.dumps({"docno": f"{year}-{number}", "url": url, "html": html})

    files = [tmp_path / "crawl" / f"{year}.jsonl" for year in range(2001, 2010)]
    (tmp_path / "crawl").mkdir()
    for year, file in enumerate(files, 2001):
        file.write_text("".join(page(year, number) + "\n" for number in range(4)))
    on_spark.index(spark, files, tmp_path / "out", 3)
    on_spark.repeats(spark, tmp_path / "out")
    topics = {"1": "penguin", "2": "kettle"}
    with tamis.build(files, tmp_path / "whole") as whole:
        for settings, pages in (({"max_repeats": 1}, 36), ({"max_repeats": 4}, 72), ({"max_site_share": 0.5}, 36)):
            on_spark.write_run(spark, tmp_path / "out", topics, tmp_path / "shards.run", **settings)
            whole.write_run(topics, tmp_path / "whole.run", **settings)
            run = (tmp_path / "whole.run").read_bytes()
            assert run == (tmp_path / "shards.run").read_bytes() and run.count(b"\n") == pages


def test_counts_of_other_shards_are_refused(spark, demo, shards, tmp_path: Path) -> None:
    files = cut(Path(demo.collection), tmp_path / "crawl", 2)
    on_spark.index(spark, files, tmp_path / "out", 2)
    with pytest.raises((on_spark.SparkError, tamis.Error), match="repeat"):
        on_spark.search(spark, tmp_path / "out", demo.topics, max_repeats=3)
    # A run of before stays, and no other file.
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "kept.run").write_text("kept")
    with pytest.raises((on_spark.SparkError, tamis.Error), match="repeat"):
        on_spark.write_run(spark, tmp_path / "out", demo.topics, tmp_path / "runs" / "kept.run", max_repeats=3)
    assert (tmp_path / "runs" / "kept.run").read_text() == "kept" and os.listdir(tmp_path / "runs") == ["kept.run"]
    with pytest.warns(tamis.IncompleteWarning, match="not searched: shard 1 of 2"):
        tamis.open(tmp_path / "out" / "shard-00002").close()
    os.symlink(os.path.join(shards, "repeats"), tmp_path / "out" / "repeats")
    with pytest.raises((on_spark.SparkError, tamis.Error)):
        on_spark.search(spark, tmp_path / "out", demo.topics, max_repeats=3)


def test_wrong_settings_fail_before_a_task_starts(spark, demo, shards) -> None:
    with pytest.raises(tamis.SettingError, match="no-such-model"):
        on_spark.search(spark, shards, demo.topics, model="no-such-model")
    with pytest.raises(tamis.SettingError, match="no-such-label"):
        on_spark.search(spark, shards, demo.topics, label="no-such-label")
    with pytest.raises(tamis.SettingError, match="collapse"):
        on_spark.search(spark, shards, demo.topics, collapse_url="soon")
    with pytest.raises(tamis.InputError, match="did you mean 'url_prefix'"):
        on_spark.search(spark, shards, demo.topics, url_prefixes="http://a/")
    with pytest.raises(tamis.IndexFileError):
        on_spark.search(spark, os.path.dirname(shards), demo.topics)


def test_a_page_in_two_shards_is_refused_by_every_search(spark, demo, tmp_path: Path) -> None:
    (piece, _) = cut(Path(demo.collection), tmp_path / "crawl", 2)
    (tmp_path / "crawl" / "again.warc.gz").write_bytes(piece.read_bytes())
    files = [piece, tmp_path / "crawl" / "again.warc.gz"]
    with pytest.raises(tamis.IndexFileError, match="is in shard-0000[12] and shard-0000[12]"):
        on_spark.index(spark, files, tmp_path / "out", 2)
    with pytest.raises(tamis.IndexFileError, match="is in shard-0000[12] and shard-0000[12]"):
        on_spark.search(spark, tmp_path / "out", demo.topics)


@pytest.mark.parametrize("page", ["README.md", "docs/cluster.md"])
def test_the_lines_of_the_pages(spark, demo, tmp_path: Path, page: str) -> None:
    text = (Path(__file__).parents[2] / page).read_text()
    blocks = [block for block in re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE) if "spark" in block]
    assert len(blocks) == 1 and (page != "README.md" or len(blocks[0].splitlines()) == 5)
    cut(Path(demo.collection), tmp_path / "crawl", 4)
    stand_ins = {"s3a://crawl/": f"{tmp_path}/crawl/", "/mnt/shards": str(tmp_path / "shards"), "shards=100": "shards=3"}
    block = functools.reduce(lambda block, pair: block.replace(*pair), stand_ins.items(), blocks[0])
    names = {"spark": spark, "topics": demo.topics, "qrels": demo.qrels}
    exec(compile(block, page, "exec"), names)
    assert len(names["sweep"].means) == 100
