//! The weighted harmonic mean of precision and recall of all results, (x + 1) P R / (R + x P),
//! where x is the weight of recall, 1 by default (van Rijsbergen, Information Retrieval, 1979).

use crate::measure::definition::{Measure, Numbers, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "set_F",
    ir_name: "SetF",
    aliases: &[],
    explanation: "weighted harmonic mean of precision and recall of all results",
    score: Score::WithNumbers(score, NUMBERS),
    summary: Summary::Mean,
    binary: true,
};

const NUMBERS: Numbers =
    Numbers { default: &[1.0], any_count: false, ir: Some(("beta", 1.0)), range: (0.0, f64::MAX) };

fn score(ranking: &TopicRanking, numbers: &[f64]) -> f64 {
    let retrieved = ranking.grades.len() as f64;
    let relevant = ranking.judgements.relevant() as f64;
    let hits = ranking.relevant_within(usize::MAX) as f64;
    let precision = share(hits, retrieved);
    let recall = share(hits, relevant);
    let importance = numbers[0];
    share((importance + 1.0) * precision * recall, recall + importance * precision)
}
