"""The results of a comparison of labels."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Union

import pandas as pd

from . import _inputs, _tamis
from ._frames import frame

PathLike = Union[str, "os.PathLike[str]"]


class Comparison:
    """The unfiltered text, the best threshold on each axis, the sieve, the tuned rule and every label, measured.

    Made by :meth:`tamis.Index.compare`.
    """

    def __init__(self, inner: _tamis.Comparison, names: Sequence[str]) -> None:
        self._inner = inner
        self._names = _inputs.columns_of(names)

    def __repr__(self) -> str:
        return self._inner.table()

    def _repr_html_(self) -> Any:
        return self.table._repr_html_()

    @property
    def measures(self) -> list[str]:
        """The measures, as the columns of :attr:`table` call them."""
        return [self._names.get(written, written) for written in self._inner.measures]

    @property
    def table(self) -> pd.DataFrame:
        """A row per view: ``name``, ``kind`` (``unfiltered``, ``threshold``, ``rule`` for the sieve and the tuned rule,
        ``label``), ``chosen_from`` (thresholds of which this row is the best on these topics; 0 for others), and for each
        measure its mean, ``p_MEASURE`` (paired t-test against the unfiltered text), ``holm_MEASURE`` (after Holm's correction
        over all rows), ``held_out_MEASURE`` (with ``folds=``) and the tests of equivalence as in :attr:`Sweep.means`, their
        p-values also as ``holm_noninferior_MEASURE`` and ``holm_equivalent_MEASURE``; then ``judged_10``, ``pages``,
        ``tokens`` and ``kept``.
        """
        corrected = ("holm_noninferior_", "holm_equivalent_")
        prefixes = ("", "p_", "holm_", "held_out_", *_inputs.EQUIVALENCE, *corrected)
        return frame(self._inner.rows()).rename(columns=_inputs.named(self._names, prefixes))

    def write(self, folder: PathLike) -> list[str]:
        """Write ``compare.tsv``, ``per_topic.tsv``, ``compare.json``, ``report.html`` and figures into a folder.

        Returns
        -------
        list of str
            The paths of the files.
        """
        return [os.fspath(path) for path in self._inner.write(_inputs.path("folder", folder))]
