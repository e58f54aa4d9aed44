"""One index of several."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Union

from . import _inputs, _tamis
from ._index import Index
from .errors import InputError

PathLike = Union[str, "os.PathLike[str]"]


def combine(indexes: Iterable[Index | PathLike], out: PathLike, *, replace: bool = False) -> Index:
    """Make one index of several: what a build of all their collections, in this order, would have given.

    The collections are not read again, and the indexes stay as they are; on one file system they share their files with the new
    one. Ctrl-C stops it; then `out` holds no index.

    Parameters
    ----------
    indexes : iterable of Index, str or os.PathLike
        Finished indexes with the same settings and added labels, and pages of different docnos.
    out : str or os.PathLike
        The folder of the new index: new or empty.
    replace : bool
        Replace an index that is there.

    Returns
    -------
    Index

    Raises
    ------
    IndexFileError
        One build could not have given these indexes; the message names two of them.
    """
    if isinstance(indexes, (str, os.PathLike, Index)):
        raise InputError("indexes: found one, expected a list of indexes or folders")
    folders: list[PathLike] = []
    for index in indexes:
        of = index.path if isinstance(index, Index) else index
        folders.extend(of if isinstance(of, list) else [of])
    return Index(_tamis.combine(_inputs.paths("indexes", folders), _inputs.path("out", out), _inputs.flag("replace", replace)))
