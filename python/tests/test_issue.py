"""What the package was asked for, line by line."""

from __future__ import annotations

import pandas as pd

import tamis

HTML = """<title>News</title><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><h1>Penguins on the ice</h1>
<p>Two penguins crossed the frozen bay on Sunday morning, watched by a crowd of several hundred people who had waited
since dawn and who went home content."""


def test_the_lines_of_the_issue(demo, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crawl").symlink_to(demo.collection.rsplit("/", 1)[0])
    topics, qrels = "crawl/demo.topics", "crawl/demo.qrels"

    index = tamis.build("crawl/demo.warc.gz", "INDEX", progress=True)
    sweep = index.sweep(topics, qrels, min_words=range(1, 101), measures=["P@10", "nDCG@10"], folds=5)
    assert list(sweep.means["min_words"]) == list(range(1, 101))
    assert sweep.means["P@10"].between(0, 1).all() and (sweep.means["tokens"].diff().dropna() <= 0).all()
    assert len(sweep.per_topic) == 101 * 2 * 50 and len(sweep.folds) == 2 * 5
    assert sweep.best["P@10"] == sweep.means["P@10"].max() and sweep.best["min_words"] in range(1, 101)
    assert sweep.baseline["kept"] == 1 and sweep.plot().get_xlabel() == "min_words"

    found = index.search("march of the penguins", where="words >= 11", hits=10)
    assert list(found.columns) == ["rank", "score", "docno", "url", "title", "date", "snippet"]
    details = index.search("march of the penguins", where="words >= 11", hits=10, details=True)
    assert details[list(found.columns)].equals(found)
    assert list(details.columns[len(found.columns) :]) == ["archive", "offset", "blocks"]
    assert all(blocks[0]["text"] == text for blocks, text in zip(details["blocks"], details["snippet"]))

    text = tamis.extract(HTML, "readability")
    assert "Two penguins crossed" in text
    blocks = tamis.blocks(HTML)
    assert list(blocks["words"]) == [1, 1, 1, 4, 27] and blocks["label.words-tree"].dtype == bool
    docno = demo.example
    of_page = index.blocks(docno)
    assert of_page["kind"][0] == "title" and len(of_page) == index.pages().set_index("docno")["blocks"][docno]
    assert index.add_labels("mine", {docno: [words > 5 for words in of_page["words"]]}) == (of_page["words"] > 5).sum()
    assert index.labels[-1] == "mine"
    assert list(index.blocks(docno)["label.mine"]) == list(of_page["words"] > 5)

    runs = {"all": index.search_topics(topics), "long": index.search_topics(topics, min_words=11)}
    scores = tamis.evaluate(qrels, runs, ["nDCG@10"])
    assert list(scores["run"]) == ["all", "long"] and scores["nDCG@10"][0] == sweep.baseline["nDCG@10"]
    compared = tamis.compare(qrels, runs, ["nDCG@10"])
    assert isinstance(compared, pd.DataFrame) and 0 <= compared["p"][1] <= compared["corrected"][1] <= 1
    assert abs(compared["difference"][1] - (compared["value"][1] - compared["value"][0])) < 1e-12
