"""The types: the package and the tests' calls under mypy, and the stub beside the module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PYTHON = Path(__file__).parents[1]


def run(module: str, *arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", module, *arguments], cwd=PYTHON, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_passes_mypy_strict() -> None:
    run("mypy", "--strict", "tamis")


def test_the_stub_names_what_the_module_has() -> None:
    run("mypy.stubtest", "tamis._tamis", "--mypy-config-file", "pyproject.toml")


def test_calls_are_checked(tmp_path) -> None:
    right = tmp_path / "right.py"
    right.write_text(
        "import tamis\n"
        "with tamis.open('I') as index:\n"
        "    rows = index.search('x', where='words >= 11', min_words=3, hits=5).head()\n"
        "    axes = index.sweep('t', {'1': {'a': 1}}, min_words=range(1, 9), folds=5).plot()\n"
    )
    run("mypy", "--strict", str(right))
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import tamis\ntamis.open('I').search('x', min_wrods=3)\ntamis.extract(3)\ntamis.build('a', 'b', store='some')\n")
    command = [sys.executable, "-m", "mypy", "--strict", str(wrong)]
    done = subprocess.run(command, cwd=PYTHON, capture_output=True, text=True, check=False)
    assert done.stdout.count("error:") == 3, done.stdout
