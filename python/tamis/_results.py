"""Frames of PyTerrier: what is read of queries and pages, what is refused, and ranks."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import pyterrier as pt

from ._settings import Search
from .errors import InputError, SettingError

#: The settings of a search, which are parameters of a retriever.
SETTINGS = tuple(Search.__annotations__)
#: What a search knows of a page beside its score.
METADATA = ("url", "title", "date", "text", "snippet")
#: What a page has of itself; the snippet depends on the query.
OF_PAGE = ("url", "title", "date", "text")
#: What PyTerrier's rewriters write into queries for Terrier: operators, and a word that turns its analysis off.
OF_TERRIER = ("applypipeline:", "#combine", "#uw", "#tag", "#prefix", "#band", "#base64", "#syn", "#1(")


def check_setting(name: str) -> None:
    if name not in SETTINGS:
        near = difflib.get_close_matches(name, [*SETTINGS, "num_results", "metadata"], 1)
        meant = f"; did you mean '{near[0]}'?" if near else f", expected num_results, metadata, {', '.join(SETTINGS)}"
        raise InputError(f"unknown setting '{name}'{meant}")


def known_metadata(names: Sequence[str]) -> list[str]:
    fields = [names] if isinstance(names, str) else list(names)
    for name in fields:
        if name not in METADATA:
            raise SettingError(f"metadata: found '{name}', expected {', '.join(METADATA)}")
    return fields


def texts(rows: pd.DataFrame, name: str) -> list[str]:
    """Return the ids of a column. Whole numbers are written as texts, as PyTerrier does."""
    texts = []
    for row, value in enumerate(rows[name].tolist()):
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) or not value:
            raise InputError(f"{name}: row {row}: found {value!r}, expected a text")
        texts.append(value)
    return texts


def with_texts(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return the rows with the ids of a column as texts, also where there are none: pandas would take those for numbers."""
    ids = texts(rows, name)
    return rows.assign(**{name: pd.Series(ids, index=rows.index, dtype=None if ids else object)})


def requests(queries: pd.DataFrame) -> list[Any]:
    """Return what is searched for: the weighted tokens of each query, or its words."""
    if "query_toks" in queries.columns:
        return [_tokens(row, tokens) for row, tokens in enumerate(queries["query_toks"])]
    return [_words(row, text) for row, text in enumerate(queries["query"])]


def _words(row: int, text: Any) -> str:
    if not isinstance(text, str):
        raise InputError(f"query: row {row}: found {text!r} of the type {type(text).__name__}, expected a text")
    _check_plain("query", row, text)
    return text


def _check_plain(column: str, row: int, text: str) -> None:
    """Refuse operators of Terrier, which would be searched as words."""
    for sign in OF_TERRIER:
        if sign in text:
            found = f"found '{sign}', an operator of Terrier's query language, in {text!r:.60}, expected plain words"
            raise InputError(f"{column}: row {row}: {found}; pt.rewrite.reset() brings the former query back")


def _tokens(row: int, tokens: Any) -> list[tuple[str, float]]:
    known = isinstance(tokens, Mapping) and all(
        isinstance(token, str) and isinstance(weight, (int, float)) and weight == weight for token, weight in tokens.items()
    )
    if not known:
        raise InputError(f"query_toks: row {row}: found {tokens!r}, expected a dict of weights by token")
    for token in tokens:
        _check_plain("query_toks", row, token)
    return [(token, float(weight)) for token, weight in tokens.items()]


def distinct(queries: pd.DataFrame) -> pd.DataFrame:
    """Return every query once; a qid with two queries is refused."""
    contents = queries["query_toks" if "query_toks" in queries.columns else "query"].map(repr)
    queries = queries[~pd.DataFrame({"qid": queries["qid"], "content": contents}).duplicated()].reset_index(drop=True)
    twice = queries["qid"][queries["qid"].duplicated()]
    if len(twice):
        raise InputError(f"qid: row {twice.index[0]}: found '{twice.iloc[0]}' a second time with another query")
    return queries


def joined(queries: pd.DataFrame, found: pd.DataFrame, metadata: Sequence[str]) -> pd.DataFrame:
    """Return the pages that were found with the columns of their queries."""
    carried = queries.drop(columns=["score", "rank", *metadata], errors="ignore")
    of_query = carried.iloc[found["_row"].to_numpy()].reset_index(drop=True)
    pages = found.reindex(columns=["docno", *metadata, "score"]).reset_index(drop=True)
    return with_ranks(pd.concat([of_query, pages], axis=1), [*carried.columns, "docno", *metadata], None)


def nothing() -> pd.DataFrame:
    """Return the pages of no query."""
    return pd.DataFrame({"_row": pd.Series(dtype=int), "docno": pd.Series(dtype=object), "score": pd.Series(dtype=float)})


def with_ranks(rows: pd.DataFrame, first: list[str], cutoff: int | None) -> pd.DataFrame:
    """Return rows, which are in their order, with the rank of each among those of its query."""
    rows = rows.assign(rank=rows.groupby("qid", sort=False).cumcount() + pt.model.FIRST_RANK)
    if cutoff is not None:
        rows = rows[rows["rank"] < cutoff]
    rows = rows[[*first, "rank", "score"]].reset_index(drop=True)
    return rows.astype({"rank": "int64", "score": "float64"})
