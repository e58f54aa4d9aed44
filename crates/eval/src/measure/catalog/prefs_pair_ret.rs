//! The share of preferences between retrieved documents fulfilled, averaged over pairs of documents
//! instead of preferences.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::PreferencePairs;
use crate::measure::preferences::Preferences;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_pair_ret",
    ir_name: "prefs_pair_ret",
    aliases: &[],
    explanation: "mean over document pairs of the share fulfilled of preferences between retrieved \
                  documents",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    preferences.pair_mean(PreferencePairs::Retrieved)
}
