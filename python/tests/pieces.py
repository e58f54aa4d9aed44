"""Cuts an archive into several, between its gzip members: no record is packed again, so every page keeps its bytes."""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterator
from pathlib import Path

CHUNK = 1 << 20


def members(archive: Path) -> Iterator[bytes]:
    """Yield the gzip members of a file: the records of a .warc.gz."""
    with open(archive, "rb") as file:
        data, member, packed = b"", bytearray(), zlib.decompressobj(31)
        while data or (data := file.read(CHUNK)):
            packed.decompress(data)
            taken = len(data) - len(packed.unused_data)
            member += data[:taken]
            data = data[taken:]
            if packed.eof:
                yield bytes(member)
                member, packed = bytearray(), zlib.decompressobj(31)
        if member:
            raise ValueError(f"{archive}: ends inside a gzip member")


def cut(archive: Path, folder: Path, pieces: int) -> list[Path]:
    """Assign the records to files in turn, so that every piece has pages of the whole archive. The same archive gives the same
    files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"piece-{number:02}.warc.gz" for number in range(pieces)]
    files = [open(path, "wb") for path in paths]
    for number, member in enumerate(members(archive)):
        files[number % pieces].write(member)
    for file in files:
        file.close()
    return paths


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pieces", type=int)
    given = parser.parse_args()
    cut(given.archive, given.folder, given.pieces)
