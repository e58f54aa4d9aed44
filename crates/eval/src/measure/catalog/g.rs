//! Normalised gain: each result's gain over the binary logarithm of two plus how far the gains so
//! far are behind the best possible ones, over the sum of all gains (trec_eval; experimental
//! there). After the end of the best ranking, and where its gain is less than 1, every rank costs
//! 1.

use crate::measure::definition::{Measure, Score};
use crate::measure::gains::Gains;
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{share, total};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "G",
    ir_name: "G",
    aliases: &[],
    explanation: "gain discounted by how far the ranking is behind the best one",
    score: Score::ByGain(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, gains: &Gains) -> f64 {
    let ideal = gains.ideal(ranking.judgements);
    let mut sum = 0.0;
    let mut gained = 0.0;
    let mut cost = 0.0;
    for (at, &grade) in ranking.grades.iter().enumerate() {
        let gain = gains.gain(grade);
        gained += gain;
        cost += ideal.get(at).map_or(1.0, |best| best.max(1.0));
        sum += if gain == 0.0 { 0.0 } else { gain / (2.0 + cost - gained).log2() };
    }
    share(sum, total(ideal.iter().copied()))
}
