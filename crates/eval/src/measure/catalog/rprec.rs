//! R-precision: precision after R results, where R is the number of relevant documents.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "Rprec",
    ir_name: "Rprec",
    aliases: &[],
    explanation: "precision after R results; R is the number of relevant documents",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking) -> f64 {
    let relevant = ranking.judgements.relevant();
    share(ranking.relevant_within(relevant) as f64, relevant as f64)
}
