//! The contents of an index as one JSON object (docs/json.md).

use serde_json::{Value, json};
use std::collections::BTreeMap;
use tamis_index::index::{Index, TunedParameter, TunedRule};
use tamis_index::stats::{Bin, Contents, WordsByRepeats, WordsByScore};
use tamis_report::tune::flag;

/// Returns the object.
pub fn as_json(index: &Index, contents: &Contents) -> Value {
    let manifest = &index.manifest;
    let labels = || contents.labels.iter();
    let added = labels().filter_map(|label| Some((&label.name, label.origin.as_ref()?)));
    let lacking =
        labels().filter(|label| label.lacking > 0).map(|label| (&label.name, label.lacking));
    json!({
        "pages": manifest.counts.pages,
        "blocks": manifest.counts.blocks,
        "tokens": manifest.counts.tokens,
        "archives": manifest.archives,
        "records": manifest.counts.records,
        "skipped": manifest.counts.skipped,
        "flawed": manifest.counts.defective,
        "deleted_url_prefixes": manifest.deleted_url_prefixes,
        "revisits": contents.revisits,
        "finished": manifest.finished,
        "recipe": manifest.recipe,
        "analyzer": manifest.recipe.analyzer,
        "cut": manifest.recipe.cut,
        "encodings": contents.pages_by.encodings,
        "encoding_sources": contents.pages_by.encoding_sources,
        "languages": contents.pages_by.languages,
        "labels": labels().map(|label| (&label.name, label.blocks)).collect::<BTreeMap<_, _>>(),
        "added_labels": added.collect::<BTreeMap<_, _>>(),
        "pages_without_label": lacking.collect::<BTreeMap<_, _>>(),
        "words_per_block": bins(&contents.blocks_by_words, "blocks"),
        "repeats": contents.repeats.as_ref().map(repeated),
        "scores": contents.scores.iter().map(scored).collect::<Vec<_>>(),
        "tuned": manifest.tuned.as_ref().map(tuned),
        "segments": contents.segments,
        "bytes": contents.bytes,
        "public_suffix_list": contents.repeats.as_ref().map(|repeats| &repeats.public_suffix_list),
        "format": manifest.format,
        "program": manifest.program,
    })
}

/// The tuned rule: its parameters, each with the flag that sets it, and how it was chosen.
fn tuned(rule: &TunedRule) -> Value {
    let parameter = |one: &TunedParameter| {
        json!({
            "name": one.name,
            "value": one.value,
            "flag": flag(one),
            "because": one.because,
        })
    };
    json!({
        "parameters": rule.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "summary": rule.summary,
        "pages": rule.pages,
        "changed": rule.changed,
        "program": rule.program,
    })
}

/// Returns the bins of a histogram; `counted` names what it counts.
fn bins(bins: &[Bin], counted: &str) -> Vec<Value> {
    bins.iter().map(|bin| json!({"from": bin.from, "to": bin.to, counted: bin.count})).collect()
}

fn repeated(repeats: &WordsByRepeats) -> Value {
    json!({
        "sites": repeats.sites,
        "pages_with_site": repeats.pages_with_site,
        "words_by_repeats": bins(&repeats.words, "words"),
        "most_repeated": repeats.most_repeated,
    })
}

fn scored(scored: &WordsByScore) -> Value {
    // Rules compare fractions.
    let fraction = |hundredths: u64| hundredths as f64 / 100.0;
    let words: Vec<Value> = scored
        .words
        .iter()
        .map(|bin| {
            json!({"from": fraction(bin.from), "to": bin.to.map(fraction), "words": bin.count})
        })
        .collect();
    json!({"score": scored.score, "words_by_score": words, "words_without": scored.without})
}
