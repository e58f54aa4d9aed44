//! The number of results.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "num_ret",
    ir_name: "NumRet",
    aliases: &[],
    explanation: "number of documents retrieved",
    score: Score::Whole(score),
    summary: Summary::Sum,
    binary: false,
};

fn score(ranking: &TopicRanking) -> f64 {
    ranking.grades.len() as f64
}
