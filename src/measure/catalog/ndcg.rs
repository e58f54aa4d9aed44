//! Normalised discounted cumulative gain of the whole ranking (Järvelin & Kekäläinen, ACM TOIS 20, 2002), with the grade
//! as the gain and the binary logarithm of rank + 1 as the discount, against the ideal ranking of all judged documents.

use crate::measure::ranking::share;
use crate::measure::{Measure, Score, Summary, TopicRanking};

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg",
    ir_name: "nDCG",
    aliases: &[],
    explanation: "normalised discounted cumulative gain, gain = grade",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: false,
    official: false,
};

fn score(ranking: &TopicRanking) -> f64 {
    share(ranking.dcg(usize::MAX), ranking.judgements.ideal_dcg(usize::MAX))
}
