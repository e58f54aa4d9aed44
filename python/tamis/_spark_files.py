"""The files of a collection for `tamis.spark`: local ones, and those of any Hadoop file system, assigned to shards."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

from . import _tamis
from ._spark_shards import File, Shard
from .errors import FileError, InputError, MissingFileError

if TYPE_CHECKING:
    from pyspark import RDD, SparkContext

#: A scheme as in s3a://bucket/key; not a drive of Windows.
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


class Plan(NamedTuple):
    """A collection in shards."""

    shards: list[Shard]
    files: int
    #: What the index of each shard says of the assignment; its number is still to come.
    mark: dict[str, Any]
    #: The plan as JSON, if all files are read in place.
    text: str | None
    stream: str


def plan(context: SparkContext, paths: list[str], shards: int, stream: str | None) -> Plan:
    """List the files of a collection and assign them to shards."""
    if stream not in (None, "fsspec", "spark"):
        raise InputError(f"stream: found {stream!r}, expected 'fsspec' or 'spark'")
    local = [_local(path) for path in paths]
    if stream is None and all(path is not None for path in local):
        return _of_local([path for path in local if path is not None], shards)
    listed = dict(file for path in paths for file in _hadoop(context, path))
    # Spark's reader takes all files of a shard or none.
    copies_all, stream = stream is not None, stream or _stream(listed)
    copies_all = copies_all or stream == "spark"
    files = [_file(name, size, copies_all) for name, size in listed.items()]
    return _of_files(files, shards, stream)


def _file(name: str, size: int, copies_all: bool) -> File:
    local = None if copies_all else _local(name)
    return File(name, size, True) if local is None else File(local, size, False)


def _local(path: str) -> str | None:
    """Return a local path; none if the file system is another one."""
    if not SCHEME.match(path):
        return os.path.abspath(path)
    address = urlsplit(path)
    return unquote(address.path) if address.scheme == "file" and address.netloc in ("", "localhost") else None


def _of_local(paths: list[str], shards: int) -> Plan:
    text = _tamis.shard_plan(paths, shards)
    plan = json.loads(text)
    assigned = [
        Shard(shard["shard"], [File(file["file"], file["bytes"], False) for file in shard["files"]])
        for shard in plan["shards"]
    ]
    files = sum(len(shard.files) for shard in assigned)
    return Plan(assigned, files, _mark(shards, files, plan["bytes"], plan["hash"]), text, "")


def _of_files(files: list[File], shards: int, stream: str) -> Plan:
    numbers, sum_of_assignment = _tamis.deal_files([(file.name, file.bytes) for file in files], shards)
    assigned = [Shard(number + 1, []) for number in range(shards)]
    for file, number in zip(files, numbers):
        assigned[number].files.append(file)
    size = sum(file.bytes for file in files)
    return Plan(assigned, len(files), _mark(shards, len(files), size, sum_of_assignment), None, stream)


def _mark(shards: int, files: int, size: int, sum_of_assignment: str) -> dict[str, Any]:
    return {"of": shards, "files": files, "bytes": size, "hash": sum_of_assignment}


def _hadoop(context: SparkContext, path: str) -> list[tuple[str, int]]:
    """List the files of a path or pattern, and those below folders, by the file system that Hadoop has for it."""
    from py4j.protocol import Py4JJavaError

    try:
        return _hadoop_files(context, path)
    except Py4JJavaError as error:
        cause = error.java_exception.toString()
        remedy = "; Spark needs the package of this file system (spark.jars.packages)" if "ClassNotFound" in cause else ""
        raise FileError(f"{path}: Hadoop cannot list this: {cause}{remedy}") from error


def _hadoop_files(context: SparkContext, path: str) -> list[tuple[str, int]]:
    local = _local(path)
    jvm: Any = context._jvm
    pattern = jvm.org.apache.hadoop.fs.Path("file://" + local if local is not None else path)
    system = pattern.getFileSystem(context._jsc.hadoopConfiguration())
    found = system.globStatus(pattern)
    if not found:
        raise MissingFileError(f"{path}: no file is there, or matches this pattern")
    files = []
    for status in found:
        below = system.listFiles(status.getPath(), True)
        while below.hasNext():
            file = below.next()
            files.append((file.getPath().toString(), file.getLen()))
    return sorted(files)


def _stream(names: Iterable[str]) -> str:
    """Choose how to copy files: in pieces if fsspec knows their schemes on this machine, otherwise by Spark."""
    try:
        import fsspec

        for scheme in {name.split(":")[0] for name in names}:
            fsspec.get_filesystem_class(scheme)
    except (ImportError, ValueError):
        return "spark"
    return "fsspec"


def bytes_of(context: SparkContext, shard: Shard) -> RDD[tuple[str, bytes]]:
    """Return the names and contents of a shard's files, one at a time, as one partition."""
    for file in shard.files:
        if re.search(r"[,{}\[\]*?\\]", file.name):
            raise InputError(f"{file.name}: Spark reads this name as a pattern; rename the file, or use stream='fsspec'")
    return context.binaryFiles(",".join(file.name for file in shard.files)).coalesce(1)
