"""Labels from Python: any remover becomes one, and searches, comparisons and the program know it."""

from __future__ import annotations

import pandas as pd
import pytest

import tamis


def test_a_label_of_each_form_is_the_same(own_index, demo, program) -> None:
    by_page = {docno: (own_index.blocks(docno)["words"] > 8).tolist() for docno in own_index.docnos()[:40]}
    rows = [(docno, block, flag) for docno, flags in by_page.items() for block, flag in enumerate(flags) if flag]
    count = sum(map(sum, by_page.values()))
    assert own_index.add_labels("of-dict", by_page) == count
    assert own_index.add_labels("of-frame", pd.DataFrame(rows, columns=["docno", "block", "label"])) == count
    known = set(by_page)

    def long(blocks: pd.DataFrame) -> pd.Series:
        return (blocks["words"] > 8) & (docno_of(blocks) in known)

    texts = {tuple(own_index.blocks(docno)["text"]): docno for docno in own_index.docnos()}

    def docno_of(blocks: pd.DataFrame) -> str:
        return texts[tuple(blocks["text"])]

    assert own_index.add_labels("of-function", long) == count
    assert own_index.labels[-3:] == ["of-dict", "of-frame", "of-function"]
    for docno in own_index.docnos()[30:50]:
        blocks = own_index.blocks(docno)
        flags = by_page.get(docno, [False] * len(blocks))
        for name in ("of-dict", "of-frame", "of-function"):
            assert blocks[f"label.{name}"].tolist() == flags
    found = own_index.search("penguins ice wine", label="of-dict", title="drop")
    assert len(found) > 0 and set(found["docno"]) <= known
    table = own_index.compare(demo.topics, demo.qrels, labels=["of-dict", "of-frame"]).table.set_index("name")
    assert table.loc["of-dict", "P_10"] == table.loc["of-frame", "P_10"]
    assert "of-function" in program("stats", own_index.path)
    own_index.remove_labels("of-dict")
    own_index.remove_labels(["of-frame", "of-function"])
    assert not any(name.startswith("of-") for name in own_index.labels)


def test_a_remover_of_text_is_aligned_with_the_blocks(own_index) -> None:
    """Our own removers from the outside give nearly the labels that they give from the inside."""
    own_index.add_labels("outside", lambda html: tamis.extract(html, "words-tree"), of="html", progress=True)
    same = blocks = 0
    for docno in own_index.docnos():
        rows = own_index.blocks(docno)
        rows = rows[(rows["kind"] == "text") & (rows["words"] > 0)]
        same += (rows["label.outside"] == rows["label.words-tree"]).sum()
        blocks += len(rows)
    assert blocks > 20_000 and same / blocks > 0.97, (same, blocks)


def test_a_series_has_labels_by_the_number_of_the_block(own_index, demo) -> None:
    docno = demo.example
    flags = own_index.blocks(docno)["words"] > 8
    own_index.add_labels("sorted", {docno: flags.sort_values()})
    own_index.add_labels("by-function", lambda blocks: (blocks["words"] > 8).sort_values())
    found = own_index.blocks(docno)
    assert found["label.sorted"].tolist() == found["label.by-function"].tolist() == flags.tolist()
    with pytest.raises(tamis.InputError, match=f"expected .*0 to {len(flags) - 2}|another index than 0 to {len(flags) - 2}"):
        own_index.add_labels("other", {docno: flags.iloc[1:]})


def test_pages_that_lack_a_label_are_warned_of(demo, tmp_path) -> None:
    pages = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for number, path in enumerate(pages):
        path.write_text(f'{{"docno":"d{number}","text":"march of the penguins"}}\n')
    with tamis.build(pages[0], tmp_path / "index") as index:
        index.add_labels("mine", {"d0": [True] * len(index.blocks("d0"))})
    message = "label mine is missing on 1 page; a rule that asks for it permits none"
    with pytest.warns(tamis.IncompleteWarning, match=message):
        tamis.build(pages, tmp_path / "index").close()
    with pytest.warns(tamis.IncompleteWarning, match=message):
        tamis.open(tmp_path / "index").close()
    job = tamis.steps.search({"1": "penguins"}, 1)
    with pytest.warns(tamis.IncompleteWarning, match=message):
        job.take([tamis.steps.answer(tmp_path / "index", job.task())])


def test_a_label_can_be_replaced(own_index, demo) -> None:
    count = len(own_index.blocks(demo.example))
    assert own_index.add_labels("mine", {demo.example: [True] * count}) == count
    try:
        own_index.add_labels("mine", {demo.example: [False] * count})
    except tamis.IndexFileError as error:
        assert "already has a label mine" in str(error)
    else:
        raise AssertionError("a label was replaced unasked")
    assert own_index.add_labels("mine", {demo.example: [False] * count}, replace=True) == 0


def test_a_text_is_aligned_without_an_index() -> None:
    html = "<title>A title</title><p>One two three four.<p>Menu<p>Five six seven."
    assert tamis.align(html, "one two three four five six seven") == [False, True, False, True]
    assert tamis.align(html, "") == [False] * 4 and tamis.align("", "x") == []
