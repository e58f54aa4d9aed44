//! Reciprocal rank: 1 over the rank of the first relevant document.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "recip_rank",
    ir_name: "RR",
    aliases: &["MRR"],
    explanation: "1 over the rank of the first relevant document",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: true,
};

pub(super) fn score(ranking: &TopicRanking) -> f64 {
    ranking.relevant_ranks().next().map_or(0.0, |rank| 1.0 / rank as f64)
}
