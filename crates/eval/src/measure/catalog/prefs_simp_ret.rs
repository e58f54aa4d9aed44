//! The share of preferences between retrieved documents fulfilled.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::Preferences;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_simp_ret",
    ir_name: "prefs_simp_ret",
    aliases: &[],
    explanation: "share fulfilled of preferences between retrieved documents",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    let kept: u64 = preferences.counts().map(|counts| counts.kept_both).sum();
    let all: u64 = preferences.counts().map(|counts| counts.both).sum();
    share(kept as f64, all as f64)
}
