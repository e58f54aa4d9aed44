//! nDCG of the TREC web tracks: the gain of a grade is 2^grade - 1, against the ideal k results (Burges et al.,
//! Learning to Rank using Gradient Descent, ICML 2005; gdeval 1.2a). Grades below 0 gain nothing. A topic without a
//! positive grade scores 0; gdeval leaves it out.

use crate::measure::ranking::{discounted, share, total};
use crate::measure::{Measure, Score, Summary, TopicRanking};

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg_exp",
    ir_name: "nDCG(dcg='exp-log2')",
    aliases: &["gdeval_ndcg", "ndcg_exp_cut"],
    explanation: "nDCG of the first k results, gain = 2^grade - 1 (gdeval's NDCG)",
    score: Score::AtRank(score, &[5, 10, 20]),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    let dcg = |grades: &mut dyn Iterator<Item = i32>| {
        total((1..).zip(grades.take(k)).map(|(rank, grade)| discounted(f64::from(grade.max(0)).exp2() - 1.0, rank)))
    };
    let found = dcg(&mut ranking.grades.iter().map(|grade| grade.unwrap_or(0)));
    share(found, dcg(&mut ranking.judgements.grades().iter().copied()))
}
