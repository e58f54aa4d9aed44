"""The settings of searches, sweeps and builds by name, for type checkers: the functions take them as keywords.

Those of searches and sweeps are the parameters in ``_parameters.py``, and what stands here beside them.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypedDict, Union

from . import _parameters

if TYPE_CHECKING:
    from typing import Literal


class Search(_parameters.Search, total=False):
    """The settings of a search: a rule or thresholds, the ranking, the pages, and how queries are read."""

    threads: int


class Sweep(_parameters.Sweep, total=False):
    """The settings of a sweep: as of a search, where thresholds and the ranking may have several values."""

    labels: _parameters.Texts | None
    level: int
    margin: str | float
    permutations: int
    seed: int
    separately: bool
    threads: int


class Comparison(_parameters.Comparison, total=False):
    """The settings of a comparison of labels."""

    level: int
    margin: str | float
    seed: int
    threads: int


class Build(TypedDict, total=False):
    """The settings of a build."""

    analyzer: str
    cut: Literal["boilerpipe", "atomic"]
    classifiers: _parameters.Texts
    scores: _parameters.Texts
    language: str | None
    detect_language: bool
    metadata: bool
    store: Literal["all", "structure", "text", "none"]
    dedup: Literal["off", "exact", "near"]
    encoding: str | None
    status: str | None
    include_feeds: bool
    include_homepages: bool
    max_depth: int
    max_blocks: int
    max_ms: int
    max_record: int
    max_inflated: int
    commit_every: int
    threads: int | None
    max_damaged: int | None
    replace: bool


class Evaluation(TypedDict, total=False):
    """The settings of an evaluation, as trec_eval's -c, -l, -M, -J and -N."""

    complete: bool
    level: int
    depth: int | None
    judged_only: bool
    collection: int
    remove_query: bool


PathLike = Union[str, "os.PathLike[str]"]


def given(**settings: Any) -> dict[str, Any]:
    """Return the settings that are not None."""
    return {name: value for name, value in settings.items() if value is not None}
