"""Evaluations and comparisons of runs, with trec_eval's numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pandas as pd

from . import _inputs, _tamis
from ._frames import frame
from ._settings import given
from .errors import InputError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._inputs import MeasureLike, QrelsLike
    from ._settings import Evaluation


def evaluate(
    qrels: QrelsLike,
    runs: Any,
    measures: MeasureLike | Iterable[MeasureLike] | None = None,
    *,
    per_topic: bool = False,
    **settings: Unpack[Evaluation],
) -> pd.DataFrame:
    """Score runs against qrels, with trec_eval's numbers.

    Parameters
    ----------
    qrels
        A path, a frame (``query_id`` or ``qid``, ``doc_id`` or ``docno``, ``relevance`` or ``label``),
        ``{qid: {docno: grade}}``, a dataset of ir_datasets, or rows.
    runs
        A run, a list of them, or a dict of them by name. A run is a path, a frame (``score``, or ``rank`` alone),
        ``{qid: {docno: score}}``, or rows.
    measures
        Names of trec_eval or ir_measures, or objects of ir_measures. Default: trec_eval's official measures.
    per_topic : bool
        Return a row per topic, instead of one for all of them.
    **settings
        ``complete`` (count topics without results as 0, trec_eval's -c), ``level`` (the lowest relevant grade, -l), ``depth``
        (-M), ``judged_only`` (-J), ``collection`` (number of documents, -N), ``remove_query`` (leave out the document that
        is the topic's id, BEIR's ``ignore_identical_ids``).

    Returns
    -------
    pandas.DataFrame
        A row per run: its name as ``run``, with `per_topic` also ``qid``, and a column per measure.
    """
    names = _inputs.measures(measures, ["official"])
    found = frame(_tamis.evaluate(_inputs.qrels(qrels), _inputs.runs(runs), names, _inputs.flag("per_topic", per_topic), given(**settings)))
    keys = ["run", "qid"] if per_topic else ["run"]
    order = list(dict.fromkeys(found["measure"]))
    wide = found.set_index([*keys, "measure"])["value"].unstack("measure")[order]
    rows = found[keys].drop_duplicates()
    wide = wide.loc[list(rows.itertuples(index=False, name=None)) if per_topic else rows["run"].tolist()]
    wide.columns.name = None
    return wide.reset_index().rename(columns=_inputs.columns_of(names))


def compare(
    qrels: QrelsLike,
    runs: Any,
    measures: MeasureLike | Iterable[MeasureLike] | None = None,
    *,
    baseline: str | None = None,
    test: str = "t",
    correction: str = "holm",
    margin: str | float = "5%",
    seed: int | None = None,
    **settings: Unpack[Evaluation],
) -> pd.DataFrame:
    """Compare runs with a baseline, on the same topics.

    Parameters
    ----------
    qrels, runs, measures
        As of :func:`evaluate`; two runs or more. The default measures are those of ``tamis eval`` for several runs.
    baseline : str, optional
        The name of the run to compare with. Default: the first.
    test : str
        ``t``, ``wilcoxon``, ``wilcoxon-pratt``, ``randomization`` or ``mann-whitney``.
    correction : str
        The correction of p-values over the runs of a measure: ``holm``, ``bonferroni``, ``none`` or another that ``tamis eval``
        has.
    margin : str or float
        The margin of equivalence: per cent of the baseline's mean as text, or a difference.
    seed : int, optional
        The random seed of the bootstrap and of a test that samples.
    **settings
        As of :func:`evaluate`.

    Returns
    -------
    pandas.DataFrame
        A row per run and measure, the baseline first: ``run``, ``measure``, ``value``, ``difference``, ``statistic``, ``p``,
        ``corrected``, ``bootstrap_low`` and ``bootstrap_high`` (95 % interval of the mean difference, BCa), ``student_low`` and
        ``student_high``, ``d_z``, ``noninferior`` and ``equivalent`` (p-values of the tests of equivalence, corrected),
        ``power`` and ``topics_needed`` (for a power of 0.8), ``win``, ``tie``, ``loss`` (topics).
    """
    named = _inputs.runs(runs)
    if len(named) < 2:
        raise InputError(f"runs: found {len(named)}, expected two or more")
    if baseline is not None:
        if baseline not in (name for name, _ in named):
            raise InputError(f"baseline: found {baseline!r}, expected one of {', '.join(name for name, _ in named)}")
        named.sort(key=lambda one: one[0] != baseline)
    names = _inputs.measures(measures, ["map", "P_10", "ndcg_cut_10", "recip_rank"])
    options = given(test=test, correction=correction, margin=margin, seed=seed, **settings)
    found = frame(_tamis.compare_runs(_inputs.qrels(qrels), named, names, options))
    return found.assign(measure=found["measure"].replace(_inputs.columns_of(names)))
