"""The settings of calls: one list of parameters in Rust, and what type checkers are told of it.

The types, the help and the table of the book are written from the list (tests/it/book/python.rs).
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import tamis
from tamis import _settings, _tamis, steps
from tamis._frames import frame

#: The settings that are no parameters.
OTHERS = {
    "search": {"threads"},
    "sweep": {"threads", "labels", "level", "margin", "permutations", "seed", "separately"},
    "compare": {"threads", "level", "margin", "seed"},
}
#: How types are written; a text of a few is a Literal.
TYPES = {
    "whole number": {"int"},
    "whole numbers": {"Wholes"},
    "number": {"float"},
    "numbers": {"Numbers"},
    "text": {"str"},
    "texts": {"Texts", "Iterable[str]"},
    "flag": {"bool"},
    "flag or text": {"bool | str"},
}


def listed(call: str) -> dict[str, str]:
    """Return what the call takes for each keyword."""
    rows = frame(_tamis.parameters()).dropna(subset=call)
    return dict(zip(rows["keyword"], rows[call]))


@pytest.mark.parametrize(
    ("call", "typed"), [("search", _settings.Search), ("sweep", _settings.Sweep), ("compare", _settings.Comparison)]
)
def test_the_types_are_those_of_the_list(call, typed) -> None:
    types = {name: hint.__forward_arg__ for name, hint in typed.__annotations__.items() if name not in OTHERS[call]}
    expected = listed(call)
    if call == "search":
        expected.pop("hits")  # An argument of each function, with its own default.
    assert set(types) == set(expected) and OTHERS[call] <= set(typed.__annotations__)
    for name, hint in types.items():
        written = hint.removesuffix(" | None")
        is_one_of = expected[name] == "text" and written.startswith("Literal[")
        assert is_one_of or written in TYPES[expected[name]], name


def test_a_call_takes_what_the_list_says(index, demo) -> None:
    values = {"number": 0.5, "whole number": 5, "flag": False, "flag or text": True}
    texts = {
        "where": "words >= 1", "label": "words-tree", "kind": "text", "title": "block", "weight": "kind = title: 2",
        "weight_by": "score.tamis-comments", "rule": "sieve", "model": "bm25", "feedback": "rm3", "from_date": "1990", "to_date": "2100",
        "published_from": "1990", "published_to": "2100", "page_language": "und", "url_prefix": "example.org", "docnos": demo.example, "not_docnos": "none",
    }
    for keyword, kind in listed("search").items():
        given = {keyword: texts[keyword] if keyword in texts else values[kind]}
        of_model = {"mu": "ql-dirichlet", "lambda_": "ql-jm", "c": "pl2"}.get(keyword)
        needed = {"model": of_model} if of_model else {"feedback": "rm3"} if keyword[:3] in ("fb_", "ori") else {}
        try:
            index.search("penguins", **{"hits": 3, **needed, **given})
        except tamis.Error as error:  # Only a build with detect_language has languages, only one with metadata dates of publication.
            assert keyword in ("page_language", "published_from", "published_to"), error
    for call in ("sweep", "compare"):
        for keyword in set(frame(_tamis.parameters())["keyword"]) - set(listed(call)):
            with pytest.raises(tamis.InputError, match=f"unknown setting '{keyword}'"):
                getattr(index, call)(demo.topics, demo.qrels, **{keyword: 1})
    with pytest.raises(tamis.InputError, match="unknown setting 'rm3'"):
        index.search("penguins", rm3=True)


def test_no_docno_permits_no_page(index) -> None:
    assert len(index.search("penguins", docnos=[])) == 0 < len(index.search("penguins"))


def test_several_rankings_are_axes_of_a_sweep(index, demo) -> None:
    axes = {"model": ["bm25", "dph"], "k1": [0.6, 1.2], "feedback": ["none", "rm3"], "min_words": [1, 5], "min_repeats": [1, 2]}
    sweep = index.sweep(demo.topics, demo.qrels, measures=["P@10"], **axes)
    assert set(sweep.axes) == set(axes)
    assert len(sweep.means) == (2 + 1) * 2 * 2 * 2
    row = sweep.means.query("model == 'bm25' and k1 == 1.2 and feedback == 'rm3' and min_words == 5 and min_repeats == 2")
    run = index.search_topics(demo.topics, k1=1.2, feedback="rm3", min_words=5, where="repeats >= 2")
    alone = tamis.evaluate(demo.qrels, run, ["P@10"], complete=True)
    assert row["P@10"].tolist() == pytest.approx(alone["P@10"].tolist(), abs=1e-12)


def over(job: steps.Job, shards: list[str]) -> steps.Job:
    """Have indexes answer a job, with their answers as bytes."""
    while (task := job.task()) is not None:
        job.take([steps.answer(shard, task) for shard in shards])
    return job


@pytest.fixture(scope="module")
def halves(demo, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    from pieces import cut

    folder = tmp_path_factory.mktemp("halves")
    files = cut(Path(demo.collection), folder / "crawl", 2)
    indexes = [str(folder / file.name.split(".")[0]) for file in files]
    for file, index in zip(files, indexes):
        tamis.build(file, index, scores="tamis-comments").close()
    return indexes


def filters(index: tamis.Index) -> list[dict[str, object]]:
    """Return settings of a search with filters of pages and operators, each of which leaves some pages."""
    pages = index.pages()
    dates = sorted(date[:10] for date in pages["date"] if date)
    host = pages["url"].str.split("/").str[2].mode()[0]
    some = pages["docno"].tolist()[::3]
    return [
        {"docnos": some, "min_words": 5},
        {"not_docnos": some, "feedback": "rm3"},
        {"from_date": dates[len(dates) // 4], "to_date": dates[len(dates) // 2]},
        {"url_prefix": host, "kind": "text", "title": "block"},
        {"query_syntax": True, "where": "words >= 3"},
        {"query_syntax": True, "not_docnos": some, "model": "ql-dirichlet", "mu": 500},
        {"collapse_url": True},
        {"collapse_url": dates[len(dates) // 3], "not_docnos": some},
    ]


def test_filters_and_operators_over_shards_are_those_of_one_index(index, demo, halves, tmp_path) -> None:
    topics = {"1": "penguins ice", "2": "march of the penguins", "3": "march +penguins -ice", "4": '"the penguins" ice'}
    found = 0
    for settings in filters(index):
        index.write_run(topics, tmp_path / "whole.run", hits=50, **settings)
        run = (tmp_path / "whole.run").read_bytes()
        assert over(steps.search(topics, 2, hits=50, **settings), halves).run() == run, settings
        found += run.count(b"\n") > 0
    assert found > 3
    (pages, *_) = filters(index)
    settings = {**pages, "min_words": [1, 5, 11], "model": ["bm25", "ql-dirichlet"], "measures": ["P@10", "AP"]}
    swept = over(steps.sweep(demo.topics, demo.qrels, 2, **settings), halves).sweep()
    at_home = index.sweep(demo.topics, demo.qrels, **settings)
    pd.testing.assert_frame_equal(swept.means, at_home.means, check_exact=True)


def test_details_over_shards_are_those_of_one_index(index, halves) -> None:
    topics = {"1": "penguins ice", "2": "zyxwvut"}
    found = over(steps.search(topics, 2, hits=5, details=True, where="words >= 3"), halves).table()
    expected = index.search("penguins ice", hits=5, details=True, where="words >= 3")
    # The halves have archives of their own.
    columns = ["docno", "rank", "score", "url", "title", "date", "snippet"]
    pd.testing.assert_frame_equal(found[columns], expected[columns], check_exact=True)
    assert [list(blocks) for blocks in found.blocks] == [list(blocks) for blocks in expected.blocks]
    assert list(found) == ["qid", *columns, "archive", "offset", "blocks"] and set(found.qid) == {"1"}


def test_what_shards_refuse_is_an_error(demo) -> None:
    with pytest.raises(tamis.InputError, match="unknown setting 'min_wrods'"):
        steps.search(demo.topics, 2, min_wrods=3)  # type: ignore[call-arg]
