"""`tamis.spark.index` on a real cluster: it ends right or fails aloud, whatever is broken or full."""

from __future__ import annotations

import gzip
import itertools
import os
import subprocess
import warnings
from pathlib import Path

import pytest

pytest.importorskip("pyspark")

import tamis  # noqa: E402
from cluster import Cluster, session  # noqa: E402
from crawled import Crawl, cluster, crawl, is_like_one_index, left_over, run_of  # noqa: E402, F401
from pieces import cut, members  # noqa: E402

from tamis import spark as on_spark  # noqa: E402

pytestmark = pytest.mark.spark


@pytest.fixture(scope="module")
def spark(cluster: Cluster):
    with session(cluster) as spark:
        yield spark


def test_shards_are_one_index(spark, crawl: Crawl, tmp_path: Path) -> None:
    out = tmp_path / "out"
    report = on_spark.index(spark, crawl.folder, out, 5)
    assert report.columns == ["shard", "archive", "pages", "bytes", "damaged", "lost"]
    rows = report.collect()
    assert sorted(row.archive for row in rows) == crawl.files
    assert sum(row.pages for row in rows) == crawl.pages
    assert {row.shard for row in rows} == {1, 2, 3, 4, 5}
    assert sum(row.bytes for row in rows) == sum(os.path.getsize(file) for file in crawl.files)
    assert left_over(out) == []
    is_like_one_index(crawl, out, tmp_path)
    # The same job again reads nothing: the shards stay as they are.
    before = {path: os.stat(path).st_mtime_ns for path in out.glob("shard-*/*")}
    assert [row.pages for row in on_spark.index(spark, crawl.folder, out, 5).collect()] == [row.pages for row in rows]
    assert before == {path: os.stat(path).st_mtime_ns for path in out.glob("shard-*/*")}
    # One that was lost is built again, and no other; what a killed job has left goes.
    subprocess.run(["rm", "-r", out / "shard-00002"], check=True)
    (out / ".shard-00004.attempt-dead").mkdir()
    (out / ".shard-00004.attempt-dead" / "meta.json").write_text("{")
    on_spark.index(spark, crawl.folder, out, 5)
    after = {path: os.stat(path).st_mtime_ns for path in out.glob("shard-*/*")}
    same = {path: time for path, time in before.items() if "shard-00002" not in str(path)}
    assert same.items() <= after.items()
    assert left_over(out) == []
    is_like_one_index(crawl, out, tmp_path)
    # So do searches in rounds on the cluster.
    on_spark.repeats(spark, out)
    with tamis.open(crawl.whole) as whole:
        for settings in ({"min_words": 8}, {"max_repeats": 3, "feedback": "rm3"}):
            on_spark.write_run(spark, out, crawl.topics, tmp_path / "rounds.run", **settings)
            assert (tmp_path / "rounds.run").read_bytes() == run_of(whole, crawl.topics, tmp_path / "one.run", **settings)


@pytest.mark.parametrize("stream", ["fsspec", "spark"])
def test_files_of_other_file_systems_are_copied(spark, crawl: Crawl, tmp_path: Path, stream: str) -> None:
    out = tmp_path / "out"
    paths = [f"file://{crawl.folder}/piece-0*.warc.gz", f"file://{crawl.folder}/piece-1*.warc.gz"]
    rows = on_spark.index(spark, paths, out, 3, stream=stream).collect()
    # The index has the names of the files, not those of their copies.
    assert sorted(row.archive.replace("file:", "").replace("///", "/") for row in rows) == crawl.files
    is_like_one_index(crawl, out, tmp_path)
    assert left_over(out) == []


def test_more_shards_than_files(spark, crawl: Crawl, tmp_path: Path) -> None:
    files = crawl.files[:3]
    rows = on_spark.index(spark, files, tmp_path / "out", 5).collect()
    assert len(rows) == 3
    assert len(on_spark.folders(tmp_path / "out")) == 5
    rows = on_spark.index(spark, files, tmp_path / "copied", 5, stream="spark").collect()
    assert len(rows) == 3
    with tamis.open(on_spark.folders(tmp_path / "copied")) as index:
        assert index.stats.pages == sum(row.pages for row in rows)


def test_broken_archives(spark, crawl: Crawl, tmp_path: Path) -> None:
    folder = tmp_path / "crawl"
    folder.mkdir()
    for file in crawl.files[:4]:
        (folder / Path(file).name).write_bytes(Path(file).read_bytes())
    truncated = folder / Path(crawl.files[1]).name
    truncated.write_bytes(truncated.read_bytes()[:-200])
    garbage = folder / "garbage.warc.gz"
    garbage.write_bytes(gzip.compress(b"no archive at all\n" * 50)[:200] + b"\xff" * 500)
    with pytest.warns(tamis.DamageWarning, match="records of 2 archives are damaged or lost"):
        rows = on_spark.index(spark, folder, tmp_path / "out", 3).collect()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = tamis.build(folder, tmp_path / "whole")
    assert sum(row.pages for row in rows) == whole.stats.pages
    assert sum(row.damaged + row.lost for row in rows) == whole.stats.damaged > 0
    wrong = {Path(row.archive).name for row in rows if row.damaged or row.lost}
    assert wrong == {truncated.name, "garbage.warc.gz"}
    with tamis.open(on_spark.folders(tmp_path / "out")) as shards:
        assert len(shards.losses()) == len(whole.losses())


def test_a_file_that_goes_while_the_job_runs(spark, crawl: Crawl, tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "here.warc.gz"
    file.write_bytes(Path(crawl.files[0]).read_bytes())
    run = on_spark._run

    def without_it(*arguments):
        file.unlink()
        return run(*arguments)

    monkeypatch.setattr(on_spark, "_run", without_it)
    with pytest.raises(on_spark.SparkError, match="here.warc.gz"):
        on_spark.index(spark, [file, crawl.files[1]], tmp_path / "out", 2)
    assert left_over(tmp_path / "out") == []
    # The other shard may be there, and it is whole; the shards are not.
    with pytest.raises(tamis.IndexFileError):
        on_spark.folders(tmp_path / "out")


def test_a_full_disk(spark, crawl: Crawl, tmp_path: Path) -> None:
    out = tmp_path / "full"
    out.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", out], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.decode().strip()}")
    try:
        with pytest.raises(on_spark.SparkError, match=r"[Nn]o space left on .*free some space"):
            on_spark.index(spark, crawl.folder, out, 2)
        assert left_over(out) == []
        for shard in out.glob("shard-*"):
            assert tamis.open(shard).stats.finished
    finally:
        subprocess.run(["umount", out], check=True)


def test_what_is_there_is_not_mixed(spark, crawl: Crawl, tmp_path: Path) -> None:
    out = tmp_path / "out"
    on_spark.index(spark, crawl.files[:4], out, 2)
    with pytest.raises(tamis.IndexFileError, match="another collection or another shard assignment"):
        on_spark.index(spark, crawl.files[:5], out, 2)
    with pytest.raises(tamis.IndexFileError, match="other settings .*store"):
        on_spark.index(spark, crawl.files[:4], out, 2, store="none")
    with pytest.raises(tamis.SettingError, match="shards: found 0"):
        on_spark.index(spark, crawl.files, tmp_path / "none", 0)
    with pytest.raises(tamis.SettingError, match="classifier|nonsense"):
        on_spark.index(spark, crawl.files, tmp_path / "none", 2, classifiers="nonsense")
    with pytest.raises(tamis.MissingFileError):
        on_spark.index(spark, tmp_path / "gone", tmp_path / "none", 2)
    with pytest.raises(tamis.MissingFileError, match="gone"):
        on_spark.index(spark, f"file://{tmp_path}/gone/*", tmp_path / "none", 2, stream="spark")
    with pytest.raises(tamis.FileError, match="foo://crawl/: Hadoop cannot list this: .*foo"):
        on_spark.index(spark, "foo://crawl/", tmp_path / "none", 2)
    with pytest.raises(tamis.FileError, match="ClassNotFound.*spark.jars.packages"):
        on_spark.index(spark, "s3a://crawl/*.warc.gz", tmp_path / "none", 2)
    with pytest.raises(tamis.InputError, match="expected 'fsspec' or 'spark'"):
        on_spark.index(spark, crawl.files, tmp_path / "none", 2, stream="yes")


def test_a_docno_in_two_shards(spark, crawl: Crawl, tmp_path: Path) -> None:
    copy = tmp_path / "copy.warc.gz"
    copy.write_bytes(Path(crawl.files[0]).read_bytes())
    with pytest.raises(tamis.IndexFileError, match="the page .* is in shard-00001 and shard-00002"):
        on_spark.index(spark, [crawl.files[0], copy], tmp_path / "out", 2)


def test_pieces_hold_every_record_once(demo: tamis.Demo, tmp_path: Path) -> None:
    whole = list(members(Path(demo.collection)))
    assigned = [list(members(piece)) for piece in cut(Path(demo.collection), tmp_path, 3)]
    assert [record for turn in itertools.zip_longest(*assigned) for record in turn if record] == whole
