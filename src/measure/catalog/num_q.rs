//! The number of topics that the other lines are about.

use crate::measure::{Measure, Score, Summary, TopicRanking};

pub(super) const MEASURE: Measure = Measure {
    name: "num_q",
    ir_name: "NumQ",
    aliases: &[],
    explanation: "number of topics evaluated",
    score: Score::Whole(score),
    summary: Summary::SumOnly,
    binary: false,
    official: true,
};

fn score(_: &TopicRanking) -> f64 {
    1.0
}
