//! Significance, test, correction, interval and effect size in the words that all forms of a
//! comparison of runs share.

use crate::words::drawn;
use tamis_eval::runs::{Against, RunComparison};
use tamis_eval::statistics::{ALPHA, Exactness};

/// Returns + if a run is significantly better than the baseline after the correction, - if it is
/// worse.
pub(super) fn mark(against: &Against) -> Option<char> {
    let significant = against.corrected.is_some_and(|p| p < ALPHA);
    significant.then_some(if against.difference > 0.0 { '+' } else { '-' })
}

/// Returns how the p-values were computed, for a sentence; `None` if the test leaves no choice.
pub(super) fn exactness(comparison: &RunComparison) -> Option<String> {
    let against = comparison.runs.iter().flat_map(|run| &run.against);
    let all = against.filter_map(|against| against.exactness);
    let (exact, others): (Vec<_>, Vec<_>) = all.partition(|one| *one == Exactness::Exact);
    let all = exact.len() + others.len();
    match (exact.len(), others.first()) {
        (0, Some(Exactness::Sampled(of))) => Some(drawn(of.samples.into(), of.seed)),
        (0, _) => None,
        (_, None) => Some("exact".to_owned()),
        (count, Some(Exactness::Sampled(of))) => {
            let draws = drawn(of.samples.into(), of.seed);
            Some(format!("exact in {count} of {all}, else {draws}"))
        }
        (count, _) => Some(format!("exact in {count} of {all}, else from the normal distribution")),
    }
}

/// Returns the name of the correction for a sentence, if there is one.
pub(super) fn correction(comparison: &RunComparison) -> Option<&'static str> {
    match comparison.correction.as_str() {
        "holm" => Some("Holm's correction"),
        "bonferroni" => Some("Bonferroni's correction"),
        _ => None,
    }
}
