"""One search or sweep over shards on several machines, with the scores of one index of all their pages.

A :class:`Job` gives out a task (bytes), every shard answers it (bytes), and the answers give the next task: two rounds, or four
with feedback. A cluster has to do no more than hand a value to every shard and collect what comes back; :mod:`tamis.spark` does
it with Spark::

    job = tamis.steps.search({"1": "march of the penguins"}, shards=2, where="words >= 11")
    while (task := job.task()) is not None:
        job.take([tamis.steps.answer(path, task) for path in ["shard-1", "shard-2"]])
    job.table()
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

import pandas as pd

from . import _inputs, _tamis
from ._frames import frame
from ._inputs import MeasureLike, QrelsLike, TopicsLike
from ._sweep import Sweep
from .errors import InputError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import _settings

PathLike = Union[str, "os.PathLike[str]"]

_THRESHOLDS = (
    "min_words",
    "max_words",
    "min_density",
    "min_link_density",
    "max_link_density",
    "max_repeats",
    "max_site_share",
)
_PARAMETERS = {"k1": "k1", "b": "b", "mu": "mu", "lambda_": "lambda", "c": "c"}
_TEXTS = ("where", "label", "weight")
_PLAIN = ("title", "weight_by", "sieve", "model")
_FEEDBACK = ("fb_terms", "fb_docs", "original_query_weight")
_SEED = 1


class Job:
    """A search or a sweep over shards. Made by :func:`search` and :func:`sweep`."""

    def __init__(self, inner: _tamis.Job, names: Sequence[str] = ()) -> None:
        self._inner = inner
        self._names = names

    def task(self) -> bytes | None:
        """Return the task that every shard must answer now; None once the job is done."""
        return self._inner.task()

    def take(self, answers: Iterable[bytes]) -> None:
        """Take the answers of all shards to the task, in any order, alone or added together by :func:`add`."""
        self._inner.take(list(answers))

    def table(self) -> pd.DataFrame:
        """Return the run of a search: ``qid``, ``docno``, ``rank`` (from 1) and ``score``."""
        return frame(self._inner.table())

    def run(self, tag: str = "tamis") -> bytes:
        """Return the run of a search as TREC's lines."""
        return self._inner.run(tag)

    def sweep(self) -> Sweep:
        """Return the results of a sweep."""
        return Sweep(self._inner.swept(), self._names)


def search(
    topics: TopicsLike,
    shards: int,
    *,
    hits: int = 1000,
    fields: str = "title",
    **settings: Unpack[_settings.Search],
) -> Job:
    """Start a search for topics over `shards` shards.

    Parameters
    ----------
    topics, hits, fields
        As of :meth:`tamis.Index.search_topics`.
    shards : int
        The number of shards.
    **settings
        As of :meth:`tamis.Index.search`, without filters of pages and ``query_syntax``.
    """
    asked = {**_asked(settings), "hits": hits}
    return Job(_tamis.Job.search(_inputs.topics(topics, fields), json.dumps(asked), shards))


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
        As of :meth:`tamis.Index.sweep`, without filters of pages.
    """
    names = _inputs.measures(measures, ["P_10", "ndcg_cut_10"])
    rest: dict[str, Any] = dict(settings)
    level, hits = rest.pop("level", 1), rest.pop("hits", None)
    seed, permutations = rest.pop("seed", _SEED), rest.pop("permutations", 10_000)
    asked = _asked(rest)
    asked["thresholds"] += [(f"min_score.{name}", _several(name, of)) for name, of in _inputs.by_name("min_score", min_score).items()]
    asked["weights"] = [(name, _several(name, of)) for name, of in _inputs.by_name("weights", weights).items()]
    inner = _tamis.Job.sweep(
        _inputs.topics(topics, fields),
        _inputs.qrels(qrels),
        json.dumps(asked),
        shards,
        _tamis.measure_names(names),
        level,
        hits,
        folds,
        seed,
        permutations,
    )
    return Job(inner, names)


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
    return _tamis.Shard(os.fspath(path), None if counts is None else os.fspath(counts)).answer(task)


def add(one: bytes, other: bytes) -> bytes:
    """Add two answers to one task, so that a cluster can add answers as a tree."""
    return _tamis.add_answers(one, other)


def _asked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings as a job takes them."""
    asked: dict[str, Any] = {"thresholds": [], "parameters": {}}
    feedback = {name: settings[name] for name in _FEEDBACK if settings.get(name) is not None}
    for name, value in settings.items():
        if value is None or name in _FEEDBACK:
            continue
        if name in _THRESHOLDS:
            asked["thresholds"].append((name, _several(name, value)))
        elif name in _PARAMETERS:
            asked["parameters"][_PARAMETERS[name]] = _number(name, value)
        elif name in _TEXTS:
            asked[name] = [value] if isinstance(value, str) else list(value)
        elif name == "labels":
            asked[name] = [value] if isinstance(value, str) else list(value)
        elif name in _PLAIN or name == "separately":
            asked[name] = value
        elif name == "feedback":
            asked[name] = _feedback(value, feedback)
        elif name != "threads":
            known = ", ".join([*_TEXTS, *_PLAIN, *_THRESHOLDS, *_PARAMETERS, "feedback"])
            raise InputError(f"found the setting '{name}', expected for a job over shards one of {known}")
    if feedback and not settings.get("feedback"):
        raise InputError(f"{next(iter(feedback))}: needs feedback='rm3'")
    return asked


def _feedback(method: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    if method not in ("rm3", "rm1-mixture"):
        raise InputError(f"feedback: found {method!r}, expected rm3 or rm1-mixture")
    return {
        "method": method,
        "terms": given.get("fb_terms", 10),
        "documents": given.get("fb_docs", 10),
        "original_weight": given.get("original_query_weight", 0.5),
    }


def _several(name: str, given: Any) -> list[float]:
    if isinstance(given, Iterable) and not isinstance(given, (str, bytes)):
        return [_number(name, one) for one in given]
    return [_number(name, given)]


def _number(name: str, given: Any) -> float:
    if isinstance(given, (bool, str, bytes)) or not hasattr(given, "__float__"):
        raise InputError(f"{name}: found {given!r}, expected a number")
    return float(given)
