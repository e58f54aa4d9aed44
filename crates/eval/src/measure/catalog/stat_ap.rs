//! statAP, average precision estimated from sampled judgements; its mean over topics is statMAP
//! (Aslam & Pavlu, A Practical Sampling Strategy for Efficient Retrieval Evaluation, 2007).

use crate::measure::definition::{Measure, Score};
use crate::measure::sampled::Sampled;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "statAP",
    ir_name: "statAP",
    aliases: &[],
    explanation: "average precision estimated from sampled judgements",
    score: Score::OfSample(score),
    summary: Summary::Mean,
    binary: true,
};

fn score(sampled: &Sampled) -> f64 {
    sampled.average_precision()
}
