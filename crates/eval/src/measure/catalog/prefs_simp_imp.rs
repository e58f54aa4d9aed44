//! The share of preferences with at least one retrieved document fulfilled.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::Preferences;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_simp_imp",
    ir_name: "prefs_simp_imp",
    aliases: &[],
    explanation: "share fulfilled of preferences with a retrieved document",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    let kept: u64 = preferences.counts().map(|counts| counts.kept()).sum();
    let all: u64 = preferences.counts().map(|counts| counts.both + counts.one).sum();
    share(kept as f64, all as f64)
}
