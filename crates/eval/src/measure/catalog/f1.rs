//! F1 at a rank: the harmonic mean of precision and recall in the first k results (van Rijsbergen,
//! Information Retrieval, 1979, with equal weights), for each topic: twice the relevant results,
//! over k plus the number of relevant documents.

use super::cutoffs::CUTOFFS;
use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "F1",
    ir_name: "F1",
    aliases: &["F"],
    explanation: "harmonic mean of precision and recall in the first k results",
    score: Score::AtRank(score, CUTOFFS),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    share(2.0 * ranking.relevant_within(k) as f64, (k + ranking.judgements.relevant()) as f64)
}
