"""The lists of what there is, and a generated collection."""

from __future__ import annotations

import os
from typing import NamedTuple

import pandas as pd

from . import _inputs, _tamis
from ._frames import frame


def classifiers() -> pd.DataFrame:
    """Return the boilerplate removers: ``name``, ``purpose``, ``milliseconds`` for the labels of a page, ``f1`` of the text that it keeps
    on WCXB, ``argument`` (what may follow the name and a colon), ``rule``, ``paper``."""
    return frame(_tamis.classifiers())


def models() -> pd.DataFrame:
    """Return the retrieval models: ``name``, ``parameters`` with their defaults, ``explanation``, ``source``."""
    return frame(_tamis.models())


def measures() -> pd.DataFrame:
    """Return the measures: ``name`` (trec_eval's), ``ir_name`` (ir_measures'), ``explanation``."""
    return frame(_tamis.measures())


def analyzers() -> pd.DataFrame:
    """Return the analyzers: ``name``, ``explanation``."""
    return frame(_tamis.analyzers())


class Demo(NamedTuple):
    """The files of a generated collection, and a page of it."""

    #: The pages, as WARC.
    collection: str
    #: The topics, in TREC's SGML.
    topics: str
    #: The judgements, graded 0 to 2.
    qrels: str
    #: The docno of a page that is good to look at.
    example: str


def demo(folder: str | os.PathLike[str], *, pages: int = 2000, seed: int = 2010) -> Demo:
    """Generate a collection with topics and judgements: its figures show the mechanism, not the world.

    Parameters
    ----------
    folder : str or os.PathLike
        Where to write the files. Creates the folder.
    pages : int
        The number of pages.
    seed : int
        The same seed gives the same bytes.

    Returns
    -------
    Demo
    """
    archive, topics, qrels, example = _tamis.demo(
        _inputs.path("folder", folder), _inputs.whole("pages", pages), _inputs.whole("seed", seed, 64)
    )
    return Demo(os.fspath(archive), os.fspath(topics), os.fspath(qrels), example)
