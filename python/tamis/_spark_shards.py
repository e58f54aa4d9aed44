"""The tasks of `tamis.spark`: the index of one shard, built beside its place and renamed when it is finished."""

from __future__ import annotations

import errno
import glob
import json
import os
import shutil
import tempfile
import time
import uuid
from collections.abc import Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _tamis
from .errors import IndexFileError

if TYPE_CHECKING:
    from collections.abc import Iterator


class File(NamedTuple):
    """A file of a shard: its name in the index, its bytes, and whether it is copied to the worker."""

    name: str
    bytes: int
    copied: bool


class Shard(NamedTuple):
    """A shard to build: its number, from 1, and its files."""

    number: int
    files: list[File]


class Job(NamedTuple):
    """What all tasks of a job share."""

    out: str
    #: The plan as JSON, if all files are local ones; then it names the files too.
    plan: str | None
    mark: dict[str, Any]
    settings: dict[str, Any]
    recipe: dict[str, Any]
    stream: str
    application: str


class ShardReport(NamedTuple):
    """What a task reports of its shard: archives with pages, bytes, damaged and lost records."""

    number: int
    archives: list[tuple[str, int, int, int, int]]


def target(job: Job, number: int) -> str:
    """Return the folder of a finished shard."""
    return os.path.join(job.out, f"shard-{number:05}")


def folders(out: str) -> list[str]:
    """Return the folders of the shards that are finished."""
    return sorted(glob.glob(os.path.join(glob.escape(out), "shard-*")))


def build(job: Job, shard: Shard) -> ShardReport:
    """Build a shard whose files are in place, or copied one by one."""
    with _temporary() as folder:
        return _build(job, shard, lambda: _copied(shard, folder))


def build_of_bytes(job: Job, shard: Shard, pairs: Iterable[tuple[str, bytes]]) -> ShardReport:
    """Build a shard whose files Spark reads."""
    with _temporary() as folder:
        return _build(job, shard, lambda: _written(shard, pairs, folder))


def _build(job: Job, shard: Shard, files: Any) -> ShardReport:
    place = target(job, shard.number)
    if os.path.exists(place):
        return _report(job, shard, _finished(job, shard))
    attempt = os.path.join(job.out, f".shard-{shard.number:05}.attempt-{job.application}-{uuid.uuid4()}")
    try:
        manifest = json.loads(_index(job, shard, attempt, files))
        try:
            os.rename(attempt, place)
        except OSError as error:
            # Another attempt was first; its shard is the same.
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
            manifest = _finished(job, shard)
        return _report(job, shard, manifest)
    finally:
        shutil.rmtree(attempt, ignore_errors=True)


def _index(job: Job, shard: Shard, attempt: str, files: Any) -> str:
    if job.plan is not None:
        return _tamis.build_planned(job.plan, shard.number, attempt, job.settings)
    paths: dict[str, str] = files()
    mark = json.dumps({**job.mark, "number": shard.number})
    return _tamis.build_given(list(paths), paths, mark, attempt, job.settings)


def _copied(shard: Shard, folder: str) -> dict[str, str]:
    """Copy the files that are not local ones; return the names of all by their paths."""
    paths = {}
    for number, file in enumerate(shard.files):
        path = file.name
        if file.copied:
            import fsspec

            path = _place(folder, number, file.name)
            with fsspec.open(file.name, "rb") as source, open(path, "wb") as copy:
                shutil.copyfileobj(source, copy, 1 << 20)
            _check_size(file, os.path.getsize(path))
        paths[path] = file.name
    return paths


def _written(shard: Shard, pairs: Iterable[tuple[str, bytes]], folder: str) -> dict[str, str]:
    """Write the files that Spark has read; return their names by path, in the order of the shard."""
    numbers = {_plain(file.name): number for number, file in enumerate(shard.files)}
    paths = {}
    for name, content in pairs:
        number = numbers.pop(_plain(name))
        file = shard.files[number]
        _check_size(file, len(content))
        paths[number] = _place(folder, number, file.name)
        with open(paths[number], "wb") as copy:
            copy.write(content)
    if numbers:
        raise IndexFileError(f"{', '.join(numbers)}: Spark did not read this")
    return {paths[number]: shard.files[number].name for number in sorted(paths)}


def _plain(name: str) -> str:
    """Hadoop writes the same address with one slash or three."""
    scheme, _, rest = name.partition(":")
    return scheme + ":" + rest.lstrip("/")


def _place(folder: str, number: int, name: str) -> str:
    """Return the path of a copy. The end of its name stays, since it tells the format."""
    below = os.path.join(folder, f"{number:06}")
    os.mkdir(below)
    return os.path.join(below, name.rstrip("/").rsplit("/", 1)[-1])


def _check_size(file: File, found: int) -> None:
    if found != file.bytes:
        raise IndexFileError(f"{file.name}: found {found} bytes, expected {file.bytes} as listed; it has changed")


@contextmanager
def _temporary() -> Iterator[str]:
    """A folder for copies, where Spark has its own temporary files."""
    above = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0]
    folder = tempfile.mkdtemp(prefix="tamis-", dir=above if os.path.isdir(above) else None)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _finished(job: Job, shard: Shard) -> dict[str, Any]:
    """Return the manifest of a shard that is there already, and check that it is what this job would build."""
    place = target(job, shard.number)
    manifest: dict[str, Any] = json.loads(_tamis.manifest(place))
    _check_of_job(job, place, manifest)
    local = {file.name for file in shard.files if not file.copied}
    for archive in manifest["archives"]:
        path, modified = archive["path"], archive["stamp"]["modified"]
        if path in local and archive["kind"] != "folder" and os.stat(path).st_mtime_ns != modified:
            raise IndexFileError(f"{place}: {path} has changed since it was indexed; remove the shard to build it again")
    return manifest


def _check_of_job(job: Job, place: str, manifest: dict[str, Any]) -> None:
    mark = manifest.get("shard")
    if mark is None or {**mark, "number": 0} != {**job.mark, "number": 0}:
        found = "holds a shard of another collection or another shard assignment"
        raise IndexFileError(f"{place}: {found}; remove it, or choose another folder")
    if manifest["recipe"] != job.recipe:
        names = [name for name in job.recipe if manifest["recipe"].get(name) != job.recipe[name]]
        raise IndexFileError(f"{place}: was built with other settings ({', '.join(names)}); remove it, or use the same ones")
    if not manifest["finished"]:
        raise IndexFileError(f"{place}: is not finished, and no attempt of a job; remove it")


def check_others(job: Job) -> None:
    """Check the shards that are there before the job starts."""
    for place in folders(job.out):
        _check_of_job(job, place, json.loads(_tamis.manifest(place)))


def check_counts(job: Job, shard: Shard) -> None:
    """Check that a shard holds all of its files, and that every record of them is a page or is listed."""
    place = target(job, shard.number)
    archives = json.loads(_tamis.manifest(place))["archives"]
    for archive in archives:
        if archive["records"] != archive["pages"] + archive["left_out"]:
            raise IndexFileError(f"{place}: the records of {archive['path']} do not add up")
    indexed = {archive["path"].split("!/")[0] for archive in archives}
    missing = [file.name for file in shard.files if file.name not in indexed]
    if missing:
        raise IndexFileError(f"{place}: lacks {', '.join(missing[:10])}")


def _report(job: Job, shard: Shard, manifest: dict[str, Any]) -> ShardReport:
    def row(archive: dict[str, Any]) -> tuple[str, int, int, int, int]:
        return (archive["path"], archive["pages"], archive["stamp"]["bytes"], archive["damaged"], archive["lost"])

    return ShardReport(shard.number, [row(archive) for archive in manifest["archives"]])


def remove_attempts(out: str) -> None:
    """Remove what attempts have left that were killed. One that still runs fails, and cannot rename anything."""
    for _ in range(20):
        left = glob.glob(os.path.join(glob.escape(out), ".shard-*"))
        for folder in left:
            shutil.rmtree(folder, ignore_errors=True)
        if not left:
            return
        time.sleep(0.25)
