//! Success at a rank: 1 if the first k results have a relevant document, otherwise 0.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "success",
    ir_name: "Success",
    aliases: &[],
    explanation: "1 if the first k results have a relevant document, else 0",
    score: Score::AtRank(score, &[1, 5, 10]),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    if ranking.relevant_within(k) > 0 { 1.0 } else { 0.0 }
}
