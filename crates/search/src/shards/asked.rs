//! What a job asks of every shard, in the words of a user: rules as text, thresholds by name. Each shard reads them itself,
//! because labels and scores have numbers of their own in every index.

use crate::feedback::Feedback;
use crate::model::Parameters;
use serde::{Deserialize, Serialize};

/// The settings of a search or a sweep over shards. They mean what those of a search or a sweep of one index mean
/// (`TopicSearchBuilder` and `SweepBuilder` of the crate `tamis`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Asked {
    /// The topics: id and text.
    pub topics: Vec<(String, String)>,
    /// Thresholds by name, such as `min_words` or `min_score.victor`. A sweep takes one or more values of each, a search one.
    pub thresholds: Vec<(String, Vec<f64>)>,
    /// Labels to sweep; `none` permits every block.
    pub labels: Vec<String>,
    /// Labels that all must hold.
    pub label: Vec<String>,
    /// Rules that all must hold.
    #[serde(rename = "where")]
    pub rules: Vec<String>,
    /// Weights of blocks: `kind = title: 3`.
    pub weight: Vec<String>,
    /// The score that weighs blocks.
    pub weight_by: Option<String>,
    /// Whether the sieve's weights are added.
    pub sieve: bool,
    /// Weights to sweep, by the name of their rule.
    pub weights: Vec<(String, Vec<f64>)>,
    /// `keep`, `drop` or `block`.
    pub title: String,
    /// Whether a sweep takes each axis alone.
    pub separately: bool,
    /// The retrieval model.
    pub model: String,
    /// Its parameters.
    pub parameters: Parameters,
    /// How queries are expanded, if they are.
    pub feedback: Option<Feedback>,
    /// Results per topic and view.
    pub hits: usize,
    /// Whether this is a sweep. [`Job`](super::Job) sets it.
    pub sweep: bool,
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            topics: Vec::new(),
            thresholds: Vec::new(),
            labels: Vec::new(),
            label: Vec::new(),
            rules: Vec::new(),
            weight: Vec::new(),
            weight_by: None,
            sieve: false,
            weights: Vec::new(),
            title: "keep".to_owned(),
            separately: false,
            model: "bm25".to_owned(),
            parameters: Parameters::default(),
            feedback: None,
            hits: 1000,
            sweep: false,
        }
    }
}
