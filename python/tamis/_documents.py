"""Documents that come as dicts, written as lines of JSON and indexed."""

from __future__ import annotations

import gzip
import io
import json
import os
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any, Union

from ._index import Index, build
from .errors import InputError

PathLike = Union[str, "os.PathLike[str]"]

#: The texts of a document that its line keeps.
_KEYS = ("title", "url", "date", "html", "text")


def index_documents(
    documents: Iterable[Mapping[str, Any]], path: PathLike, *, keep: PathLike | None = None, **settings: Any
) -> Index:
    """Index documents in the folder `path`; `keep` is a file for their lines, which otherwise go with the call."""
    with _file(keep) as (name, file):
        seen = set()
        for number, document in enumerate(documents):
            line = _line(number, document)
            if line["docno"] in seen:
                raise InputError(f"documents: row {number}: found the docno '{line['docno']}' a second time")
            seen.add(line["docno"])
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        file.close()
        if not seen:
            raise InputError("documents: found none, expected one or more")
        index = build(name, path, **settings)
    there = index.stats.skipped.get("duplicate", 0)
    if there:
        warnings.warn(f"{index.path}: {there} documents were skipped: the index has their docnos", stacklevel=3)
    return index


def _line(number: int, document: Any) -> dict[str, str]:
    """Return what is kept of a document."""
    refused = f"documents: row {number}: "
    if not isinstance(document, Mapping):
        raise InputError(f"{refused}found a value of the type {type(document).__name__}, expected a dict")
    docno = document.get("docno")
    if isinstance(docno, int) and not isinstance(docno, bool):
        docno = str(docno)
    # The index would give other names a hash, and qrels would not know them.
    if not isinstance(docno, str) or docno.split() != [docno] or _whole(docno) != docno or len(docno.encode()) > 1024:
        raise InputError(f"{refused}found the docno {docno!r}, expected one word of at most 1024 bytes")
    line = {"docno": docno}
    for key in _KEYS:
        value = document.get(key)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{refused}found {key} of the type {type(value).__name__}, expected a text")
        if value is not None:
            line[key] = _whole(value)
    if ("html" in line) == ("text" in line):
        found = "both html and text" if "html" in line else "neither html nor text"
        raise InputError(f"{refused}found {found}, expected one of them")
    return line


def _whole(text: str) -> str:
    """Put U+FFFD in the place of lone surrogates, which have no bytes in UTF-8: the content of a page never fails."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


@contextmanager
def _file(keep: PathLike | None) -> Iterator[tuple[str, IO[str]]]:
    """Open the file of the lines: the one to keep, or one that is removed at the end."""
    if keep is not None:
        with _opened(os.fspath(keep)) as file:
            yield os.fspath(keep), file
        return
    with tempfile.TemporaryDirectory(prefix="tamis-") as folder:
        name = os.path.join(folder, "documents.jsonl")
        with _opened(name) as file:
            yield name, file


def _opened(name: str) -> IO[str]:
    if name.endswith(".gz"):
        return io.TextIOWrapper(gzip.open(name, "wb"), encoding="utf-8", newline="\n")
    return open(name, "w", encoding="utf-8", newline="\n")
