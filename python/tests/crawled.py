"""A crawl in 16 files with one index of it, a cluster, and the comparison of shards with the one index: fixtures of several
modules."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cluster import Cluster
from pieces import cut

import tamis
from tamis import spark as on_spark

PIECES = 16


class Crawl:
    """A collection in 16 files, and one index of it."""

    def __init__(self, archive: str, topics: str, folder: Path) -> None:
        self.files = [str(path) for path in cut(Path(archive), folder / "crawl", PIECES)]
        self.folder = str(folder / "crawl")
        self.topics = topics
        self.whole = str(folder / "whole")
        tamis.build(self.folder, self.whole).close()
        self.pages = tamis.open(self.whole).stats.pages


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    """The archive that TAMIS_BENCH names, or generated pages."""
    folder = tmp_path_factory.mktemp("crawl")
    archive = os.environ.get("TAMIS_BENCH")
    if archive is None:
        generated = tamis.demo(folder / "demo", pages=800, seed=3)
        return Crawl(generated.collection, generated.topics, folder)
    words = ["weather report", "free software", "music and film", "news from london", "contact us about the blog"]
    topics = folder / "topics"
    topics.write_text("".join(f"{number}\t{text}\n" for number, text in enumerate(words, 1)))
    return Crawl(archive, str(topics), folder)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory):
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.stop()


def run_of(index: tamis.Index, topics: str, path: Path, **settings) -> bytes:
    index.write_run(topics, path, **settings)
    return path.read_bytes()


def is_like_one_index(crawl: Crawl, out: Path, tmp_path: Path) -> None:
    """Compare what the shards give together with what one index gives."""
    with tamis.open(crawl.whole) as whole, tamis.open(on_spark.folders(out)) as shards:
        assert shards.docnos() == whole.docnos()
        for settings in ({}, {"min_words": 8}, {"max_repeats": 3}):
            one = run_of(whole, crawl.topics, tmp_path / "one.run", **settings)
            assert one == run_of(shards, crawl.topics, tmp_path / "several.run", **settings)
            assert len(one.splitlines()) > 100


def left_over(out: Path) -> list[str]:
    """Return what is there besides shards, the driver's lock and its note of checked docnos."""
    return sorted(name for name in os.listdir(out) if not name.startswith("shard-") and name not in (".lock", ".docnos"))
