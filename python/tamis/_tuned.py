"""The rule that fits an index."""

from __future__ import annotations

import json
import os
from typing import Any, Union

import pandas as pd

from . import _inputs, _tamis
from ._frames import frame

PathLike = Union[str, "os.PathLike[str]"]


class Tuned:
    """The weights of blocks that fit an index, and what they are worth. Made by :meth:`tamis.Index.tune`."""

    def __init__(self, inner: _tamis.Tuned) -> None:
        self._inner = inner

    def __repr__(self) -> str:
        values: str = self.values.to_string()
        return "\n".join([values, *self.weights])

    def _repr_html_(self) -> Any:
        return self.values._repr_html_()

    @property
    def result(self) -> dict[str, Any]:
        """Everything, as ``tamis tune --json`` prints it."""
        return dict(json.loads(self._inner.json()))

    @property
    def weights(self) -> list[str]:
        """The weights, as ``weight=`` of :meth:`tamis.Index.search` takes them."""
        return [one["weight"] for one in self.result["weights"]]

    @property
    def values(self) -> pd.DataFrame:
        """The measure on queries of titles and the share of the text that counts: of ``unfiltered``, ``sieve`` and ``tuned``."""
        found = self.result
        rows = {
            "unfiltered": (found["unfiltered"], 1.0),
            "sieve": (found["sieve"], found["kept_by_sieve"]),
            "tuned": (found["chosen"], found["kept"]),
        }
        return pd.DataFrame.from_dict(rows, orient="index", columns=[found["measure"], "kept"])

    @property
    def settings(self) -> pd.DataFrame:
        """A row per setting that was tried, the sieve first: ``value`` (the measure), ``cost`` (by how much it must be better
        than the sieve) and ``weights``.
        """
        return frame(self._inner.settings())

    @property
    def samples(self) -> pd.DataFrame:
        """A row per block of some pages: ``docno``, ``title``, ``text`` (its start), ``tokens`` and ``weight`` (how often each
        counts).
        """
        columns = ["docno", "title", "text", "tokens", "weight"]
        rows = [
            {"docno": page["docno"], "title": page["title"], **block}
            for page in self.result["samples"]
            for block in page["blocks"]
        ]
        return pd.DataFrame(rows, columns=columns)

    @property
    def is_sieve(self) -> bool:
        """Whether the weights are those of the sieve: no other ones are enough better."""
        return bool(self.result["is_sieve"])

    @property
    def warnings(self) -> list[str]:
        """What to know before trusting it."""
        return list(self.result["warnings"])

    def write(self, folder: PathLike) -> list[str]:
        """Write ``settings.tsv``, ``tune.json``, ``tune.svg`` and ``report.html`` into a folder.

        Returns
        -------
        list of str
            The paths of the files.
        """
        return [os.fspath(path) for path in self._inner.write(_inputs.path("folder", folder))]
