"""The parameters of searches, sweeps and comparisons, for type checkers.

Written by TAMIS_BLESS=1 cargo test --test it book, from the list of parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypedDict, Union

if TYPE_CHECKING:
    from typing import Literal

Texts = Union[str, Sequence[str]]
Numbers = Union[float, Iterable[float]]
Wholes = Union[int, Iterable[int]]


class Search(TypedDict, total=False):
    """The parameters of a search; the number of results is an argument of its own."""

    min_words: int
    max_words: int
    min_density: float
    min_link_density: float
    max_link_density: float
    max_repeats: int
    max_site_share: float
    label: Texts | None
    kind: Literal["title", "text"]
    where: Texts | None
    title: Literal["keep", "drop", "block"]
    weight: Texts
    weight_by: str
    sieve: bool
    rule: Literal["sieve", "tuned"]
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
    docnos: Iterable[str]
    not_docnos: Iterable[str]
    from_date: str
    to_date: str
    published_from: str
    published_to: str
    page_language: Texts
    url_prefix: Texts
    collapse_url: bool | str
    query_syntax: bool


class Sweep(TypedDict, total=False):
    """The parameters of a sweep."""

    min_words: Wholes
    max_words: Wholes
    min_density: Numbers
    min_link_density: Numbers
    max_link_density: Numbers
    max_repeats: Wholes
    max_site_share: Numbers
    min_repeats: Numbers
    max_site_repeats: Numbers
    max_density: Numbers
    label: Texts | None
    kind: Literal["title", "text"]
    where: Texts | None
    title: Literal["keep", "drop", "block"]
    weight: Texts
    weight_by: str
    sieve: bool
    rule: Literal["sieve", "tuned"]
    model: Texts
    k1: Numbers
    b: Numbers
    mu: Numbers
    lambda_: Numbers
    c: Numbers
    feedback: Texts | None
    fb_terms: Wholes
    fb_docs: Wholes
    original_query_weight: Numbers
    docnos: Iterable[str]
    not_docnos: Iterable[str]
    from_date: str
    to_date: str
    published_from: str
    published_to: str
    page_language: Texts
    url_prefix: Texts
    collapse_url: bool | str
    hits: int
    remove_query: bool


class Comparison(TypedDict, total=False):
    """The parameters of a comparison of labels."""

    where: Texts | None
    title: Literal["keep", "drop", "block"]
    weight: Texts
    weight_by: str
    sieve: bool
    rule: Literal["sieve", "tuned"]
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
    docnos: Iterable[str]
    not_docnos: Iterable[str]
    from_date: str
    to_date: str
    published_from: str
    published_to: str
    page_language: Texts
    url_prefix: Texts
    collapse_url: bool | str
    hits: int
    remove_query: bool
