//! The share of preferences with at least one retrieved document fulfilled, averaged over judges,
//! so that a judge with many preferences does not dominate.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::Preferences;
use crate::measure::ranking::{share, total};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_avgjg_imp",
    ir_name: "prefs_avgjg_imp",
    aliases: &[],
    explanation: "mean over judges of the share fulfilled of preferences with a retrieved document",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    let shares = preferences
        .counts()
        .map(|counts| share(counts.kept() as f64, (counts.both + counts.one) as f64));
    total(shares) / preferences.counts().len() as f64
}
