//! Recall at a rank: the share of all relevant documents that are in the first k results.

use super::cutoffs::CUTOFFS;
use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "recall",
    ir_name: "R",
    aliases: &[],
    explanation: "recall in the first k results",
    score: Score::AtRank(score, CUTOFFS),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    share(ranking.relevant_within(k) as f64, ranking.judgements.relevant() as f64)
}
