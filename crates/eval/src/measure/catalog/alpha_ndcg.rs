//! Alpha-nDCG: alpha-DCG over that of a greedily built ideal ranking; see `alpha_dcg`.

use crate::measure::definition::{Measure, Score};
use crate::measure::subtopics::Discount;
use crate::measure::subtopics::Subtopics;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "alpha_ndcg",
    ir_name: "alpha_nDCG",
    aliases: &["α_nDCG"],
    explanation: "alpha_dcg over that of the ideal ranking",
    score: Score::OfSubtopicsAtRank(score, &[5, 10, 20], &["alpha"]),
    summary: Summary::Mean,
    binary: true,
};

fn score(subtopics: &Subtopics, k: usize) -> f64 {
    subtopics.normalised(k, Discount::Log)
}
