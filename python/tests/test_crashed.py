"""A page that ends the process cannot be caught in it: the next build tries it apart, and leaves it out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import tamis

BUILD = """
import sys, tamis
tamis.build(sys.argv[1], sys.argv[2], metadata=True, threads=2).close()
"""


def build(collection: Path, out: Path, kilobytes: int) -> int:
    """Build an index in a process of its own, whose threads have such a stack, and return its status."""
    env = {**os.environ, "RUST_MIN_STACK": str(kilobytes << 10)}
    command = [sys.executable, "-c", BUILD, collection, out]
    return subprocess.run(command, env=env, stderr=subprocess.PIPE, check=False).returncode


def page(docno: str, head: str = "") -> str:
    return json.dumps({"docno": docno, "html": f"<title>{docno}</title>{head}<p>tea for {docno}"}) + "\n"


def test_a_page_that_overflows_the_stack_is_left_out(tmp_path: Path) -> None:
    # Metadata that is nested as deep as it is read needs more stack than other pages.
    data = '{"@type":"Article","author":' * 120 + "1" + "}" * 120
    nested = page("nested", f"<script type='application/ld+json'>{data}</script>")
    small = [page(f"d{number}") for number in range(20)]
    good = tmp_path / "good.jsonl"
    good.write_text("".join(small))
    pages = tmp_path / "pages.jsonl"
    pages.write_text("".join([*small[:7], nested, *small[7:]]))
    # The least stack for small pages depends on the compiler.
    sizes = range(32, 2048, 16)
    least = next(size for size in sizes if build(good, tmp_path / f"fits{size}", size) == 0)
    assert build(pages, tmp_path / "index", least + 16) < 0
    assert build(pages, tmp_path / "index", least + 16) == 0
    with tamis.open(tmp_path / "index") as index:
        assert index.stats.pages == len(small)
        assert index.stats.skipped["crashed"] == 1
