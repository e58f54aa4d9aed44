//! Precision after as many results as a multiple of R, the number of relevant documents. The multiple of R is
//! rounded as trec_eval does: nine tenths are added, and the fraction is dropped.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{NEARLY_ONE, share};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "Rprec_mult",
    ir_name: "Rprec_mult",
    aliases: &[],
    explanation: "precision after x times R results, R the number of relevant documents",
    score: Score::AtMultiple(score, MULTIPLES),
    summary: Summary::Mean,
    binary: true,
};

pub(super) const MULTIPLES: &[f64] = &[0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0];

pub(super) fn score(ranking: &TopicRanking, multiple: f64) -> f64 {
    let k = (multiple * ranking.judgements.relevant() as f64 + NEARLY_ONE).trunc();
    share(ranking.relevant_within(k as usize) as f64, k)
}
