"""Tables go over as Arrow: no Python object per cell, and columns of plain types."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pyarrow as pa

import tamis
from tamis import _tamis


def test_a_table_is_taken_over_by_the_c_stream_interface_as_often_as_asked() -> None:
    table = _tamis.blocks("<title>t</title>" + "<p>some words here" * 1000, {})
    assert len(table) == 1001 and type(table.__arrow_c_stream__()).__name__ == "PyCapsule"
    first, second = pa.table(table), pa.table(table)
    assert first.equals(second) and first.schema.field("text").type == pa.large_string()
    # Both share the one buffer of the Rust side.
    buffers = [one["words"].chunk(0).buffers()[1].address for one in (first, second)]
    assert buffers[0] == buffers[1]
    del table, first
    assert second["text"][1].as_py() == "some words here"
    capsule = _tamis.classifiers().__arrow_c_stream__()
    del capsule


def test_columns_have_plain_types(index, demo) -> None:
    blocks = index.blocks(demo.example)
    kinds = {name: kind.kind for name, kind in blocks.dtypes.items() if hasattr(kind, "kind")}
    assert kinds["words"] == "i" and kinds["text_density"] == "f" and kinds["label.words-tree"] == "b"
    assert kinds["score.tamis-comments"] == "f" and blocks["score.tamis-comments"].dropna().between(0, 1).all()
    assert blocks["text"].map(type).eq(str).all()
    assert index.search("qqqqq").empty and list(index.search("qqqqq").columns)[0] == "rank"


def test_a_search_by_date_tells_the_dates_of_revisits(tmp_path: Path) -> None:
    http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a kettle</p>"
    head = "WARC/1.1\r\nWARC-Type: {}\r\nWARC-Record-ID: <urn:uuid:{}>\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: {}\r\n{}\r\n"
    first = head.format("response", 1, "2012-03-01T00:00:00Z", f"Content-Type: application/http\r\nContent-Length: {len(http)}\r\n")
    again = head.format("revisit", 2, "2014-03-01T00:00:00Z", "WARC-Refers-To: <urn:uuid:1>\r\nContent-Length: 0\r\n")
    (tmp_path / "a.warc").write_bytes(f"{first}{http}\r\n\r\n{again}\r\n\r\n".encode())
    with tamis.build(tmp_path / "a.warc", tmp_path / "INDEX") as index:
        assert "revisited" not in index.search("kettle").columns
        found = index.search("kettle", from_date="2014", to_date="2014")
        assert found[["date", "revisited"]].to_numpy().tolist() == [["2012-03-01T00:00:00Z", "2014-03-01T00:00:00Z"]]
        assert index.search("kettle", to_date="2012")["revisited"].tolist() == [""]


def test_lists_name_what_there_is() -> None:
    assert {"readability", "justext", "tamis", "words-tree"} <= set(tamis.classifiers()["name"])
    assert {"bm25", "dph"} <= set(tamis.models()["name"]) and "english" in set(tamis.analyzers()["name"])
    assert "nDCG" in set(tamis.measures()["ir_name"])
    assert isinstance(tamis.models(), pd.DataFrame) and tamis.__version__.count(".") == 2


def test_frames_of_results_have_the_columns_of_their_files(index, demo, tmp_path) -> None:
    def of_file(name: str) -> set[str]:
        return set((tmp_path / name).read_text().split("\n", 1)[0].split("\t"))

    sweep = index.sweep(demo.topics, demo.qrels, min_words=[1, 5], folds=2)
    sweep.write(tmp_path / "sweep")
    assert set(sweep.means) == of_file("sweep/sweep.tsv") - {"topics"}
    assert set(sweep.per_topic) == of_file("sweep/per_topic.tsv") - {"topic"} | {"qid", "point"}
    assert set(sweep.folds) == of_file("sweep/folds.tsv") - {"p"} | {"point"}
    comparison = index.compare(demo.topics, demo.qrels, folds=2)
    comparison.write(tmp_path / "compare")
    held_out = {f"held_out_{measure}" for measure in comparison.measures}
    expected = of_file("compare/compare.tsv") - {"view", "topics", "empty_topics"}
    assert set(comparison.table) == expected | {"name", "kind"} | held_out


def test_columns_without_a_value_keep_their_type(index, demo) -> None:
    sweep = index.sweep(demo.topics, demo.qrels, min_words=[1, 5])
    folds = dict(sweep.folds.dtypes.astype(str))
    assert len(sweep.folds) == 0 and folds["fold"] == folds["point"] == folds["min_words"] == "int64"
    assert folds["learned"] == "float64" and folds["measure"] in ("object", "str")
    assert str(sweep.means["topics_needed_P_10"].dtype).lower() == "int64"
    run = {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 1.0}}
    compared = tamis.compare({"1": {"a": 1}, "2": {"a": 1}}, {"one": run, "same": run}, ["AP"])
    types = dict(compared.dtypes.astype(str))
    assert compared["no_spread"].dropna().tolist() == ["no difference on any topic"] and types["topics_needed"] == "Int64"
    assert types["p"] == types["d_z"] == "float64" and types["win"] == "Int64"
