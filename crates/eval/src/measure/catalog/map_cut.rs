//! Average precision of the first k results; all relevant documents still count. See `map`.

use super::{CUTOFFS, map};
use crate::measure::{Measure, Score, Summary, TopicRanking};

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
