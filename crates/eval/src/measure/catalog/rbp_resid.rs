//! The residual of rank-biased precision: how much it would gain if all unjudged results, and all
//! documents after the last result, had the highest gain; 0 if all results are judged, as in
//! trec_eval. See `rbp`.

use super::rbp;
use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::is_judged;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "rbp_resid",
    ir_name: "rbp_resid",
    aliases: &[],
    explanation: "how much unjudged results could add to rank-biased precision",
    score: Score::WithNumbers(score, rbp::PERSISTENCE),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, numbers: &[f64]) -> f64 {
    let persistence = numbers[0];
    if ranking.grades.iter().all(|&grade| is_judged(grade)) {
        return 0.0;
    }
    let mut weight = 1.0;
    let mut unjudged = 0.0;
    for &grade in ranking.grades {
        if !is_judged(grade) {
            unjudged += weight;
        }
        weight *= persistence;
    }
    weight + (1.0 - persistence) * unjudged
}
