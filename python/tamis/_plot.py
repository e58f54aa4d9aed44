"""The figure of a sweep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from .errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._sweep import Sweep


def plot(sweep: Sweep, measure: str, x: str | None, ax: Axes | None) -> Axes:
    """Draw the means of a measure over a column, a line for each combination of the other axes."""
    means = sweep.means
    if x is None:
        x = max(sweep.axes, key=lambda axis: means[axis].nunique())
    if x not in means.columns:
        raise InputError(f"x: found {x!r}, expected one of {', '.join(map(str, means.columns))}")
    if ax is None:
        try:
            import matplotlib.pyplot as plt
        except ImportError as error:
            raise ImportError("plot needs matplotlib: pip install 'tamis[plot]'") from error
        ax = plt.subplots()[1]
    for label, line in _lines(sweep, means.dropna(subset=[x]), x):
        marker = "o" if len(line) <= 30 else None
        ax.plot(line[x].to_numpy(), line[measure].to_numpy(), marker=marker, markersize=3, label=label)
    ax.axhline(sweep.baseline[measure], linestyle="--", color="0.5", label="unfiltered")
    ax.set_xlabel(x)
    ax.set_ylabel(measure)
    ax.legend()
    return ax


def _lines(sweep: Sweep, means: pd.DataFrame, x: str) -> list[tuple[str, pd.DataFrame]]:
    """Return the lines of a figure with their labels, each sorted by its column."""
    others: list[Any] = [axis for axis in sweep.axes if axis != x and means[axis].notna().any()]
    numeric = pd.api.types.is_numeric_dtype(means[x])
    if not others or x not in sweep.axes:
        return [("points", means.sort_values(x) if numeric else means)]
    lines = []
    for values, line in means.groupby(others, dropna=False, sort=False):
        label = ", ".join(f"{axis} {value}" for axis, value in zip(others, values))
        lines.append((label, line.sort_values(x) if numeric else line))
    return lines
