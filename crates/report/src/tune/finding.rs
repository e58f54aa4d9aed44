//! What tuning found, in sentences and numbers of a page.

use crate::words::{counted, fixed, grouped, measure_name, percent, signed};
use tamis_search::tune::{JudgedChoice, Tuned};

/// Returns the verdict: which rule fits, by what, and how much of the text it counts.
pub(super) fn verdict(tuned: &Tuned) -> [String; 2] {
    let kept = percent(tuned.kept);
    let kept_by_sieve = percent(tuned.kept_by_sieve);
    let unfiltered = fixed(tuned.unfiltered);
    let of_titles =
        format!("{} of the pages that own titles look for is", measure_name(tuned.measure));
    if let Some(judged) = tuned.judged.as_ref().filter(|judged| judged.taken) {
        let held_out = judged.held_out.map_or(String::new(), |value| {
            format!("On topics that were left out when choosing it is {}. ", fixed(value))
        });
        return [
            by_judged(tuned, judged),
            format!("{held_out}The rule counts {kept} of the text, the sieve {kept_by_sieve}."),
        ];
    }
    if tuned.is_sieve {
        let others = counted(tuned.settings.len().saturating_sub(1) as u64, "other setting");
        return [
            format!("Stay with the sieve: none of {others} is enough better than it."),
            format!(
                "With it, {of_titles} {}, on the unfiltered text {unfiltered}; {kept_by_sieve} of \
                 the text counts.",
                fixed(tuned.sieve)
            ),
        ];
    }
    let sure = if tuned.gain_low > 0.0 { "better" } else { "perhaps no better" };
    [
        format!(
            "The tuned rule is {sure} than the sieve: {of_titles} {}, with the sieve {}, on the \
             unfiltered text {unfiltered}.",
            fixed(tuned.chosen),
            fixed(tuned.sieve)
        ),
        format!("It counts {kept} of the text, the sieve {kept_by_sieve}."),
    ]
}

/// Says what judged topics and titles chose together.
fn by_judged(tuned: &Tuned, judged: &JudgedChoice) -> String {
    let chosen = if tuned.is_sieve { "stay with the sieve" } else { "chose the tuned rule" };
    format!(
        "{} and the titles {chosen}: {} is {}, with the sieve {}, on the unfiltered text {}.",
        counted(judged.topics as u64, "judged topic"),
        measure_name(&judged.measure),
        fixed(judged.chosen),
        fixed(judged.sieve),
        fixed(judged.unfiltered)
    )
}

/// Returns how sure the choice by pseudo-topics is: what each number is, and the number.
pub(super) fn sure(tuned: &Tuned) -> Vec<(&'static str, String)> {
    // If the pseudo-topics alone choose the sieve, it gains nothing in any resample.
    let is_choice_of_sieve =
        tuned.chosen == tuned.sieve && tuned.gain_low == 0.0 && tuned.gain_high == 0.0;
    let gain = format!(
        "{} (95 %: {} to {}); above 0 in {:.1} % of 1,000 resamples of the pseudo-topics",
        signed(tuned.chosen - tuned.sieve),
        signed(tuned.gain_low),
        signed(tuned.gain_high),
        100.0 * tuned.better
    );
    let again =
        format!("{:.0} % of the resamples choose the same rule", 100.0 * tuned.chosen_again);
    let held_out = format!(
        "{} on pseudo-topics that were left out when choosing, the sieve {}; at least as good as \
         the sieve in {} of {} folds",
        fixed(tuned.held_out),
        fixed(tuned.held_out_sieve),
        tuned.good_folds,
        tuned.folds
    );
    let alike = format!(
        "{} of {} settings cannot be told from it: the 95 % interval of the difference holds 0",
        grouped(tuned.alike as u64),
        grouped(tuned.settings.len() as u64)
    );
    let gain = (!is_choice_of_sieve).then_some(("Gain over the sieve", gain));
    let others = [("Chosen again", again), ("Left out", held_out), ("Settings like it", alike)];
    gain.into_iter().chain(others).collect()
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
