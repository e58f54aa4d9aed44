//! The share of preferences with at least one retrieved document fulfilled, averaged over pairs of
//! documents instead of preferences.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::PreferencePairs;
use crate::measure::preferences::Preferences;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_pair_imp",
    ir_name: "prefs_pair_imp",
    aliases: &[],
    explanation: "mean over document pairs of the share fulfilled of preferences with a retrieved \
                  document",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    preferences.pair_mean(PreferencePairs::Implied)
}
