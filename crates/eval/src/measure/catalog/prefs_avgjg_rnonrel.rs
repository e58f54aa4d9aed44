//! The share kept of all preferences; one between documents that were not retrieved is not kept, averaged over
//! judges, where each has as many documents that are not relevant as relevant ones; see
//! `Preferences::balanced_mean`. Akin to bpref.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::Pairs;
use crate::measure::preferences::Preferences;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_avgjg_Rnonrel",
    ir_name: "prefs_avgjg_Rnonrel",
    aliases: &[],
    explanation: "mean over judges of the share kept with R non-relevant documents each",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    preferences.balanced_mean(Pairs::All)
}
