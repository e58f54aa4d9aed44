//! nDCG of the TREC web tracks: the gain of a grade is 2^grade - 1, against the ideal k results
//! (Burges et al., Learning to Rank using Gradient Descent, ICML 2005; gdeval 1.2a). Grades below 0
//! have no gain. A topic without a positive grade scores 0; gdeval leaves it out.

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::ranking::{discounted, share, total};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg_exp",
    ir_name: "nDCG(dcg='exp-log2')",
    aliases: &["gdeval_ndcg", "ndcg_exp_cut"],
    explanation: "nDCG of the first k results, gain = 2^grade - 1 (gdeval's NDCG)",
    score: Score::AtRank(score, &[5, 10, 20]),
    summary: Summary::Mean,
    binary: false,
};

/// If there is a higher grade, all grades are lowered by the excess so that gains stay finite:
/// dividing all gains by the same power of two does not change their ratio.
const HIGHEST: i32 = 1000;

fn score(ranking: &TopicRanking, k: usize) -> f64 {
    let highest = ranking.judgements.grades().iter().copied().max().unwrap_or(0);
    let less = f64::from(highest.saturating_sub(HIGHEST).max(0));
    let gain = |grade: i32| (f64::from(grade.max(0)) - less).exp2() - (-less).exp2();
    let dcg = |grades: &mut dyn Iterator<Item = i32>| {
        total((1..).zip(grades.take(k)).map(|(rank, grade)| discounted(gain(grade), rank)))
    };
    let found = dcg(&mut ranking.grades.iter().map(|grade| grade.unwrap_or(0)));
    share(found, dcg(&mut ranking.judgements.grades().iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::ranking::Judgements;

    #[test]
    fn grades_of_any_height_have_a_share() {
        let of = |judged: [i32; 3]| {
            let judgements = Judgements::of_grades(judged, 1);
            let grades = [Some(judged[1]), None, Some(judged[2])];
            score(&TopicRanking { grades: &grades, judgements: &judgements }, 10)
        };
        let near = |found: f64, expected: f64| (found - expected).abs() < 1e-12;
        // With grades this high the gain of grade 1 vanishes; the other grade is at rank 3.
        for grades in [[2000, 1, 2000], [i32::MAX, 1, i32::MAX]] {
            assert!(near(of(grades), 0.5 / (1.0 + 1.0 / 3f64.log2())), "{}", of(grades));
        }
        // Just above the bound the value is the same as just below.
        assert!(near(of([1001, 1000, 999]), of([1000, 999, 998])));
    }
}
