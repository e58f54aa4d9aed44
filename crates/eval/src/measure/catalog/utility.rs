//! Utility of all results: a weighted sum of the numbers of documents that are relevant or not, and
//! retrieved or not. The weights are for relevant retrieved, non-relevant retrieved, relevant not
//! retrieved, and non-relevant not retrieved; the last needs the size of the collection
//! (trec_eval's `-N`).

use crate::measure::definition::{Measure, Numbers, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::total;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "utility",
    ir_name: "utility",
    aliases: &[],
    explanation: "weighted sum of relevant and non-relevant documents, retrieved and not; any \
                  number",
    score: Score::WithNumbers(score, NUMBERS),
    summary: Summary::Mean,
    binary: true,
};

const NUMBERS: Numbers = Numbers {
    default: &[1.0, -1.0, 0.0, 0.0],
    any_count: false,
    ir: None,
    range: (f64::MIN, f64::MAX),
};

fn score(ranking: &TopicRanking, weights: &[f64]) -> f64 {
    let judgements = ranking.judgements;
    let retrieved = ranking.grades.len() as f64;
    let relevant = judgements.relevant() as f64;
    let hits = ranking.relevant_within(usize::MAX) as f64;
    let elsewhere = judgements.terms().collection as f64 + hits - retrieved - relevant;
    total(
        weights
            .iter()
            .zip([hits, retrieved - hits, relevant - hits, elsewhere])
            .map(|(weight, cell)| weight * cell),
    )
}
