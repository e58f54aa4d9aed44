//! The number of results judged not relevant.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::is_judged;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "num_nonrel_judged_ret",
    ir_name: "num_nonrel_judged_ret",
    aliases: &[],
    explanation: "number of retrieved documents judged not relevant",
    score: Score::Whole(score),
    summary: Summary::Sum,
    binary: true,
};

fn score(ranking: &TopicRanking) -> f64 {
    let judged = ranking.grades.iter().filter(|grade| is_judged(**grade));
    judged.filter(|grade| !ranking.is_relevant(**grade)).count() as f64
}
