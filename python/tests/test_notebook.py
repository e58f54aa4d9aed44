"""The notebook of the book: it runs, prints what the page shows, and draws the figure of the page."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

jupytext = pytest.importorskip("jupytext")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("readability")

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/notebook.md"
FIGURE = ROOT / "docs/figures/notebook-sweep.png"
BLESS = "TAMIS_BLESS" in os.environ


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("notebook")


@pytest.fixture(scope="module")
def cells(folder: Path) -> list[str]:
    """What the cells of code print, in their order."""
    notebook = jupytext.read(PAGE)
    resources = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    printed = ["".join(part.get("text", "") for part in cell.outputs if part.get("name") == "stdout") for cell in code]
    wrong = [part for cell in code for part in cell.outputs if part.output_type == "error"]
    assert not wrong
    return printed


def blocks() -> list[tuple[str, str]]:
    return re.findall(r"^```(python|text)\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)


def test_its_cells_print_what_the_page_shows(cells: list[str]) -> None:
    assert len(cells) == sum(kind == "python" for kind, _ in blocks()) > 5
    shown, page, next_cell = [], PAGE.read_text(), iter(cells)
    for kind, block in blocks():
        if kind == "python":
            printed = next(next_cell)
        else:
            shown.append((block, printed))
            page = page.replace(f"```text\n{block}```", f"```text\n{printed}```", 1)
    if BLESS:
        PAGE.write_text(page)
    assert len(shown) >= 5
    wrong = [printed for block, printed in shown if block.split() != printed.split()]
    assert BLESS or not wrong, "docs/notebook.md should show (TAMIS_BLESS=1 writes it):\n" + "\n".join(wrong)


def test_its_numbers_are_those_of_a_real_difference(cells: list[str]) -> None:
    text = "\n".join(cells)
    assert "2000 pages" in text
    best, unfiltered, held_out = (float(re.search(f"{name}: .*?(0\\.\\d+)", text).group(1)) for name in ("best", "unfiltered", "held out"))
    assert best > unfiltered and best >= held_out
    kept = re.search(r"(\d+) of (\d+) blocks are content", text)
    assert 0 < int(kept.group(1)) < int(kept.group(2)) / 2
    label = re.search(r"^readability-lxml +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)$", text, re.MULTILINE)
    measured = re.search(r"^ *readability-lxml +([\d.]+) +(\d+) +(\d+) +(\d+)$", text, re.MULTILINE)
    assert label.group(1) == measured.group(1), "the comparison and the run give the same mean"
    assert sum(int(count) for count in measured.groups()[1:]) == 50


def test_its_figure_is_that_of_the_page(cells: list[str], folder: Path) -> None:
    from matplotlib.testing.compare import compare_images

    drawn = folder / "sweep.png"
    if BLESS:
        shutil.copy(drawn, FIGURE)
    shutil.copy(FIGURE, folder / "expected.png")
    assert compare_images(str(folder / "expected.png"), str(drawn), tol=8) is None
