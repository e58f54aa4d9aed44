//! The share of all preferences fulfilled, averaged over judges, so that a judge with many
//! preferences does not dominate. Preferences between documents that were not retrieved are not
//! fulfilled.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::Preferences;
use crate::measure::ranking::{share, total};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_avgjg",
    ir_name: "prefs_avgjg",
    aliases: &[],
    explanation: "mean over judges of the share of all preferences fulfilled",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    let shares =
        preferences.counts().map(|counts| share(counts.kept() as f64, counts.possible() as f64));
    total(shares) / preferences.counts().len() as f64
}
