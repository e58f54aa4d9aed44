//! nDCG averaged over the ranks at which the gain of the best ranking changes, including its end,
//! and over the end of the ranking if that is at least two ranks later (trec_eval; experimental
//! there).

use crate::measure::definition::{Measure, Score};
use crate::measure::gains::Gains;
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{share, total};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "Rndcg",
    ir_name: "Rndcg",
    aliases: &[],
    explanation: "nDCG averaged over the ranks at which the gain of the best ranking changes",
    score: Score::ByGain(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, gains: &Gains) -> f64 {
    if ranking.judgements.relevant() == 0 {
        return 0.0;
    }
    let steps = gains.walk(ranking);
    let best = steps.iter().take_while(|step| step.ideal_gain.is_some()).count();
    let mut points = Vec::new();
    for at in 0..best {
        let next = steps.get(at + 1);
        if next.is_none_or(|next| next.ideal_gain != steps[at].ideal_gain) {
            points.push(at);
        }
    }
    if ranking.grades.len() >= best + 2 {
        points.push(ranking.grades.len() - 1);
    }
    share(
        total(points.iter().map(|&at| share(steps[at].dcg, steps[at].ideal_dcg))),
        points.len() as f64,
    )
}
