"""The results of a sweep as frames and figures."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union

import pandas as pd

from . import _inputs, _tamis
from ._frames import frame
from .errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PathLike = Union[str, "os.PathLike[str]"]


class Sweep:
    """The measures of every point of a sweep, and of the unfiltered text. Made by :meth:`tamis.Index.sweep`.

    Measures are called as the caller called them: ``sweep.means["P@10"]``. A request for several (``P``) has trec_eval's names.
    """

    def __init__(self, inner: _tamis.Sweep, names: Sequence[str]) -> None:
        self._inner = inner
        self._facts = inner.facts()
        self._names = _inputs.columns_of(names)

    def __repr__(self) -> str:
        return self._inner.table()

    def _repr_html_(self) -> Any:
        return self.means._repr_html_()

    def _named(self, found: pd.DataFrame) -> pd.DataFrame:
        return found.rename(columns=_inputs.named(self._names, ("", "p_", *_inputs.EQUIVALENCE)))

    @property
    def measures(self) -> list[str]:
        """The measures, as the columns of the frames call them."""
        return [self._names.get(written, written) for written in self._facts["measures"]]

    @property
    def axes(self) -> list[str]:
        """The parameters with several values."""
        return list(self._facts["axes"])

    @property
    def topics(self) -> list[str]:
        """The ids of the topics that were measured."""
        return list(self._facts["topics"])

    @property
    def unjudged(self) -> list[str]:
        """The ids of the topics that were left out because the qrels do not judge them."""
        return list(self._facts["unjudged"])

    @property
    def means(self) -> pd.DataFrame:
        """A row per point: its parameters, the mean of each measure, ``p_MEASURE`` (two-sided p of the paired t-test against
        the unfiltered text; missing if no topic differs), ``judged_10`` (share of judged pages among the first ten),
        ``pages`` and ``tokens`` with permitted text, ``kept`` (share of the text that is searched), ``empty_topics``. The
        tests of equivalence with the unfiltered text: ``noninferior_MEASURE`` and ``equivalent_MEASURE`` (their p-values),
        ``power_MEASURE``, and ``topics_needed_MEASURE`` for a power of 0.8.
        """
        return self._named(frame(self._inner.means()))

    @property
    def per_topic(self) -> pd.DataFrame:
        """A row per point, measure and topic: ``point`` (its row in :attr:`means`; missing for the unfiltered text), its
        parameters, ``qid``, ``measure`` and ``value``.
        """
        found = frame(self._inner.per_topic())
        return found.assign(measure=found["measure"].replace(self._names))

    @property
    def folds(self) -> pd.DataFrame:
        """A row per measure and fold: the ``point`` that is best on the other folds, with its parameters; its mean on those
        (``learned``) and on this fold (``held_out``), and the mean of the unfiltered text (``unfiltered``). Empty without
        ``folds=``.
        """
        found = frame(self._inner.folds())
        return found.assign(measure=found["measure"].replace(self._names))

    @property
    def baseline(self) -> pd.Series[Any]:
        """The unfiltered text: its means, and the other columns of :attr:`means`."""
        return self._named(frame(self._inner.baseline())).astype(object).iloc[0].rename("unfiltered")

    @property
    def best(self) -> pd.Series[Any]:
        """The row of :attr:`means` with the highest mean of the first measure; the first of equals."""
        return self.best_by(self.measures[0])

    def best_by(self, measure: Any) -> pd.Series[Any]:
        """Return the row of :attr:`means` with the highest mean of a measure; the first of equals."""
        return self.means.astype(object).iloc[self._of("best", measure)]

    def enough(self, measure: Any = None) -> pd.Series[Any] | None:
        """Return the row of :attr:`means` with the smallest share of the text that is enough by a measure (default: the first).

        It is not lower than the unfiltered text by the margin, with 95 % confidence. None if that is not shown of less than
        all text.
        """
        return self._row(self._of("enough", measure))

    def equivalent(self, measure: Any = None) -> pd.Series[Any] | None:
        """Return the row of :attr:`means` with the smallest share of the text that is equivalent to all by a measure.

        It is neither lower nor higher than the unfiltered text by the margin, with 95 % confidence. None if that is not shown
        of less than all text.
        """
        return self._row(self._of("equivalent", measure))

    def _row(self, number: int | None) -> pd.Series[Any] | None:
        return None if number is None else self.means.astype(object).iloc[number]

    def held_out(self, measure: Any = None) -> float | None:
        """Return the cross-validated mean of a measure (default: the first); None without ``folds=``."""
        found: float | None = self._of("held_out", measure)
        return found

    def _of(self, fact: str, measure: Any) -> Any:
        """Return what is known by a measure, by default the first."""
        return self._facts[fact][self._position(measure)]

    def _position(self, measure: Any) -> int:
        known: list[str] = self._facts["measures"]
        written = known[:1] if measure is None else _tamis.measure_names([str(measure)])
        if len(written) != 1 or written[0] not in known:
            raise InputError(f"measure: found {str(measure)!r}, expected one of {', '.join(self.measures)}")
        return known.index(written[0])

    def table(self) -> str:
        """Return the table that the program prints."""
        return self._inner.table()

    def json(self) -> str:
        """Return the whole sweep as one line of JSON, as ``tamis sweep --json`` prints it."""
        return self._inner.json()

    def write(self, folder: PathLike) -> list[str]:
        """Write ``sweep.tsv``, ``per_topic.tsv``, ``sweep.json``, ``report.html`` and figures into a folder.

        Creates the folder, removes what another experiment wrote there, and replaces no other file.

        Returns
        -------
        list of str
            The paths of the files.
        """
        return [os.fspath(path) for path in self._inner.write(_inputs.path("folder", folder))]

    def plot(self, measure: Any = None, *, x: str | None = None, ax: Axes | None = None) -> Axes:
        """Draw the mean of a measure over an axis, with the unfiltered text as a dashed line.

        Parameters
        ----------
        measure
            The measure. Default: the first.
        x : str, optional
            The axis, or another column of :attr:`means` such as ``kept``. Default: the axis with most values.
        ax : matplotlib.axes.Axes, optional
            Where to draw. Default: a new figure.

        Returns
        -------
        matplotlib.axes.Axes
        """
        from ._plot import plot

        name = self.measures[self._position(measure)]
        return plot(self, name, x, ax)
