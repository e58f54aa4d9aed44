//! The verdict on a sweep: what its best point has and what to expect of it in two sentences, and
//! how much text is enough. Its report says it first.

use crate::equivalence;
use crate::words;
use crate::words::{
    best, counted, fixed, measure_name, nothing_gained, p_phrase, signed, unfiltered,
};
use tamis_search::experiment::results::{Point, Sweep};

/// Returns the verdict by the first measure, a paragraph each.
pub(super) fn verdict(sweep: &Sweep) -> Vec<String> {
    let Some(point) = best(sweep, 0) else {
        return vec!["The sweep has no points.".to_owned()];
    };
    let mut verdict = vec![format!("{} {}", found(sweep, point), reliable(sweep))];
    verdict.extend(equivalence::least_text(sweep, 0));
    verdict
}

/// Returns what the best point has.
fn found(sweep: &Sweep, point: &Point) -> String {
    let name = measure_name(&sweep.measures[0]);
    let points = counted(sweep.points.len() as u64, "point");
    let topics = counted(sweep.topics.len() as u64, "topic");
    let at = words::at_words(sweep, point);
    let base = sweep.baseline.means[0];
    let value = fixed(point.means[0]);
    let kept = words::percent(point.kept);
    if nothing_gained(sweep, 0) {
        return format!(
            "None of {points} is better than {} in {name}, which is {} over {topics}; the \
             highest, {at}, has {value} with {kept} of the text.",
            unfiltered(sweep),
            fixed(base)
        );
    }
    format!(
        "The best of {points} is {at}: {name} {value} over {topics}, {difference} against {} ({p}), \
         with {kept} of the text.",
        unfiltered(sweep),
        difference = signed(point.means[0] - base),
        p = p_phrase(point.p(0)),
    )
}

/// Returns what to expect on other topics.
fn reliable(sweep: &Sweep) -> String {
    let choice = sweep.choices.first();
    if let Some(found) = choice.and_then(|choice| choice.held_out.as_ref()) {
        let folds = counted(found.folds.len() as u64, "fold");
        return format!(
            "Chosen on other topics, over {folds}, it has {} ({}, {}): expect that on new ones.",
            fixed(found.mean),
            signed(found.mean - sweep.baseline.means[0]),
            p_phrase(found.p())
        );
    }
    match choice.and_then(|choice| choice.any_better.as_ref()) {
        Some(test) if !nothing_gained(sweep, 0) => format!(
            "It was chosen on these topics, so expect less on others; that any of the points is \
             better, {} (permutation test).",
            p_phrase(Ok(test.p))
        ),
        _ => "It was chosen on these topics: expect less on others.".to_owned(),
    }
}
