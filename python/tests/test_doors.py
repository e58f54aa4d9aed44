"""The odd and wrong inputs of tests/golden/doors through Python: it warns and fails as the library and the program do, also over
shards.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tamis
from tamis import steps

FOLDER = Path(__file__).parents[2] / "tests/golden/doors"
INPUTS = json.loads((FOLDER / "inputs.json").read_text())
EXPECTED = json.loads((FOLDER / "expected.json").read_text())
# What shards say in another way.
OVER_SHARDS = json.loads((FOLDER / "shards.json").read_text())

# What the keyword of Python is for.
OPTIONS = ("folds", "margin", "measures", "labels")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("doors")
    for name, text in INPUTS["files"].items():
        (folder / name).write_text(text)
    tamis.build(folder / "pages.jsonl", folder / "index").close()
    return folder


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two indexes with half the pages each."""
    lines = INPUTS["files"]["pages.jsonl"].splitlines()
    half = (len(lines) + 1) // 2
    indexes = []
    for part in (lines[:half], lines[half:]):
        shard = tmp_path_factory.mktemp("shard")
        (shard / "pages.jsonl").write_text("\n".join(part))
        tamis.build(shard / "pages.jsonl", shard / "index").close()
        indexes.append(shard / "index")
    return indexes


def settings_of(given: dict[str, Any]) -> dict[str, Any]:
    return dict(given["set"]) | {name: given[name] for name in OPTIONS if name in given}


def files_of(given: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    return folder / given.get("topics", "topics"), folder / given.get("qrels", "qrels")


def ask_shards(shards: list[Path], given: dict[str, Any], folder: Path) -> None:
    settings = settings_of(given)
    topics, qrels = files_of(given, folder)
    if given["verb"] == "topics":
        job = steps.search(topics, len(shards), tag=given.get("tag", "tamis"), **settings)
    else:
        job = steps.sweep(topics, qrels, len(shards), **settings)
    while (task := job.task()) is not None:
        job.take([steps.answer(shard, task) for shard in shards])


def ask(index: tamis.Index, given: dict[str, Any], folder: Path) -> None:
    settings = settings_of(given)
    topics, qrels = files_of(given, folder)
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


def check(ask: Callable[[], None], expected: dict[str, Any], folder: Path) -> None:
    found = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            ask()
        except tamis.Error as error:
            found = str(error)
    warned = [str(one.message).replace(f"{folder}/", "") for one in caught if issubclass(one.category, tamis.NoticeWarning)]
    # What is no warning is not told: how many pages pass, or that there is no result, unless the query shows why.
    why = [f"no result: {one['why']}" for one in expected["notices"] if one["notice"] == "no_result" and one["why"]]
    assert warned == expected["warnings"] + why
    assert (found is None) == (expected["error"] is None), found
    if found is not None:
        # What is to be given differs by door.
        same = expected["error"]
        if same.startswith("found nothing to sweep"):
            same = same.split(",")[0]
        assert same in found.replace(f"{folder}/", "")


@pytest.mark.parametrize("given", INPUTS["inputs"], ids=lambda given: given["name"])
def test_python_says_the_same(given: dict[str, Any], folder: Path) -> None:
    if "Python" not in given.get("doors", ["Python"]):
        pytest.skip("another door is asked")
    with tamis.open(folder / "index") as index:
        check(lambda: ask(index, given, folder), EXPECTED[given["name"]], folder)


SHARDED = [given for given in INPUTS["inputs"] if given["verb"] in ("topics", "sweep") and "doors" not in given]


@pytest.mark.parametrize("given", SHARDED, ids=lambda given: given["name"])
def test_shards_say_the_same(given: dict[str, Any], folder: Path, shards: list[Path]) -> None:
    expected = OVER_SHARDS.get(given["name"], EXPECTED[given["name"]])
    check(lambda: ask_shards(shards, given, folder), expected, folder)
