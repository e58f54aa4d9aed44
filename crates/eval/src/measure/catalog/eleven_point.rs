//! The mean of interpolated precision at eleven levels of recall, or at given ones; see
//! `iprec_at_recall`.

use super::iprec_at_recall;
use crate::measure::definition::{Measure, Numbers, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::total;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "11pt_avg",
    ir_name: "11pt_avg",
    aliases: &[],
    explanation: "mean of interpolated precision at recall 0, 0.1, ... 1",
    score: Score::WithNumbers(score, NUMBERS),
    summary: Summary::Mean,
    binary: true,
};

const NUMBERS: Numbers = Numbers {
    default: &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
    any_count: true,
    ir: None,
    range: (0.0, 1.0),
};

fn score(ranking: &TopicRanking, levels: &[f64]) -> f64 {
    // trec_eval sums from the highest level down.
    total(levels.iter().rev().map(|&level| iprec_at_recall::score(ranking, level)))
        / levels.len() as f64
}
