//! G with gains 0 and 1: the mean, over all relevant documents, of 1 / log2(2 + number of
//! non-relevant documents above) (trec_eval; experimental there).

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{share, total};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "binG",
    ir_name: "binG",
    aliases: &[],
    explanation: "mean over relevant documents of 1 / log2(2 + non-relevant documents above)",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking) -> f64 {
    let terms = (1..)
        .zip(ranking.relevant_ranks())
        .map(|(found, rank)| 1.0 / ((2 + rank - found) as f64).log2());
    share(total(terms), ranking.judgements.relevant() as f64)
}
