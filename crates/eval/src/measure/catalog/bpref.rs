//! Binary preference: how often a relevant document is ranked above the judged non-relevant ones;
//! unjudged results do not matter (Buckley & Voorhees, Retrieval Evaluation with Incomplete
//! Information, SIGIR 2004; in the form of trec_eval 8 and later, which bounds the non-relevant
//! documents by their number as well as by R).

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{is_judged, share};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "bpref",
    ir_name: "Bpref",
    aliases: &[],
    explanation: "how often relevant documents rank above non-relevant ones, among judged \
                  documents",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: true,
};

pub(super) fn score(ranking: &TopicRanking) -> f64 {
    let relevant = ranking.judgements.relevant();
    let bound = relevant.min(ranking.judgements.nonrelevant()) as f64;
    let mut before = 0;
    let mut kept = 0.0;
    for &grade in ranking.grades.iter().filter(|grade| is_judged(**grade)) {
        if ranking.is_relevant(grade) {
            kept += 1.0 - share(relevant.min(before) as f64, bound);
        } else {
            before += 1;
        }
    }
    share(kept, relevant as f64)
}
