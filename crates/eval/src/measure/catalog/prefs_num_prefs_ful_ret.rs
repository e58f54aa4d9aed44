//! The number of preferences between retrieved documents that the ranking fulfils.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::Preferences;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_num_prefs_ful_ret",
    ir_name: "prefs_num_prefs_ful_ret",
    aliases: &[],
    explanation: "number of preferences between retrieved documents fulfilled",
    score: Score::OfPreferences(score),
    summary: Summary::Sum,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    preferences.counts().map(|counts| counts.kept_both).sum::<u64>() as f64
}
