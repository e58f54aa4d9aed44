//! The findings of a comparison in sentences.

use super::marks::mark;
use crate::equivalence::least_row;
use crate::words::{counted, fixed, joined, measure_name, p_phrase, percent, signed};
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
    let name = measure_name(&comparison.measures[0]);
    let base = fixed(comparison.rows.first().map_or(0.0, |row| row.point.means[0]));
    let topics = counted(comparison.topics.len() as u64, "topic");
    let Some(best) = comparison.best_label(0) else {
        return format!("On the unfiltered text {name} is {base} over {topics}.");
    };
    let count = labels(comparison).count();
    let of_labels = if count == 1 { "the only label" } else { "the highest label" };
    let text = format!(
        "{} is {of_labels}: {name} {} over {topics}, {} against {base} of the unfiltered text \
         ({}, {} after Holm's correction), with {} of the text.",
        best.name,
        fixed(best.point.means[0]),
        signed(comparison.difference(best, 0)),
        p_phrase(best.point.p(0)),
        p_phrase(best.holm_p(0)),
        percent(best.point.kept)
    );
    let higher = higher_than_labels(comparison).map_or(String::new(), |text| format!("; {text}"));
    let [above, better, worse] = counts(comparison);
    let labels = match above {
        0 => "No label is".to_owned(),
        1 => format!("1 of {} is", counted(count as u64, "label")),
        _ if above == count => format!("All {count} labels are"),
        _ => format!("{above} of {count} labels are"),
    };
    let significantly = match (above, better) {
        (0, _) => String::new(),
        (_, 0) => ", none significantly".to_owned(),
        _ => format!(", {better} significantly"),
    };
    let below = match worse {
        0 => String::new(),
        _ => format!(", and {worse} significantly below it"),
    };
    format!("{text} {labels} above the unfiltered text{significantly}{below}{higher}.")
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

/// Counts the labels that are above the unfiltered text, and those that are significantly better
/// and worse.
fn counts(comparison: &LabelComparison) -> [usize; 3] {
    let count =
        |is: &dyn Fn(&ComparedView) -> bool| labels(comparison).filter(|row| is(row)).count();
    [
        count(&|row| comparison.difference(row, 0) > 0.0),
        count(&|row| mark(comparison, row, 0) == Some('+')),
        count(&|row| mark(comparison, row, 0) == Some('-')),
    ]
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
    (mean(highest) > mean(best)).then(|| {
        format!("higher than all labels is {} with {}{chosen}", highest.name, fixed(mean(highest)))
    })
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
        p_phrase(best.point.p(measure)),
        p_phrase(best.holm_p(measure))
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
