"""Single pages, without an index."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal, Union, overload

import pandas as pd

from . import _inputs, _tamis
from ._frames import frame
from ._settings import given

Html = Union[str, bytes, "os.PathLike[str]"]


@overload
def extract(
    html: Html,
    remover: str = "tamis",
    *,
    format: Literal["text", "markdown", "html"] = "text",
    details: Literal[False] = False,
    metadata: bool = False,
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
@overload
def extract(
    html: Html,
    remover: str = "tamis",
    *,
    details: Literal[True],
    format: Literal["text", "markdown", "html", "json"] = "text",
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
    details: bool = False,
    metadata: bool = False,
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
    html : str, bytes or os.PathLike
        The page's source, or its file. Bytes may be compressed with gzip, zstd or bzip2, and are decoded as the program does: byte
        order mark, `encoding`, ``<meta>``, or detected. A PDF, an archive and other bytes that are no text are refused.
    remover : str
        A classifier: ``"tamis"``, our own remover, or ``"readability"``, ``"justext"`` and others that :func:`classifiers` lists.
    format : {"text", "markdown", "html", "json"}
        Lines of text, GitHub's Markdown, HTML without style, or a dict.
    details : bool
        Return a dict, which of Markdown and HTML has that form as well: ``markdown`` or ``html``. ``format="json"`` is text with
        details.
    metadata : bool
        Whether what the page says of itself stands before its text, as ``tamis extract --metadata`` writes it.
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
        The text as the original remover prints it, a block or paragraph per line, or its Markdown or HTML. With details a
        dict with the keys of ``tamis extract --json``: ``title``, ``text``, ``metadata`` (as of :func:`metadata`),
        ``confidence`` (of removers that can tell), ``classifier``, ``encoding``, ``encoding_source``, and with `comments` also
        ``comments``, in page order: dicts with ``text`` and, where the page tells it, ``author``, ``published`` and ``parent``,
        the place in the list of the comment that is answered; ``file`` if `html` is a path.

    Raises
    ------
    FormatError
        No page: an archive, a folder, a PDF, or other bytes that are no text.

    Warns
    -----
    NoticeWarning
        Content is missing: the page is damaged, or met a limit.
    """
    options = given(
        remover=remover, format=format, details=details, metadata=metadata, comments=comments, links=links, images=images,
        url=url, encoding=encoding, language=language,
    )  # fmt: skip
    found: str | dict[str, Any] = _tamis.extract(html, options)
    return found


def metadata(html: Html, *, url: str | None = None, encoding: str | None = None) -> dict[str, Any]:
    """Return what a page says of itself.

    Parameters
    ----------
    html : str, bytes or os.PathLike
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
    return _tamis.metadata(html, given(url=url, encoding=encoding))


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
    html : str, bytes or os.PathLike
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
    return frame(_tamis.blocks(html, given(classifiers=names, cut=cut, encoding=encoding, language=language)))


def align(html: Html, text: str, *, cut: str = "boilerpipe", encoding: str | None = None) -> list[bool]:
    """Return for each block of a page, the title first, whether a text has at least half of its words.

    It turns the output of any remover into labels of blocks. The title counts as not in the text.
    """
    return _tamis.align(html, _inputs.text("text", text), given(cut=cut, encoding=encoding))
