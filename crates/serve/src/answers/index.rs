//! What the index offers to a search: labels, features, models, and the limits of a request. And
//! which commit it is.

use crate::answers::losses;
use crate::requests::{
    MAX_BYTES, MAX_COMPARISONS, MAX_FIELDS, MAX_HITS, MAX_VALUE, MAX_WEIGHTS, Scope,
};
use crate::site::{DEADLINE, DEPTH, WebRequest};
use serde_json::{Value, json};
use tamis::{FEATURES, models};

/// Returns the commit that requests see, and why a later one cannot be opened, if there is one.
pub fn commit(web: &WebRequest<'_>) -> Value {
    let manifest = web.snapshot.manifest();
    json!({
        "commit": web.snapshot.commit,
        "pages": manifest.counts.pages,
        "finished": manifest.finished,
        "trouble": web.site.index.trouble(),
    })
}

/// Returns what the index offers: how it was built, what rules can ask for, and the limits of a
/// request. The description of the addresses says what each member means.
pub fn offer(web: &WebRequest<'_>) -> Value {
    let manifest = web.snapshot.manifest();
    let scores: Vec<&'static str> = manifest.scores().iter().map(|score| score.name()).collect();
    let features = FEATURES.iter().map(|feature| feature.name()).chain(scores.iter().copied());
    json!({
        "path": web.path().display().to_string(),
        "program": env!("CARGO_PKG_VERSION"),
        "commit": web.snapshot.commit,
        "finished": manifest.finished,
        "pages": manifest.counts.pages,
        "blocks": manifest.counts.blocks,
        "tokens": manifest.counts.tokens,
        "analyzer": manifest.recipe.analyzer,
        "cut": manifest.recipe.cut.name(),
        "has_texts": web.snapshot.has_texts(),
        "has_originals": web.snapshot.has_originals(),
        "has_judgements": web.site.judging.is_some(),
        "labels": manifest.classifiers,
        "tuned": manifest.tuned,
        "features": features.collect::<Vec<_>>(),
        "scores": scores,
        "models": models(),
        "parameters": Scope::Search.parameters().collect::<Vec<_>>(),
        "limits": {
            "query_string_bytes": MAX_BYTES,
            "parameters": MAX_FIELDS,
            "value_bytes": MAX_VALUE,
            "hits": MAX_HITS,
            "ranks": DEPTH,
            "comparisons": MAX_COMPARISONS,
            "weights": MAX_WEIGHTS,
            "loss_rows": losses::MAX_ROWS,
            "seconds": DEADLINE.as_secs(),
        },
    })
}
