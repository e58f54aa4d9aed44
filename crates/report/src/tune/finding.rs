//! What tuning found, in sentences and numbers of a page.

use crate::words::{counted, fixed, grouped, measure_name, percent, signed};
use tamis_search::tune::{JudgedChoice, Tuned};

/// Returns the verdict: which rule fits, by what, and how much of the text it counts.
pub(super) fn verdict(tuned: &Tuned) -> [String; 2] {
    match &tuned.judged {
        Some(judged) if judged.taken => by_judged(tuned, judged),
        _ if tuned.is_sieve => the_sieve(tuned),
        _ => by_titles(tuned),
    }
}

fn the_sieve(tuned: &Tuned) -> [String; 2] {
    let name = measure_name(tuned.measure);
    [
        format!(
            "Stay with the sieve: none of {} is enough better than it.",
            counted(tuned.settings.len().saturating_sub(1) as u64, "other setting")
        ),
        format!(
            "With it, {name} of the pages that own titles look for is {}, on the unfiltered text \
             {}; {} of the text counts.",
            fixed(tuned.sieve),
            fixed(tuned.unfiltered),
            percent(tuned.kept_by_sieve)
        ),
    ]
}

fn by_titles(tuned: &Tuned) -> [String; 2] {
    let name = measure_name(tuned.measure);
    let sure = if tuned.gain_low > 0.0 { "better" } else { "perhaps no better" };
    [
        format!(
            "The tuned rule is {sure} than the sieve: {name} of the pages that own titles look for \
             is {}, with the sieve {}, on the unfiltered text {}.",
            fixed(tuned.chosen),
            fixed(tuned.sieve),
            fixed(tuned.unfiltered)
        ),
        format!(
            "It counts {} of the text, the sieve {}.",
            percent(tuned.kept),
            percent(tuned.kept_by_sieve)
        ),
    ]
}

fn by_judged(tuned: &Tuned, judged: &JudgedChoice) -> [String; 2] {
    let name = measure_name(&judged.measure);
    let chosen = if tuned.is_sieve {
        "stay with the sieve".to_owned()
    } else {
        "chose the tuned rule".to_owned()
    };
    let held_out = judged.held_out.map_or(String::new(), |value| {
        format!("On topics that were left out when choosing it is {}. ", fixed(value))
    });
    [
        format!(
            "{} and the titles {chosen}: {name} is {}, with the sieve {}, on the unfiltered text \
             {}.",
            counted(judged.topics as u64, "judged topic"),
            fixed(judged.chosen),
            fixed(judged.sieve),
            fixed(judged.unfiltered)
        ),
        format!(
            "{held_out}The rule counts {} of the text, the sieve {}.",
            percent(tuned.kept),
            percent(tuned.kept_by_sieve)
        ),
    ]
}

/// Returns how sure the choice by pseudo-topics is: what each number is, and the number.
pub(super) fn sure(tuned: &Tuned) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    if !is_choice_of_sieve(tuned) {
        let gain = format!(
            "{} (95 %: {} to {}); above 0 in {:.1} % of 1,000 resamples of the pseudo-topics",
            signed(tuned.chosen - tuned.sieve),
            signed(tuned.gain_low),
            signed(tuned.gain_high),
            100.0 * tuned.better
        );
        rows.push(("Gain over the sieve", gain));
    }
    let again =
        format!("{:.0} % of the resamples choose the same rule", 100.0 * tuned.chosen_again);
    rows.push(("Chosen again", again));
    let held_out = format!(
        "{} on pseudo-topics that were left out when choosing, the sieve {}; at least as good as \
         the sieve in {} of {} folds",
        fixed(tuned.held_out),
        fixed(tuned.held_out_sieve),
        tuned.good_folds,
        tuned.folds
    );
    rows.push(("Left out", held_out));
    let alike = format!(
        "{} of {} settings cannot be told from it: the 95 % interval of the difference holds 0",
        grouped(tuned.alike as u64),
        grouped(tuned.settings.len() as u64)
    );
    rows.push(("Settings like it", alike));
    rows
}

/// Says how high judged topics could choose, and what their choice has on other topics.
pub(super) fn best_of_judged(judged: &JudgedChoice) -> String {
    let held_out = judged.held_out.map_or(String::new(), |value| {
        format!(" On topics that were left out when choosing, the choice has {}.", fixed(value))
    });
    format!(
        "The best {} of any setting on these topics is {}; it was chosen by looking at them, so it \
         is more than choosing can reach.{held_out}",
        measure_name(&judged.measure),
        fixed(judged.best)
    )
}

/// Says from how many topics on judged topics alone choose as well; none if that is not known.
pub(super) fn worth_of_judged(judged: &JudgedChoice) -> Option<String> {
    let known = !judged.curve.is_empty();
    known.then(|| match judged.decide_from {
        Some(topics) => {
            format!("From {topics} judged topics on, they alone choose at least as well.")
        }
        None => "They alone choose worse than the pseudo-topics at all of these sizes.".to_owned(),
    })
}

/// Whether the pseudo-topics alone choose the sieve: then it gains nothing in any resample.
fn is_choice_of_sieve(tuned: &Tuned) -> bool {
    tuned.chosen == tuned.sieve && tuned.gain_low == 0.0 && tuned.gain_high == 0.0
}
