//! The findings of a comparison of runs in sentences.

use super::wording::{correction, mark};
use crate::equivalence::of_run;
use crate::words::{counted, fixed, measure_name, p_phrase, signed};
use std::fmt::Write;
use tamis_eval::runs::{Against, Contender, RunComparison};

/// Returns the verdict by the first measure, a paragraph each.
pub(super) fn verdict(comparison: &RunComparison) -> Vec<String> {
    let mean = |run: &Contender| run.system.means.first().copied().unwrap_or_default();
    let runs = comparison.runs.iter();
    let best = runs.reduce(|best, run| if mean(run) > mean(best) { run } else { best });
    let Some(best) = best.filter(|_| !comparison.measures.is_empty()) else { return Vec::new() };
    let mut text = highest(comparison, best);
    if comparison.runs.len() > 1 {
        let of_sign = |sign: char| {
            comparison.runs.iter().filter(|run| mark(&run.against[0]) == Some(sign)).count()
        };
        let _ = write!(
            text,
            " Significantly better than {}: {} of {}; worse: {}.",
            comparison.baseline.name,
            of_sign('+'),
            counted(comparison.runs.len() as u64, "run"),
            of_sign('-')
        );
    }
    let mut verdict = vec![text];
    verdict.extend(of_run(comparison, best, 0));
    verdict
}

/// Names the correction behind a p-value, if there are both.
fn after(comparison: &RunComparison, against: &Against) -> String {
    let name = correction(comparison).filter(|_| against.corrected.is_some());
    name.map_or(String::new(), |name| format!(" after {name}"))
}

/// Returns how the best run compares with the baseline.
fn highest(comparison: &RunComparison, best: &Contender) -> String {
    let name = measure_name(&comparison.measures[0]);
    let base = &comparison.baseline;
    let against = &best.against[0];
    let after = after(comparison, against);
    let verdict = match mark(against) {
        Some('+') => "significantly better than",
        Some(_) => "significantly worse than",
        None if against.no_spread.is_some() => "not testable against",
        None => "not significantly different from",
    };
    let which = if comparison.runs.len() > 1 { ", the highest of the runs," } else { "" };
    format!(
        "{}{which} is {verdict} {}: {name} {} against {} over {}, a difference of {} ({}{after}).",
        best.system.name,
        base.name,
        fixed(best.system.means[0]),
        fixed(base.means[0]),
        counted(comparison.topics.len() as u64, "topic"),
        signed(against.difference),
        p_phrase(against.corrected_p())
    )
}

/// Returns what the runs did to a measure, in a few sentences.
pub(super) fn finding(comparison: &RunComparison, measure: usize) -> String {
    let name = measure_name(&comparison.measures[measure]);
    let base = &comparison.baseline;
    let topics = counted(comparison.topics.len() as u64, "topic");
    let mut text =
        format!("{name} of {} is {} over {topics}.", base.name, fixed(base.means[measure]));
    for run in &comparison.runs {
        let against = &run.against[measure];
        let after = after(comparison, against);
        let verdict = match mark(against) {
            Some('+') => "significantly better",
            Some(_) => "significantly worse",
            None if against.no_spread.is_some() => "nothing to test",
            None => "no significant difference",
        };
        let _ = write!(
            text,
            " {} has {}, a difference of {} ({}{after}): {verdict}.",
            run.system.name,
            fixed(run.system.means[measure]),
            signed(against.difference),
            p_phrase(against.corrected_p())
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
