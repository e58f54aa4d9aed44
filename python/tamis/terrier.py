"""tamis in PyTerrier: a retriever whose thresholds are parameters, and an indexer.

>>> import tamis.terrier                                                            # doctest: +SKIP
>>> index = tamis.terrier.Indexer("INDEX").index(pages)                             # doctest: +SKIP
>>> long_blocks = tamis.terrier.Retriever(index, where="words >= 11")               # doctest: +SKIP
>>> pt.Experiment([tamis.terrier.Retriever(index), long_blocks], topics, qrels, ["P_10"])    # doctest: +SKIP
"""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Union

import pandas as pd

try:
    import pyterrier as pt
except ImportError as error:
    raise ImportError("tamis.terrier needs PyTerrier: pip install 'tamis[terrier]'") from error

from . import _inputs, _results
from ._documents import index_documents
from ._frames import frame
from ._index import Index, open
from ._settings import given
from .errors import InputError, SettingError, UnknownPageError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._settings import Search

__all__ = ["Indexer", "Retriever", "read_qrels", "read_topics"]

PathLike = Union[str, "os.PathLike[str]"]

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
        Columns of pages that are retrieved: ``url``, ``title``, ``date``, ``text`` (the blocks that the rule permits, which a
        neural reranker can take), ``snippet`` (of these, the one with most words of the query).
    **settings
        As of :meth:`tamis.Index.search`: a rule about blocks (``where="words >= 11"``), thresholds such as ``min_words``,
        ``label``, ``model``, ``k1``, ``b``, ``feedback``, ``url_prefix``, and so on. ``get_parameter`` and ``set_parameter``
        know all of them, so ``pt.GridSearch`` tunes any.

    Notes
    -----
    Queries have the columns ``qid`` and ``query``, or ``query_toks`` (weights by token of the index, which go before words); all
    other columns are carried over. The output has the columns of the
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
        self.metadata = _results.known_metadata(metadata)
        self.settings: dict[str, Any] = {}
        self._cutoff: int | None = None
        self._docnos: frozenset[str] = frozenset()
        for name, value in settings.items():
            self.set_parameter(name, value)

    def __repr__(self) -> str:
        shown = [repr(self.index.path), *(f"{name}={value!r}" for name, value in self.settings.items())]
        return f"tamis.terrier.Retriever({', '.join(shown)})"

    # Two retrievers with equal settings are two: a grid may tune each of them.
    __hash__ = object.__hash__

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "index": self.index.path, "_docnos": frozenset()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.index = open(state["index"])

    def get_parameter(self, name: str) -> Any:
        """Return the value of a setting, or None if it is not set."""
        if name in ("num_results", "metadata"):
            return getattr(self, name)
        _results.check_setting(name)
        return self.settings.get(name)

    def set_parameter(self, name: str, value: Any) -> None:
        """Set a setting; None takes it back."""
        if name == "num_results":
            self.num_results = value
        elif name == "metadata":
            self.metadata = _results.known_metadata(value)
        else:
            _results.check_setting(name)
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
            mode.columns(includes=["qid", "query_toks"], excludes=["docno", "docid"], mode="retrieve")
            mode.result_frame(extra_columns=["query_toks"], mode="rerank")
        inp = _results.with_texts(inp, "qid")
        return self._reranked(inp) if "docno" in inp.columns else self._retrieved(inp)

    def _retrieved(self, queries: pd.DataFrame) -> pd.DataFrame:
        queries = _results.distinct(queries)
        requests = _results.requests(queries)
        hits = self.num_results if self._cutoff is None else min(self.num_results, self._cutoff)
        if "snippet" in self.metadata:
            found = self._snippets(requests, hits)
        else:
            found = self._search(requests, hits)
        if set(self.metadata) & set(_results.OF_PAGE):
            pages = self._pages(found["docno"])
            found = found.drop(columns=list(_results.OF_PAGE), errors="ignore").merge(pages, on="docno", how="left")
        return _results.joined(queries, found, self.metadata)

    def _reranked(self, pages: pd.DataFrame) -> pd.DataFrame:
        pages = _results.with_texts(pages, "docno")
        column = "query_toks" if "query_toks" in pages.columns else "query"
        queries = _results.distinct(pages[["qid", column]].dropna(subset=[column]))
        self._check_docnos(pages["docno"])
        scored = self._scored(queries, pages)
        kept = pages.drop(columns=["score", "rank"], errors="ignore")
        # An empty column has no type of texts, by which frames could be merged.
        if pages.empty:
            return _results.with_ranks(kept.assign(score=0.0), list(kept.columns), None)
        keys = pd.DataFrame({"qid": queries["qid"].tolist(), "_row": range(len(queries))})
        merged = kept.merge(keys, on="qid", how="left").merge(scored, on=["_row", "docno"], how="left")
        least = merged.groupby("_row")["score"].transform("min")
        merged["score"] = merged["score"].fillna((least - 1).where(least <= 0, 0.0)).astype(float)
        ranked = merged.sort_values(["_row", "score", "docno"], ascending=[True, False, False], kind="stable")
        return _results.with_ranks(ranked, list(kept.columns), self._cutoff)

    def _scored(self, queries: pd.DataFrame, pages: pd.DataFrame) -> pd.DataFrame:
        """Return the scores of the requested pages, some queries at a time."""
        everything = max(self.index.stats.pages, 1)
        at_once = max(_ROWS // everything, 1)
        wanted = pages.groupby("qid")["docno"].agg(set)
        scored = []
        for first in range(0, len(queries), at_once):
            found = self._search(_results.requests(queries.iloc[first : first + at_once]), everything)
            found["_row"] += first
            of_query = [wanted[qid] for qid in queries["qid"]]
            keep = [docno in of_query[row] for row, docno in zip(found["_row"], found["docno"])]
            scored.append(found.loc[keep, ["_row", "docno", "score"]])
        return pd.concat([_results.nothing(), *scored])

    def _search(self, requests: list[Any], hits: int) -> pd.DataFrame:
        """Search for texts or weighted tokens, all in one call. ``_row`` is the place of the request."""
        if not requests:
            return _results.nothing()
        if isinstance(requests[0], str):
            found = self.index.search_topics({str(row): text for row, text in enumerate(requests)}, hits=hits, **self.settings)
        else:
            found = frame(self.index._inner.search_tokens(requests, given(hits=hits, **self.settings)))
        return found.assign(_row=found["qid"].astype(int))

    def _snippets(self, requests: list[Any], hits: int) -> pd.DataFrame:
        """Search for one text after the other, with the snippet of each page."""
        if requests and not isinstance(requests[0], str):
            raise InputError("metadata: found snippet with query_toks, expected words, which a snippet has")
        each = [self.index.search(text, hits=hits, **self.settings).assign(_row=row) for row, text in enumerate(requests)]
        return pd.concat(each, ignore_index=True) if each else _results.nothing()

    def _pages(self, docnos: pd.Series[Any]) -> pd.DataFrame:
        """Return what the rule permits of pages, each once."""
        known = frame(self.index._inner.texts(docnos.drop_duplicates().tolist(), given(**self.settings)))
        return known.astype({"docno": object})

    def _check_docnos(self, docnos: pd.Series[Any]) -> None:
        """Refuse a page that the index does not have."""
        for _ in range(2):
            unknown = set(docnos) - self._docnos
            if not unknown:
                return
            # The first call, or an index that has grown since.
            self._docnos = frozenset(self.index.docnos())
        raise UnknownPageError(f"{self.index.path}: no page has the docno '{min(unknown)}', which is to be ranked")

    def text_loader(self, fields: str | list[str] = "*", *, verbose: bool = False) -> pt.Transformer:
        """Return a transformer that adds what the rule permits of pages: ``pt.text.get_text(retriever)`` calls this.

        Parameters
        ----------
        fields : str or list of str
            Of ``url``, ``title``, ``date`` and ``text``; ``*`` stands for all.
        """
        columns = list(_results.OF_PAGE) if fields == "*" else [fields] if isinstance(fields, str) else list(fields)
        for name in columns:
            if name not in _results.OF_PAGE:
                raise SettingError(f"fields: found '{name}', expected {', '.join(_results.OF_PAGE)}")
        return _TextLoader(self, columns)


class _TextLoader(pt.Transformer):
    """Adds columns of pages to rows with docnos."""

    def __init__(self, retriever: Retriever, fields: list[str]) -> None:
        self.retriever = retriever
        self.fields = fields

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
        """Add the columns; they replace those of the same names."""
        pt.validate.columns(inp, includes=["docno"], context=self)
        docnos = pd.Series(_results.texts(inp, "docno"), dtype=object)
        self.retriever._check_docnos(docnos)
        pages = self.retriever._pages(docnos).set_index("docno")
        return inp.assign(**{name: pages[name].reindex(docnos).to_numpy() for name in self.fields})


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
        self.path = _inputs.path("path", path)
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
