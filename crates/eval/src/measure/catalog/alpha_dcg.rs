//! Alpha-DCG: discounted cumulative gain in which every document about a subtopic reduces the
//! subtopic's gain by alpha (0.5 by default), over the highest possible value (Clarke et al.,
//! Novelty and Diversity in Information Retrieval Evaluation, SIGIR 2008; ndeval).

use crate::measure::definition::{Measure, Score};
use crate::measure::subtopics::Discount;
use crate::measure::subtopics::Subtopics;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "alpha_dcg",
    ir_name: "alpha_DCG",
    aliases: &["α_DCG"],
    explanation: "discounted gain of the subtopics that the first k results cover",
    score: Score::OfSubtopicsAtRank(score, &[5, 10, 20], &["alpha"]),
    summary: Summary::Mean,
    binary: true,
};

fn score(subtopics: &Subtopics, k: usize) -> f64 {
    subtopics.discounted(k, Discount::Log)
}
