"""One search or sweep over shards on several machines, with the scores of one index of all their pages.

A :class:`Job` gives out a task (bytes), every shard answers it (bytes), and the answers give the next task: two rounds, or four
with feedback; one more for ``collapse_url``, and one for details of pages. A cluster has to do no more than hand a value to every shard and collect what comes back; :mod:`tamis.spark` does
it with Spark::

    job = tamis.steps.search({"1": "march of the penguins"}, shards=2, where="words >= 11")
    while (task := job.task()) is not None:
        job.take([tamis.steps.answer(path, task) for path in ["shard-1", "shard-2"]])
    job.table()
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Union

import pandas as pd
import pyarrow as pa

from . import _inputs, _tamis
from ._frames import arrow, frame
from ._inputs import MeasureLike, QrelsLike, TopicsLike
from ._settings import given
from ._sweep import Sweep

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import _settings

PathLike = Union[str, "os.PathLike[str]"]


class Job:
    """A search or a sweep over shards. Made by :func:`search` and :func:`sweep`."""

    def __init__(self, inner: _tamis.Job, names: Sequence[str] = ()) -> None:
        self._inner = inner
        self._names = names

    def task(self) -> bytes | None:
        """Return the task that every shard must answer now; None once the job is done."""
        return self._inner.task()

    def take(self, answers: Iterable[bytes]) -> None:
        """Take the answers of all shards to the task, in any order, alone or added together by :func:`add`. What the job notices is a
        :class:`tamis.NoticeWarning`, as of one index.
        """
        self._inner.take([_inputs.packed("answers", answer) for answer in _inputs.each(answers)])

    def table(self) -> pd.DataFrame:
        """Return the run of a search: ``qid``, ``docno``, ``rank`` (from 1) and ``score``; with details also ``url``, ``title``,
        ``date``, ``snippet``, ``archive``, ``offset`` and ``blocks``, as of :meth:`tamis.Index.search`.
        """
        return frame(self._inner.table())

    def arrow(self) -> pa.Table:
        """Return :meth:`table` as a table of Arrow."""
        return arrow(self._inner.table())

    def run(self, tag: str = "tamis") -> bytes:
        """Return the run of a search as TREC's lines."""
        return self._inner.run(_inputs.text("tag", tag))

    def sweep(self) -> Sweep:
        """Return the results of a sweep."""
        return Sweep(self._inner.swept(), self._names)


def search(
    topics: TopicsLike,
    shards: int,
    *,
    hits: int = 1000,
    fields: str = "title",
    details: bool = False,
    **settings: Unpack[_settings.Search],
) -> Job:
    """Start a search for topics over `shards` shards.

    Parameters
    ----------
    topics, hits, fields
        As of :meth:`tamis.Index.search_topics`.
    shards : int
        The number of shards.
    details : bool
        Whether the table shows the pages too. A last round reads them.
    **settings
        As of :meth:`tamis.Index.search`. ``threads`` has no effect.
    """
    options = given(hits=hits, **settings)
    count, shows_pages = _inputs.whole("shards", shards), _inputs.flag("details", details)
    return Job(_tamis.Job.search(_inputs.topics(topics, fields), options, count, shows_pages))


def sweep(
    topics: TopicsLike,
    qrels: QrelsLike,
    shards: int,
    *,
    measures: MeasureLike | Iterable[MeasureLike] | None = None,
    folds: int | None = None,
    fields: str = "title",
    min_score: Mapping[str, Iterable[float]] | None = None,
    weights: Mapping[str, Iterable[float]] | None = None,
    **settings: Unpack[_settings.Sweep],
) -> Job:
    """Start a sweep over `shards` shards.

    Parameters
    ----------
    topics, qrels, measures, folds, fields, min_score, weights
        As of :meth:`tamis.Index.sweep`.
    shards : int
        The number of shards.
    **settings
        As of :meth:`tamis.Index.sweep`. ``threads`` has no effect.
    """
    names = _inputs.measures(measures, ["P_10", "ndcg_cut_10"])
    options = given(measures=_tamis.measure_names(names), folds=folds, **settings, **_inputs.axes(min_score, weights))
    count = _inputs.whole("shards", shards)
    return Job(_tamis.Job.sweep(_inputs.topics(topics, fields), _inputs.qrels(qrels), options, count), names)


def answer(path: PathLike, task: bytes, counts: PathLike | None = None) -> bytes:
    """Answer a task with the index in a folder.

    Parameters
    ----------
    path : str or os.PathLike
        The index of the shard.
    task : bytes
        What :meth:`Job.task` returned.
    counts : str or os.PathLike, optional
        The folder with the counts of how often blocks repeat over all shards, for rules that ask for them.

    Returns
    -------
    bytes
        What :meth:`Job.take` takes.
    """
    folder = None if counts is None else _inputs.path("counts", counts)
    return _tamis.Shard(_inputs.path("path", path), folder).answer(_inputs.packed("task", task))


def add(one: bytes, other: bytes) -> bytes:
    """Add two answers to one task, so that a cluster can add answers as a tree."""
    return _tamis.add_answers(_inputs.packed("one", one), _inputs.packed("other", other))
