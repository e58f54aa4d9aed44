//! nDCG averaged over the documents with a positive gain: at the rank of each retrieved one, and at
//! the end of the ranking for each of the others (trec_eval; experimental there).

use crate::measure::definition::{Measure, Score};
use crate::measure::gains::Gains;
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::share;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg_rel",
    ir_name: "ndcg_rel",
    aliases: &[],
    explanation: "nDCG averaged over the ranks of relevant documents",
    score: Score::ByGain(score),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, gains: &Gains) -> f64 {
    let mut sum = 0.0;
    let mut found = 0;
    let mut wanted = 0;
    let mut last = 0.0;
    for step in gains.walk(ranking) {
        last = share(step.dcg, step.ideal_dcg);
        if step.gain > 0.0 {
            sum += last;
            found += 1;
        }
        wanted += usize::from(step.ideal_gain.is_some());
    }
    share(sum + (wanted - found) as f64 * last, wanted as f64).max(0.0)
}
