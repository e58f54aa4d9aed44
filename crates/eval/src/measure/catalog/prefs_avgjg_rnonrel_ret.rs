//! The share of preferences between retrieved documents fulfilled, averaged over judges, with as
//! many non-relevant documents as relevant ones for each; see `Preferences::balanced_mean`. Similar
//! to bpref.

use crate::measure::definition::{Measure, Score};
use crate::measure::preferences::PreferencePairs;
use crate::measure::preferences::Preferences;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_avgjg_Rnonrel_ret",
    ir_name: "prefs_avgjg_Rnonrel_ret",
    aliases: &[],
    explanation: "mean over judges of the share fulfilled with R non-relevant documents each, \
                  among retrieved documents",
    score: Score::OfPreferences(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(preferences: &Preferences) -> f64 {
    preferences.balanced_mean(PreferencePairs::Retrieved)
}
