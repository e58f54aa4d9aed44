"""Several indexes become one, which gives the results of both ways to search them."""

from __future__ import annotations

import pandas as pd
import pytest

import tamis


@pytest.fixture
def parts(tmp_path):
    def part(number: int) -> str:
        pages = [f'{{"docno":"d{number}-{page}","text":"a kettle is\\nmore than {page} cups"}}\n' for page in range(9)]
        (tmp_path / f"{number}.jsonl").write_text("".join(pages))
        tamis.build(tmp_path / f"{number}.jsonl", tmp_path / f"part{number}").close()
        return str(tmp_path / f"part{number}")

    return [part(number) for number in range(3)]


def test_one_index_gives_the_results_of_several(parts, tmp_path) -> None:
    topics = {"1": "kettle", "2": "7 cups"}
    with tamis.combine(parts, tmp_path / "all") as index, tamis.open(parts) as several:
        assert index.stats.pages == several.stats.pages == 27
        for settings in ({}, {"min_words": 4, "model": "ql-dirichlet"}):
            pd.testing.assert_frame_equal(index.search_topics(topics, **settings), several.search_topics(topics, **settings))
        assert index.search("kettle", max_repeats=27)["docno"].tolist() == several.search("kettle", max_repeats=27)["docno"].tolist()
        again = tamis.combine([several], tmp_path / "again")
        assert again.docnos() == index.docnos()


def test_what_cannot_be_combined_is_reported_by_name(parts, tmp_path) -> None:
    out = tmp_path / "all"
    tamis.build(tmp_path / "1.jsonl", tmp_path / "other", store="none").close()
    with pytest.raises(tamis.IndexFileError, match="other: found store none, expected text as in .*part0"):
        tamis.combine([parts[0], tmp_path / "other"], out)
    with pytest.raises(tamis.IndexFileError, match="part0: is named twice"):
        tamis.combine([parts[0], parts[0]], out)
    with pytest.raises(tamis.MissingIndexError):
        tamis.combine([parts[0], tmp_path / "none"], out)
    with pytest.raises(tamis.InputError, match="expected a list of indexes"):
        tamis.combine(parts[0], out)
    with pytest.raises(tamis.SettingError, match="found none"):
        tamis.combine([], out)
    assert not out.exists()
    tamis.combine(parts[:2], out)
    with pytest.raises(tamis.IndexFileError, match="holds an index already"):
        tamis.combine(parts[:2], out)
    assert tamis.combine(parts[:1], out, replace=True).stats.pages == 9
