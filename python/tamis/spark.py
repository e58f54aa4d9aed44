"""Index, search and sweep a collection on a Spark cluster. Executors need only this package.

>>> from tamis import spark as cluster                                                    # doctest: +SKIP
>>> cluster.index(spark, "s3a://crawl/*.warc.gz", "/mnt/shards", shards=100)              # doctest: +SKIP
>>> cluster.repeats(spark, "/mnt/shards")                                                 # doctest: +SKIP
>>> sweep = cluster.sweep(spark, "/mnt/shards", topics, qrels, max_repeats=range(1, 101)) # doctest: +SKIP
>>> sweep.means                                                                           # doctest: +SKIP

The files are assigned to shards by bytes. A task of Spark builds the index of one shard beside its place, and renames it when it
is finished. So a task that fails, is killed or runs twice leaves no half shard, and a job that is started again builds only what
is missing. At its end the driver checks that all shards are there and that their counts add up.

A search or a sweep asks every shard twice: for its statistics, then for its best pages with the statistics of all. Feedback asks
twice more, ``collapse_url`` and details of pages once each. Results are to the last bit those of one index of the whole collection.
"""

from __future__ import annotations

import json
import os
import tempfile
import uuid
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, BinaryIO, Union

from . import _inputs, _spark_files, _spark_repeats, _spark_shards, _tamis, steps
from ._settings import given
from ._spark_shards import Job, Shard, ShardReport
from .errors import DamageWarning, Error, IndexFileError, InputError, MissingIndexError

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import DataFrame, SparkSession
    from typing_extensions import Unpack

    from . import _settings
    from ._inputs import QrelsLike, TopicsLike
    from ._sweep import Sweep

PathLike = Union[str, "os.PathLike[str]"]

__all__ = ["SparkError", "folders", "index", "repeats", "search", "sweep", "write_run"]

#: The folder for the counts of :func:`repeats`, below that of the shards.
REPEATS = "repeats"


class SparkError(Error, RuntimeError):
    """A job of Spark that failed. Its cause is Spark's own exception, with the trace of the task."""


def index(
    spark: SparkSession,
    paths: PathLike | Sequence[PathLike],
    out: PathLike,
    shards: int,
    *,
    stream: str | None = None,
    **settings: Unpack[_settings.Build],
) -> DataFrame:
    """Build the indexes of all shards of a collection, one per task.

    Parameters
    ----------
    spark
        A session with a SparkContext. Spark Connect has none.
    paths
        Archives, folders and patterns. Local paths and ``file:`` are read in place, so all workers must see them under the same
        path. Others (``hdfs:``, ``s3a:`` and so on) are listed by Hadoop's file systems and copied to the worker's temporary
        folder, where the files of a shard need space for as long as it is built; loose pages are not read from there.
    out
        The folder for the shards, on a file system that the driver and all workers see under the same path.
    shards
        Their number: about as many as the cluster has cores, or a multiple of it.
    stream
        How files are copied: ``"fsspec"`` in pieces, or ``"spark"``, one whole file in memory at a time (at most 2 GB). By default
        fsspec, if it knows the scheme. With one of them, local files are copied too.
    **settings
        As for :func:`tamis.build`; ``threads`` is the cores of a task (``spark.task.cpus``) by default.

    Returns
    -------
    pyspark.sql.DataFrame
        A row per archive: ``shard`` (from 1), ``archive``, ``pages``, ``bytes``, ``damaged`` (records that are indexed with a
        defect) and ``lost`` (records that could not be read). If there are any, a :class:`tamis.DamageWarning` says so.

    Raises
    ------
    SparkError
        If a task failed as often as Spark allows. What is finished stays, and the same call builds the rest.
    tamis.IndexFileError
        If ``out`` holds shards of another assignment or with other settings, or if shards or pages are missing at the end.
    """
    context = _context(spark)
    out = os.path.abspath(os.fspath(out))
    plan = _spark_files.plan(context, _inputs.paths("paths", paths), _inputs.whole("shards", shards), stream)
    values = given(**{"threads": int(context.getConf().get("spark.task.cpus", "1")), **settings})
    if values.pop("replace", False):
        raise IndexFileError(f"{out}: shards are not replaced; remove the folder first")
    os.makedirs(out, exist_ok=True)
    with _locked(out):
        job = Job(out, plan.text, plan.mark, values, _recipe(plan.mark, values), plan.stream, context.applicationId)
        _spark_shards.check_others(job)
        try:
            with _described(context, f"tamis: {plan.files} files in {shards} shards at {out}"):
                reports = _run(context, job, plan.shards)
        finally:
            _spark_shards.remove_attempts(out)
        _check(context, job, plan.shards, reports)
    return _table(spark, reports)


def folders(out: PathLike) -> list[str]:
    """Return the folders of the shards below ``out``, for :func:`tamis.open` and ``tamis search --index``.

    Raises
    ------
    tamis.IndexFileError
        If there are no shards, or some are missing or not finished.
    """
    found = _spark_shards.folders(os.path.abspath(os.fspath(out)))
    if not found:
        raise MissingIndexError(f"{os.fspath(out)}: holds no shards; name the folder that tamis.spark.index has filled")
    _tamis.check_shards(found)
    return found


def repeats(spark: SparkSession, shards: PathLike) -> None:
    """Count how often blocks repeat over all shards, for rules over ``repeats`` and ``site_share``.

    The hashes of blocks are shuffled once. The counts are written below the folder of the shards, where :func:`search` and
    :func:`sweep` find them; after a change of a shard they must be counted again.

    Parameters
    ----------
    spark
        A session with a SparkContext.
    shards
        The folder that :func:`index` has filled.
    """
    context, found = _context(spark), folders(shards)
    out = os.path.abspath(os.fspath(shards))
    with _locked(out), _described(context, f"tamis: repeats of blocks in {len(found)} shards"):
        try:
            _spark_repeats.write(spark, found, os.path.join(out, REPEATS))
        except Exception as error:
            raise SparkError(f"{out}: {_reason(error)}") from error


def search(
    spark: SparkSession,
    shards: PathLike,
    topics: TopicsLike,
    *,
    hits: int = 1000,
    fields: str = "title",
    details: bool = False,
    **settings: Unpack[_settings.Search],
) -> DataFrame:
    """Search all shards for every topic.

    Parameters
    ----------
    spark
        A session with a SparkContext.
    shards
        The folder that :func:`index` has filled. Rules over repeats need :func:`repeats` first.
    topics, hits, fields, **settings
        As of :meth:`tamis.Index.search_topics`.
    details
        Whether to show the pages too, each read in its shard.

    Returns
    -------
    pyspark.sql.DataFrame
        A run: ``qid``, ``docno``, ``rank`` (from 1) and ``score``. With `details` also ``url``, ``title``, ``date``, ``snippet``,
        ``archive``, ``offset`` and ``blocks``, as of :meth:`tamis.Index.search`.
    """
    return spark.createDataFrame(_searched(spark, shards, topics, hits, fields, settings, details).arrow())


def write_run(
    spark: SparkSession,
    shards: PathLike,
    topics: TopicsLike,
    path: PathLike,
    *,
    hits: int = 1000,
    fields: str = "title",
    tag: str = "tamis",
    **settings: Unpack[_settings.Search],
) -> None:
    """Search as :func:`search` does, and write the run as TREC's lines to a file of the driver."""
    # Opened first: a search may be long, and a path wrong.
    with _replacing(path) as file:
        file.write(_searched(spark, shards, topics, hits, fields, {"tag": tag, **settings}).run(tag))


@contextmanager
def _replacing(path: PathLike) -> Iterator[BinaryIO]:
    """Open a file that takes its place once it is whole; a file that is there stays until then."""
    place = os.path.realpath(path)
    if os.path.exists(place) and not os.path.isfile(place):  # A pipe or /dev/stdout, which nothing replaces.
        with open(place, "wb") as file:
            yield file
        return
    attempt = f"{place}.attempt-{uuid.uuid4()}"
    try:
        with open(attempt, "xb") as file:
            yield file
        os.replace(attempt, place)
    finally:
        with suppress(FileNotFoundError):
            os.remove(attempt)


def sweep(
    spark: SparkSession,
    shards: PathLike,
    topics: TopicsLike,
    qrels: QrelsLike,
    **settings: Any,
) -> Sweep:
    """Measure every value of some thresholds over all shards.

    Parameters
    ----------
    spark
        A session with a SparkContext.
    shards
        The folder that :func:`index` has filled. Axes over repeats need :func:`repeats` first.
    topics, qrels, **settings
        As of :meth:`tamis.Index.sweep`.

    Returns
    -------
    tamis.Sweep
        Its tables are frames of pandas: a sweep is small, however large the collection is.
    """
    found = folders(shards)
    job = steps.sweep(topics, qrels, len(found), **settings)
    _answered(_context(spark), shards, found, job, "sweep")
    return job.sweep()


def _searched(
    spark: SparkSession, shards: PathLike, topics: Any, hits: int, fields: str, settings: Any, details: bool = False
) -> steps.Job:
    found = folders(shards)
    job = steps.search(topics, len(found), hits=hits, fields=fields, details=details, **settings)
    _answered(_context(spark), shards, found, job, "search")
    return job


def _answered(context: SparkContext, shards: PathLike, found: list[str], job: steps.Job, what: str) -> None:
    """Have every shard answer the tasks of a job, until it is done."""
    counts = os.path.join(os.path.abspath(os.fspath(shards)), REPEATS)
    counted = counts if os.path.isdir(counts) else None
    _check_docnos(context, os.path.abspath(os.fspath(shards)), found)
    # A wrong setting fails here, not in every task of the cluster.
    first = job.task()
    if first is not None:
        _tamis.Shard(found[0]).check(first)
    number = 0
    while (task := job.task()) is not None:
        number += 1
        shared = context.broadcast(task)
        answers = context.parallelize(found, len(found)).map(lambda path: _answer(path, shared.value, counted))
        try:
            with _described(context, f"tamis: {what}, round {number}"):
                sum_of_all = answers.treeReduce(steps.add)
        except Exception as error:
            raise SparkError(f"{os.fspath(shards)}: {_reason(error)}") from error
        finally:
            shared.unpersist()
        job.take([sum_of_all])


def _answer(path: str, task: bytes, counts: str | None) -> bytes:
    return steps.answer(path, task, counts and os.path.join(counts, os.path.basename(path)))


def _context(spark: SparkSession) -> SparkContext:
    try:
        context = spark.sparkContext
    except Exception as error:
        raise SparkError("this session has no SparkContext, which Spark Connect does not offer") from error
    if getattr(context, "_jsc", None) is None:
        raise SparkError("this session was stopped; start another one")
    return context


def _recipe(mark: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """Return the recipe that these settings make; wrong ones fail here, before any task starts."""
    with tempfile.TemporaryDirectory() as folder:
        one = json.dumps({**mark, "number": 1})
        manifest = json.loads(_tamis.build_given([], {}, one, os.path.join(folder, "empty"), settings))
    recipe: dict[str, Any] = manifest["recipe"]
    return recipe


@contextmanager
def _locked(out: str) -> Iterator[None]:
    """Keep a second driver out of the folder."""
    try:
        import fcntl
    except ImportError:  # A system without these locks.
        yield
        return
    with open(os.path.join(out, ".lock"), "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise IndexFileError(f"{out}: another job writes shards here; wait for its end") from None
        yield


@contextmanager
def _described(context: SparkContext, what: str) -> Iterator[None]:
    """Give the jobs a group and a description, which Spark's pages show."""
    names = ("spark.jobGroup.id", "spark.job.description", "spark.job.interruptOnCancel")
    before = [context.getLocalProperty(name) for name in names]
    context.setJobGroup(f"tamis-{uuid.uuid4()}", what, interruptOnCancel=True)
    try:
        yield
    finally:
        for name, value in zip(names, before):
            context.setLocalProperty(name, value)  # type: ignore[arg-type]


def _run(context: SparkContext, job: Job, shards: list[Shard]) -> list[ShardReport]:
    """Build all shards and return what the tasks report of them."""
    shared = context.broadcast(job)
    copied = [shard for shard in shards if job.stream == "spark" and shard.files]
    others = [shard for shard in shards if shard not in copied]
    reports: list[ShardReport] = []
    try:
        if others:
            tasks = context.parallelize(others, len(others)).setName("shards")
            reports += tasks.map(lambda shard: _spark_shards.build(shared.value, shard)).collect()
        if copied:
            files = context.union([_spark_files.bytes_of(context, shard) for shard in copied])
            build = _spark_shards.build_of_bytes
            reports += files.mapPartitionsWithIndex(lambda i, pairs: [build(shared.value, copied[i], pairs)]).collect()
    except Exception as error:
        raise SparkError(f"{job.out}: {_reason(error)}") from error
    finally:
        shared.unpersist()
    return reports


def _reason(error: Exception) -> str:
    """Return the message of the exception that a task raised, which is in the middle of Spark's."""
    lines = [line.strip() for line in str(error).splitlines()]
    ours = [line for line in lines if line.startswith(("tamis.errors.", "OSError:", "MemoryError"))]
    return ours[-1] if ours else next((line for line in lines if line), type(error).__name__)


def _check(context: SparkContext, job: Job, shards: list[Shard], reports: list[ShardReport]) -> None:
    """Check what is on disk: all shards, all files, all records."""
    found = {one.number for one in reports}
    missing = sorted(shard.number for shard in shards if shard.number not in found)
    if missing:
        raise IndexFileError(f"{job.out}: no task reported the shards {missing}")
    _tamis.check_shards([_spark_shards.target(job, shard.number) for shard in shards])
    for shard in shards:
        _spark_shards.check_counts(job, shard)
    _check_docnos(context, job.out, _spark_shards.folders(job.out))


def _check_docnos(context: SparkContext, out: str, paths: list[str]) -> None:
    """Check that no docno is in two shards: within one, the index has seen to it. What was checked is noted beside the shards, so
    that a search checks only shards that were made or changed in another way.
    """
    note = os.path.join(out, ".docnos")
    checked = json.dumps([[os.path.basename(path), *_stamp(path)] for path in paths])
    with suppress(OSError), open(note) as file:
        if file.read() == checked:
            return

    def named(path: str) -> list[tuple[str, str]]:
        return [(docno, os.path.basename(path)) for docno in _tamis.Index.open([path]).docnos()]

    docnos = context.parallelize(paths, len(paths)).flatMap(named)
    with _described(context, "tamis: docnos of all shards"):
        twice = docnos.groupByKey().mapValues(sorted).filter(lambda pair: len(pair[1]) > 1).take(1)
    for docno, shards in twice:
        raise IndexFileError(f"{out}: the page {docno} is in {' and '.join(shards)}")
    # Where nothing can be written, the next search checks again.
    with suppress(OSError), open(note, "w") as file:
        file.write(checked)


def _stamp(path: str) -> tuple[int, int]:
    """Return what changes with every commit of an index."""
    stat = os.stat(os.path.join(path, "meta.json"))
    return stat.st_mtime_ns, stat.st_size


def _table(spark: SparkSession, reports: Iterable[ShardReport]) -> DataFrame:
    rows = [(one.number, *archive) for one in sorted(reports, key=lambda one: one.number) for archive in one.archives]
    lost = sum(row[4] + row[5] for row in rows)
    if lost:
        files = sum(1 for row in rows if row[4] + row[5])
        warnings.warn(f"{lost} records of {files} archives are damaged or lost", DamageWarning, stacklevel=3)
    columns = "shard int, archive string, pages long, bytes long, damaged long, lost long"
    return spark.createDataFrame(rows, columns)
