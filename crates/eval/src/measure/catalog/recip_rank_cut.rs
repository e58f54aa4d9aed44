//! Reciprocal rank within the first k results, 0 if they have no relevant document: MS MARCO's
//! MRR@10.

use super::recip_rank;
use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "recip_rank_cut",
    ir_name: "RR",
    aliases: &["MRR"],
    explanation: "1 over the rank of the first relevant document, 0 if it is not in the first k",
    score: Score::AtRank(score, &[10]),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    recip_rank::score(&TopicRanking { grades: ranking.top(k), ..*ranking })
}
