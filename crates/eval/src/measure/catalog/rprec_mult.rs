//! Precision after a multiple of R results, where R is the number of relevant documents. The number
//! of results is rounded as in trec_eval: 0.9 is added and the fraction dropped.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{NEARLY_ONE, share};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "Rprec_mult",
    ir_name: "Rprec_mult",
    aliases: &[],
    explanation: "precision after x times R results; R is the number of relevant documents",
    score: Score::AtMultiple(score, MULTIPLES),
    summary: Summary::Mean,
    binary: true,
};

pub(super) const MULTIPLES: &[f64] = &[0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0];

pub(super) fn score(ranking: &TopicRanking, multiple: f64) -> f64 {
    let k = (multiple * ranking.judgements.relevant() as f64 + NEARLY_ONE).trunc();
    share(ranking.relevant_within(k as usize) as f64, k)
}
