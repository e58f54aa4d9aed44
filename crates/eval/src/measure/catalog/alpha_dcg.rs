//! Alpha-DCG: discounted cumulative gain where a subtopic's gain falls by alpha, usually one half, with every document about it, over the most
//! that is possible (Clarke et al., Novelty and Diversity in Information Retrieval Evaluation, SIGIR 2008; ndeval).

use crate::measure::definition::{Measure, Score};
use crate::measure::subtopics::Discount;
use crate::measure::subtopics::Subtopics;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "alpha_dcg",
    ir_name: "alpha_DCG",
    aliases: &["α_DCG"],
    explanation: "discounted gain of subtopics covered by the first k results",
    score: Score::OfSubtopicsAtRank(score, &[5, 10, 20], &["alpha"]),
    summary: Summary::Mean,
    binary: true,
};

fn score(subtopics: &Subtopics, k: usize) -> f64 {
    subtopics.discounted(k, Discount::Log)
}
