//! Success at a rank: whether there is a relevant document in the first k results.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "success",
    ir_name: "Success",
    aliases: &[],
    explanation: "1 if there is a relevant document in the first k results, else 0",
    score: Score::AtRank(score, &[1, 5, 10]),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    if ranking.relevant_within(k) > 0 { 1.0 } else { 0.0 }
}
