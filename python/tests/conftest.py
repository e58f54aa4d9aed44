"""A generated collection and its index, for all tests; and the program, whose output is compared."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import tamis

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tamis.Demo:
    return tamis.demo(tmp_path_factory.mktemp("demo"), pages=300, seed=1)


@pytest.fixture(scope="session")
def index_path(demo: tamis.Demo, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("index") / "INDEX"
    tamis.build(demo.collection, path, store="all", scores="tamis-comments").close()
    return str(path)


@pytest.fixture
def index(index_path: str):
    with tamis.open(index_path) as index:
        yield index


@pytest.fixture
def own_index(demo: tamis.Demo, tmp_path: Path):
    """An index that the test may change."""
    with tamis.build(demo.collection, tmp_path / "OWN", store="all") as index:
        yield index


class Program:
    """The program `tamis`, of the same checkout."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, *arguments: str | os.PathLike[str], fails: bool = False) -> str:
        """Run it, and return what it prints; if it is to fail, its message."""
        done = subprocess.run([self._path, *arguments], capture_output=True, text=True, check=False)
        assert (done.returncode not in (0, 3)) == fails, done.stderr
        return done.stderr if fails else done.stdout

    def message(self, *arguments: str | os.PathLike[str]) -> str:
        """Run it, and return the message of its error."""
        return self(*arguments, fails=True).strip().removeprefix("tamis: ")


@pytest.fixture(scope="session")
def program() -> Program:
    path = Path(os.environ.get("TAMIS_PROGRAM", ROOT / "target/release/tamis"))
    if not path.exists():
        pytest.fail(f"{path} is missing: cargo build --release, or set TAMIS_PROGRAM")
    return Program(path)
