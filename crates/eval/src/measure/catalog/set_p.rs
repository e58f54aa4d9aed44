//! Precision of all results.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "set_P",
    ir_name: "SetP",
    aliases: &[],
    explanation: "precision of all results",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking) -> f64 {
    share(ranking.relevant_within(usize::MAX) as f64, ranking.grades.len() as f64)
}
