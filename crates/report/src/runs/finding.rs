//! The findings of a comparison of runs in sentences.

use super::wording::{correction, mark};
use crate::equivalence::of_run;
use crate::words::{counted, fixed, measure_name, p_phrase, signed, topics};
use tamis_eval::runs::{Against, Contender, RunComparison};

/// Returns the verdict by the first measure, a paragraph each.
pub(super) fn verdict(comparison: &RunComparison) -> Vec<String> {
    let Some(best) = best(comparison).filter(|_| !comparison.measures.is_empty()) else {
        return Vec::new();
    };
    let runs = &comparison.runs;
    let best = &runs[best];
    let mut text = highest(comparison, best);
    if runs.len() > 1 {
        let of_sign = |sign| runs.iter().filter(|run| mark(&run.against[0]) == Some(sign)).count();
        text += &format!(
            " Significantly better than {}: {} of {}; worse: {}.",
            comparison.baseline.name,
            of_sign('+'),
            counted(runs.len() as u64, "run"),
            of_sign('-')
        );
    }
    [text].into_iter().chain(of_run(comparison, best, 0)).collect()
}

/// Returns the run with the highest mean in the first measure, the first of equals.
pub(super) fn best(comparison: &RunComparison) -> Option<usize> {
    let mean = |run: usize| comparison.runs[run].system.means.first().copied().unwrap_or_default();
    let runs = 0..comparison.runs.len();
    runs.reduce(|best, run| if mean(run) > mean(best) { run } else { best })
}

/// Says what is known of a difference: `a difference of +0.1 (p = 0.04 after Holm's correction)`.
fn difference(comparison: &RunComparison, against: &Against) -> String {
    let name = correction(comparison).filter(|_| against.corrected.is_some());
    let after = name.map_or(String::new(), |name| format!(" after {name}"));
    let p = p_phrase(against.corrected_p());
    format!("a difference of {} ({p}{after})", signed(against.difference))
}

/// Returns how the best run compares with the baseline.
fn highest(comparison: &RunComparison, best: &Contender) -> String {
    let RunComparison { baseline, measures, .. } = comparison;
    let against = &best.against[0];
    let verdict = match mark(against) {
        Some('+') => "significantly better than",
        Some(_) => "significantly worse than",
        None if against.no_spread.is_some() => "not testable against",
        None => "not significantly different from",
    };
    let which = if comparison.runs.len() > 1 { ", the highest of the runs," } else { "" };
    format!(
        "{}{which} is {verdict} {}: {} {} against {} over {}, {}.",
        best.system.name,
        baseline.name,
        measure_name(&measures[0]),
        fixed(best.system.means[0]),
        fixed(baseline.means[0]),
        topics(&comparison.topics),
        difference(comparison, against)
    )
}

/// Returns what the runs did to a measure, in a few sentences.
pub(super) fn finding(comparison: &RunComparison, measure: usize) -> String {
    let name = measure_name(&comparison.measures[measure]);
    let base = &comparison.baseline;
    let topics = topics(&comparison.topics);
    let mut text =
        format!("{name} of {} is {} over {topics}.", base.name, fixed(base.means[measure]));
    for run in &comparison.runs {
        let against = &run.against[measure];
        let verdict = match mark(against) {
            Some('+') => "significantly better",
            Some(_) => "significantly worse",
            None if against.no_spread.is_some() => "nothing to test",
            None => "no significant difference",
        };
        let (name, mean) = (&run.system.name, fixed(run.system.means[measure]));
        text += &format!(" {name} has {mean}, {}: {verdict}.", difference(comparison, against));
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
        let (from, to) = (fixed(most.baseline), fixed(most.value));
        text += &format!(" Topic {} changed most, from {from} to {to}.", most.topic);
    }
    text
}
