//! The results of a sweep and of a comparison of labels, ready for tables, figures and pages.

use serde::{Deserialize, Serialize};

/// What stands for the value of a parameter that a point does not have: `k1` where the model is `dph`.
pub const NONE: &str = "-";

/// One parameter of a sweep and the values it takes, in order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// The predicate's name in the field's words: `min_words`, `min_density`, `max_link_density`, `max_words`.
    pub name: String,
    /// The values as the user wrote them (exact decimals).
    pub values: Vec<String>,
}

/// One point of the sweep: one view of the index, searched with all topics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// One value per axis, as written; [`NONE`] for one that it does not have.
    pub parameters: Vec<String>,
    /// Means over all topics, one per measure of [`Sweep::measures`].
    pub means: Vec<f64>,
    /// `per_topic[measure][topic]`, in the order of [`Sweep::measures`] and [`Sweep::topics`].
    pub per_topic: Vec<Vec<f64>>,
    /// Mean share of judged documents among the first ten results, 0 to 1.
    pub judged_10: f64,
    /// Two-sided p-value of the paired t-test against the baseline, one per measure; none where all differences are 0.
    pub p_values: Vec<Option<f64>>,
    /// 95 % confidence of the mean difference from the baseline (Student's), one per measure; none where there is no p-value.
    #[serde(default)]
    pub intervals: Vec<Option<(f64, f64)>>,
    /// Pages with at least one permitted token.
    pub pages: u64,
    /// Permitted tokens.
    pub tokens: u64,
    /// Topics without any result at this point (they count 0 in the means).
    pub empty_topics: u64,
}

/// A sweep: its axes, every point of their product, and the unfiltered text beside them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// The index folder, as the user named it.
    pub index: String,
    /// The topics file.
    pub topics_file: String,
    /// The qrels file.
    pub qrels_file: String,
    /// The retrieval model with its parameters, such as `bm25 k1=0.9 b=0.4`; where they are axes, what all points share.
    pub model: String,
    /// What the unfiltered text is ranked by, where [`Sweep::model`] does not say it: parameters of the model are axes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub baseline_model: String,
    /// The analyzer's name.
    pub analyzer: String,
    /// What is permitted besides the axes, in words; empty if everything.
    pub filter: String,
    /// How the title is treated: keep, drop or block.
    pub title: String,
    /// Results scored per topic.
    pub hits: usize,
    /// The command that repeats it.
    pub command: String,
    /// The program's version.
    pub version: String,
    /// trec_eval names, such as `P_10` and `ndcg_cut_10`; the first is the one the figure draws first.
    pub measures: Vec<String>,
    /// The topics' ids, in order; the same for every point.
    pub topics: Vec<String>,
    /// One axis, or several for a grid.
    pub axes: Vec<Axis>,
    /// The points that the product of the axes makes, each once, the last axis running fastest.
    pub points: Vec<Point>,
    /// The same search on the unfiltered text (all blocks, title as in [`Sweep::title`]); `parameters` is empty.
    pub baseline: Point,
    /// Index into `points` of the best mean, one per measure; the first of equals.
    pub best: Vec<usize>,
    /// What it is worth to have chosen the best point by looking at these topics, one per measure.
    #[serde(default)]
    pub choices: Vec<Choice>,
}

/// What a point is worth that was chosen by looking at the scores of all of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// p of "no point is better than the unfiltered text"; none where none differs from it, or nobody asked.
    pub any_better: Option<AnyBetter>,
    /// The choice repeated without the topics that it is judged by, if asked for.
    pub held_out: Option<HeldOut>,
}

/// A permutation test over all points at once ([`tamis_eval::statistics::max_statistic`]).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AnyBetter {
    /// One-sided.
    pub p: f64,
    /// Ways of turning topics round that were looked at, the one found included.
    pub ways: u64,
    /// Whether these are all there are.
    pub exact: bool,
    /// The seed from which they were drawn; none where they are all.
    pub seed: Option<u64>,
}

/// A cross-validated choice ([`tamis_eval::statistics::folds`]): each topic's value at the point that is best on the topics of
/// the other folds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// The measure's summary of [`HeldOut::per_topic`].
    pub mean: f64,
    /// One value per topic of [`Sweep::topics`].
    pub per_topic: Vec<f64>,
    /// Two-sided p of the paired t-test against the unfiltered text; none where no topic differs.
    pub p_value: Option<f64>,
    /// 95 % confidence of the mean difference from the unfiltered text.
    pub interval: Option<(f64, f64)>,
    /// The seed by which topics were dealt into folds.
    pub seed: u64,
    /// The folds, in order.
    pub folds: Vec<Fold>,
}

/// One fold.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Fold {
    /// Its topics, as indices into [`Sweep::topics`].
    pub topics: Vec<usize>,
    /// The point that is best on the other topics, as index into [`Sweep::points`].
    pub chosen: usize,
    /// The summary of that point on the other topics.
    pub learned: f64,
    /// The summary of that point on these topics.
    pub held_out: f64,
    /// The summary of the unfiltered text on these topics.
    pub baseline: f64,
}

/// What a row of a comparison permits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowKind {
    /// Every block.
    #[default]
    Unfiltered,
    /// Blocks of so many words; which number, was chosen on the topics of the comparison.
    Threshold,
    /// The blocks that a label calls content.
    Label,
}

/// One row of a comparison: one view of the index, searched with all topics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// `unfiltered`, the rule of the threshold, or the label's name.
    pub name: String,
    /// What it permits.
    pub kind: RowKind,
    /// What it is worth; [`Point::parameters`] is empty.
    #[serde(flatten)]
    pub point: Point,
    /// [`Point::p_values`] with Holm's correction over all rows but the unfiltered text's.
    pub holm: Vec<Option<f64>>,
}

/// Labels of one index beside each other, beside the unfiltered text and the best threshold.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LabelComparison {
    /// The index folder, as the user named it.
    pub index: String,
    /// The topics file.
    pub topics_file: String,
    /// The qrels file.
    pub qrels_file: String,
    /// The retrieval model with its parameters.
    pub model: String,
    /// The analyzer's name.
    pub analyzer: String,
    /// How the title is treated: keep, drop or block.
    pub title: String,
    /// Results scored per topic.
    pub hits: usize,
    /// The command that repeats it.
    pub command: String,
    /// The program's version.
    pub version: String,
    /// trec_eval names; the first is the one that the threshold is chosen by.
    pub measures: Vec<String>,
    /// The topics' ids, in order; the same for every row.
    pub topics: Vec<String>,
    /// The thresholds of which the best one has a row.
    pub thresholds: usize,
    /// The unfiltered text, the best threshold, then the labels in the order of the index.
    pub rows: Vec<Row>,
}

impl LabelComparison {
    /// The mean of a row less that of the unfiltered text.
    pub fn difference(&self, row: &Row, measure: usize) -> f64 {
        row.point.means[measure] - self.rows[0].point.means[measure]
    }
}
