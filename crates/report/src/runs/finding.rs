//! The findings of a comparison of runs in sentences.

use super::wording::{correction, mark};
use crate::words::{counted, fixed, measure_name, p_phrase, signed};
use std::fmt::Write;
use tamis_eval::runs::{Contender, RunComparison};

/// Returns what the runs did to a measure, in a few sentences.
pub(super) fn finding(comparison: &RunComparison, measure: usize) -> String {
    let name = measure_name(&comparison.measures[measure]);
    let base = &comparison.baseline;
    let topics = counted(comparison.topics.len() as u64, "topic");
    let mut text =
        format!("{name} of {} is {} over {topics}.", base.name, fixed(base.means[measure]));
    let after = correction(comparison).map_or(String::new(), |name| format!(" after {name}"));
    for run in &comparison.runs {
        let against = &run.against[measure];
        let verdict = match mark(against) {
            Some('+') => "significantly better",
            Some(_) => "significantly worse",
            None => "no significant difference",
        };
        let _ = write!(
            text,
            " {} has {}, a difference of {} ({}{after}): {verdict}.",
            run.system.name,
            fixed(run.system.means[measure]),
            signed(against.difference),
            p_phrase(against.corrected)
        );
    }
    text
}

/// Returns on how many topics a run is better and worse in the first measure, and which topic
/// changed most.
pub(super) fn on_topics(comparison: &RunComparison, run: &Contender) -> String {
    let against = &run.against[0];
    let measure = measure_name(&comparison.measures[0]);
    let mut text = format!(
        "In {measure} {} is better than {} on {}, level on {}, worse on {}.",
        run.system.name,
        comparison.baseline.name,
        counted(against.win as u64, "topic"),
        against.tie,
        against.loss
    );
    if let Some(most) = run.changed.first() {
        let from = fixed(most.baseline);
        let to = fixed(most.value);
        let _ = write!(text, " Topic {} changed most, from {from} to {to}.", most.topic);
    }
    text
}
