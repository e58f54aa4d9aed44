//! Precision at a rank over the best possible precision there: equals precision up to R results,
//! and recall beyond.

use super::cutoffs::CUTOFFS;
use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "relative_P",
    ir_name: "relative_P",
    aliases: &[],
    explanation: "precision in the first k results over the best possible precision",
    score: Score::AtRank(score, CUTOFFS),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    share(ranking.relevant_within(k) as f64, k.min(ranking.judgements.relevant()) as f64)
}
