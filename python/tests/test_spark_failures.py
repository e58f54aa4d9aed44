"""Executors that are killed, doubled or limited, and other file systems: each test has a session of its own."""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("pyspark")

import tamis  # noqa: E402
from cluster import Cluster, session  # noqa: E402
from crawled import Crawl, cluster, crawl, is_like_one_index, left_over  # noqa: E402, F401

from tamis import _spark_files, _spark_shards  # noqa: E402
from tamis import spark as on_spark  # noqa: E402

pytestmark = pytest.mark.spark


def test_an_executor_that_is_killed(cluster: Cluster, crawl: Crawl, tmp_path: Path) -> None:
    out = tmp_path / "out"
    killed: list[int] = []

    def kill() -> None:
        # In the middle: an attempt has begun, and no shard is there for all of them.
        while not killed:
            if out.exists() and list(out.glob(".shard-*/meta.json")):
                killed.append(cluster.executors()[0])
                os.kill(killed[0], signal.SIGKILL)
            time.sleep(0.005)

    with session(cluster) as spark:
        # Executors are there before the job, so that each has a task of it.
        spark.sparkContext.parallelize(range(2), 2).count()
        thread = threading.Thread(target=kill, daemon=True)
        thread.start()
        rows = on_spark.index(spark, crawl.folder, out, 4).collect()
        thread.join(1)
    assert killed
    assert sum(row.pages for row in rows) == crawl.pages
    assert left_over(out) == []
    is_like_one_index(crawl, out, tmp_path)


def test_doubled_tasks(cluster: Cluster, crawl: Crawl, tmp_path: Path) -> None:
    """Two drivers that build the same shards: one waits outside. Two attempts at one shard: the first one stays."""
    out = tmp_path / "out"
    with session(cluster, **{"spark.speculation": "true", "spark.speculation.multiplier": "1.01"}) as spark:
        on_spark.index(spark, crawl.folder, out, 6)
    plan = _spark_files._of_local([crawl.folder], 6)
    recipe = on_spark._recipe(plan.mark, {"threads": 1})
    job = _spark_shards.Job(str(out), plan.text, plan.mark, {"threads": 1}, recipe, "", "app")
    # An attempt that ends when the shard is there: it must not replace it, and leaves nothing.
    shard, place = plan.shards[2], out / "shard-00003"
    first = os.stat(place / "meta.json").st_mtime_ns
    moved = tmp_path / "moved"
    os.rename(place, moved)
    index = _spark_shards._index

    def late(*arguments):
        manifest = index(*arguments)
        os.rename(moved, place)
        return manifest

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_spark_shards, "_index", late)
        report = _spark_shards.build(job, shard)
    assert report.archives and os.stat(place / "meta.json").st_mtime_ns == first
    assert left_over(out) == []
    with on_spark._locked(str(out)), pytest.raises(tamis.IndexFileError, match="another job writes"):
        with on_spark._locked(str(out)):
            pass
    is_like_one_index(crawl, out, tmp_path)


def test_a_limit_of_file_sizes(cluster: Cluster, crawl: Crawl, tmp_path: Path) -> None:
    """A quota: the workers may write no file of more than 64 KiB."""
    out = tmp_path / "out"
    with session(cluster, **{"spark.task.maxFailures": "2"}) as spark:
        # The executors are there; the processes that they start from now on are limited.
        spark.sparkContext.parallelize(range(2), 2).count()
        executors = cluster.executors()
        assert len(executors) == 2
        for pid in [*executors, *descendants(executors)]:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
        with pytest.raises(on_spark.SparkError):
            on_spark.index(spark, crawl.folder, out, 2)
    assert list(out.glob("shard-*")) == []
    # Spark may kill the worker of the other shard after the job has failed: its attempt stays until the next call.
    assert all(".attempt-" in name for name in left_over(out))
    with session(cluster) as spark:
        on_spark.index(spark, crawl.folder, out, 2)
    assert left_over(out) == []
    is_like_one_index(crawl, out, tmp_path)


def descendants(parents: list[int]) -> list[int]:
    """Python's workers are children of the executors, and of a process that starts them."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if parent in parents:
            found.append(int(pid))
    return found + (descendants(found) if found else [])


def test_another_file_system_of_hadoop(cluster: Cluster, crawl: Crawl, tmp_path: Path) -> None:
    """Hadoop's viewfs, which fsspec does not know: files are listed by Hadoop and read by Spark."""
    mounted = {"spark.hadoop.fs.viewfs.mounttable.crawl.link./files": f"file://{crawl.folder}"}
    with session(cluster, **mounted) as spark:
        paths = ["viewfs://crawl/files/piece-0?.warc.gz", "viewfs://crawl/files/piece-1*"]
        rows = on_spark.index(spark, paths, tmp_path / "out", 3).collect()
        assert sorted(row.archive for row in rows) == [f"viewfs://crawl/files/{Path(file).name}" for file in crawl.files]
        with pytest.raises(tamis.MissingFileError, match="viewfs://crawl/files/none"):
            on_spark.index(spark, "viewfs://crawl/files/none*", tmp_path / "none", 3)
    is_like_one_index(crawl, tmp_path / "out", tmp_path)
    with pytest.raises(on_spark.SparkError, match="this session was stopped"):
        on_spark.repeats(spark, tmp_path / "out")
