"""Single pages, without an index."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal, Union, overload

import pandas as pd

from . import _tamis
from ._frames import frame

Html = Union[str, bytes]


@overload
def extract(
    html: Html,
    remover: str = "tamis",
    *,
    format: Literal["text", "markdown", "html"] = "text",
    comments: bool = False,
    links: bool = False,
    images: bool = False,
    url: str | None = None,
    encoding: str | None = None,
    language: str | None = None,
) -> str: ...
@overload
def extract(
    html: Html,
    remover: str = "tamis",
    *,
    format: Literal["json"],
    comments: bool = False,
    links: bool = False,
    images: bool = False,
    url: str | None = None,
    encoding: str | None = None,
    language: str | None = None,
) -> dict[str, Any]: ...
def extract(
    html: Html,
    remover: str = "tamis",
    *,
    format: str = "text",
    comments: bool = False,
    links: bool = False,
    images: bool = False,
    url: str | None = None,
    encoding: str | None = None,
    language: str | None = None,
) -> str | dict[str, Any]:
    """Return the text that a remover keeps of a page.

    Parameters
    ----------
    html : str or bytes
        The page's source. Bytes are decoded as the program does: byte order mark, `encoding`, ``<meta>``, or detected.
    remover : str
        A classifier: ``"tamis"``, our own remover, or ``"readability"``, ``"justext"`` and others that :func:`classifiers` lists.
    format : {"text", "markdown", "html", "json"}
        Lines of text, GitHub's Markdown, HTML without style, or a dict.
    comments : bool
        Whether the article and the comments of readers are apart: a section below the article, ``comments`` in a dict. Of a
        thread of a forum the first post is the article. For ``"tamis"`` and ``"tamis-article"``.
    links, images : bool
        Whether Markdown and HTML have the addresses of links, and images.
    url : str, optional
        The page's URL, which makes its addresses absolute.
    encoding : str, optional
        The encoding of bytes, whatever the page declares.
    language : str, optional
        The page's language by code or English name, for removers with stop words. Default: the page's own.

    Returns
    -------
    str or dict
        The text as the original remover prints it, a block or paragraph per line, or its Markdown or HTML. With ``"json"`` a
        dict with the keys of ``tamis extract --json``: ``title``, ``text``, ``metadata`` (as of :func:`metadata`),
        ``confidence`` (of removers that can tell), ``classifier``, ``encoding``, ``encoding_source``, and with `comments` also
        ``comments``, in page order: dicts with ``text`` and, where the page tells it, ``author``, ``published`` and ``parent``,
        the place in the list of the comment that is answered.
    """
    made = _tamis.extract(html, remover, (format, comments, links, images, url), encoding, language)
    if format == "json":
        found: dict[str, Any] = json.loads(made)
        return found
    return made


def metadata(html: Html, *, url: str | None = None, encoding: str | None = None) -> dict[str, Any]:
    """Return what a page says of itself.

    Parameters
    ----------
    html : str or bytes
        The page's source, as of :func:`extract`.
    url : str, optional
        The page's URL, which may tell when it was published.
    encoding : str, optional
        As of :func:`extract`.

    Returns
    -------
    dict
        What is known of ``title``, ``author``, ``published``, ``modified``, ``site``, ``description``, ``language``,
        ``canonical``, ``licence``, ``kind`` (all str) and ``comments`` (int). Dates are in ISO 8601, as far as the page tells them.
    """
    found: dict[str, Any] = json.loads(_tamis.metadata(html, url, encoding))
    return found


def blocks(
    html: Html,
    *,
    classifiers: str | Sequence[str] = "default",
    cut: str = "boilerpipe",
    encoding: str | None = None,
    language: str | None = None,
) -> pd.DataFrame:
    """Cut a page into blocks, with their features and labels.

    Parameters
    ----------
    html : str or bytes
        The page's source, as of :func:`extract`.
    classifiers : str or sequence of str
        The classifiers that label the blocks: names, ``"default"`` (the WSDM paper's) or ``"all"``.
    cut : {"boilerpipe", "atomic"}
        How the page is cut: at every tag but inline ones, or at every tag but ``<a>``.
    encoding, language : str, optional
        As of :func:`extract`.

    Returns
    -------
    pandas.DataFrame
        A row per block, the title first: ``block``, ``kind``, ``words``, ``anchor_words``, ``text_density``, ``link_density``,
        ``tag_level``; ``label.NAME`` (bool) for each classifier; the paper's other local features (missing for the title):
        ``in_h1`` to ``in_a`` (0 or 1), ``average_word_length`` (characters), ``average_sentence_length`` (words), ``position``,
        ``relative_position`` (0 to 1) and others; ``text``.
    """
    names = [classifiers] if isinstance(classifiers, str) else list(classifiers)
    return frame(_tamis.blocks(html, names, cut, encoding, language))


def align(html: Html, text: str, *, cut: str = "boilerpipe", encoding: str | None = None) -> list[bool]:
    """Return for each block of a page, the title first, whether a text has at least half of its words.

    It turns the output of any remover into labels of blocks. The title counts as not in the text.
    """
    return _tamis.align(html, text, cut, encoding)
