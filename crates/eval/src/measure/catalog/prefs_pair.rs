//! The share of all preferences fulfilled, averaged over pairs of documents instead of preferences.
//! Preferences between documents that were not retrieved are not fulfilled.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::PreferencePairs;
use crate::measure::preferences::Preferences;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_pair",
    ir_name: "prefs_pair",
    aliases: &[],
    explanation: "mean over document pairs of the share of all preferences fulfilled",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    preferences.pair_mean(PreferencePairs::All)
}
