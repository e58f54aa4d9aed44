"""The package's results beside the program's: byte for byte where both write, number for number elsewhere."""

from __future__ import annotations

import json
import math

import ir_measures
import pandas as pd
import pytest
from ir_measures import AP, RR, P, nDCG

import tamis

# The program says it of its HTML; a str has no encoding to tell.
CHARSET = '<meta charset="utf-8">\n'

VIEWS = [
    ({}, []),
    ({"min_words": 11}, ["--min-words", "11"]),
    ({"where": "words >= 11 and link_density <= 0.33", "title": "drop"}, ["--where", "words >= 11 and link_density <= 0.33", "--title", "drop"]),
    ({"max_repeats": 10, "model": "dph"}, ["--max-repeats", "10", "--model", "dph"]),
    ({"label": "words-tree", "k1": 1.2, "b": 0.75}, ["--label", "words-tree", "--k1", "1.2", "--b", "0.75"]),
    ({"feedback": "rm3", "fb_terms": 5, "fb_docs": 3, "original_query_weight": 0.6}, ["--rm3", "--fb-terms", "5", "--fb-docs", "3", "--original-query-weight", "0.6"]),
    ({"weight": "kind = title: 3", "max_site_share": 0.5}, ["--weight", "kind = title: 3", "--max-site-share", "0.5"]),
    ({"model": "ql-dirichlet", "mu": 500, "weight_by": "score.tamis-comments"}, ["--model", "ql-dirichlet", "--mu", "500", "--weight-by", "score.tamis-comments"]),
]


def lines(run: pd.DataFrame, tag: str = "tamis") -> str:
    """Write a run as TREC's lines, with the numbers as Python writes them."""
    rows = run.itertuples(index=False)
    return "".join(f"{row.qid} Q0 {row.docno} {row.rank} {row.score!r} {tag}\n".replace(".0 tamis", " tamis") for row in rows)


@pytest.mark.parametrize(("settings", "flags"), VIEWS, ids=[" ".join(flags) or "plain" for _, flags in VIEWS])
def test_runs_are_those_of_the_program_byte_for_byte(index, demo, program, tmp_path, settings, flags) -> None:
    printed = program("search", index.path, "--topics", demo.topics, "--hits", "100", *flags)
    assert len(printed.splitlines()) > 1000
    index.write_run(demo.topics, tmp_path / "run", hits=100, **settings)
    assert (tmp_path / "run").read_text() == printed
    assert lines(index.search_topics(demo.topics, hits=100, **settings)) == printed


def test_hits_are_those_of_the_program(index, program) -> None:
    words = "march of the penguins"
    printed = program("search", index.path, *words.split(), "--min-words", "11", "--json")
    found = index.search(words, min_words=11)
    rows = [json.loads(line) for line in printed.splitlines()]
    if len(rows) == 1 and "hits" in rows[0]:
        rows = rows[0]["hits"]
    assert [row["docno"] for row in rows] == list(found["docno"]) and len(rows) == len(found)
    assert [row["score"] for row in rows] == pytest.approx(list(found["score"]), abs=0)
    detailed = index.search(words, min_words=11, details=True)
    assert list(detailed.columns[:7]) == list(found.columns)
    of_blocks = [[(block["number"], block["text"]) for block in row["blocks"]] for row in rows]
    assert [[(block["number"], block["text"]) for block in blocks] for blocks in detailed["blocks"]] == of_blocks
    for column in set(rows[0]) - {"blocks"}:
        assert detailed[column].tolist() == [row[column] for row in rows], column


QUERIES = ["march of the penguins", "penguins +ice -march", '"the penguins" ice', "of the"]


@pytest.mark.parametrize(("settings", "flags"), VIEWS, ids=[" ".join(flags) or "plain" for _, flags in VIEWS])
def test_explanations_are_those_of_the_program(index, demo, program, settings, flags) -> None:
    for query in QUERIES:
        for docno in (None, demo.example, index.docnos()[0]):
            page = [] if docno is None else [docno]
            printed = program("search", "--index", index.path, query, *flags, "--json", "--explain", *page)
            assert index.explain(query, docno, query_syntax=True, **settings) == json.loads(printed)
    assert index.explain("penguins -ice")["excluded"] == []


def test_a_page_that_a_search_does_not_see_is_not_explained(index, demo) -> None:
    with pytest.raises(tamis.UnknownPageError, match="no page 'none'"):
        index.explain("penguins", "none")
    with pytest.raises(tamis.UnknownPageError, match=f"page '{demo.example}' is excluded by a filter of pages"):
        index.explain("penguins", demo.example, not_docnos=[demo.example])
    with pytest.raises(tamis.InputError, match="unknown setting 'min_wrods'"):
        index.explain("penguins", min_wrods=3)


def test_a_sweep_is_the_program_s(index, demo, program, tmp_path) -> None:
    flags = ["--min-words", "1..=20", "--max-link-density", "0.3,1", "-m", "P.10", "-m", "ndcg_cut.10", "--folds", "5"]
    printed = json.loads(program("sweep", index.path, "--topics", demo.topics, "--qrels", demo.qrels, *flags, "--json"))
    measures = ["P@10", "nDCG@10"]
    sweep = index.sweep(demo.topics, demo.qrels, min_words=range(1, 21), max_link_density=[0.3, 1], measures=measures, folds=5)
    ours = json.loads(sweep.json())
    assert ours.pop("command") != printed.pop("command")
    # A report of the program names a server that shows the points.
    assert printed.pop("site")["command"].startswith("tamis serve ")
    assert ours == printed
    points = printed["points"]
    assert sweep.means[measures].to_numpy().tolist() == [point["means"] for point in points]
    assert sweep.means[["pages", "tokens"]].to_numpy().tolist() == [[point["pages"], point["tokens"]] for point in points]
    assert sweep.means[sweep.axes].to_numpy().tolist() == [list(map(float, point["parameters"])) for point in points]
    per_topic = sweep.per_topic.set_index(["point", "measure", "qid"])["value"]
    assert per_topic[3, "nDCG@10"].tolist() == points[3]["per_topic"][1]
    # Where no topic differs there is no test.
    tested = [number for number, point in enumerate(points) if point["equivalence"][1]]
    tests = [points[number]["equivalence"][1] for number in tested]
    assert tests
    means = sweep.means.iloc[tested]
    assert means["noninferior_nDCG@10"].tolist() == [test["p_noninferior"] for test in tests]
    assert means["topics_needed_nDCG@10"].tolist() == [test["topics_needed"] for test in tests]
    enough = printed["least_text"][0]["enough"]
    assert (sweep.enough() is None) == (enough is None)
    assert enough is None or sweep.enough().name == enough["point"]
    held_out = printed["choices"][0]["held_out"]
    assert sweep.held_out() == held_out["mean"]
    folds = sweep.folds[sweep.folds["measure"] == "P@10"]
    assert folds["held_out"].tolist() == [fold["held_out"] for fold in held_out["folds"]]
    written = sweep.write(tmp_path / "out")
    assert {path.rsplit("/", 1)[1] for path in written} >= {"sweep.tsv", "per_topic.tsv", "sweep.json", "report.html"}


def test_a_comparison_is_the_program_s(index, demo, program) -> None:
    arguments = ["compare", index.path, "--topics", demo.topics, "--qrels", demo.qrels, "--json"]
    printed = json.loads(program(*arguments))
    table = index.compare(demo.topics, demo.qrels).table
    assert table["name"].tolist() == [row["name"] for row in printed["rows"]]
    assert table[printed["measures"]].to_numpy().tolist() == [row["means"] for row in printed["rows"]]
    holm = [math.nan if row["holm"][0] is None else row["holm"][0] for row in printed["rows"]]
    equivalent = [row["holm_equivalent"][0] if row["kind"] != "unfiltered" else None for row in printed["rows"]]
    equivalent = [math.nan if p is None else p for p in equivalent]
    assert table[f"holm_equivalent_{printed['measures'][0]}"].tolist() == pytest.approx(equivalent, abs=0, nan_ok=True)
    assert table[f"holm_{printed['measures'][0]}"].tolist() == pytest.approx(holm, abs=0, nan_ok=True)


@pytest.fixture(scope="module")
def runs(index_path, demo, tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("runs")
    with tamis.open(index_path) as index:
        for tag, settings in {"all": {}, "long": {"min_words": 11}, "dph": {"model": "dph"}}.items():
            index.write_run(demo.topics, folder / tag, tag=tag, **settings)
    return {tag: str(folder / tag) for tag in ("all", "long", "dph")}


def test_scores_are_trec_evals_to_the_last_bit(demo, runs, program) -> None:
    measures = ["map", "P.5,10", "ndcg_cut.10", "recip_rank", "num_rel_ret", "gm_map"]
    flags = [flag for measure in measures for flag in ("-m", measure)]
    rows = [json.loads(line) for line in program("eval", demo.qrels, runs["long"], *flags, "-q", "--json").splitlines()]
    printed = [row for row in rows if "topic" in row]
    names = [name for name in printed[-1] if name != "topic"]
    scores = tamis.evaluate(demo.qrels, runs["long"], measures).rename(columns={"ndcg_cut.10": "ndcg_cut_10"})
    assert sorted(scores.columns) == sorted(["run", *names])
    assert scores[names].iloc[0].tolist() == [printed[-1][name] for name in names]
    per_topic = tamis.evaluate(demo.qrels, runs["long"], measures, per_topic=True)
    per_topic = per_topic.rename(columns={"ndcg_cut.10": "ndcg_cut_10"})
    assert per_topic["qid"].tolist() == [row["topic"] for row in printed[:-1]]
    for name in ("map", "P_10", "ndcg_cut_10"):
        assert per_topic[name].tolist() == [row[name] for row in printed[:-1]]


def test_objects_and_names_of_ir_measures_are_taken_and_give_its_numbers(demo, runs) -> None:
    measures = [nDCG @ 10, AP, P @ 5, RR, AP(rel=2), P(rel=2) @ 10, nDCG]
    scores = tamis.evaluate(demo.qrels, runs["dph"], measures)
    assert list(scores.columns) == ["run", *map(str, measures)]
    reference = ir_measures.calc_aggregate(
        measures, ir_measures.read_trec_qrels(demo.qrels), ir_measures.read_trec_run(runs["dph"])
    )
    for measure in measures:
        assert scores[str(measure)][0] == pytest.approx(reference[measure], abs=1e-12), measure


def test_a_comparison_of_runs_is_the_program_s(demo, runs, program) -> None:
    printed = json.loads(program("eval", demo.qrels, *runs.values(), "--json"))
    table = tamis.compare(demo.qrels, list(runs.values()))
    assert table["run"].drop_duplicates().tolist() == ["all", "long", "dph"]
    rows = table.set_index(["run", "measure"])
    for contender in printed["runs"]:
        for measure, mean, against in zip(printed["measures"], contender["means"], contender["against"]):
            row = rows.loc[contender["name"], measure]
            assert (row["value"], row["difference"], row["p"]) == (mean, against["difference"], against["p"])
            assert row["corrected"] == against["corrected"]
            equivalence = against["equivalence"]
            assert [row["power"], row["topics_needed"]] == [equivalence["power"], equivalence["topics_needed"]]
            assert row["equivalent"] == against["corrected_equivalent"]
            assert [row["bootstrap_low"], row["bootstrap_high"]] == against["bootstrap"]
            assert [row["win"], row["tie"], row["loss"]] == [against["win"], against["tie"], against["loss"]]
    other = tamis.compare(demo.qrels, list(runs.values()), ["AP"], baseline="dph", test="wilcoxon", correction="none")
    assert other["run"].tolist() == ["dph", "all", "long"]


def test_what_pages_say_of_themselves_is_in_results_and_filters_them(tmp_path) -> None:
    head = "<title>Tea</title><meta name=author content='Ann Lee'><meta property='article:published_time' content=2024-05-06>"
    text = "<p>Boil a litre of fresh water in a kettle, and wait until it stops, then pour it over the leaves of the tea.</p>"
    pages = [{"id": "told", "html": head + text}, {"id": "untold", "html": text}]
    lines = tmp_path / "pages.jsonl"
    lines.write_text("".join(json.dumps(page) + "\n" for page in pages))
    index = tamis.build(lines, tmp_path / "index", metadata=True, store="structure")
    found = index.search("tea leaves").set_index("docno")
    assert found.loc["told", "metadata.author"] == "Ann Lee"
    assert found["metadata.published"].isna().tolist() == [docno != "told" for docno in found.index]
    assert index.search("tea", published_from="2024-05", published_to="2024")["docno"].tolist() == ["told"]
    assert "metadata.author" in index.pages() and "metadata.comments" in index.pages()
    plain = tamis.build(lines, tmp_path / "plain")
    assert not any(name.startswith("metadata.") for name in plain.search("tea"))
    with pytest.raises(tamis.Error, match="does not know when its pages were published"):
        plain.search("tea", published_to="2024")


def test_pages_are_cut_and_read_as_by_the_program(program, tmp_path, demo, index) -> None:
    page = tmp_path / "page.html"
    html = index.html(demo.example)
    page.write_text(html)
    for remover in ("words-tree", "readability", "justext", "tamis", "unfluff", "boilerpipe-article"):
        assert tamis.extract(html, remover) == program("extract", page, "--classifier", remover)
    assert tamis.extract(html) == program("extract", page) == tamis.extract(html, "tamis")
    url = "https://example.org/a/b"
    for form in ("markdown", "html"):
        made = program("extract", page, "--format", form, "--links", "--url", url)
        assert tamis.extract(html, format=form, links=True, url=url) == made.removeprefix(CHARSET)
    told = json.loads(program("extract", page, "--json", "--format", "markdown", "--metadata"))
    assert tamis.extract(page, format="markdown", details=True) == told
    assert tamis.extract(page, metadata=True, format="html") == program("extract", page, "--metadata", "--format", "html")
    said = json.loads(program("extract", page, "--json", "--url", url))["metadata"]
    assert tamis.metadata(html, url=url) == said and said["title"]
    by_default = program("extract", page, "--classifier", "words-tree", "--blocks", "--json")
    rows = [json.loads(line) for line in by_default.splitlines()]
    blocks = tamis.blocks(html)
    for column in ("block", "kind", "words", "anchor_words", "tag_level", "text"):
        assert blocks[column].tolist() == [row[column] for row in rows], column
    labels = [[name for name in row["labels"]] for row in rows]
    columns = [name for name in blocks.columns if name.startswith("label.")]
    assert [{name[6:] for name in columns if row[name]} for _, row in blocks.iterrows()] == [set(row) for row in labels]
    inspected = [json.loads(line) for line in program("inspect", index.path, demo.example, "--json").splitlines()]
    stored = index.blocks(demo.example)
    for column in ("block", "kind", "words", "anchor_words", "tag_level", "tokens", "text"):
        assert stored[column].tolist() == [row[column] for row in inspected], column
    assert stored["repeats"].dropna().tolist() == [row["repeats"] for row in inspected if "repeats" in row]
    url = index.pages().set_index("docno")["url"][demo.example]
    told = program("inspect", index.path, url, "--captures", "--json").splitlines()
    captures = index.captures(url).rename(columns={"file": "archive"})
    assert captures.to_dict("records") == [json.loads(line) for line in told] and index.blocks(url).equals(stored)


ANSWERED = """<title>Ice</title><div class=post><h1>Penguins</h1><p>Two penguins crossed the frozen bay on Sunday morning,
watched by a crowd of several hundred people who had waited since dawn.<p>Nobody knows where they came from. The nearest colony
lies two hundred miles away, and the wind had blown from the south.</div><div id=comments><h3>2 Responses</h3><ol
class=commentlist><li class=comment id=comment-1><div class='comment-author vcard'><cite class=fn>Ada</cite> says:</div><div
class=comment-meta>May 6, 2024 at 7:08 pm</div><p>I was there, and have never seen such a thing. Thank you for writing this
down!</p><div class=reply><a href=#>Reply</a></div><ul class=children><li class=comment id=comment-2><div
class='comment-author vcard'><cite class=fn>Bo</cite> says:</div><div class=comment-meta>May 7, 2024 at 1:00 am</div><p>We
missed it, because we slept too long on that morning. Did you take pictures?</p></ul></ol></div>"""


def test_comments_are_apart_as_by_the_program(program, tmp_path) -> None:
    page = tmp_path / "page.html"
    page.write_text(ANSWERED)
    for form in ("text", "markdown", "html"):
        made = program("extract", page, "--comments", "--format", form)
        assert tamis.extract(ANSWERED, format=form, comments=True) == made.removeprefix(CHARSET)
        assert "Thank you" in made and "Comments" in made and "Comments" not in tamis.extract(ANSWERED, format=form)
    for comments in (False, True):
        told = json.loads(program("extract", page, "--json", *["--comments"][: int(comments)]))
        assert told.pop("file") == str(page)
        found = tamis.extract(ANSWERED, format="json", comments=comments)
        # A str has no encoding to find.
        differing = {key for key in found.keys() | told.keys() if found.get(key) != told.get(key)}
        assert differing <= {"encoding", "encoding_source"} and found["title"] == "Ice"
        assert tamis.extract(ANSWERED.encode(), format="json", comments=comments) == told
        assert ("comments" in found) == comments and "confidence" in found
    ada, bo = found["comments"]
    assert (ada["author"], ada["published"], "parent" in ada) == ("Ada", "2024-05-06T19:08", False)
    assert (bo["author"], bo["published"], bo["parent"]) == ("Bo", "2024-05-07T01:00", 0)
    assert "Thank you" in ada["text"] and "Thank you" not in found["text"] and "Two penguins" in found["text"]
    assert "confidence" not in tamis.extract(ANSWERED, "readability", format="json")


def test_an_index_is_the_program_s(demo, program, tmp_path, index_path) -> None:
    flags = ["--store", "all", "--score", "tamis-comments"]
    program("index", demo.collection, "--out", tmp_path / "THEIRS", *flags)
    with tamis.open(tmp_path / "THEIRS") as theirs, tamis.open(index_path) as ours:
        assert ours.stats == theirs.stats
        assert ours.pages().equals(theirs.pages())
        printed = json.loads(program("stats", index_path, "--json"))
        assert printed["pages"] == ours.stats.pages
    program("verify", index_path)


def test_several_indexes_are_one(demo, tmp_path, program) -> None:
    parts = [tamis.demo(tmp_path / f"demo{seed}", pages=80, seed=seed) for seed in (3, 4)]
    rows = []
    for number, part in enumerate(parts):
        with tamis.build(part.collection, tmp_path / f"part{number}", store="all") as index:
            for docno in index.docnos():
                rows.append((number, docno, index.html(docno)))
    for number in (0, 1):
        records = [{"docno": f"{number}-{docno}", "html": html} for at, docno, html in rows if at == number]
        (tmp_path / f"{number}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        tamis.build(tmp_path / f"{number}.jsonl", tmp_path / f"I{number}").close()
    tamis.build([tmp_path / "0.jsonl", tmp_path / "1.jsonl"], tmp_path / "WHOLE").close()
    with tamis.open([tmp_path / "I0", tmp_path / "I1"]) as several, tamis.open(tmp_path / "WHOLE") as whole:
        assert several.path == [str(tmp_path / "I0"), str(tmp_path / "I1")]
        assert several.stats.pages == whole.stats.pages == 160
        for settings in ({}, {"min_words": 11, "feedback": "rm3"}, {"max_repeats": 5}):
            assert several.search_topics(demo.topics, **settings).equals(whole.search_topics(demo.topics, **settings))
        docno = several.docnos()[3]
        assert several.blocks(docno).equals(whole.blocks(docno))
