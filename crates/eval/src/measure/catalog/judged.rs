//! Judged at a rank: the share of the first k results that were judged, relevant or not. If it is
//! below 1, other measures are lower bounds. A ranking of fewer than k results is divided by their
//! number, as in ir_measures. A grade of -1 means not judged, as in the qrels of BLOGS06. Other
//! negative grades were given by a judge: -2 is spam in the TREC Web Track. ir_measures counts -1
//! as judged, too; trec_eval has no such measure, and its own count no negative grade.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{is_looked_at, share};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "judged",
    ir_name: "Judged",
    aliases: &[],
    explanation: "share of judged documents in the first k results",
    score: Score::AtRank(score, &[10]),
    summary: Summary::Mean,
    binary: false,
};

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    let top = ranking.top(k);
    share(top.iter().filter(|&&grade| is_looked_at(grade)).count() as f64, top.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::ranking::TopicJudgements;

    #[test]
    fn spam_was_judged_and_what_was_only_pooled_was_not() {
        let grades = [Some(-2), Some(-1), None, Some(0), Some(1), Some(-3)];
        let judgements = TopicJudgements::from_grades(grades.into_iter().flatten(), 1);
        let of = |k: usize| score(&TopicRanking { grades: &grades, judgements: &judgements }, k);
        assert_eq!([1, 2, 3, 4, 5, 10].map(of), [1.0, 0.5, 1.0 / 3.0, 0.5, 0.6, 4.0 / 6.0]);
    }
}
