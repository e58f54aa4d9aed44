//! The share kept of all preferences; one between documents that were not retrieved is not kept, averaged over pairs
//! of documents instead of preferences.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::Pairs;
use crate::measure::preferences::Preferences;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_pair",
    ir_name: "prefs_pair",
    aliases: &[],
    explanation: "mean over document pairs of the share kept of all preferences",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    preferences.pair_mean(Pairs::All)
}
