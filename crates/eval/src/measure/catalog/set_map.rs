//! Precision times recall of all results.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "set_map",
    ir_name: "SetAP",
    aliases: &[],
    explanation: "precision times recall of all results",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking) -> f64 {
    let retrieved = ranking.grades.len() as f64;
    let relevant = ranking.judgements.relevant() as f64;
    let hits = ranking.relevant_within(usize::MAX) as f64;
    share(hits * hits, retrieved * relevant)
}
