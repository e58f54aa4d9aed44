//! Expected reciprocal rank: a reader stops at a result with probability (2^grade - 1) / 2^4
//! (Chapelle, Metzler, Zhang & Grinspan, Expected Reciprocal Rank for Graded Relevance, CIKM 2009).
//! As in gdeval 1.2a, the highest grade is always taken to be 4. A higher one in the judgements has
//! no probability of its own: gdeval stops there, and here the value is NaN, which no front end
//! shows, because [`crate::measure::check_grades`] refuses such judgements.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "err",
    ir_name: "ERR",
    aliases: &["gdeval_err"],
    explanation: "expected reciprocal rank in the first k results (gdeval's ERR)",
    score: Score::AtRank(score, &[5, 10, 20]),
    summary: Summary::Mean,
    binary: false,
};

/// The highest grade of the TREC web tracks.
pub(crate) const HIGHEST: i32 = 4;

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    if ranking.judgements.grades().first() > Some(&HIGHEST) {
        return f64::NAN;
    }
    let mut sum = 0.0;
    let mut reaches = 1.0;
    for (rank, grade) in (1..).map(f64::from).zip(ranking.top(k)) {
        let grade = f64::from(grade.unwrap_or(0).max(0));
        let stops = (grade.exp2() - 1.0) / f64::from(HIGHEST).exp2();
        sum += reaches * stops / rank;
        reaches *= 1.0 - stops;
    }
    sum
}
