//! Normalised discounted cumulative gain of the whole ranking (Järvelin & Kekäläinen, ACM TOIS 20,
//! 2002). The gain is the grade, the discount the binary logarithm of rank + 1, and the ideal
//! ranking that of all judged documents.

use crate::measure::definition::{Measure, Score};
use crate::measure::gains::Gains;
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{discounted, share, total};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg",
    ir_name: "nDCG",
    aliases: &[],
    explanation: "normalised discounted cumulative gain; gain = grade, or as given",
    score: Score::ByGain(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, gains: &Gains) -> f64 {
    if gains.are_grades() {
        return share(ranking.dcg(usize::MAX), ranking.judgements.ideal_dcg(usize::MAX));
    }
    let ideal = gains.ideal(ranking.judgements);
    share(
        gains.dcg(ranking.grades),
        total((1..).zip(ideal).map(|(rank, gain)| discounted(gain, rank))),
    )
}
