//! Precision of all results over the best possible precision of that many results.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "set_relative_P",
    ir_name: "SetP(relative=True)",
    aliases: &["SetRelP"],
    explanation: "precision of all results over the best possible precision",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking) -> f64 {
    let retrieved = ranking.grades.len() as f64;
    let relevant = ranking.judgements.relevant() as f64;
    let hits = ranking.relevant_within(usize::MAX) as f64;
    share(hits, retrieved.min(relevant))
}
