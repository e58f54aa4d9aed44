//! Subtopic recall: the share of subtopics that the first k results cover (Zhai, Cohen & Lafferty,
//! Beyond Independent Relevance, SIGIR 2003; ndeval).

use crate::measure::definition::{Measure, Score};
use crate::measure::subtopics::Subtopics;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "strec",
    ir_name: "StRecall",
    aliases: &[],
    explanation: "share of subtopics that the first k results cover",
    score: Score::OfSubtopicsAtRank(score, &[5, 10, 20], &[]),
    summary: Summary::Mean,
    binary: true,
};

fn score(subtopics: &Subtopics, k: usize) -> f64 {
    subtopics.recall(k)
}
