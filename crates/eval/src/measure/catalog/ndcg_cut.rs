//! Normalised discounted cumulative gain of the first k results, against the ideal k results; see
//! `ndcg`.

use super::cutoffs::CUTOFFS;
use crate::measure::definition::{Measure, Score};
use crate::measure::gains::Gains;
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{discounted, share, total};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg_cut",
    ir_name: "nDCG",
    aliases: &[],
    explanation: "normalised discounted cumulative gain of the first k results; gain = grade, or \
                  as given",
    score: Score::ByGainAtRank(score, CUTOFFS),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, gains: &Gains, k: usize) -> f64 {
    if gains.are_grades() {
        return share(ranking.dcg(k), ranking.judgements.ideal_dcg(k));
    }
    let ideal = gains.ideal(ranking.judgements);
    share(
        gains.dcg(ranking.top(k)),
        total((1..).zip(ideal).take(k).map(|(rank, gain)| discounted(gain, rank))),
    )
}
