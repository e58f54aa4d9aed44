//! How much text may go at no loss: the tests of equivalence of a sweep, a comparison of labels and
//! a comparison of runs, in sentences and cells.

use super::table::Table;
use super::words::{
    at, counted, decimals, fixed, grouped, measure_name, p_phrase, percent, signed, topics,
    unfiltered,
};
use tamis_eval::runs::{Contender, RunComparison};
use tamis_eval::statistics::{ALPHA, Equivalence, FEWEST_TOPICS, Margin, POWER, or_no_spread};
use tamis_search::experiment::results::{
    EquivalentPoint, LabelComparison, LeastText, Sweep, Unsaid,
};

/// Whether a p-value shows what it tests.
fn is_shown(p: Option<f64>) -> bool {
    p.is_some_and(|p| p < ALPHA)
}

/// Whether this p-value of equivalence of so many topics shows it.
pub fn is_equivalent(p: Option<f64>, topics: usize) -> bool {
    topics >= FEWEST_TOPICS && is_shown(p)
}

/// Says why nothing is tested of too few topics.
fn too_few(topics: usize) -> String {
    let count = counted(topics as u64, "topic");
    let are = if topics == 1 { "is" } else { "are" };
    format!("{count} {are} too few; it takes {FEWEST_TOPICS}")
}

/// Says why it was not tested whether less text is enough, if it was not.
fn unsaid(
    found: &LeastText,
    margin: Margin,
    unfiltered: f64,
    (name, topics): (&str, usize),
) -> Option<String> {
    let why = match found.unsaid? {
        _ if margin.around(unfiltered) == 0.0 => {
            return Some(format!(
                "No equivalence can be tested: {margin} of a mean of 0 is 0; name a difference."
            ));
        }
        Unsaid::FewTopics => too_few(topics),
        Unsaid::NoSpread => {
            "the differences from the unfiltered text are the same for all topics".to_owned()
        }
    };
    Some(format!("Whether less text is enough for {name} was not tested: {why}."))
}

/// Names a margin against the mean of a baseline: `5 % of the unfiltered mean`, or a difference.
pub(super) fn distance(margin: Margin, baseline: &str) -> String {
    match margin {
        Margin::Percent(percent) => format!("{percent} % of {baseline}"),
        Margin::Absolute(difference) => format!("{difference}"),
    }
}

/// The baseline of a margin in a sweep and in a comparison of labels.
const UNFILTERED_MEAN: &str = "the unfiltered mean";

/// Says how much text is enough for a measure: the smallest share that is not inferior to the
/// unfiltered text, whether it is equivalent, and if none is shown how many topics would show one.
/// None if all points keep the same text, or if nothing could be tested.
pub fn least_text(sweep: &Sweep, measure: usize) -> Option<String> {
    let found = sweep.least_text.get(measure)?;
    let name = measure_name(&sweep.measures[measure]);
    let margin = distance(sweep.margin, UNFILTERED_MEAN);
    let base = sweep.baseline.means[measure];
    let place = |number: usize| {
        let point = &sweep.points[number];
        format!("{} ({} of the text)", at(sweep, point), percent(point.kept))
    };
    if found.unsaid.is_some() {
        return unsaid(found, sweep.margin, base, (&name, sweep.topics.len()));
    }
    let Some(enough) = &found.enough else {
        let next = found.next?;
        let test = sweep.points[next].equivalence[measure]?;
        return Some(format!(
            "No share of the text passes the test for {name}: at {} the loss may be {margin} or \
             more ({} after a difference of {}). {}",
            place(next),
            p_phrase(Ok(test.p_noninferior)),
            signed(sweep.points[next].means[measure] - base),
            power_of(&test, sweep)
        ));
    };
    let equivalent = match &found.equivalent {
        Some(shown) if shown.point == enough.point => {
            "It gains less than that too, so it is equivalent.".to_owned()
        }
        Some(shown) => format!(
            "Equivalent, that is, neither lower nor higher by that much: down to {}, {}.",
            place(shown.point),
            p_phrase(Ok(shown.p))
        ),
        None => "No share of the text is equivalent by the test: neither lower nor higher by that \
                 much."
            .to_owned(),
    };
    // P-values were multiplied by the number of sequences.
    let sequences = match found.sequences {
        0 | 1 => String::new(),
        count => format!(" over {}", counted(count as u64, "sequence")),
    };
    let point = &sweep.points[enough.point];
    Some(format!(
        "{} of the text is enough for {name}: at {} it loses less than {margin} ({} against {}; \
         {}, {:.0} % confidence{sequences}). {equivalent}",
        percent(point.kept),
        at(sweep, point),
        fixed(point.means[measure]),
        fixed(base),
        p_phrase(Ok(enough.p)),
        CONFIDENCE
    ))
}

/// Returns the point with the smallest share of the text that is enough for a measure, by its
/// number, and the words of its mark in a figure.
pub(super) fn enough(sweep: &Sweep, measure: usize) -> Option<(usize, String)> {
    let number = sweep.least_text.get(measure)?.enough?.point;
    let kept = percent(sweep.points.get(number)?.kept);
    Some((number, format!("enough: {kept} of the text")))
}

/// The confidence of all that is shown, in per cent.
const CONFIDENCE: f64 = 100.0 * (1.0 - ALPHA);

/// Explains the mark of a mean that is equivalent to that of the unfiltered text.
pub(super) fn mark_of(margin: Margin) -> String {
    format!(
        "= equivalent to the unfiltered text: within {}, two one-sided t-tests, p < {ALPHA}",
        distance(margin, "its mean")
    )
}

/// Explains the same mark in a caption, if a cell of the table has it.
pub(super) fn in_caption(table: &Table<'_>, margin: Margin) -> String {
    if table.is_marked('=') { format!("; =: equivalent within {margin}") } else { String::new() }
}

/// Says what power the topics of a sweep have at the first point that fails the test.
/// None if [`least_text`] says it, because nothing was shown.
pub fn power_at_next(sweep: &Sweep, measure: usize) -> Option<String> {
    let found = sweep.least_text.get(measure)?;
    found.enough?;
    let point = &sweep.points[found.next?];
    let test = point.equivalence[measure]?;
    let (less, at) = (percent(point.kept), at(sweep, point));
    let power = power_of(&test, sweep);
    Some(format!("With {less} of the text ({at}) the loss may be larger. {power}"))
}

/// Says with what probability so many topics pass the test, and how many would be needed.
fn power_of(test: &Equivalence, sweep: &Sweep) -> String {
    format!(
        "If there were no true difference, {} like these would pass the test with probability {}; \
         for {POWER} it takes {}.",
        topics(&sweep.topics),
        probability(test.power_noninferior),
        needed(test.topics_noninferior)
    )
}

/// Formats a power with two decimals; never as 0.
fn probability(power: f64) -> String {
    if power < 0.005 { "below 0.01".to_owned() } else { decimals(power, 2) }
}

/// Formats the number of topics that are needed.
fn needed(topics: Option<u64>) -> String {
    topics.map_or_else(|| "more than a million".to_owned(), grouped)
}

/// Says how the smallest shares of a sweep were tested.
pub fn method(sweep: &Sweep) -> String {
    format!(
        "Enough is not inferior: the mean is not lower than that of {} by {} or more (one-sided \
         t-test of the differences by topic, p < {ALPHA}). Equivalent is that and not higher by as \
         much (two one-sided tests). Points are tested from most to least text, each at the full \
         level, up to the first that fails. So the chance that a point is wrongly called enough \
         stays below {:.0} %. Fewer than {FEWEST_TOPICS} topics, and differences without spread, \
         are not tested. The margin is taken as known, though in per cent it comes from a mean of \
         these topics.",
        unfiltered(sweep),
        distance(sweep.margin, UNFILTERED_MEAN),
        100.0 * ALPHA
    )
}

/// Says which label or rule of a comparison keeps the least text and is enough for a measure. None
/// without tests.
pub fn least_row(comparison: &LabelComparison, measure: usize) -> Option<String> {
    let found = comparison.least_text.get(measure)?;
    let name = measure_name(&comparison.measures[measure]);
    let margin = distance(comparison.margin, UNFILTERED_MEAN);
    let of_row = |shown: &EquivalentPoint| {
        let row = comparison.rows.get(shown.point)?;
        let kept = percent(row.point.kept);
        Some(format!("{} with {kept} of the text ({})", row.name, p_phrase(Ok(shown.p))))
    };
    if found.unsaid.is_some() {
        let base = comparison.rows.first()?.point.means[measure];
        return unsaid(found, comparison.margin, base, (&name, comparison.topics.len()));
    }
    let Some(enough) = &found.enough else {
        return Some(format!(
            "No label or rule passes the test for {name}: each may lose {margin} or more."
        ));
    };
    let equivalent = match &found.equivalent {
        Some(shown) if shown.point == enough.point => "; it is equivalent".to_owned(),
        Some(shown) => format!("; the least that is equivalent is {}", of_row(shown)?),
        None => String::new(),
    };
    Some(format!(
        "Least text that loses less than {margin} in {name}: {}{equivalent}; after Holm's \
         correction, {CONFIDENCE:.0} % confidence.",
        of_row(enough)?
    ))
}

/// Says whether a run is equivalent to the baseline in a measure, and with what power that could be
/// found, or why that was not tested: also for a margin of 0, with which there is no test
/// otherwise.
pub fn of_run(comparison: &RunComparison, run: &Contender, measure: usize) -> Option<String> {
    let against = &run.against[measure];
    let name = measure_name(&comparison.measures[measure]);
    let (of, with) = (&run.system.name, &comparison.baseline.name);
    let few = comparison.topics.len() < FEWEST_TOPICS;
    let few = few.then(|| too_few(comparison.topics.len()));
    if let Some(why) = few.or_else(|| against.no_spread.map(|why| why.to_string())) {
        return Some(format!("{name}: whether {of} is equivalent to {with} was not tested: {why}"));
    }
    let test = against.equivalence.as_ref()?;
    let two = (against.corrected_equivalent, test.power, test.topics_needed);
    let one = (against.corrected_noninferior, test.power_noninferior, test.topics_noninferior);
    let (verdict, (p, power, topics)) = if is_shown(two.0) {
        ("equivalent", two)
    } else if is_shown(one.0) {
        ("not inferior", one)
    } else {
        ("not shown to be equivalent", two)
    };
    Some(format!(
        "{name}: {of} is {verdict} to {with} within {} ({}; power {}, {} topics for {POWER})",
        distance(comparison.margin, "its mean"),
        p_phrase(or_no_spread(p, against.no_spread)),
        probability(power),
        needed(topics)
    ))
}
