//! Precision at a rank, relative to the best that is possible there: precision up to R results, recall beyond.

use super::CUTOFFS;
use crate::measure::ranking::share;
use crate::measure::{Measure, Score, Summary, TopicRanking};

pub(super) const MEASURE: Measure = Measure {
    name: "relative_P",
    ir_name: "relative_P",
    aliases: &[],
    explanation: "precision in the first k results over the best possible one",
    score: Score::AtRank(score, CUTOFFS),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    share(ranking.relevant_within(k) as f64, k.min(ranking.judgements.relevant()) as f64)
}
