//! Precision at a rank: the share of relevant documents in the first k results. The divisor is
//! always k, even if there are fewer results.

use super::cutoffs::CUTOFFS;
use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "P",
    ir_name: "P",
    aliases: &["Precision"],
    explanation: "precision in the first k results",
    score: Score::AtRank(score, CUTOFFS),
    summary: Summary::Mean,
    binary: true,
};

pub(super) fn score(ranking: &TopicRanking, k: usize) -> f64 {
    ranking.relevant_within(k) as f64 / k as f64
}
