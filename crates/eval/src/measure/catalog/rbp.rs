//! Rank-biased precision: the gain that a reader meets who goes on from each result with probability p (Moffat & Zobel,
//! ACM TOIS 27, 2008). The gain is the grade over the topic's highest grade; at a relevance level of its own (`RBP(rel=1)`)
//! it is 0 or 1. trec_eval means the former, but compares with a least and a greatest gain that it never sets: where grades
//! are above 1, its value depends on what stands in memory.

use crate::measure::definition::{Measure, Numbers, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::total;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "rbp",
    ir_name: "RBP",
    aliases: &[],
    explanation: "rank-biased precision with persistence p (0.9)",
    score: Score::WithNumbers(score, PERSISTENCE),
    summary: Summary::Mean,
    binary: false,
};

/// trec_eval's persistence is 0.9 where none is given, ir_measures' 0.8.
pub(super) const PERSISTENCE: Numbers =
    Numbers { default: &[0.9], any_count: false, ir: Some(("p", 0.8)), range: (0.0, 1.0) };

fn score(ranking: &TopicRanking, numbers: &[f64]) -> f64 {
    let persistence = numbers[0];
    let highest = ranking.judgements.grades().first().map_or(1, |&grade| grade.max(1));
    let mut weight = 1.0 - persistence;
    let terms = ranking.grades.iter().map(|&grade| {
        let gain = grade.filter(|&grade| grade > 0).map_or(0.0, |grade| f64::from(grade) / f64::from(highest));
        let term = gain * weight;
        weight *= persistence;
        term
    });
    total(terms)
}
