//! Judged at a rank: the share of the first k results that were judged, relevant or not. If it is
//! below 1, other measures are lower bounds. A ranking of fewer than k results is divided by their
//! number, as in ir_measures. A negative grade means not judged, as in trec_eval (ir_measures
//! counts it as judged).

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{is_judged, share};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "judged",
    ir_name: "Judged",
    aliases: &[],
    explanation: "share of judged documents in the first k results",
    score: Score::AtRank(score, &[10]),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    let top = ranking.top(k);
    share(top.iter().filter(|&&grade| is_judged(grade)).count() as f64, top.len() as f64)
}
