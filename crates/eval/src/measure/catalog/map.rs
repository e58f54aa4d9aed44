//! Average precision: the mean, over all relevant documents, of the precision at each one's rank,
//! with 0 for those not retrieved (Buckley & Voorhees, TREC: Experiment and Evaluation in
//! Information Retrieval, 2005, chapter 3).

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{share, total};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "map",
    ir_name: "AP",
    aliases: &["MAP"],
    explanation: "average precision; its mean over the topics is MAP",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: true,
};

pub(super) fn score(ranking: &TopicRanking) -> f64 {
    let precisions =
        (1..).zip(ranking.relevant_ranks()).map(|(found, rank)| f64::from(found) / rank as f64);
    share(total(precisions), ranking.judgements.relevant() as f64)
}
