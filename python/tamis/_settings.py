"""The settings of searches, sweeps and builds by name, for type checkers: the functions take them as keywords."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, Union

if TYPE_CHECKING:
    from typing import Literal

_Texts = Union[str, Sequence[str]]
_Numbers = Union[float, Iterable[float]]
_Wholes = Union[int, Iterable[int]]


class Shared(TypedDict, total=False):
    """What searches, sweeps and comparisons share: what blocks count, and which pages are searched."""

    where: _Texts | None
    title: Literal["keep", "drop", "block"]
    weight: _Texts
    weight_by: str
    sieve: bool
    docnos: Iterable[str]
    not_docnos: Iterable[str]
    from_date: str
    to_date: str
    page_language: _Texts
    url_prefix: _Texts
    collapse_url: bool | str
    threads: int


class Ranking(Shared, total=False):
    """How pages are ranked."""

    model: str
    k1: float
    b: float
    mu: float
    lambda_: float
    c: float
    feedback: Literal["none", "rm3", "rm1-mixture"] | None
    fb_terms: int
    fb_docs: int
    original_query_weight: float


class Search(Ranking, total=False):
    """The settings of a search: a rule or thresholds, the ranking, and how queries are read."""

    label: _Texts | None
    kind: Literal["title", "text"]
    min_words: int
    max_words: int
    min_density: float
    min_link_density: float
    max_link_density: float
    max_repeats: int
    max_site_share: float
    query_syntax: bool


class Sweep(Shared, total=False):
    """The settings of a sweep: as of a search, where thresholds and the ranking may have several values."""

    label: _Texts | None
    labels: _Texts | None
    kind: Literal["title", "text"]
    min_words: _Wholes
    max_words: _Wholes
    min_density: _Numbers
    max_density: _Numbers
    min_link_density: _Numbers
    max_link_density: _Numbers
    min_repeats: _Numbers
    max_repeats: _Wholes
    max_site_repeats: _Numbers
    max_site_share: _Numbers
    model: _Texts
    k1: _Numbers
    b: _Numbers
    mu: _Numbers
    lambda_: _Numbers
    c: _Numbers
    feedback: _Texts | None
    fb_terms: _Wholes
    fb_docs: _Wholes
    original_query_weight: _Numbers
    level: int
    hits: int
    permutations: int
    seed: int
    separately: bool


class Comparison(Ranking, total=False):
    """The settings of a comparison of labels."""

    level: int
    hits: int
    seed: int


class Build(TypedDict, total=False):
    """The settings of a build."""

    analyzer: str
    cut: Literal["boilerpipe", "atomic"]
    classifiers: _Texts
    scores: _Texts
    language: str | None
    detect_language: bool
    store: Literal["all", "text", "none"]
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


PathLike = Union[str, "os.PathLike[str]"]


def given(**settings: Any) -> dict[str, Any]:
    """Return the settings that are not None."""
    return {name: value for name, value in settings.items() if value is not None}
