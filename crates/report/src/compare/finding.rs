//! The findings of a comparison in sentences.

use super::marks::mark;
use crate::equivalence::{least_row, share};
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

/// Returns the verdict by the first measure, a paragraph each.
pub(super) fn verdict(comparison: &LabelComparison) -> Vec<String> {
    if comparison.measures.is_empty() {
        return Vec::new();
    }
    let mut sentences = vec![highest(comparison)];
    sentences.extend(higher_than_labels(comparison));
    sentences.push(significant(comparison));
    let mut verdict = vec![sentences.join(" ")];
    verdict.extend(least_row(comparison, 0));
    verdict
}

/// Returns how many labels are above the unfiltered text, and which is highest.
fn highest(comparison: &LabelComparison) -> String {
    let name = measure_name(&comparison.measures[0]);
    let base = comparison.rows.first().map_or(0.0, |row| row.point.means[0]);
    let topics = counted(comparison.topics.len() as u64, "topic");
    let Some(best) = comparison.best_label(0) else {
        return format!("On the unfiltered text {name} is {} over {topics}.", fixed(base));
    };
    let above = labels(comparison).filter(|row| comparison.difference(row, 0) > 0.0).count();
    format!(
        "{above} of {} are above the unfiltered text in {name}, which is {} over {topics}; the \
         highest is {} with {} ({}, {} after Holm's correction) and {} of the text.",
        counted(labels(comparison).count() as u64, "label"),
        fixed(base),
        best.name,
        fixed(best.point.means[0]),
        signed(comparison.difference(best, 0)),
        p_phrase(best.holm[0]),
        share(best.point.kept)
    )
}

/// Names the named rule or threshold that is above all labels, the highest if there are several.
fn higher_than_labels(comparison: &LabelComparison) -> Option<String> {
    let best = comparison.best_label(0)?;
    let mean = |row: &ComparedView| row.point.means[0];
    let others = named_rules(comparison).chain(thresholds(comparison));
    let highest = others.reduce(|best, row| if mean(row) > mean(best) { row } else { best })?;
    let is_chosen = highest.kind == RowKind::Threshold;
    (mean(highest) > mean(best)).then(|| {
        format!(
            "Higher still is {} with {}{}.",
            highest.name,
            fixed(mean(highest)),
            if is_chosen { ", which was chosen on these topics" } else { "" }
        )
    })
}

/// The most rows that a sentence names.
const NAMED: usize = 6;

/// Returns which rows are significantly better and worse.
fn significant(comparison: &LabelComparison) -> String {
    let of_sign = |sign: char| {
        let rows = comparison.rows.iter().filter(|row| mark(comparison, row, 0) == Some(sign));
        let names: Vec<String> = rows.map(|row| row.name.clone()).collect();
        match names.len() {
            0 => "none".to_owned(),
            count if count > NAMED => counted(count as u64, "row"),
            _ => joined(&names),
        }
    };
    format!("Significantly better: {}; worse: {}.", of_sign('+'), of_sign('-'))
}

/// Returns what the labels did to a measure, in a few sentences.
pub(super) fn finding(comparison: &LabelComparison, measure: usize) -> String {
    let name = measure_name(&comparison.measures[measure]);
    let base = comparison.rows.first().map_or(0.0, |row| row.point.means[measure]);
    let topics = counted(comparison.topics.len() as u64, "topic");
    let mut text = format!("On the unfiltered text {name} is {} over {topics}.", fixed(base));
    let Some(best) = comparison.best_label(measure) else { return text };
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
