"""An index: building, opening, searching, measuring, looking into it, labelling it."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union

import pandas as pd

from . import _inputs, _labels, _tamis
from ._comparison import Comparison
from ._frames import frame
from ._settings import given
from ._sweep import Sweep
from ._tuned import Tuned
from .errors import DamageWarning, InputError

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self, Unpack

    from . import _settings
    from ._inputs import MeasureLike, QrelsLike, TopicsLike

PathLike = Union[str, "os.PathLike[str]"]


class BuildProgress(NamedTuple):
    """The progress of a build: bytes of archives read, all bytes (0 if unknown), and pages taken."""

    bytes: int
    total_bytes: int
    pages: int


@dataclass(frozen=True)
class Stats:
    """The contents of an index in numbers, and what did not reach it."""

    #: Archives read.
    archives: int
    #: Records read: pages indexed and records skipped.
    records: int
    #: Pages indexed.
    pages: int
    #: Blocks of these pages, titles included.
    blocks: int
    #: Tokens of these blocks, after analysis.
    tokens: int
    #: Records that were not indexed, by reason.
    skipped: dict[str, int]
    #: Defects of other records, by reason.
    flawed: dict[str, int]
    #: Records lost or damaged; part of the skipped and the flawed ones.
    damaged: int
    #: Whether the whole collection is in the index. If not, the same build continues it.
    finished: bool


class Index:
    """An index, opened for reading at its last commit. Made by :func:`tamis.open` and :func:`tamis.build`.

    The text of every block is indexed, boilerplate included. Each search decides which blocks it sees. Several threads may use
    one index at a time. ``with tamis.open("INDEX") as index:`` closes it at the end; after that every use raises
    :class:`tamis.ClosedError`.
    """

    def __init__(self, inner: _tamis.Index) -> None:
        self._inner = inner

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        if self.closed:
            return f"<tamis.Index {self.path!r} (closed)>"
        return f"<tamis.Index {self.path!r}: {self.stats.pages} pages, {self.stats.blocks} blocks>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the folder alone: another process opens the index again."""
        return open, (self.path,)

    def close(self) -> None:
        """Close the index. Calls that run in other threads end first."""
        self._inner.close()

    @property
    def closed(self) -> bool:
        """Whether the index was closed."""
        return self._inner.closed

    @property
    def path(self) -> str | list[str]:
        """The folder of the index, or a list of them if several are open as one."""
        paths = [os.fspath(path) for path in self._inner.paths]
        return paths[0] if len(paths) == 1 else paths

    @property
    def stats(self) -> Stats:
        """The contents of the index in numbers, and what was skipped while it was built."""
        return Stats(**self._inner.stats())

    @property
    def labels(self) -> list[str]:
        """The labels of its blocks, by name: those of the classifiers, then those that were added."""
        return self._inner.labels()

    @property
    def scores(self) -> list[str]:
        """The classifiers whose scores its blocks have."""
        return self._inner.scores()

    @property
    def tuned(self) -> dict[str, Any] | None:
        """The rule that was tuned for the pages of the index, which ``rule="tuned"`` uses; none if none was.

        ``parameters`` (dicts of ``name``, ``value`` and ``because``), ``summary``, ``pages`` (of the index when the rule was
        chosen), ``changed`` (pages that were added or deleted since) and ``program``, the version that chose it.
        """
        return self._inner.tuned()

    def losses(self) -> pd.DataFrame:
        """Return what did not reach the index, and what is wrong with what did.

        Returns
        -------
        pandas.DataFrame
            A row per line of ``losses.tsv``: ``file``, ``offset`` (bytes), ``record``, ``outcome`` (``skipped`` or
            ``flawed``), ``reason``, ``bytes`` (lost; 0 if unknown), ``detail``.
        """
        return frame(self._inner.losses())

    def pages(self) -> pd.DataFrame:
        """Return the pages of the index.

        Returns
        -------
        pandas.DataFrame
            A row per page, in the order of the docnos: ``docno``, ``url``, ``title``, ``date``, ``file`` and ``blocks`` (their
            number, the title included).
        """
        return frame(self._inner.pages())

    def docnos(self) -> list[str]:
        """Return the docnos of all pages, in order."""
        return self._inner.docnos()

    def search(
        self,
        query: str,
        *,
        hits: int = 10,
        details: bool = False,
        **settings: Unpack[_settings.Search],
    ) -> pd.DataFrame:
        """Search for words.

        Parameters
        ----------
        query : str
            The words.
        hits : int
            The most results.
        details : bool
            Return also where each page is, and its blocks with words of the query.
        **settings
            ``threads``, and what the program's flags of these names ask for (``tamis help search`` explains each):

            - ``min_words``, ``max_words``, ``max_repeats``: whole number
            - ``min_density``, ``min_link_density``, ``max_link_density``, ``max_site_share``: number
            - ``label``: texts
            - ``kind``: text
            - ``where``, ``weight``: texts
            - ``title``, ``weight_by``, ``rule``: text
            - ``sieve``: flag
            - ``model``, ``feedback``: text
            - ``k1``, ``b``, ``mu``, ``lambda_``, ``c``, ``original_query_weight``: number
            - ``fb_terms``, ``fb_docs``: whole number
            - ``docnos``, ``not_docnos``, ``page_language``, ``url_prefix``: texts
            - ``from_date``, ``to_date``, ``published_from``, ``published_to``: text
            - ``collapse_url``: flag or text
            - ``query_syntax``: flag

            ``where`` is a rule about blocks such as ``"words >= 11"``, ``kind`` is ``"title"`` or ``"text"``, ``title`` is
            ``"keep"``, ``"drop"`` or ``"block"``, ``feedback`` is ``"rm3"`` or ``"rm1-mixture"``. ``collapse_url`` is true
            for the newest capture of each URL, or a date for the nearest one. ``query_syntax`` reads ``"phrases"``,
            ``+required`` and ``-excluded`` words as conditions. Texts are one or several.

        Returns
        -------
        pandas.DataFrame
            At most `hits` rows, best first: ``rank`` (from 1), ``score``, ``docno``, ``url``, ``title``, ``date`` and
            ``snippet``, the block with most words of the query. With ``from_date`` or ``to_date`` also ``revisited``, before
            ``snippet``: the date of a revisit, for a page that passes because of it alone, else empty. If the index was
            built with ``metadata``, also ``metadata.author``, ``metadata.published`` and so on, before it. With `details` also
            ``archive``, the ``offset`` of the record in it, and ``blocks``, the best first: dicts of ``number``, ``text`` and
            ``weight`` (none unless weights do more than select blocks).
        """
        return frame(self._inner.search(_inputs.text("query", query), given(hits=hits, **settings), _inputs.flag("details", details)))

    def explain(self, query: str, docno: str | None = None, **settings: Unpack[_settings.Search]) -> dict[str, Any]:
        """Explain a query, and the score of a page, as ``tamis search --explain --json`` does.

        Parameters
        ----------
        query : str
            The words.
        docno : str, optional
            The page.
        **settings
            As of :meth:`search`.

        Returns
        -------
        dict
            ``text``, ``model``, ``rule``; of what the rule permits ``pages`` and ``tokens``; ``required`` and ``excluded``
            terms; and ``terms``, the expanded ones included: dicts of ``term``, ``query_weight``, ``df`` and ``cf``. With
            `docno` each term also has ``tf``, ``blocks`` (lists of a block's number, occurrences, and the weight of each
            where blocks have weights), ``not_permitted`` and ``weight``, and the page has ``docno``, ``length``, ``sum``,
            ``steps`` and ``score``, or ``why`` it has none. The book's page of JSON says what each means.

        Raises
        ------
        UnknownPageError
            No page has this docno, or a filter of pages excludes it.
        """
        page = None if docno is None else _inputs.text("docno", docno)
        return self._inner.explain(_inputs.text("query", query), page, given(**settings))

    def search_topics(
        self,
        topics: TopicsLike,
        *,
        hits: int = 1000,
        remove_query: bool = False,
        fields: str = "title",
        **settings: Unpack[_settings.Search],
    ) -> pd.DataFrame:
        """Search for every topic.

        Parameters
        ----------
        topics
            A path, a frame (``query_id`` or ``qid``; ``text``, ``query`` or ``title``), ``{qid: query}``, a dataset of
            ir_datasets, or rows.
        hits : int
            The most results per topic.
        remove_query : bool
            Whether the page whose docno is the topic's id is left out of its results; another one takes its place.
        fields : str
            The fields of topics that make up the queries: ``title``, ``desc``, ``narr``, or several with ``+`` between.
        **settings
            As of :meth:`search`.

        Returns
        -------
        pandas.DataFrame
            A run: ``qid``, ``docno``, ``rank`` (from 1) and ``score``, topics in their order, best pages first.
        """
        return frame(self._inner.search_topics(_inputs.topics(topics, fields), given(hits=hits, remove_query=remove_query, **settings)))

    def write_run(
        self,
        topics: TopicsLike,
        path: PathLike,
        *,
        hits: int = 1000,
        remove_query: bool = False,
        fields: str = "title",
        tag: str = "tamis",
        **settings: Unpack[_settings.Search],
    ) -> None:
        """Search for every topic as :meth:`search_topics` does, and write the run as TREC's lines.

        Parameters
        ----------
        path : str or os.PathLike
            The file.
        tag : str
            The run's name, a word without white space.
        """
        options = given(hits=hits, remove_query=remove_query, tag=tag, **settings)
        self._inner.write_run(_inputs.topics(topics, fields), _inputs.path("path", path), options)

    def sweep(
        self,
        topics: TopicsLike,
        qrels: QrelsLike,
        *,
        measures: MeasureLike | Iterable[MeasureLike] | None = None,
        folds: int | None = None,
        fields: str = "title",
        min_score: Mapping[str, Iterable[float]] | None = None,
        weights: Mapping[str, Iterable[float]] | None = None,
        **settings: Unpack[_settings.Sweep],
    ) -> Sweep:
        """Measure every value of some thresholds, in one pass over the index.

        Parameters
        ----------
        topics, qrels
            Paths, frames in the columns of ir_datasets or PyTerrier, dicts, datasets of ir_datasets, or rows.
        measures
            Names of trec_eval or ir_measures, or objects of ir_measures. The first one chooses the best point. Default:
            ``P_10`` and ``ndcg_cut_10``.
        folds : int, optional
            Cross-validate the choice of the best point over this many folds of topics.
        fields : str
            The fields of topics that make up the queries.
        min_score : dict, optional
            Minimum scores by classifier: ``{"victor": [0.1, 0.3]}``.
        weights : dict, optional
            Weights by the name of a rule: ``weight="title=kind = title: 3", weights={"title": [1, 2, 3]}``.
        **settings
            As of :meth:`search`, without ``query_syntax``. A threshold or a parameter of the ranking with several values is an
            axis: ``min_words=range(1, 101)``, ``k1=[0.6, 1.2]``, ``model=["bm25", "dph"]``, ``feedback=["none", "rm3"]``.
            ``labels`` is an axis of labels. ``separately=True`` takes each axis of blocks alone instead of their product.
            Also bounds that only a sweep has, such as ``min_repeats`` (the book's page of Python has a table of all),
            ``level``, ``hits``, ``permutations`` and ``seed``. ``margin`` is that of the tests of equivalence: per cent of the
            unfiltered mean as text (``"5%"``, the default), or a difference (``0.02``).

        Returns
        -------
        Sweep
        """
        names = _inputs.measures(measures, ["P_10", "ndcg_cut_10"])
        options = given(measures=names, folds=folds, **settings, **_inputs.axes(min_score, weights))
        return Sweep(self._inner.sweep(_inputs.topics(topics, fields), _inputs.qrels(qrels), options), names)

    def compare(
        self,
        topics: TopicsLike,
        qrels: QrelsLike,
        *,
        measures: MeasureLike | Iterable[MeasureLike] | None = None,
        labels: str | Sequence[str] | None = None,
        folds: int | None = None,
        fields: str = "title",
        **settings: Unpack[_settings.Comparison],
    ) -> Comparison:
        """Compare labels with the unfiltered text, the best thresholds, the sieve and the tuned rule.

        Parameters
        ----------
        topics, qrels, measures, fields
            As of :meth:`sweep`. The default measures are those of ``tamis compare``.
        labels : str or sequence of str, optional
            The labels. Default: all of the index.
        folds : int, optional
            Cross-validate the choice of each threshold over this many folds of topics.
        **settings
            As of :meth:`search`, without thresholds, ``label``, ``kind`` and ``query_syntax``; also ``level``, ``hits``,
            ``margin`` and ``seed``.

        Returns
        -------
        Comparison
        """
        names = _inputs.measures(measures, [])
        if labels is not None and not _inputs.each(labels):
            raise InputError("labels: found none, expected one or more; leave it out for all of the index")
        options = given(measures=names or None, labels=labels, folds=folds, **settings)
        return Comparison(self._inner.compare(_inputs.topics(topics, fields), _inputs.qrels(qrels), options), names)

    def tune(
        self,
        topics: TopicsLike | None = None,
        qrels: QrelsLike | None = None,
        *,
        measure: MeasureLike = "nDCG@10",
        pseudo_topics: int = 1000,
        seed: int = 1,
        prior: Literal["sieve", "none"] = "sieve",
        store: bool = True,
        fields: str = "title",
        threads: int | None = None,
    ) -> Tuned:
        """Find the weights of blocks that fit the pages, and store them in the index for ``rule="tuned"``.

        The titles of pages are queries whose page is known, so nobody needs to judge anything.

        Parameters
        ----------
        topics, qrels, fields
            As of :meth:`sweep`: also tune on these topics. A few are enough: what the titles say counts besides.
        measure : str
            The measure of these topics, with a cut-off of at most 100.
        pseudo_topics : int
            The most queries that are made of titles.
        seed : int
            The random seed of these queries, the folds and the resamples.
        prior : str
            What the rule stays near to where the difference is small: ``sieve`` or ``none``.
        store : bool
            Store the rule, in the place of the one before. Of several indexes, each gets it.
        threads : int, optional
            The threads. Default: one per core.

        Returns
        -------
        Tuned
        """
        if (topics is None) != (qrels is None):
            raise InputError("tune: found topics or qrels, expected both or none of them")
        judged = None
        if topics is not None and qrels is not None:
            judged = (_inputs.topics(topics, fields), _inputs.qrels(qrels))
        name = str(measure)
        options = given(measure=name, pseudo_topics=pseudo_topics, seed=seed, prior=prior, threads=threads)
        return Tuned(self._inner.tune(judged, options, _inputs.flag("store", store)))

    def forget_tuned(self) -> None:
        """Remove the tuned rule from the index. Does nothing without one."""
        self._inner.forget_tuned()

    def blocks(self, docno: str) -> pd.DataFrame:
        """Return the blocks of a page.

        Parameters
        ----------
        docno : str
            The page: a docno, the id of a record, or a URL with one capture.

        Returns
        -------
        pandas.DataFrame
            A row per block, the title first: ``block`` (its number), ``kind`` (``title`` or ``text``), ``words``,
            ``anchor_words``, ``text_density`` (words per full line of 80 characters), ``link_density`` (share of words in
            links, 0 to 1), ``tag_level``, ``tokens``, ``repeats`` (pages with a block of the same tokens,
            captures of a URL once), ``site_repeats``, ``site_share`` (0 to 1), ``score.NAME`` (0 to 1), ``label.NAME`` (bool), ``text``.

        Raises
        ------
        UnknownPageError
            No page has this docno.
        """
        return frame(self._inner.blocks(_inputs.text("docno", docno)))

    def captures(self, page: str) -> pd.DataFrame:
        """Return the captures of a URL, the oldest first.

        Parameters
        ----------
        page : str
            The URL, with and without scheme, ``www.``, final slash and fragment; or a page of it.

        Returns
        -------
        pandas.DataFrame
            A row per capture: ``docno`` (of a revisit, the page that it refers to; none if that is not in the index), ``url``,
            ``date``, ``file``, ``offset`` (bytes) and ``revisit`` (bool).

        Raises
        ------
        UnknownPageError
            No page has this URL.
        """
        return frame(self._inner.captures(_inputs.text("page", page)))

    def html(self, docno: str) -> str:
        """Return the source of a page, decoded. The index must have been built with ``store="all"``.

        Raises
        ------
        UnknownPageError
            No page has this docno.
        """
        return self._inner.html(_inputs.text("docno", docno))

    def align(self, docno: str, text: str) -> list[bool]:
        """Return for each block of a page, the title first, whether a text has at least half of its words.

        It turns the output of any remover into labels. The title counts as not in the text: rules never see it as a block.
        """
        return self._inner.align(_inputs.text("docno", docno), _inputs.text("text", text))

    def add_labels(
        self,
        name: str,
        labels: Mapping[str, Sequence[bool]] | pd.DataFrame | Callable[[Any], Any],
        *,
        of: str = "blocks",
        replace: bool = False,
        progress: bool = False,
    ) -> int:
        """Add a label to the finished index, from any remover. Searches then know it: ``label="NAME"``.

        Parameters
        ----------
        name : str
            The name of the label.
        labels : dict, pandas.DataFrame or callable
            ``{docno: [bool, ...]}`` with a value per block of the page, the title first, as :meth:`blocks` lists them; a frame
            with the columns ``docno``, ``block`` and ``label``; or a function that is called for every page.
        of : {"blocks", "html"}
            What a function is called with: the frame of :meth:`blocks`, to return a value per block; or the page's source, to
            return the text that it keeps, which is aligned with the blocks (needs ``store="all"``).
        replace : bool
            Replace an added label of the same name.
        progress : bool
            Show a progress bar while a function labels the pages.

        Returns
        -------
        int
            The number of blocks that are content.
        """
        by_page = _labels.by_page(self, labels, of, progress)
        return self._inner.add_labels(_inputs.text("name", name), by_page, _inputs.flag("replace", replace))

    def remove_labels(self, names: str | Sequence[str]) -> None:
        """Remove labels that were added."""
        several = [_inputs.text("names", name) for name in _inputs.each(names)]
        if not several:
            raise InputError("names: found none, expected one or more labels")
        self._inner.remove_labels(several)


def open(path: PathLike | Sequence[PathLike]) -> Index:
    """Open the index in a folder.

    Parameters
    ----------
    path : str, os.PathLike, or a sequence of them
        The folder of an index.

    Returns
    -------
    Index

    Raises
    ------
    MissingIndexError, IndexFileError
        There is no index, or it is damaged.

    Warns
    -----
    IncompleteWarning
        An index is not finished, lacks a label on some pages, or is one of several shards of which others are missing.
    """
    return Index(_tamis.Index.open(_inputs.paths("path", path)))


def build(
    collection: PathLike | Sequence[PathLike],
    out: PathLike,
    *,
    progress: bool | Callable[[BuildProgress], object] = False,
    **settings: Unpack[_settings.Build],
) -> Index:
    """Build an index from a collection, or continue it.

    Ctrl-C stops it soon; what was committed stays, and the same call continues it.

    Parameters
    ----------
    collection : str, os.PathLike, or a sequence of them
        Files, folders or globs: WARC, ARC, WACZ, TREC web, BLOGS06, JSONL or HTML, plain or compressed.
    out : str or os.PathLike
        The folder of the index: new, empty, or an index with the same settings.
    progress : bool or callable
        Show a progress bar of bytes (tqdm), or call a function with a :class:`BuildProgress`.
    **settings
        ``classifiers`` (names, ``"default"``, ``"all"``), ``scores``, ``analyzer``, ``cut`` (``"boilerpipe"``, ``"atomic"``),
        ``store`` (``"all"``, ``"structure"``, ``"text"``, ``"none"``), ``dedup`` (``"off"``, ``"exact"``, ``"near"``),
        ``language``, ``detect_language``, ``metadata`` (keep what pages say of themselves), ``encoding``, ``status``,
        ``include_feeds``, ``include_homepages``, limits (``max_depth``, ``max_blocks``, ``max_ms``, ``max_record``, ``max_inflated``; 0 for none), ``commit_every`` (bytes, at most 2**30),
        ``threads``, ``max_damaged`` (fail above this many damaged records), ``replace``.

    Returns
    -------
    Index

    Warns
    -----
    DamageWarning
        Records are damaged or lost: ``index.losses()`` lists them.
    IncompleteWarning
        Pages that were added lack a label that was added before.
    """
    paths = _inputs.paths("collection", collection)
    with _Bar(progress) as bar:
        index = Index(_tamis.build(paths, _inputs.path("out", out), given(**settings), bar.call))
    _warn_of_damage(index)
    return index


def _warn_of_damage(index: Index) -> None:
    """Warn of damaged records: the program's exit status 3."""
    stats = index.stats
    if stats.damaged:
        reasons = {**stats.skipped, **stats.flawed}
        named = ", ".join(f"{reason} {count}" for reason, count in reasons.items())
        message = f"{index.path}: {stats.damaged} records are damaged or lost (skipped or flawed: {named}); index.losses() lists them"
        warnings.warn(DamageWarning(message), stacklevel=3)


class _Bar:
    """A progress bar, or the caller's function in its place."""

    def __init__(self, progress: bool | Callable[[BuildProgress], object]) -> None:
        self._bar: Any = None
        self.call: Callable[[int, int, int], object] | None = None
        if callable(progress):
            function = progress
            self.call = lambda bytes, total, pages: function(BuildProgress(bytes, total, pages))
        elif progress:
            from tqdm.auto import tqdm

            self._bar = tqdm(unit="B", unit_scale=True, unit_divisor=1024)
            self.call = self._update

    def _update(self, bytes: int, total: int, pages: int) -> None:
        self._bar.total = total or None
        self._bar.set_postfix(pages=pages, refresh=False)
        self._bar.update(bytes - self._bar.n)

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()
