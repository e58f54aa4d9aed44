//! Intent-aware expected reciprocal rank: each result's gain over its rank, where every document
//! about a subtopic halves the subtopic's gain, over the highest possible value (Chapelle et al.,
//! CIKM 2009; ndeval).

use crate::measure::definition::{Measure, Score};
use crate::measure::subtopics::Discount;
use crate::measure::subtopics::Subtopics;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "err_ia",
    ir_name: "ERR_IA",
    aliases: &[],
    explanation: "intent-aware expected reciprocal rank in the first k results",
    score: Score::OfSubtopicsAtRank(score, &[5, 10, 20], &[]),
    summary: Summary::Mean,
    binary: true,
};

fn score(subtopics: &Subtopics, k: usize) -> f64 {
    subtopics.discounted(k, Discount::Rank)
}
