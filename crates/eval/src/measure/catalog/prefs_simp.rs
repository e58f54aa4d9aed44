//! The share of all preferences fulfilled. Preferences between documents that were not retrieved
//! are not fulfilled.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::Preferences;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_simp",
    ir_name: "prefs_simp",
    aliases: &[],
    explanation: "share of all preferences fulfilled",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    let kept: u64 = preferences.counts().map(|counts| counts.kept()).sum();
    let all: u64 = preferences.counts().map(|counts| counts.possible()).sum();
    share(kept as f64, all as f64)
}
