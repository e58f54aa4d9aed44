"""Tables go over as Arrow: no Python object per cell, and columns of plain types."""

from __future__ import annotations

import pandas as pd
import pyarrow as pa

import tamis
from tamis import _tamis


def test_a_table_is_taken_over_by_the_c_stream_interface_as_often_as_asked() -> None:
    table = _tamis.blocks("<title>t</title>" + "<p>some words here" * 1000, ["default"], "boilerpipe", None, None)
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


def test_lists_name_what_there_is() -> None:
    assert {"readability", "justext", "tamis", "words-tree"} <= set(tamis.classifiers()["name"])
    assert {"bm25", "dph"} <= set(tamis.models()["name"]) and "english" in set(tamis.analyzers()["name"])
    assert "nDCG" in set(tamis.measures()["ir_name"])
    assert isinstance(tamis.models(), pd.DataFrame) and tamis.__version__.count(".") == 2
