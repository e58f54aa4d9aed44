//! Yet another average precision: the log odds of average precision, smoothed by one document on
//! either side (Robertson, On Smoothing Average Precision, ECIR 2012).

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::total;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "yaap",
    ir_name: "yaap",
    aliases: &[],
    explanation: "log odds of smoothed average precision; any number",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: true,
};

fn score(ranking: &TopicRanking) -> f64 {
    let sum = total(
        (1..).zip(ranking.relevant_ranks()).map(|(found, rank)| f64::from(found) / rank as f64),
    );
    ((1.0 + sum) / (1.0 + ranking.judgements.relevant() as f64 - sum)).ln()
}
