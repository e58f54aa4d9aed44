"""The rule that fits an index: found, stored, searched by, and forgotten."""

from __future__ import annotations

import json

import pytest

import tamis
from tamis import steps


def test_a_tuned_index_is_a_shard(own_index) -> None:
    own_index.tune(pseudo_topics=40)
    topics = {"1": "penguins ice"}
    job = steps.search(topics, 1, rule="tuned")
    while (task := job.task()) is not None:
        job.take([steps.answer(own_index.path, task)])
    assert job.table().equals(own_index.search_topics(topics, rule="tuned"))


def test_a_tuned_rule_is_that_of_the_program_and_is_stored(own_index, program) -> None:
    printed = json.loads(program("tune", own_index.path, "--dry-run", "--json"))
    assert own_index.tuned is None
    tuned = own_index.tune()
    assert tuned.result == printed
    assert [one["value"] for one in own_index.tuned["parameters"]] == tuned.weights
    by_name = own_index.search("penguins ice wine", rule="tuned", hits=20)
    typed = own_index.search("penguins ice wine", weight=tuned.weights, hits=20)
    assert by_name.equals(typed) and len(by_name) > 0
    own_index.forget_tuned()
    assert own_index.tuned is None
    own_index.forget_tuned()


def test_what_was_tried_is_a_frame(own_index, tmp_path) -> None:
    tuned = own_index.tune(pseudo_topics=60, seed=3, prior="none", store=False)
    assert own_index.tuned is None
    assert list(tuned.values.index) == ["unfiltered", "sieve", "tuned"]
    assert tuned.values.loc["tuned", "recip_rank"] == pytest.approx(tuned.settings["value"].max())
    assert tuned.settings.loc[0, "value"] == tuned.values.loc["sieve", "recip_rank"]
    assert (tuned.settings["cost"] == 0).all() and len(tuned.settings) == len(tuned.result["settings"])
    assert set(tuned.samples["docno"]) <= set(own_index.docnos())
    kept = tuned.samples.eval("tokens * weight").groupby(tuned.samples["docno"]).sum()
    for page in tuned.result["samples"]:
        assert kept.get(page["docno"], 0) == pytest.approx(page["kept"])
    assert repr(tuned).endswith(tuned.weights[-1])
    names = [path.rsplit("/", 1)[-1] for path in tuned.write(tmp_path / "out")]
    assert names == ["settings.tsv", "tune.json", "tune.svg", "report.html"]


def test_judged_topics_count_besides(own_index, demo) -> None:
    tuned = own_index.tune(demo.topics, demo.qrels, measure="P@10", pseudo_topics=60, store=False)
    judged = tuned.result["judged"]
    assert judged["measure"] == "P_10" and judged["topics"] > 0


def test_mistakes_are_named(own_index, demo) -> None:
    with pytest.raises(tamis.InputError, match="expected both or none"):
        own_index.tune(demo.topics)
    with pytest.raises(tamis.SettingError, match="prior"):
        own_index.tune(prior="other")  # type: ignore[arg-type]
    with pytest.raises(tamis.InputError, match="pseudo_topics"):
        own_index.tune(pseudo_topics=-1)
