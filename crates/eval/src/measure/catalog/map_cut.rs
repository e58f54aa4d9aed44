//! Average precision of the first k results, over all relevant documents; see `map`.

use super::cutoffs::CUTOFFS;
use super::map;
use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "map_cut",
    ir_name: "AP",
    aliases: &["MAP"],
    explanation: "average precision of the first k results",
    score: Score::AtRank(score, CUTOFFS),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    map::score(&TopicRanking { grades: ranking.top(k), ..*ranking })
}
