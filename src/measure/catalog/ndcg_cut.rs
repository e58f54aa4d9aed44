//! Normalised discounted cumulative gain of the first k results against the ideal k results; see `ndcg`.

use super::CUTOFFS;
use crate::measure::ranking::share;
use crate::measure::{Measure, Score, Summary, TopicRanking};

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg_cut",
    ir_name: "nDCG",
    aliases: &[],
    explanation: "normalised discounted cumulative gain of the first k results, gain = grade",
    score: Score::AtRank(score, CUTOFFS),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    share(ranking.dcg(k), ranking.judgements.ideal_dcg(k))
}
