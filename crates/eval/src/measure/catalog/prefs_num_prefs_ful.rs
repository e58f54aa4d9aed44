//! The number of preferences that the ranking fulfils. A retrieved document counts as ranked above
//! one not retrieved.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::PreferenceCounts;
use crate::measure::preferences::Preferences;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_num_prefs_ful",
    ir_name: "prefs_num_prefs_ful",
    aliases: &[],
    explanation: "number of preferences fulfilled, implied ones included",
    score: Score::OfPreferences(score),
    summary: Summary::Sum,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    preferences.counts().map(PreferenceCounts::kept).sum::<u64>() as f64
}
