//! The number of relevant documents, retrieved or not.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "num_rel",
    ir_name: "NumRel",
    aliases: &[],
    explanation: "number of relevant documents in the qrels",
    score: Score::Whole(score),
    summary: Summary::Sum,
    binary: true,
};

fn score(ranking: &TopicRanking) -> f64 {
    ranking.judgements.relevant() as f64
}
