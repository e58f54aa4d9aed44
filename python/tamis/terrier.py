"""tamis in PyTerrier: a retriever whose thresholds are parameters, and an indexer.

>>> import tamis.terrier                                                            # doctest: +SKIP
>>> index = tamis.terrier.Indexer("INDEX").index(pages)                             # doctest: +SKIP
>>> long_blocks = tamis.terrier.Retriever(index, where="words >= 11")               # doctest: +SKIP
>>> pt.Experiment([tamis.terrier.Retriever(index), long_blocks], topics, qrels, ["P_10"])    # doctest: +SKIP
"""

from __future__ import annotations

import copy
import difflib
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Union

import pandas as pd

try:
    import pyterrier as pt
except ImportError as error:
    raise ImportError("tamis.terrier needs PyTerrier: pip install 'tamis[terrier]'") from error

from . import _inputs
from ._documents import index_documents
from ._frames import frame
from ._index import Index, open
from ._settings import Search
from .errors import InputError, SettingError, UnknownPageError

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Indexer", "Retriever", "read_qrels", "read_topics"]

PathLike = Union[str, "os.PathLike[str]"]

#: The settings of a search, which are parameters of a retriever.
_SETTINGS = tuple(Search.__annotations__)
#: What a search knows of a page beside its score.
_METADATA = ("url", "title", "date", "snippet")
#: What PyTerrier's rewriters write into queries for Terrier: operators, and a word that turns its analysis off.
_OF_TERRIER = ("applypipeline:", "#combine", "#uw", "#tag", "#prefix", "#band", "#base64", "#syn")
#: The most rows that reranking asks for at once.
_ROWS = 2_000_000


class Retriever(pt.Transformer):
    """Searches an index under a rule about blocks. Queries in, ranked pages out; or ranked pages in, reranked.

    Parameters
    ----------
    index : tamis.Index or path
        The index, or its folder.
    num_results : int
        The most results per query.
    metadata : sequence of str
        Columns of pages that are retrieved: ``url``, ``title``, ``date``, ``snippet`` (the block with most words of the query).
    **settings
        As of :meth:`tamis.Index.search`: a rule about blocks (``where="words >= 11"``), thresholds such as ``min_words``,
        ``label``, ``model``, ``k1``, ``b``, ``feedback``, ``url_prefix``, and so on. ``get_parameter`` and ``set_parameter`` know all of them, so
        ``pt.GridSearch`` tunes any.

    Notes
    -----
    Queries have the columns ``qid`` and ``query``; all other columns are carried over. The output has the columns of the
    input, then ``docno``, those of `metadata`, ``rank`` (from 0) and ``score``, best pages first. A query without words, and one
    whose words no permitted block holds, give no rows.

    With a column ``docno`` in the input, these pages are scored and ranked anew, and none is left out: all columns but
    ``score`` and ``rank`` stay. Statistics are those of the whole index. A page without any permitted word of the query has the score 0, and
    is below the others also where a model gives negative scores.
    """

    def __init__(
        self,
        index: Index | PathLike,
        *,
        num_results: int = 1000,
        metadata: Sequence[str] = (),
        **settings: Unpack[Search],
    ) -> None:
        self.index = index if isinstance(index, Index) else open(index)
        self.num_results = num_results
        self.metadata = _known_metadata(metadata)
        self.settings: dict[str, Any] = {}
        self._cutoff: int | None = None
        for name, value in settings.items():
            self.set_parameter(name, value)

    def __repr__(self) -> str:
        shown = [repr(self.index.path), *(f"{name}={value!r}" for name, value in self.settings.items())]
        return f"tamis.terrier.Retriever({', '.join(shown)})"

    # Two retrievers with equal settings are two: a grid may tune each of them.
    __hash__ = object.__hash__

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "index": self.index.path}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.index = open(state["index"])

    def get_parameter(self, name: str) -> Any:
        """Return the value of a setting, or None if it is not set."""
        if name in ("num_results", "metadata"):
            return getattr(self, name)
        _check_setting(name)
        return self.settings.get(name)

    def set_parameter(self, name: str, value: Any) -> None:
        """Set a setting; None takes it back."""
        if name == "num_results":
            self.num_results = value
        elif name == "metadata":
            self.metadata = _known_metadata(value)
        else:
            _check_setting(name)
            self.settings.pop(name, None)
            if value is not None:
                self.settings[name] = value

    def fuse_rank_cutoff(self, k: int) -> Retriever:
        """Return a retriever that stops after `k` results: what PyTerrier makes of ``retriever % k``."""
        fused = copy.copy(self)
        fused.settings = dict(self.settings)
        fused._cutoff = k if self._cutoff is None else min(k, self._cutoff)
        return fused

    def __copy__(self) -> Retriever:
        copied = object.__new__(self.__class__)
        copied.__dict__.update(self.__dict__)
        return copied

    def subtransformers(self) -> dict[str, Any]:
        """Return none: PyTerrier would take the empty list of metadata for a list of them."""
        return {}

    def schematic(self, *, input_columns: list[str] | None = None) -> dict[str, Any]:
        """Return what PyTerrier's drawings of pipelines show."""
        settings = {"index": self.index.path, "num_results": self.num_results, **self.settings}
        return {"label": "tamis", "settings": settings, "help_url": None}

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
        """Search for queries, or rank the pages of the input anew."""
        with pt.validate.any(inp, context=self) as mode:
            mode.columns(includes=["qid", "query"], excludes=["docno", "docid"], mode="retrieve")
            mode.result_frame(extra_columns=["query"], mode="rerank")
        if "query_toks" in inp.columns:
            raise InputError("query_toks: found weighted tokens, expected the column query alone; drop query_toks")
        inp = inp.assign(qid=_texts(inp, "qid"))
        return self._reranked(inp) if "docno" in inp.columns else self._retrieved(inp)

    def _retrieved(self, queries: pd.DataFrame) -> pd.DataFrame:
        queries = _distinct(queries)
        hits = self.num_results if self._cutoff is None else min(self.num_results, self._cutoff)
        found = self._search(queries["query"].tolist(), hits, self.metadata)
        return _joined(queries, found, self.metadata)

    def _reranked(self, pages: pd.DataFrame) -> pd.DataFrame:
        pages = pages.assign(docno=_texts(pages, "docno"))
        queries = _distinct(pages[["qid", "query"]].dropna(subset=["query"]))
        unknown = set(pages["docno"]) - set(self.index.docnos()) if len(pages) else set()
        if unknown:
            raise UnknownPageError(f"{self.index.path}: no page has the docno '{min(unknown)}', which is to be ranked")
        scored = self._scored(queries, pages)
        keys = pd.DataFrame({"qid": queries["qid"].tolist(), "_row": range(len(queries))})
        kept = pages.drop(columns=["score", "rank"], errors="ignore")
        merged = kept.merge(keys, on="qid", how="left").merge(scored, on=["_row", "docno"], how="left")
        least = merged.groupby("_row")["score"].transform("min")
        merged["score"] = merged["score"].fillna((least - 1).where(least <= 0, 0.0)).astype(float)
        ranked = merged.sort_values(["_row", "score", "docno"], ascending=[True, False, False], kind="stable")
        return _with_ranks(ranked, list(kept.columns), self._cutoff)

    def _scored(self, queries: pd.DataFrame, pages: pd.DataFrame) -> pd.DataFrame:
        """Return the scores of the pages that are asked for, some queries at a time."""
        everything = max(self.index.stats.pages, 1)
        at_once = max(_ROWS // everything, 1)
        wanted = pages.groupby("qid")["docno"].agg(set)
        scored = []
        for first in range(0, len(queries), at_once):
            some = queries.iloc[first : first + at_once]
            found = self._search(some["query"].tolist(), everything, ())
            found["_row"] += first
            of_query = [wanted[qid] for qid in queries["qid"]]
            keep = [docno in of_query[row] for row, docno in zip(found["_row"], found["docno"])]
            scored.append(found.loc[keep, ["_row", "docno", "score"]])
        return pd.concat([_nothing(), *scored])

    def _search(self, texts: list[Any], hits: int, metadata: Sequence[str]) -> pd.DataFrame:
        """Search for texts, all in one call unless metadata is asked for. ``_row`` is the place of the text."""
        texts = [_query(row, text) for row, text in enumerate(texts)]
        if not texts:
            return _nothing()
        if not metadata:
            topics = {str(row): text for row, text in enumerate(texts)}
            found = self.index.search_topics(topics, hits=hits, **self.settings)
            return found.assign(_row=found["qid"].astype(int))
        each = [self.index.search(text, hits=hits, **self.settings).assign(_row=row) for row, text in enumerate(texts)]
        return pd.concat(each, ignore_index=True)


class Indexer(pt.Indexer):
    """Indexes pages that come as dicts.

    Parameters
    ----------
    path : str or os.PathLike
        The folder of the index.
    overwrite : bool
        Replace an index that is there. Otherwise the pages are added to it.
    keep : str or os.PathLike, optional
        A file (``.jsonl``, ``.jsonl.gz``) that keeps the pages as they came. ``tamis index`` builds the same index from it.
    progress : bool
        Show progress.
    **settings
        As of :func:`tamis.build`: ``classifiers``, ``scores``, ``store``, ``dedup`` and so on.
    """

    def __init__(
        self,
        path: PathLike,
        *,
        overwrite: bool = False,
        keep: PathLike | None = None,
        progress: bool = False,
        **settings: Any,
    ) -> None:
        self.path = os.fspath(path)
        self.overwrite = overwrite
        self.keep = keep
        self.progress = progress
        self.settings = settings

    def index_inputs(self) -> list[list[str]]:
        """Return the keys that documents must have."""
        return [["docno", "html"], ["docno", "text"]]

    def index(self, iter: Iterable[dict[str, Any]], **kwargs: Any) -> Index:
        """Index documents.

        Parameters
        ----------
        iter : iterable of dict
            Documents with ``docno`` and ``html`` (a page, which is cut into blocks) or ``text`` (a block per line); also
            ``title``, ``url`` and ``date``. Other keys are passed over.

        Returns
        -------
        tamis.Index
            The index, which a :class:`Retriever` takes: what PyTerrier's own indexers return an ``IndexRef`` for.
        """
        if kwargs:
            raise InputError(f"index: found the argument {min(kwargs)}, expected documents alone")
        return index_documents(
            iter, self.path, replace=self.overwrite, keep=self.keep, progress=self.progress, **self.settings
        )


def read_topics(path: PathLike, fields: str = "title") -> pd.DataFrame:
    """Read a file of topics as tamis reads it (TREC's SGML, or lines of id and query), without Java.

    Parameters
    ----------
    path : str or os.PathLike
        The file.
    fields : str
        The fields that make up the queries: ``title``, ``desc``, ``narr``, or several with ``+`` between.

    Returns
    -------
    pandas.DataFrame
        A row per topic: ``qid`` and ``query``.
    """
    return frame(_inputs.topics(path, fields).table())


def read_qrels(path: PathLike) -> pd.DataFrame:
    """Read a file of judgements, as ``pt.io.read_qrels`` does.

    Returns
    -------
    pandas.DataFrame
        A row per judgement: ``qid``, ``docno`` and ``label``.
    """
    return frame(_inputs.qrels(path).table())


def _check_setting(name: str) -> None:
    if name not in _SETTINGS:
        near = difflib.get_close_matches(name, [*_SETTINGS, "num_results", "metadata"], 1)
        meant = f"; did you mean '{near[0]}'?" if near else f", expected num_results, metadata, {', '.join(_SETTINGS)}"
        raise InputError(f"unknown setting '{name}'{meant}")


def _known_metadata(names: Sequence[str]) -> list[str]:
    asked = [names] if isinstance(names, str) else list(names)
    for name in asked:
        if name not in _METADATA:
            raise SettingError(f"metadata: found '{name}', expected {', '.join(_METADATA)}")
    return asked


def _texts(rows: pd.DataFrame, name: str) -> list[str]:
    """Return the ids of a column. Whole numbers are written as texts, as PyTerrier does."""
    texts = []
    for row, value in enumerate(rows[name].tolist()):
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) or not value:
            raise InputError(f"{name}: row {row}: found {value!r}, expected a text")
        texts.append(value)
    return texts


def _query(row: int, text: Any) -> str:
    if not isinstance(text, str):
        raise InputError(f"query: row {row}: found {text!r} of the type {type(text).__name__}, expected a text")
    for sign in _OF_TERRIER:
        if sign in text:
            found = f"found '{sign}', an operator of Terrier's query language"
            raise InputError(f"query: row {row}: {found}; pt.rewrite.reset() brings the former query back")
    return text


def _distinct(queries: pd.DataFrame) -> pd.DataFrame:
    """Return every query once; a qid with two queries is refused."""
    queries = queries[~queries.duplicated(subset=["qid", "query"])].reset_index(drop=True)
    twice = queries["qid"][queries["qid"].duplicated()]
    if len(twice):
        raise InputError(f"qid: row {twice.index[0]}: found '{twice.iloc[0]}' a second time with another query")
    return queries


def _joined(queries: pd.DataFrame, found: pd.DataFrame, metadata: Sequence[str]) -> pd.DataFrame:
    """Return the pages that were found with the columns of their queries."""
    carried = queries.drop(columns=["score", "rank", *metadata], errors="ignore")
    of_query = carried.iloc[found["_row"].to_numpy()].reset_index(drop=True)
    pages = found.reindex(columns=["docno", *metadata, "score"]).reset_index(drop=True)
    return _with_ranks(pd.concat([of_query, pages], axis=1), [*carried.columns, "docno", *metadata], None)


def _nothing() -> pd.DataFrame:
    """Return the pages of no query."""
    return pd.DataFrame({"_row": pd.Series(dtype=int), "docno": pd.Series(dtype=object), "score": pd.Series(dtype=float)})


def _with_ranks(rows: pd.DataFrame, first: list[str], cutoff: int | None) -> pd.DataFrame:
    """Return rows, which are in their order, with the rank of each among those of its query."""
    rows = rows.assign(rank=rows.groupby("qid", sort=False).cumcount() + pt.model.FIRST_RANK)
    if cutoff is not None:
        rows = rows[rows["rank"] < cutoff]
    rows = rows[[*first, "rank", "score"]].reset_index(drop=True)
    return rows.astype({"rank": "int64", "score": "float64"})
