"""The odd and wrong inputs of tests/golden/doors through Python: it warns and fails as the library and the program do."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

import tamis

FOLDER = Path(__file__).parents[2] / "tests/golden/doors"
INPUTS = json.loads((FOLDER / "inputs.json").read_text())
EXPECTED = json.loads((FOLDER / "expected.json").read_text())

# What the keyword of Python is for.
OPTIONS = ("folds", "margin", "measures", "labels")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("doors")
    for name, text in INPUTS["files"].items():
        (folder / name).write_text(text)
    tamis.build(folder / "pages.jsonl", folder / "index").close()
    return folder


def ask(index: tamis.Index, given: dict[str, Any], folder: Path) -> None:
    settings = dict(given["set"])
    settings |= {name: given[name] for name in OPTIONS if name in given}
    topics = folder / given.get("topics", "topics")
    qrels = folder / given.get("qrels", "qrels")
    match given["verb"]:
        case "search":
            index.search(given["words"], **settings)
        case "topics":
            index.write_run(topics, folder / "written", tag=given.get("tag", "tamis"), **settings)
        case "sweep":
            index.sweep(topics, qrels, **settings)
        case "compare":
            index.compare(topics, qrels, **settings)
        case "tune":
            judged = (topics, qrels) if "judged" in given else ()
            index.tune(*judged, store=False, pseudo_topics=given.get("pseudo_topics", 1000))
        case "eval":
            tamis.evaluate(qrels, folder / "run")


@pytest.mark.parametrize("given", INPUTS["inputs"], ids=lambda given: given["name"])
def test_python_says_the_same(given: dict[str, Any], folder: Path) -> None:
    if "Python" not in given.get("doors", ["Python"]):
        pytest.skip("another door is asked")
    expected = EXPECTED[given["name"]]
    found = None
    with tamis.open(folder / "index") as index, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            ask(index, given, folder)
        except tamis.Error as error:
            found = str(error)
    warned = [str(one.message).replace(f"{folder}/", "") for one in caught if issubclass(one.category, tamis.NoticeWarning)]
    # What is no warning is not told: how many pages pass, or that there is no result.
    assert warned == expected["warnings"]
    assert (found is None) == (expected["error"] is None), found
    if found is not None:
        assert expected["error"] in found.replace(f"{folder}/", "")
