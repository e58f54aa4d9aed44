//! The share of preferences between retrieved documents fulfilled, averaged over judges, so that a
//! judge with many preferences does not dominate.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::Preferences;
use crate::measure::ranking::{share, total};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_avgjg_ret",
    ir_name: "prefs_avgjg_ret",
    aliases: &[],
    explanation: "mean over judges of the share fulfilled of preferences between retrieved \
                  documents",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    let shares =
        preferences.counts().map(|counts| share(counts.kept_both as f64, counts.both as f64));
    total(shares) / preferences.counts().len() as f64
}
