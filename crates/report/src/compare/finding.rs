//! The findings of a comparison in sentences.

use super::marks::mark;
use crate::equivalence::least_row;
use crate::words::{counted, fixed, joined, measure_name, p_phrase, percent, signed, topics};
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

/// Returns the rows, the best mean in a measure first; equals stay in their order.
pub(super) fn ranked(comparison: &LabelComparison, measure: usize) -> Vec<&ComparedView> {
    let mean = |row: &ComparedView| row.point.means.get(measure).copied().unwrap_or_default();
    let mut rows: Vec<&ComparedView> = comparison.rows.iter().collect();
    rows.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    rows
}

/// Returns the verdict by the first measure: two sentences, and how much text is enough.
pub(super) fn verdict(comparison: &LabelComparison) -> Vec<String> {
    if comparison.measures.is_empty() {
        return Vec::new();
    }
    let mut verdict = vec![highest(comparison)];
    verdict.extend(least_row(comparison, 0));
    verdict
}

/// Returns which label is highest, and how many others are above the unfiltered text.
fn highest(comparison: &LabelComparison) -> String {
    let Some(best) = comparison.best_label(0) else { return opening(comparison, 0) };
    let rows: Vec<&ComparedView> = labels(comparison).collect();
    let of_labels = if rows.len() == 1 { "the only label" } else { "the highest label" };
    let text = format!(
        "{} is {of_labels}: {} {} over {}, {} against {} of the unfiltered text ({}, {} after \
         Holm's correction), with {} of the text.",
        best.name,
        measure_name(&comparison.measures[0]),
        fixed(best.point.means[0]),
        topics(&comparison.topics),
        signed(comparison.difference(best, 0)),
        fixed(base(comparison, 0)),
        p_phrase(best.point.p(0)),
        p_phrase(best.holm_p(0)),
        percent(best.point.kept)
    );
    let of_sign = |sign| rows.iter().filter(|row| mark(comparison, row, 0) == Some(sign)).count();
    let above = above(comparison, 0);
    let labels = match above {
        0 => "No label is".to_owned(),
        1 => format!("1 of {} is", counted(rows.len() as u64, "label")),
        _ if above == rows.len() => format!("All {above} labels are"),
        _ => format!("{above} of {} labels are", rows.len()),
    };
    let significantly = match (above, of_sign('+')) {
        (0, _) => String::new(),
        (_, 0) => ", none significantly".to_owned(),
        (_, better) => format!(", {better} significantly"),
    };
    let below = match of_sign('-') {
        0 => String::new(),
        worse => format!(", and {worse} significantly below it"),
    };
    let higher = higher_than_labels(comparison).unwrap_or_default();
    format!("{text} {labels} above the unfiltered text{significantly}{below}{higher}.")
}

/// The mean of the unfiltered text.
fn base(comparison: &LabelComparison, measure: usize) -> f64 {
    comparison.rows.first().map_or(0.0, |row| row.point.means[measure])
}

/// Says what the unfiltered text has.
fn opening(comparison: &LabelComparison, measure: usize) -> String {
    let name = measure_name(&comparison.measures[measure]);
    let base = fixed(base(comparison, measure));
    format!("On the unfiltered text {name} is {base} over {}.", topics(&comparison.topics))
}

/// Counts the labels that are above the unfiltered text.
fn above(comparison: &LabelComparison, measure: usize) -> usize {
    labels(comparison).filter(|row| comparison.difference(row, measure) > 0.0).count()
}

/// Warns that the best of several labels was chosen on these topics, too. The tests are against the
/// unfiltered text, so two labels are compared by their runs.
pub(super) fn best_of_labels(comparison: &LabelComparison) -> Option<String> {
    let best = comparison.best_label(0)?;
    let count = labels(comparison).count();
    (count > 1).then(|| {
        format!(
            "{}: the best of {count} labels on these topics: expect less on others; to compare two \
             labels, compare their runs",
            best.name
        )
    })
}

/// Names the named rule or threshold that is above all labels, the highest if there are several.
fn higher_than_labels(comparison: &LabelComparison) -> Option<String> {
    let best = comparison.best_label(0)?;
    let mean = |row: &ComparedView| row.point.means[0];
    let others = named_rules(comparison).chain(thresholds(comparison));
    let highest = others.reduce(|best, row| if mean(row) > mean(best) { row } else { best })?;
    let chosen = match highest.kind {
        RowKind::Threshold => ", chosen on these topics",
        _ => "",
    };
    let (name, value) = (&highest.name, mean(highest));
    (value > mean(best))
        .then(|| format!("; higher than all labels is {name} with {}{chosen}", fixed(value)))
}

/// Returns what the labels did to a measure, in a few sentences.
pub(super) fn finding(comparison: &LabelComparison, measure: usize) -> String {
    let text = opening(comparison, measure);
    let Some(best) = comparison.best_label(measure) else { return text };
    format!(
        "{text} {} of {} are above it; the highest is {} with {}, a difference of {} ({}; {} \
         after Holm's correction). Significantly better: {}; worse: {}.",
        above(comparison, measure),
        counted(labels(comparison).count() as u64, "label"),
        best.name,
        fixed(best.point.means[measure]),
        signed(comparison.difference(best, measure)),
        p_phrase(best.point.p(measure)),
        p_phrase(best.holm_p(measure)),
        marked(comparison, measure, '+'),
        marked(comparison, measure, '-')
    )
}

/// Names the labels with this mark.
fn marked(comparison: &LabelComparison, measure: usize, sign: char) -> String {
    let rows = labels(comparison).filter(|row| mark(comparison, row, measure) == Some(sign));
    let names: Vec<String> = rows.map(|row| row.name.clone()).collect();
    if names.is_empty() { "none".to_owned() } else { joined(&names) }
}
