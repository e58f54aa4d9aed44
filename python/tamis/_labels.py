"""Labels in any form as labels by page: a dict, a frame, or a function that is called for every page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from .errors import InputError

if TYPE_CHECKING:
    from ._index import Index

_COLUMNS = ("docno", "block", "label")


def by_page(index: Index, labels: Any, of: str, progress: bool) -> list[tuple[str, list[bool]]]:
    """Return the labels of each page's blocks."""
    if isinstance(labels, pd.DataFrame):
        return _of_frame(index, labels)
    if isinstance(labels, Mapping):
        if not labels:
            raise InputError("labels: found no page, expected the labels of one or more")
        return [(_docno(docno), _flags(docno, values)) for docno, values in labels.items()]
    if callable(labels):
        return [(docno, _of_function(index, docno, labels, of)) for docno in _pages(index, progress)]
    kind = type(labels).__name__
    raise InputError(f"labels: found a value of the type {kind}, expected a dict by docno, a frame or a function")


def _pages(index: Index, progress: bool) -> Iterable[str]:
    docnos = index.docnos()
    if not progress:
        return docnos
    from tqdm.auto import tqdm

    bar: Iterable[str] = tqdm(docnos, unit="page")
    return bar


def _of_function(index: Index, docno: str, function: Callable[[Any], Any], of: str) -> list[bool]:
    if of == "blocks":
        return _flags(docno, function(index.blocks(docno)))
    if of != "html":
        raise InputError(f"of: found {of!r}, expected 'blocks' or 'html'")
    text = function(index.html(docno))
    if text is not None and not isinstance(text, str):
        raise InputError(f"labels: found a value of the type {type(text).__name__} for {docno!r}, expected a text or None")
    return index.align(docno, text or "")


def _of_frame(index: Index, rows: pd.DataFrame) -> list[tuple[str, list[bool]]]:
    """Return the labels of a frame with a row per block. Blocks without a row are boilerplate."""
    missing = [name for name in _COLUMNS if name not in rows.columns]
    if missing:
        found = ", ".join(map(str, rows.columns))
        raise InputError(f"labels: found the columns {found}, expected docno, block and label")
    pages = []
    for docno, of_page in rows.groupby("docno", sort=False):
        labels = [False] * len(index.blocks(_docno(docno)))
        known: dict[int, bool] = {}
        for block, label in zip(of_page["block"].tolist(), _flags(docno, of_page["label"].tolist())):
            if isinstance(block, bool) or not isinstance(block, int) or not 0 <= block < len(labels):
                raise InputError(f"labels: found block {block!r} of the page {docno!r}, expected 0 to {len(labels) - 1}")
            if known.setdefault(block, label) != label:
                raise InputError(f"labels: found block {block} of the page {docno!r} with True and with False")
            labels[block] = label
        pages.append((_docno(docno), labels))
    return pages


def _docno(docno: Any) -> str:
    if isinstance(docno, str):
        return docno
    raise InputError(f"labels: found the docno {docno!r} of the type {type(docno).__name__}, expected a text")


def _flags(docno: Any, values: Sequence[Any]) -> list[bool]:
    """Return truth values of Python's or numpy's; 0 and 1 will do. A series has them by the number of the block."""
    if isinstance(values, pd.Series):
        if set(values.index) != set(range(len(values))):
            raise InputError(f"labels: found a series for the page {docno!r} with another index than 0 to {len(values) - 1}")
        values = values.sort_index()
    values = values.tolist() if hasattr(values, "tolist") else values
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise InputError(f"labels: found {values!r} for the page {docno!r}, expected a value per block")
    flags = []
    for block, value in enumerate(values):
        value = value.item() if hasattr(value, "item") else value
        if value is not True and value is not False and (type(value) is not int or value not in (0, 1)):
            raise InputError(f"labels: found {value!r} for block {block} of the page {docno!r}, expected True or False")
        flags.append(bool(value))
    return flags
