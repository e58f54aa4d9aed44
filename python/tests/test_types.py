"""The types: the package and calls of it under mypy, and the stub beside the module."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PYTHON = Path(__file__).parents[1]
CONFIG = str(PYTHON / "pyproject.toml")


def run(folder: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module where the package is the installed one."""
    cache = {"MYPY_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-P" if sys.version_info >= (3, 11) else "-s", "-m", module, *arguments]
    return subprocess.run(command, cwd=folder, env={**os.environ, **cache}, capture_output=True, text=True, check=False)


def test_the_package_passes_mypy_strict(tmp_path) -> None:
    done = run(tmp_path, "mypy", "--config-file", CONFIG, "--strict", str(PYTHON / "tamis"))
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_names_what_the_module_has(tmp_path) -> None:
    done = run(tmp_path, "mypy.stubtest", "tamis._tamis", "--mypy-config-file", CONFIG)
    assert done.returncode == 0, done.stdout + done.stderr


def test_calls_are_checked(tmp_path) -> None:
    right = tmp_path / "right.py"
    right.write_text(
        "import tamis\n"
        "with tamis.open('I') as index:\n"
        "    rows = index.search('x', where='words >= 11', min_words=3, hits=5).head()\n"
        "    length = index.explain('x', 'd', min_words=3)['length']\n"
        "    text = tamis.extract('x', format='markdown', comments=True).upper()\n"
        "    comments = tamis.extract('x', format='json', comments=True)['comments']\n"
        "    axes = index.sweep('t', {'1': {'a': 1}}, min_words=range(1, 9), folds=5).plot()\n"
    )
    done = run(tmp_path, "mypy", "--config-file", CONFIG, "--strict", str(right))
    assert done.returncode == 0, done.stdout + done.stderr
    wrong = tmp_path / "wrong.py"
    calls = ["tamis.open('I').search('x', min_wrods=3)", "tamis.extract(3)", "tamis.build('a', 'b', store='some')"]
    wrong.write_text("import tamis\n" + "\n".join(calls) + "\n")
    done = run(tmp_path, "mypy", "--config-file", CONFIG, "--strict", str(wrong))
    assert done.stdout.count("error:") == len(calls), done.stdout
