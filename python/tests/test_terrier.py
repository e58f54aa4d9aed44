"""tamis in PyTerrier: its experiments give our numbers, and its operators, grids and drawings work on our retriever."""

import os
import pickle
import re
from pathlib import Path

import pandas as pd
import pytest

pt = pytest.importorskip("pyterrier")
ir_measures = pytest.importorskip("ir_measures")

import tamis  # noqa: E402
from tamis import terrier  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
MEASURES = [ir_measures.P @ 10, ir_measures.nDCG @ 10, ir_measures.AP]
#: The unfiltered text and two rules, as Python and as the program's flags.
VIEWS = [({}, []), ({"where": "words >= 11"}, ["--where", "words >= 11"]), ({"label": "words-tree"}, ["--label", "words-tree"])]


class Collection:
    def __init__(self, archive, topics, qrels, folder):
        self.archive, self.topics_file, self.qrels_file = str(archive), str(topics), str(qrels)
        self.index = tamis.build(self.archive, os.path.join(folder, "index"), store="all")
        self.topics = terrier.read_topics(self.topics_file)
        self.qrels = terrier.read_qrels(self.qrels_file)


def _demo(folder):
    made = tamis.demo(folder / "demo", pages=300, seed=7)
    return Collection(made.collection, made.topics, made.qrels, folder)


def _cfa_blog(folder):
    shared = os.environ.get("TAMIS_SHARED")
    if not shared:
        pytest.skip("TAMIS_SHARED is not set")
    data = (ROOT / shared).resolve() / "data" / "retrieval" / "cfa-blog"
    return Collection(data / "cfa-blog.warc.gz", data / "topics.cfa.txt", data / "qrels.cfa.txt", folder)


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    return _demo(tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="session", params=[_demo, _cfa_blog], ids=["demo", "cfa-blog"])
def collection(request, tmp_path_factory):
    return request.param(tmp_path_factory.mktemp("collection"))


@pytest.fixture
def retriever(demo):
    return terrier.Retriever(demo.index)


def by_topic(frame, name):
    return {(row.qid, row.measure): row.value for row in frame[frame["name"] == name].itertuples()}


def test_an_experiment_gives_our_numbers(collection, tmp_path, program):
    retrievers = [terrier.Retriever(collection.index, **settings) for settings, _ in VIEWS]
    names = [repr(settings) for settings, _ in VIEWS]
    options = {"eval_metrics": MEASURES, "names": names}
    means = pt.Experiment(retrievers, collection.topics, collection.qrels, **options)
    topics = pt.Experiment(retrievers, collection.topics, collection.qrels, perquery=True, **options)
    for number, (settings, flags) in enumerate(VIEWS):
        run = collection.index.search_topics(collection.topics_file, **settings)
        ours = tamis.evaluate(collection.qrels_file, run, MEASURES, complete=True)
        each = tamis.evaluate(collection.qrels_file, run, MEASURES, complete=True, per_topic=True)
        theirs = by_topic(topics, names[number])
        for measure in map(str, MEASURES):
            assert means[measure][number] == pytest.approx(ours[measure][0], abs=1e-15)
            assert means[measure][number] > 0.05
            assert {row.qid: theirs[row.qid, measure] for row in each.itertuples()} == dict(zip(each["qid"], each[measure]))
        printed = printed_by(program, collection, flags, tmp_path)
        assert printed == {str(measure): f"{means[str(measure)][number]:.4f}" for measure in MEASURES}
    # The rules differ, so nothing of this compares a number with itself.
    assert len(set(means["nDCG@10"])) == len(VIEWS)


def printed_by(program, collection, flags, folder):
    """The measures as the program prints them."""
    run = folder / "run.txt"
    program("search", collection.index.path, "--topics", collection.topics_file, "--out", run, "-q", *flags)
    lines = program("eval", collection.qrels_file, run, "-c", "-m", "P.10", "-m", "ndcg_cut.10", "-m", "map").splitlines()
    values = {line.split()[0]: line.split()[2] for line in lines}
    return {"P@10": values["P_10"], "nDCG@10": values["ndcg_cut_10"], "AP": values["map"]}


def test_a_grid_search_finds_the_best_point_of_the_sweep(demo, capsys):
    values = [0, 2, 5, 8, 11, 15, 20]
    retriever = terrier.Retriever(demo.index)
    best, setting = pt.GridSearch(
        retriever, {retriever: {"min_words": values}}, demo.topics, demo.qrels, "ndcg_cut_10", return_type="best_setting"
    )
    sweep = demo.index.sweep(demo.topics, demo.qrels, min_words=values, measures=["nDCG@10"], permutations=10)
    top = sweep.means.sort_values("nDCG@10", ascending=False, kind="stable").iloc[0]
    assert (setting[0][2], best) == (top["min_words"], pytest.approx(top["nDCG@10"], abs=1e-12))
    # The setting is as it was, and both sides search with the parameters that were tuned.
    assert retriever.get_parameter("min_words") is None
    scan = pt.GridScan(retriever, {retriever: {"k1": [0.4, 1.2], "where": ["words >= 2", "words >= 11"]}}, demo.topics, demo.qrels, [ir_measures.AP])
    assert len(scan) == 4 and scan["AP"].nunique() == 4
    halves = [demo.topics.iloc[::2], demo.topics.iloc[1::2]]
    tuned, settings = pt.KFoldGridSearch(retriever, {retriever: {"min_words": values}}, halves, demo.qrels, "map")
    assert set(tuned["qid"]) <= set(demo.topics["qid"]) and len(settings) == 2
    capsys.readouterr()


def test_results_have_the_columns_that_pyterrier_documents(demo, retriever):
    assert pt.inspect.transformer_inputs(retriever)[:2] == [["qid", "query"], ["qid", "docno", "query"]]
    outputs = pt.inspect.transformer_outputs(retriever, ["qid", "query", "field"])
    assert outputs == ["qid", "query", "field", "docno", "rank", "score"]
    topics = demo.topics.assign(query_0="before", field=range(len(demo.topics)))
    found = retriever(topics)
    assert list(found.columns) == [*topics.columns, "docno", "rank", "score"]
    assert [str(found[name].dtype) for name in ("rank", "score")] == ["int64", "float64"]
    for qid, rows in found.groupby("qid"):
        assert list(rows["rank"]) == list(range(len(rows))) and rows["score"].is_monotonic_decreasing
        of_topic = topics[topics["qid"] == qid].iloc[0]
        assert set(rows["field"]) == {of_topic["field"]} and set(rows["query"]) == {of_topic["query"]}
    ours = demo.index.search_topics(demo.topics)
    assert list(found["docno"]) == list(ours["docno"]) and list(found["score"]) == list(ours["score"])
    one = retriever.search("march of the penguins")
    assert set(one["qid"]) == {"1"}
    assert retriever([{"qid": "7", "query": "garden"}])[0]["rank"] == 0
    assert pt.inspect.transformer_inputs(retriever.text_loader()) == [["docno"]]
    with_titles = terrier.Retriever(demo.index, metadata=["title", "url"], num_results=3).search("garden")
    expected = demo.index.search("garden", hits=3)
    assert list(with_titles.columns) == ["qid", "query", "docno", "title", "url", "rank", "score"]
    assert list(with_titles["title"]) == list(expected["title"]) and list(with_titles["score"]) == list(expected["score"])
    drawn = pt.schematic.draw(retriever >> terrier.Retriever(demo.index, where="words >= 11"))
    assert drawn.count(">tamis<") == 2 and "words &gt;= 11" in drawn


def test_topics_and_qrels_are_read_as_pyterrier_reads_them(demo):
    read = pt.io.read_qrels(demo.qrels_file)
    keys = ["qid", "docno", "label"]
    assert read[keys].sort_values(keys, ignore_index=True).equals(demo.qrels[keys].sort_values(keys, ignore_index=True))
    assert list(demo.topics.columns) == ["qid", "query"]
    both = terrier.read_topics(demo.topics_file, "title+desc")
    assert all(both.startswith(title) for both, title in zip(both["query"], demo.topics["query"]))


def test_pipelines_cut_rerank_and_fuse(demo, retriever):
    topics = demo.topics.head(5)
    full = retriever(topics)
    cut = full[full["rank"] < 3].reset_index(drop=True)
    pd.testing.assert_frame_equal((retriever % 3)(topics), cut)
    compiled = (retriever % 3).compile()
    assert isinstance(compiled, terrier.Retriever)
    pd.testing.assert_frame_equal(compiled(topics), cut)
    assert retriever(topics).shape == full.shape

    # A second stage: the same pages in another order.
    strict = terrier.Retriever(demo.index, where="words >= 11")
    reranked = (retriever % 20 >> strict)(topics)
    pages = lambda frame: {(row.qid, row.docno) for row in frame.itertuples()}  # noqa: E731
    assert pages(reranked) == pages(full[full["rank"] < 20])
    scores = strict(topics).set_index(["qid", "docno"])["score"]
    expected = [scores.get((row.qid, row.docno), 0.0) for row in reranked.itertuples()]
    assert list(reranked["score"]) == expected
    assert (retriever % 20 >> strict % 2)(topics).groupby("qid").size().max() == 2
    assert (retriever % 20 >> (strict % 2)).compile()(topics).equals((retriever % 20 >> strict % 2)(topics))

    total = (retriever + strict)(topics)
    summed = full.set_index(["qid", "docno"])["score"].add(scores, fill_value=0)
    assert total.set_index(["qid", "docno"])["score"].sort_index().equals(summed.sort_index())
    assert pages(((retriever % 5) | (strict % 5))(topics)) == pages((retriever % 5)(topics)) | pages((strict % 5)(topics))
    features = (retriever % 10 >> (strict ** terrier.Retriever(demo.index, model="ql-dirichlet")))(topics)
    assert all(len(row) == 2 for row in features["features"])
    weighted = (0.5 * retriever)(topics)
    assert list(weighted["score"]) == [score / 2 for score in full["score"]]


def test_the_text_of_pages_is_what_the_rule_permits(demo):
    long = terrier.Retriever(demo.index, min_words=11, title="drop", metadata=["text", "title"], num_results=5)
    found = long(demo.topics.head(3))
    for row in found.itertuples():
        blocks = demo.index.blocks(row.docno)
        permitted = blocks[(blocks["words"] >= 11) & (blocks["kind"] == "text")]
        assert row.text == "\n\n".join(permitted["text"]) and row.title == blocks["text"][0]
    loaded = (terrier.Retriever(demo.index) % 5 >> pt.text.get_text(long, ["text"]))(demo.topics.head(3))
    assert list(loaded.columns)[-1] == "text" and "title" not in loaded.columns
    same = loaded.merge(found, on=["qid", "docno"])
    assert len(same) and (same["text_x"] == same["text_y"]).all()
    snippets = terrier.Retriever(demo.index, metadata=["snippet", "text"], num_results=2).search("garden")
    assert all(row.snippet in row.text for row in snippets.itertuples())
    with pytest.raises(tamis.UnknownPageError, match="'nowhere'"):
        long.text_loader()(pd.DataFrame({"docno": ["nowhere"]}))
    with pytest.raises(tamis.SettingError, match="fields: found 'html'"):
        long.text_loader("html")


def test_weighted_tokens_are_searched_as_they_are(demo, retriever):
    words = retriever(pd.DataFrame({"qid": ["1"], "query": ["garden river garden"]}))
    tokens = pd.DataFrame({"qid": ["1"], "query_toks": [{"garden": 2.0, "river": 1, "nothing": 0.0}]})
    weighted = retriever(tokens)
    assert list(weighted["docno"]) == list(words["docno"]) and list(weighted["score"]) == list(words["score"])
    half = retriever(tokens.assign(query="words that are not searched", query_toks=[{"garden": 1.0, "river": 0.5}]))
    assert list(half["docno"]) == list(words["docno"])
    assert list(half["score"]) == pytest.approx([score / 2 for score in words["score"]], rel=1e-6)
    again = retriever(half.head(4))
    assert list(again["docno"]) == list(half["docno"][:4]) and list(again["score"]) == list(half["score"][:4])
    # Tokens are not analyzed: the index has no such word.
    assert len(retriever(pd.DataFrame({"qid": ["1"], "query_toks": [{"Gardens": 1.0}]}))) == 0
    with pytest.raises(tamis.InputError, match="snippet with query_toks"):
        terrier.Retriever(demo.index, metadata=["snippet"])(tokens)


def test_fusion_and_caches_of_pyterrier_s_packages(demo, retriever, tmp_path):
    alpha, caching = pytest.importorskip("pyterrier_alpha"), pytest.importorskip("pyterrier_caching")
    topics, strict = demo.topics.head(5), terrier.Retriever(demo.index, where="words >= 11")
    fused = alpha.fusion.RRFusion(retriever, strict, k=60)(topics)
    ranks = [frame.set_index(["qid", "docno"])["rank"] for frame in (retriever(topics), strict(topics))]
    for row in fused.head(50).itertuples():
        found = [of.get((row.qid, row.docno)) for of in ranks]
        assert row.score == pytest.approx(sum(1 / (60 + rank) for rank in found if rank is not None))
    cache = caching.RetrieverCache(str(tmp_path / "cache"), retriever)
    for _ in range(2):
        cached = cache(topics)
        assert list(cached["docno"]) == list(retriever(topics)["docno"])


def test_nothing_reranked_is_nothing(demo, retriever):
    other = terrier.Retriever(demo.index, where="words >= 11")
    nothing = pd.DataFrame({"qid": ["1"], "query": ["zzzzqq"]})
    for pipeline in (retriever >> other, retriever % 5 >> other % 2, retriever >> (other**retriever)):
        found = pipeline(nothing)
        assert len(found) == 0 and {"qid", "query", "docno", "rank", "score"} <= set(found.columns)
    assert "score" in pt.inspect.transformer_outputs(retriever >> other, ["qid", "query"])
    both = pd.concat([nothing, demo.topics.assign(qid="t" + demo.topics["qid"])])
    assert (retriever % 5 >> other)(both)["qid"].nunique() == len(demo.topics)


def test_a_page_without_the_words_is_last(demo):
    topics = pd.DataFrame({"qid": ["1"], "query": ["garden"]})
    docnos = demo.index.docnos()
    for model in ("bm25", "ql-dirichlet-indri"):
        retriever = terrier.Retriever(demo.index, model=model)
        found = retriever(topics)
        every = retriever(topics.merge(pd.DataFrame({"docno": docnos}), how="cross"))
        assert len(every) == len(docnos)
        assert list(every["docno"][: len(found)]) == list(found["docno"])
        rest = every["score"][len(found) :]
        assert rest.nunique() <= 1 and (rest <= 0).all() and rest.max() < every["score"][len(found) - 1]
    with pytest.raises(tamis.UnknownPageError, match="'nowhere'"):
        retriever(pd.DataFrame({"qid": ["1"], "query": ["garden"], "docno": ["nowhere"]}))


def test_wrong_input_is_reported_and_odd_input_is_right(demo, retriever):
    with pytest.raises(pt.validate.InputValidationError):
        retriever(pd.DataFrame({"qid": ["1"], "text": ["garden"]}))
    numeric = retriever(pd.DataFrame({"qid": [3, 4], "query": ["garden", "river"]}))
    assert set(numeric["qid"]) == {"3", "4"}
    empty = retriever(pd.DataFrame({"qid": ["1", "2", "3"], "query": ["", "of the", "garden"]}))
    assert set(empty["qid"]) == {"3"}
    none = retriever(pd.DataFrame({"qid": ["1"], "query": [""]}))
    assert len(none) == 0 and list(none.columns) == ["qid", "query", "docno", "rank", "score"]
    twice = pd.DataFrame({"qid": ["1", "1"], "query": ["garden", "garden"]})
    assert retriever(twice).equals(retriever(twice.head(1)))
    spaced = retriever(pd.DataFrame({"qid": ["a topic # 1"], "query": ["garden"]}))
    assert set(spaced["qid"]) == {"a topic # 1"}
    for columns, message in [
        ({"qid": ["1", "1"], "query": ["garden", "river"]}, "a second time with another query"),
        ({"qid": [None], "query": ["garden"]}, "qid: row 0: found None"),
        ({"qid": ["1"], "query": [7]}, "query: row 0: found 7 of the type int"),
        ({"qid": ["1"], "query": ["applypipeline:off garden^0.5"]}, "Terrier's query language"),
        ({"qid": ["1"], "query_toks": [["garden"]]}, r"query_toks: row 0: found \['garden'\], expected a dict"),
        ({"qid": ["1"], "query_toks": [{"garden": "much"}]}, "query_toks: row 0"),
    ]:
        with pytest.raises(tamis.InputError, match=message):
            retriever(pd.DataFrame(columns))
    for settings, message in [({"where": "words >"}, "where: column 8"), ({"num_results": 0}, "0"), ({"model": "bm52"}, "bm25")]:
        with pytest.raises(tamis.SettingError, match=message):
            terrier.Retriever(demo.index, **settings).search("garden")
    with pytest.raises(tamis.InputError, match="unknown setting 'min_wrods'; did you mean 'min_words'?"):
        terrier.Retriever(demo.index, min_wrods=3)
    with pytest.raises(tamis.SettingError, match="metadata: found 'body'"):
        terrier.Retriever(demo.index, metadata=["body"])
    with pytest.raises(tamis.InputError, match="unknown setting 'nothing'"):
        retriever.set_parameter("nothing", 1)
    with pytest.raises(tamis.MissingIndexError):
        terrier.Retriever("nowhere")
    closed = terrier.Retriever(tamis.open(demo.index.path))
    closed.index.close()
    with pytest.raises(tamis.ClosedError):
        closed.search("garden")


def test_a_retriever_can_be_pickled_and_copied(demo):
    retriever = terrier.Retriever(demo.index.path, where="words >= 5", k1=1.2, num_results=7)
    again = pickle.loads(pickle.dumps(retriever))
    assert again.search("garden").equals(retriever.search("garden"))
    assert repr(again) == repr(retriever) == f"tamis.terrier.Retriever({demo.index.path!r}, where='words >= 5', k1=1.2)"
    copied = pt.inspect.transformer_apply_attributes(retriever, num_results=2)
    assert len(copied.search("garden")) == 2 and copied.get_parameter("k1") == 1.2
    retriever.set_parameter("k1", None)
    assert copied.get_parameter("k1") == 1.2 and "k1" not in repr(retriever)
    assert len({retriever, again}) == 2


def test_an_indexer_builds_what_the_archive_gives(demo, tmp_path):
    documents = [{"docno": docno, "html": demo.index.html(docno), "extra": 1} for docno in demo.index.docnos()]
    index = terrier.Indexer(tmp_path / "index", keep=tmp_path / "pages.jsonl.gz").index(iter(documents))
    assert isinstance(index, tamis.Index) and index.stats.pages == demo.index.stats.pages
    assert index.stats.blocks == demo.index.stats.blocks and index.stats.tokens == demo.index.stats.tokens
    one, other = (terrier.Retriever(of, where="words >= 11")(demo.topics) for of in (index, demo.index))
    pd.testing.assert_frame_equal(one, other)
    docno = demo.index.docnos()[5]
    columns = ["kind", "words", "anchor_words", "link_density", "tokens", "text"]
    assert index.blocks(docno)[columns].equals(demo.index.blocks(docno)[columns])
    kept = tamis.build(tmp_path / "pages.jsonl.gz", tmp_path / "again")
    assert kept.stats.tokens == index.stats.tokens
    assert pt.inspect.indexer_inputs(terrier.Indexer(tmp_path / "x")) == [["docno", "html"], ["docno", "text"]]


def test_an_indexer_adds_replaces_and_refuses(tmp_path):
    path = tmp_path / "index"
    first = [{"docno": "a", "text": "one cat"}, {"docno": 2, "text": "two dogs\nthree birds", "title": "Animals", "url": "http://a.example/2"}]
    assert terrier.Indexer(path).index(first).stats.pages == 2
    with pytest.warns(UserWarning, match="1 documents were skipped"):
        index = terrier.Indexer(path).index([{"docno": "a", "text": "again"}, {"docno": "c", "text": "a cow"}])
    assert index.docnos() == ["2", "a", "c"]
    assert terrier.Retriever(index, metadata=["title", "url"]).search("birds")["url"].tolist() == ["http://a.example/2"]
    # In a pipeline: what comes before makes the text.
    shout = pt.apply.generic(lambda frame: frame.assign(text=frame["text"] + " loud"))
    piped = (shout >> terrier.Indexer(path, overwrite=True)).index([{"docno": "d", "text": "a goat"}])
    assert piped.docnos() == ["d"] and len(terrier.Retriever(piped).search("loud")) == 1
    odd = terrier.Indexer(path, overwrite=True).index([{"docno": "e", "text": "half \ud83d a horse \ud83d\ude00"}])
    assert "half \ufffd a horse \U0001f600" in odd.blocks("e")["text"].tolist()
    for documents, message in [
        ([{"docno": "a\ud83d", "text": "x"}], "one word"),
        ([], "found none"),
        ([{"text": "x"}], "row 0: found the docno None"),
        ([{"docno": "a b", "text": "x"}], "one word"),
        ([{"docno": "a"}], "neither html nor text"),
        ([{"docno": "a", "text": "x", "html": "x"}], "both"),
        ([{"docno": "a", "text": 7}], "text of the type int"),
        ([{"docno": "a", "text": "x"}, {"docno": "a", "text": "y"}], "row 1: found the docno 'a' a second time"),
        (["a"], "expected a dict"),
    ]:
        with pytest.raises(tamis.InputError, match=message):
            terrier.Indexer(tmp_path / "none").index(documents)
    assert not (tmp_path / "none").exists()
    with pytest.raises(tamis.InputError, match="did you mean 'store'"):
        terrier.Indexer(tmp_path / "none", stroe="all").index([{"docno": "a", "text": "x"}])


def test_the_page_of_the_book_runs_and_prints_what_it_says(tmp_path, monkeypatch, capsys):
    page = (ROOT / "docs" / "pyterrier.md").read_text()
    made = tamis.demo(tmp_path / "made")
    (tmp_path / "crawl").mkdir()
    for file, name in [(made.collection, "crawl/demo.warc.gz"), (made.topics, "topics"), (made.qrels, "qrels")]:
        os.rename(file, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```(python|text)\n(.*?)```", page, re.S)
    names, printed = {}, []
    for kind, block in blocks:
        if kind == "python":
            exec(compile(block, "docs/pyterrier.md", "exec"), names)
            printed.append(capsys.readouterr().out)
        else:
            assert printed[-1].split() == block.split(), f"docs/pyterrier.md should say\n{printed[-1]}"
    assert printed[-1] == "['a']\n" and printed[-2] == "True\n" and printed[-4].splitlines()[-1] == str(names["tuned"].get_parameter("min_words"))
    topics = names["topics"].head(5)
    for pipeline in ("best_ten", "two_stages", "combined", "either"):
        assert len(names[pipeline](topics)) > 0, pipeline
