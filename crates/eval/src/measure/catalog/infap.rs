//! Inferred average precision, for qrels with judgements for a sample of the pool only (Yilmaz &
//! Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, CIKM 2006). A
//! negative grade means that the document was in the pool but not in the sample. At each relevant
//! document, precision above it is the share of pooled documents there times the share of relevant
//! ones among the judged ones.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{is_judged, share};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "infAP",
    ir_name: "infAP",
    aliases: &[],
    explanation: "average precision inferred from judgements for a sample of the pool",
    score: Score::Whole(score),
    summary: Summary::Mean,
    binary: true,
};

/// Keeps the share of relevant documents defined if nothing above was judged; the authors' value.
const EPSILON: f64 = 0.00001;

fn score(ranking: &TopicRanking) -> f64 {
    let mut relevant = 0.0;
    let mut nonrelevant = 0.0;
    let mut unjudged = 0.0;
    let mut sum = 0.0;
    for (above, &grade) in ranking.grades.iter().enumerate() {
        if ranking.is_relevant(grade) {
            let rank = (above + 1) as f64;
            let among_judged = (relevant + EPSILON) / (relevant + nonrelevant + 2.0 * EPSILON);
            sum += 1.0 / rank + (relevant + nonrelevant + unjudged) / rank * among_judged;
            relevant += 1.0;
        } else if is_judged(grade) {
            nonrelevant += 1.0;
        } else if grade.is_some() {
            unjudged += 1.0;
        }
    }
    share(sum, ranking.judgements.relevant() as f64)
}
