//! The verdict on a sweep: what its best point has and what to expect of it in two sentences, and
//! how much text is enough. Its report says it first.

use crate::equivalence;
use crate::words::{
    at_words, best, counted, fixed, measure_name, nothing_gained, p_phrase, percent, signed,
    topics, unfiltered,
};
use tamis_search::experiment::results::{Point, Sweep};

/// Returns the verdict by the first measure, a paragraph each.
pub(super) fn verdict(sweep: &Sweep) -> Vec<String> {
    let Some(point) = best(sweep, 0) else {
        return vec!["The sweep has no points.".to_owned()];
    };
    let found = format!("{} {}", found(sweep, point), reliable(sweep));
    [found].into_iter().chain(equivalence::least_text(sweep, 0)).collect()
}

/// Returns what the best point has.
fn found(sweep: &Sweep, point: &Point) -> String {
    let name = measure_name(&sweep.measures[0]);
    let points = counted(sweep.points.len() as u64, "point");
    let topics = topics(&sweep.topics);
    let at = at_words(sweep, point);
    let base = sweep.baseline.means[0];
    let unfiltered = unfiltered(sweep);
    let (value, kept) = (fixed(point.means[0]), percent(point.kept));
    if nothing_gained(sweep, 0) {
        return format!(
            "None of {points} is better than {unfiltered} in {name}, which is {} over {topics}; \
             the highest, {at}, has {value} with {kept} of the text.",
            fixed(base)
        );
    }
    let (difference, p) = (signed(point.means[0] - base), p_phrase(point.p(0)));
    format!(
        "The best of {points} is {at}: {name} {value} over {topics}, {difference} against \
         {unfiltered} ({p}), with {kept} of the text."
    )
}

/// Returns what to expect on other topics.
fn reliable(sweep: &Sweep) -> String {
    let choice = sweep.choices.first();
    if let Some(found) = choice.and_then(|choice| choice.held_out.as_ref()) {
        return format!(
            "Chosen on other topics, over {}, it has {} ({}, {}): expect that on new ones.",
            counted(found.folds.len() as u64, "fold"),
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
