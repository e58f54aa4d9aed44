"""The Python of the book and of the README, run as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tamis

ROOT = Path(__file__).parents[2]


def snippets(text: str) -> list[str]:
    """Return the Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(page: Path, blocks: list[str], names: dict[str, object]) -> None:
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"{page.name}, block {number}", "exec"), names)


def test_the_page_of_the_book(here, capsys) -> None:
    page = ROOT / "docs/python.md"
    blocks = snippets(page.read_text())
    assert len(blocks) > 7
    names: dict[str, object] = {}
    run(page, blocks, names)
    assert "unknown label 'word-tree'; did you mean 'words-tree'?" in capsys.readouterr().out
    assert (here / "sweep.svg").exists() and (here / "sweep/report.html").exists() and (here / "long.run").exists()


def test_the_readme(here, demo) -> None:
    page = ROOT / "README.md"
    blocks = [block for block in snippets(page.read_text()) if "spark" not in block.lower()]
    assert len(blocks) == 1 and len(blocks[0].splitlines()) == 5
    (here / "crawl").symlink_to(Path(demo.collection).parent)
    (here / "topics").symlink_to(demo.topics)
    (here / "qrels").symlink_to(demo.qrels)
    names: dict[str, object] = {}
    run(page, blocks, names)
    assert isinstance(names["index"], tamis.Index) and isinstance(names["sweep"], tamis.Sweep)


def test_docstrings_say_what_comes_back() -> None:
    for name in tamis.__all__:
        value = getattr(tamis, name)
        assert name == "__version__" or (value.__doc__ and value.__doc__.strip()), name
    for name, method in vars(tamis.Index).items():
        if callable(method) and not name.startswith("_"):
            assert method.__doc__, name
            assert "Returns" in method.__doc__ or "->" not in repr(method), name
