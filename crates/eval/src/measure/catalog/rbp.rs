//! Rank-biased precision: the expected gain of a reader who continues after each result with
//! probability p (Moffat & Zobel, ACM TOIS 27, 2008). The gain is the grade over the topic's
//! highest grade, or 0 and 1 at a relevance level (`RBP(rel=1)`). trec_eval intends the former but
//! compares with a lowest and a highest gain that it never initialises, so its value for grades
//! above 1 depends on what happens to be in memory.

use crate::measure::definition::{Measure, Numbers, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "rbp",
    ir_name: "RBP",
    aliases: &[],
    explanation: "rank-biased precision with persistence p (default 0.9; spelled RBP, ir_measures' \
                  0.8)",
    score: Score::WithNumbers(score, PERSISTENCE),
    summary: Summary::Mean,
    binary: false,
};

/// The default persistence is 0.9 in trec_eval and 0.8 in ir_measures.
pub(super) const PERSISTENCE: Numbers =
    Numbers { default: &[0.9], any_count: false, ir: Some(("p", 0.8)), range: (0.0, 1.0) };

fn score(ranking: &TopicRanking, numbers: &[f64]) -> f64 {
    let persistence = numbers[0];
    let highest = ranking.judgements.grades().first().map_or(1, |&grade| grade.max(1));
    let mut sum = 0.0;
    let mut weight = 1.0 - persistence;
    for &grade in ranking.grades {
        let gain = grade
            .filter(|&grade| grade > 0)
            .map_or(0.0, |grade| f64::from(grade) / f64::from(highest));
        sum += gain * weight;
        weight *= persistence;
    }
    sum
}
