//! The number of preferences of all judges.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::PreferenceCounts;
use crate::measure::preferences::Preferences;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_num_prefs_poss",
    ir_name: "prefs_num_prefs_poss",
    aliases: &[],
    explanation: "number of preferences",
    score: Score::OfPreferences(score),
    summary: Summary::Sum,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    preferences.counts().map(PreferenceCounts::possible).sum::<u64>() as f64
}
