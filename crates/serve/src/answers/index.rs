//! What the index offers to a search: labels, features, models, and the limits of a request. And
//! which commit it is.

use crate::answers::losses;
use crate::requests::{
    MAX_BYTES, MAX_COMPARISONS, MAX_FIELDS, MAX_HITS, MAX_VALUE, MAX_WEIGHTS, Scope,
};
use crate::site::{DEADLINE, DEPTH, WebRequest};
use serde::Serialize;
use tamis::{FEATURES, ModelEntry, TunedRule, models};

/// The commit that requests see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Commit {
    /// Names it; another commit has another name.
    pub commit: String,
    /// Pages of the index.
    pub pages: u64,
    /// Whether all archives have been indexed.
    pub finished: bool,
    /// Why a later commit cannot be opened, if there is one.
    pub trouble: Option<String>,
}

/// What the index offers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Offer {
    /// The index's folder, as it was given.
    pub path: String,
    /// The version of the program that answers.
    pub program: &'static str,
    /// The commit that requests see.
    pub commit: String,
    /// Whether all archives have been indexed.
    pub finished: bool,
    /// Pages.
    pub pages: u64,
    /// Blocks, titles included.
    pub blocks: u64,
    /// Tokens after analysis.
    pub tokens: u64,
    /// The analyzer of pages and queries.
    pub analyzer: String,
    /// How pages are cut into blocks.
    pub cut: &'static str,
    /// Whether the texts of blocks are stored, and can be shown.
    pub has_texts: bool,
    /// Whether the bytes of pages are stored, and can be shown.
    pub has_originals: bool,
    /// Whether there are topics and qrels to examine rules with.
    pub has_judgements: bool,
    /// The labels that rules can ask for.
    pub labels: Vec<String>,
    /// The scores that blocks can be weighed by.
    pub scores: Vec<&'static str>,
    /// The rule that was tuned for the pages, which `rule=tuned` asks for; none if none was.
    pub tuned: Option<TunedRule>,
    /// The features that rules can compare.
    pub features: Vec<&'static str>,
    /// The retrieval models.
    pub models: Vec<ModelEntry>,
    /// The parameters of a search.
    pub parameters: Vec<&'static str>,
    /// The limits of a request.
    pub limits: Limits,
}

/// The limits of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Bytes of a query string, encoded.
    pub query_string_bytes: usize,
    /// Parameters of a request.
    pub parameters: usize,
    /// Bytes of a value, decoded.
    pub value_bytes: usize,
    /// Results of a search.
    pub hits: usize,
    /// The depth to which ranks without the rule are known.
    pub ranks: usize,
    /// Comparisons in all rules of a search.
    pub comparisons: usize,
    /// Rules of weights.
    pub weights: usize,
    /// Lines of the list of skipped records.
    #[serde(rename = "loss_rows")]
    pub report_rows: usize,
    /// Seconds that a request may take, waiting included.
    pub seconds: u64,
}

/// Returns the commit that requests see.
pub fn commit(web: &WebRequest<'_>) -> Commit {
    let manifest = web.snapshot.manifest();
    Commit {
        commit: web.snapshot.commit.clone(),
        pages: manifest.counts.pages,
        finished: manifest.finished,
        trouble: web.site.index.trouble(),
    }
}

/// Returns what the index offers.
pub fn offer(web: &WebRequest<'_>) -> Offer {
    let manifest = web.snapshot.manifest();
    let scores: Vec<&'static str> = manifest.scores().iter().map(|score| score.name()).collect();
    let features = FEATURES.iter().map(|feature| feature.name()).chain(scores.iter().copied());
    Offer {
        path: web.path().display().to_string(),
        program: env!("CARGO_PKG_VERSION"),
        commit: web.snapshot.commit.clone(),
        finished: manifest.finished,
        pages: manifest.counts.pages,
        blocks: manifest.counts.blocks,
        tokens: manifest.counts.tokens,
        analyzer: manifest.recipe.analyzer.clone(),
        cut: manifest.recipe.cut.name(),
        has_texts: web.snapshot.has_texts(),
        has_originals: web.snapshot.has_originals(),
        has_judgements: web.site.judging.is_some(),
        labels: manifest.classifiers.clone(),
        tuned: manifest.tuned.clone(),
        features: features.collect(),
        scores,
        models: models(),
        parameters: Scope::Search.parameters().collect(),
        limits: LIMITS,
    }
}

const LIMITS: Limits = Limits {
    query_string_bytes: MAX_BYTES,
    parameters: MAX_FIELDS,
    value_bytes: MAX_VALUE,
    hits: MAX_HITS,
    ranks: DEPTH,
    comparisons: MAX_COMPARISONS,
    weights: MAX_WEIGHTS,
    report_rows: losses::MAX_ROWS,
    seconds: DEADLINE.as_secs(),
};
