//! The marks of a row in a comparison: significance, and how the thresholds were chosen.

use crate::equivalence::is_equivalent;
use crate::words::{fixed, measure_name, p_phrase};
use tamis_eval::statistics::{ALPHA, or_no_spread};
use tamis_search::experiment::results::{ComparedView, LabelComparison};

/// Returns + if a row is significantly better than the unfiltered text in a measure after Holm's
/// correction, - if it is worse.
pub(super) fn mark(
    comparison: &LabelComparison,
    row: &ComparedView,
    measure: usize,
) -> Option<char> {
    let significant = row.holm[measure].is_some_and(|p| p < ALPHA);
    significant.then(|| if comparison.difference(row, measure) > 0.0 { '+' } else { '-' })
}

/// Returns the mark of a difference, and where that is not significant = if the row is equivalent
/// to the unfiltered text after Holm's correction.
pub(super) fn mark_or_equivalent(
    comparison: &LabelComparison,
    row: &ComparedView,
    measure: usize,
) -> Option<char> {
    let equivalent = row.holm_equivalent.get(measure).copied().flatten();
    mark(comparison, row, measure)
        .or(is_equivalent(equivalent, comparison.topics.len()).then_some('='))
}

/// Returns how the threshold of a row was chosen, for notes, with the first measure on the topics
/// that were held out, if any were.
pub(super) fn chosen(comparison: &LabelComparison, row: &ComparedView) -> String {
    let first = comparison.measures.first().map_or(String::new(), |name| measure_name(name));
    let held_out = row.held_out.as_ref().and_then(|found| {
        let no_spread = found.no_spread.first().copied().flatten();
        let p = p_phrase(or_no_spread(*found.p_values.first()?, no_spread));
        let (folds, mean) = (found.chosen.len(), fixed(*found.means.first()?));
        Some(format!("; over {folds} folds of topics, {mean} ({p}) held out"))
    });
    format!(
        "the best of {} by {first} on these topics: expect less on others{}",
        row.chosen_from,
        held_out.unwrap_or_default()
    )
}
