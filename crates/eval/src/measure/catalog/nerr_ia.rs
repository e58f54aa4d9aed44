//! Intent-aware expected reciprocal rank over that of a greedily built ideal ranking; see `err_ia`.

use crate::measure::definition::{Measure, Score};
use crate::measure::subtopics::Discount;
use crate::measure::subtopics::Subtopics;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "nerr_ia",
    ir_name: "nERR_IA",
    aliases: &[],
    explanation: "err_ia over that of the ideal ranking",
    score: Score::OfSubtopicsAtRank(score, &[5, 10, 20], &[]),
    summary: Summary::Mean,
    binary: true,
};

fn score(subtopics: &Subtopics, k: usize) -> f64 {
    subtopics.normalised(k, Discount::Rank)
}
