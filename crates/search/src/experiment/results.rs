//! The results of a sweep and of a comparison of labels, ready for tables, figures and pages.

mod least_text;
mod readers;

use super::parameter::{Parameter, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tamis_eval::runs::Changed;
use tamis_eval::statistics;
use tamis_eval::statistics::{Equivalence, Margin, NoSpread, or_no_spread};

pub use least_text::{EquivalentPoint, LeastText, Unsaid};
pub use readers::{ComparisonRow, SweepPoint};

/// One parameter of a sweep and the values it takes, in order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Axis {
    /// The name of the parameter, such as `min_words`.
    pub name: String,
    /// Its values as text; `-` if some points do not have the parameter ([`Value::Absent`]).
    #[schemars(with = "Vec<String>")]
    pub values: Vec<Value>,
}

/// One point of a sweep: one view of the index, searched with all topics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// The value of each axis, in the order of the axes, `-` for none; empty for the unfiltered
    /// text and in comparisons, which have no axes.
    ///
    /// JSON holds the values alone.
    #[schemars(with = "Vec<String>")]
    pub parameters: Vec<Parameter>,
    /// Means over all topics, one per measure of [`Sweep::measures`].
    pub means: Vec<f64>,
    /// Values by measure and topic, in the order of [`Sweep::measures`] and [`Sweep::topics`].
    pub per_topic: Vec<Vec<f64>>,
    /// Mean share of judged documents among the first ten results, 0 to 1.
    pub judged_10: f64,
    /// Two-sided p-values of the paired t-test against the unfiltered text, one per measure; none
    /// if the differences have no spread, and for that text itself.
    pub p_values: Vec<Option<f64>>,
    /// Why there is no p-value, one per measure; absent for the unfiltered text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_spread: Vec<Option<NoSpread>>,
    /// 95 % confidence intervals (Student's t) of the mean difference from the unfiltered text, one
    /// per measure: lower and upper end; none where there is no p-value.
    pub intervals: Vec<Option<(f64, f64)>>,
    /// Tests of equivalence with the unfiltered text, one per measure; none where there is nothing
    /// to test with: no spread, or a margin in per cent of a mean of 0. Absent for the unfiltered
    /// text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equivalence: Vec<Option<Equivalence>>,
    /// Pages with at least one permitted token.
    pub pages: u64,
    /// Permitted tokens, each as often as its block's weight says, rounded.
    pub tokens: u64,
    /// The share of the text that is kept: permitted tokens with their weights, by those of the
    /// unfiltered text without. 0 to 1, or more if weights are above 1.
    pub kept: f64,
    /// Topics without results at this point; they count 0 in the means.
    pub empty_topics: u64,
}

impl Point {
    /// Adds what is computed of the values by topic: that of a comparison with the unfiltered text,
    /// unless this is it. `tokens` are those permitted, not rounded.
    pub(super) fn with_statistics(mut self, tokens: f64, baseline: Option<&Self>) -> Self {
        self.kept = baseline.map_or(1.0, |baseline| share(tokens, baseline.tokens));
        for (measure, values) in self.per_topic.iter().enumerate() {
            let Some(baseline) = baseline else {
                self.p_values.push(None);
                self.intervals.push(None);
                continue;
            };
            let unfiltered = &baseline.per_topic[measure];
            self.p_values.push(statistics::paired_t(values, unfiltered).map(|test| test.p));
            self.intervals.push(statistics::interval_95(values, unfiltered));
            self.no_spread.push(statistics::no_spread(values, unfiltered));
        }
        self
    }
}

/// Returns the share of the unfiltered text that a view keeps, both in tokens; 1 of a text without
/// tokens.
fn share(tokens: f64, unfiltered: u64) -> f64 {
    if unfiltered == 0 { 1.0 } else { tokens / unfiltered as f64 }
}

impl Point {
    /// Returns the p-value in a measure, or why there is none.
    ///
    /// # Errors
    /// The differences have no spread.
    pub fn p(&self, measure: usize) -> Result<f64, NoSpread> {
        self.or_no_spread(self.p_values[measure], measure)
    }

    /// Returns this p-value of a measure, or why there is none.
    fn or_no_spread(&self, p: Option<f64>, measure: usize) -> Result<f64, NoSpread> {
        or_no_spread(p, self.no_spread.get(measure).copied().flatten())
    }

    /// Returns the value on an axis; [`Value::Absent`] if the point does not have the parameter.
    pub fn value(&self, axis: &Axis) -> &Value {
        let parameter = self.parameters.iter().find(|parameter| parameter.name == axis.name);
        parameter.map_or(&Value::Absent, |parameter| &parameter.value)
    }
}

/// A sweep: its axes, every point of their product, and the unfiltered text as the baseline.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self")]
pub struct Sweep {
    /// The index folder, as the user named it.
    pub index: String,
    /// The topics file.
    pub topics_file: String,
    /// The qrels file.
    pub qrels_file: String,
    /// The retrieval model with its parameters, such as `bm25 k1=0.9 b=0.4`; if some are axes, what
    /// all points share.
    pub model: String,
    /// The ranking of the unfiltered text; absent if it is [`Sweep::model`], that is unless
    /// rankings are swept.
    #[serde(rename = "unfiltered_model", default, skip_serializing_if = "String::is_empty")]
    pub baseline_model: String,
    /// The analyzer's name.
    pub analyzer: String,
    /// The rule that holds at every point, as text; empty if there is none.
    pub filter: String,
    /// The weights of blocks as typed, such as `kind = title: 3`; axes replace those of their
    /// rules. Absent without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<String>,
    /// How the title is treated: keep, drop or block.
    pub title: String,
    /// Results scored per topic.
    pub hits: usize,
    /// The command that repeats it.
    pub command: String,
    /// The program's version.
    pub version: String,
    /// trec_eval names, such as `P_10` and `ndcg_cut_10`; figures draw the first one first.
    pub measures: Vec<String>,
    /// The topics' ids, in order; the same for every point.
    pub topics: Vec<String>,
    /// The queries of the topics, in their order.
    pub queries: Vec<String>,
    /// The ids of the topics that were left out because the qrels do not judge them; absent if
    /// there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unjudged: Vec<String>,
    /// One axis, or several for a grid.
    pub axes: Vec<Axis>,
    /// The product of the axes, the last axis running fastest. Points that differ only in absent
    /// parameters appear once. If the axes are taken alone ([`Sweep::alone`]), their points follow
    /// each other.
    pub points: Vec<Point>,
    /// The same search on the unfiltered text (all blocks, title as in [`Sweep::title`]);
    /// `parameters` is empty.
    #[serde(rename = "unfiltered")]
    pub baseline: Point,
    /// Index of the best mean into `points`, one per measure; the first of equals.
    pub best: Vec<usize>,
    /// Checks of the choice of the best point, one per measure.
    pub choices: Vec<BestPointChecks>,
    /// The margin of the tests of equivalence: per cent of the unfiltered mean, or a difference.
    #[schemars(with = "String")]
    pub margin: Margin,
    /// The smallest shares of the text that are enough, one per measure; empty if all points keep
    /// the same text.
    pub least_text: Vec<LeastText>,
    /// With `--separately`, where every axis is taken alone instead of their product: one entry per
    /// axis. A point has a value on one axis of these, and is absent on the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alone: Vec<AxisAlone>,
    /// The topics on which the best point differs most from the unfiltered text in the first
    /// measure, the largest difference first, with the judged pages that moved farthest; absent if
    /// none differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Changed>,
    /// A server that shows the points in a browser, if one can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
}

/// A server that shows the points of a sweep or the rows of a comparison in a browser.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Site {
    /// The command that starts it.
    pub command: String,
    /// Its address, which ends in a slash.
    pub address: String,
    /// What all points share, as pairs of name and value of an address.
    pub parameters: Vec<(String, String)>,
}

/// One axis of a sweep that takes each axis alone.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AxisAlone {
    /// The axis's name in [`Sweep::axes`].
    pub axis: String,
    /// The points with a value on this axis, as indices into [`Sweep::points`].
    pub points: Vec<usize>,
    /// Index of the best mean into [`AxisAlone::points`], one per measure; the first of equals.
    pub best: Vec<usize>,
    /// Checks of the choice among these points alone, one per measure; [`Fold::chosen`] is an index
    /// into [`AxisAlone::points`].
    pub choices: Vec<BestPointChecks>,
    /// The smallest shares of the text among these points alone, one per measure;
    /// [`EquivalentPoint::point`] is an index into [`AxisAlone::points`].
    pub least_text: Vec<LeastText>,
}

impl Sweep {
    /// Returns the sweep of each axis that is taken alone, as if the others were not there. Empty
    /// unless the axes are taken alone.
    pub fn each_alone(&self) -> Vec<Sweep> {
        self.alone.iter().map(|alone| self.on_axis(alone)).collect()
    }

    /// Returns the sweep of one axis, as if the others that are taken alone were not there.
    fn on_axis(&self, alone: &AxisAlone) -> Sweep {
        let kept = |name: &String| {
            *name == alone.axis || self.alone.iter().all(|other| other.axis != *name)
        };
        let mut points = Vec::with_capacity(alone.points.len());
        for &number in &alone.points {
            let mut point = self.points[number].clone();
            point.parameters.retain(|parameter| kept(&parameter.name));
            points.push(point);
        }
        Sweep {
            axes: self.axes.iter().filter(|axis| kept(&axis.name)).cloned().collect(),
            points,
            best: alone.best.clone(),
            choices: alone.choices.clone(),
            least_text: alone.least_text.clone(),
            alone: Vec::new(),
            changed: Vec::new(),
            ..self.clone()
        }
    }
}

impl Serialize for Sweep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Sweep {
    /// Reads a sweep and names the parameters of its points by its axes.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut sweep = Self::deserialize(deserializer)?;
        for point in &mut sweep.points {
            for (parameter, axis) in point.parameters.iter_mut().zip(&sweep.axes) {
                parameter.name.clone_from(&axis.name);
            }
        }
        Ok(sweep)
    }
}

/// Checks of the choice of the best point, which is optimistic: it was made by looking at the
/// scores of all points.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BestPointChecks {
    /// The test of "no point is better than the unfiltered text"; none if no point differs or the
    /// test is off.
    pub any_better: Option<AnyBetter>,
    /// The choice that was cross-validated with `--folds`; none without.
    pub held_out: Option<HeldOut>,
}

/// A permutation test over all points at once ([`tamis_eval::statistics::max_statistic`]).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnyBetter {
    /// One-sided p-value.
    pub p: f64,
    /// Number of permutations, the observed one included.
    pub ways: u64,
    /// Whether all permutations were tried.
    pub exact: bool,
    /// The random seed; none if all permutations were tried.
    pub seed: Option<u64>,
}

/// A cross-validated choice ([`tamis_eval::statistics::folds`]): each topic is scored at the point
/// that is best on the topics of the other folds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HeldOut {
    /// Mean over the topics, each at the point that is best on the other folds.
    pub mean: f64,
    /// The value of each topic, in the order of [`Sweep::topics`].
    pub per_topic: Vec<f64>,
    /// Two-sided p-value of the paired t-test against the unfiltered text; none if the differences
    /// have no spread.
    pub p_value: Option<f64>,
    /// Why there is no p-value; absent if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_spread: Option<NoSpread>,
    /// 95 % confidence interval of the mean difference from the unfiltered text: lower and upper
    /// end; none without a p-value.
    pub interval: Option<(f64, f64)>,
    /// The random seed of the folds.
    pub seed: u64,
    /// The folds, in order.
    pub folds: Vec<Fold>,
}

/// One fold of topics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fold {
    /// The topics of the fold, as indices into [`Sweep::topics`].
    pub topics: Vec<usize>,
    /// The point that is best on the other topics, as an index into [`Sweep::points`], or that of
    /// the axis.
    pub chosen: usize,
    /// The mean of that point on the other topics.
    pub learned: f64,
    /// The mean of that point on the topics of the fold.
    pub held_out: f64,
    /// The mean of the unfiltered text on the topics of the fold.
    #[serde(rename = "unfiltered")]
    pub baseline: f64,
}

/// The kind of view that a row of a comparison scores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RowKind {
    /// Every block.
    #[default]
    Unfiltered,
    /// The best threshold on a feature, such as words; it was chosen on the topics of the
    /// comparison.
    Threshold,
    /// A rule with a name, such as the sieve, which may weigh blocks.
    Rule,
    /// The blocks that a label calls content.
    Label,
}

/// One row of a comparison: one view of the index, searched with all topics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedView {
    /// `unfiltered`, the rule of the threshold, or the name of the rule or label.
    pub name: String,
    /// The kind of view.
    pub kind: RowKind,
    /// The number of thresholds of which this one is the best on the topics of the comparison; 0
    /// for other kinds.
    pub chosen_from: usize,
    /// What the choice of a threshold is worth on other topics, if it was cross-validated with
    /// `--folds`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_out: Option<HeldOutRow>,
    /// The scores; [`Point::parameters`] is empty.
    #[serde(flatten)]
    pub point: Point,
    /// The p-values after Holm's correction over all rows but that of the unfiltered text.
    pub holm: Vec<Option<f64>>,
    /// The p-values of equivalence after Holm's correction over the same rows.
    pub holm_equivalent: Vec<Option<f64>>,
    /// The p-values of non-inferiority after Holm's correction over the same rows.
    pub holm_noninferior: Vec<Option<f64>>,
}

/// The choice of a threshold, cross-validated: the one that is best by the first measure on the
/// other folds, scored on each.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HeldOutRow {
    /// The rule that was chosen for each fold.
    pub chosen: Vec<String>,
    /// The means of the held-out values over all topics, one per measure.
    pub means: Vec<f64>,
    /// Two-sided p of the paired t-test of these values against the unfiltered text, one per
    /// measure; none if the differences have no spread.
    pub p_values: Vec<Option<f64>>,
    /// Why there is no p-value, one per measure.
    pub no_spread: Vec<Option<NoSpread>>,
    /// The random seed by which topics were assigned to folds.
    pub seed: u64,
}

/// The labels of an index compared with each other, with the unfiltered text and with the best
/// thresholds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    /// The rule of all rows but the unfiltered text, besides their own; absent if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub filter: String,
    /// The weights of blocks as typed, such as `kind = title: 3`; those of all rows but the
    /// unfiltered text. Absent without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<String>,
    /// Results scored per topic.
    pub hits: usize,
    /// The command that repeats it.
    pub command: String,
    /// The program's version.
    pub version: String,
    /// trec_eval names; the first one chooses the thresholds.
    pub measures: Vec<String>,
    /// The topics' ids, in order; the same for every row.
    pub topics: Vec<String>,
    /// The queries of the topics, in their order.
    pub queries: Vec<String>,
    /// The margin of the tests of equivalence: per cent of the unfiltered mean, or a difference.
    #[schemars(with = "String")]
    pub margin: Margin,
    /// The labels and rules that keep the smallest shares of the text and are enough, one per
    /// measure; [`EquivalentPoint::point`] is an index into [`LabelComparison::rows`].
    pub least_text: Vec<LeastText>,
    /// The unfiltered text, the best threshold on every axis, the named rules, then the labels in
    /// the order of the index.
    pub rows: Vec<ComparedView>,
    /// The topics on which the label that is best in the first measure differs most from the
    /// unfiltered text in it, the largest difference first, with the judged pages that moved
    /// farthest; absent if none differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Changed>,
    /// A server that shows the rows in a browser, if one can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
}

impl ComparedView {
    /// Returns the p-value after Holm's correction in a measure, or why there is none.
    ///
    /// # Errors
    /// The differences have no spread.
    pub fn holm_p(&self, measure: usize) -> Result<f64, NoSpread> {
        self.point.or_no_spread(self.holm[measure], measure)
    }
}

impl HeldOut {
    /// Returns the p-value, or why there is none.
    ///
    /// # Errors
    /// The differences have no spread.
    pub fn p(&self) -> Result<f64, NoSpread> {
        or_no_spread(self.p_value, self.no_spread)
    }
}

impl LabelComparison {
    /// Returns the mean of a row minus that of the unfiltered text.
    pub fn difference(&self, row: &ComparedView, measure: usize) -> f64 {
        row.point.means[measure] - self.rows[0].point.means[measure]
    }

    /// Returns the label with the highest mean, the first of equals; none without labels.
    pub fn best_label(&self, measure: usize) -> Option<&ComparedView> {
        let mean = |row: &ComparedView| row.point.means[measure];
        let labels = self.rows.iter().filter(|row| row.kind == RowKind::Label);
        labels.reduce(|best, row| if mean(row) > mean(best) { row } else { best })
    }
}
