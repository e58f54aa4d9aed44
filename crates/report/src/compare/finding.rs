//! The findings of a comparison in sentences.

use super::marks::mark;
use crate::words::{counted, fixed, joined, measure_name, p_phrase, signed};
use std::fmt::Write;
use tamis_search::experiment::results::{ComparedView, LabelComparison, RowKind};

/// Returns the rows of labels.
pub(super) fn labels(comparison: &LabelComparison) -> impl Iterator<Item = &ComparedView> {
    comparison.rows.iter().filter(|row| row.kind == RowKind::Label)
}

/// Returns the rows of rules with names.
pub(super) fn named_rules(comparison: &LabelComparison) -> impl Iterator<Item = &ComparedView> {
    comparison.rows.iter().filter(|row| row.kind == RowKind::Rule)
}

/// Returns the rows of thresholds.
pub(super) fn thresholds(comparison: &LabelComparison) -> impl Iterator<Item = &ComparedView> {
    comparison.rows.iter().filter(|row| row.kind == RowKind::Threshold)
}

/// Returns the label with the highest mean, the first of equals.
pub(super) fn best(comparison: &LabelComparison, measure: usize) -> Option<&ComparedView> {
    let mean = |row: &ComparedView| row.point.means[measure];
    labels(comparison).reduce(|best, row| if mean(row) > mean(best) { row } else { best })
}

/// Returns what the labels did to a measure, in a few sentences.
pub(super) fn finding(comparison: &LabelComparison, measure: usize) -> String {
    let name = measure_name(&comparison.measures[measure]);
    let base = comparison.rows.first().map_or(0.0, |row| row.point.means[measure]);
    let topics = counted(comparison.topics.len() as u64, "topic");
    let mut text = format!("On the unfiltered text {name} is {} over {topics}.", fixed(base));
    let Some(best) = best(comparison, measure) else { return text };
    let above = labels(comparison).filter(|row| comparison.difference(row, measure) > 0.0).count();
    let _ = write!(
        text,
        " {above} of {} are above it; the highest is {} with {}, a difference of {} ({}; {} after \
         Holm's correction).",
        counted(labels(comparison).count() as u64, "label"),
        best.name,
        fixed(best.point.means[measure]),
        signed(comparison.difference(best, measure)),
        p_phrase(best.point.p_values[measure]),
        p_phrase(best.holm[measure])
    );
    let better = marked(comparison, measure, '+');
    let worse = marked(comparison, measure, '-');
    let _ = write!(text, " Significantly better: {better}; worse: {worse}.");
    text
}

/// Names the labels with this mark.
fn marked(comparison: &LabelComparison, measure: usize, sign: char) -> String {
    let rows = labels(comparison).filter(|row| mark(comparison, row, measure) == Some(sign));
    let names: Vec<String> = rows.map(|row| row.name.clone()).collect();
    if names.is_empty() { "none".to_owned() } else { joined(&names) }
}
