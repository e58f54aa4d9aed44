//! The pinned rules over all topics, and how the rule as it is differs from each.

use crate::requests::{Pin, axis};
use serde::Serialize;
use std::sync::Arc;
use tamis::eval::statistics::{holm, paired_t};
use tamis::figure::MarkedValue;
use tamis::job::Outcome;
use tamis::{Axis, Escaped, Point, Sweep};

/// A pinned rule over the same topics, and how the rule as it is differs from it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PinnedMeans {
    /// Its name.
    pub name: String,
    /// The rule as text; empty if every block is permitted.
    pub rule: String,
    /// The model with its parameters.
    pub ranking: String,
    /// The value of the threshold of the curve in the rule. Without it, 0 for a lower bound, and
    /// none for an upper one.
    pub at: Option<f64>,
    /// The share of the text that the rule keeps.
    pub kept: f64,
    /// The means under it.
    pub means: Vec<f64>,
    /// The means under the rule as it is, less these.
    pub differences: Vec<f64>,
    /// Two-sided p of the paired t-test of the two; none if the differences have no spread.
    pub p_values: Vec<Option<f64>>,
    /// The same after Holm's correction over all pinned rules.
    pub holm: Vec<Option<f64>>,
}

/// A pinned rule with its measures.
pub(super) struct Pinned {
    pub pin: Pin,
    pub measured: Arc<Outcome<Sweep>>,
}

impl Pinned {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.pin.name
    }

    /// Its measures.
    pub fn point(&self) -> &Point {
        &self.measured.result.points[0]
    }

    /// Its value on an axis.
    pub fn at(&self, axis: &Axis) -> Option<f64> {
        axis::value(&self.pin.request, axis)
    }

    /// Its place in the figure of a curve over an axis.
    pub fn marked(&self, axis: &Axis) -> Option<MarkedValue> {
        let place = axis::place(&self.pin.request, axis)?;
        let name = Escaped(&self.pin.name).to_string();
        Some(MarkedValue::new(name, place, self.point().means.clone()))
    }
}

/// The means of the pinned rules, and how those of the rule as it is, `here`, differ from them.
/// `at` are their values on the axis.
pub(super) fn means(pins: &[Pinned], at: &[Option<f64>], here: &Point) -> Vec<PinnedMeans> {
    let mut all: Vec<PinnedMeans> = Vec::with_capacity(pins.len());
    for (pin, at) in pins.iter().zip(at) {
        let point = pin.point();
        let by_topic = here.per_topic.iter().zip(&point.per_topic);
        all.push(PinnedMeans {
            name: pin.pin.name.clone(),
            rule: pin.pin.request.rule_text(),
            ranking: pin.pin.request.ranking.to_string(),
            at: *at,
            kept: point.kept,
            means: point.means.clone(),
            differences: here.means.iter().zip(&point.means).map(|(a, b)| a - b).collect(),
            p_values: by_topic.map(|(a, b)| paired_t(a, b).map(|test| test.p)).collect(),
            holm: Vec::new(),
        });
    }
    for measure in 0..here.means.len() {
        let p_values: Vec<Option<f64>> = all.iter().map(|pin| pin.p_values[measure]).collect();
        for (pin, p) in all.iter_mut().zip(holm(&p_values)) {
            pin.holm.push(p);
        }
    }
    all
}
