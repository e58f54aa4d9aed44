//! The number of relevant results.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "num_rel_ret",
    ir_name: "NumRelRet",
    aliases: &[],
    explanation: "number of relevant documents retrieved",
    score: Score::Whole(score),
    summary: Summary::Sum,
    binary: true,
};

fn score(ranking: &TopicRanking) -> f64 {
    ranking.relevant_within(usize::MAX) as f64
}
