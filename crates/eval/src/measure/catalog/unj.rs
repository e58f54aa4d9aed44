//! Unjudged at a rank: the share of the first k results that were not judged. Unlike in `judged`,
//! the divisor is always k.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::is_judged;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "unj",
    ir_name: "unj",
    aliases: &["Unjudged"],
    explanation: "share of unjudged documents in the first k results",
    score: Score::AtRank(score, &[5, 10, 20]),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    ranking.top(k).iter().filter(|&&grade| !is_judged(grade)).count() as f64 / k as f64
}
