//! Intent-aware precision: the mean over subtopics (Agrawal et al., Diversifying Search Results,
//! WSDM 2009; ndeval).

use crate::measure::definition::{Measure, Score};
use crate::measure::subtopics::Subtopics;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "p_ia",
    ir_name: "P_IA",
    aliases: &[],
    explanation: "mean over subtopics of precision in the first k results",
    score: Score::OfSubtopicsAtRank(score, &[5, 10, 20], &[]),
    summary: Summary::Mean,
    binary: true,
};

fn score(subtopics: &Subtopics, k: usize) -> f64 {
    subtopics.precision(k)
}
