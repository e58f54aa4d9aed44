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
    let judged = ranking.judgements.grades().iter().copied();
    let highest = judged.clone().max().unwrap_or(0);
    let less = f64::from(highest.saturating_sub(HIGHEST).max(0));
    let found = dcg(ranking.grades.iter().map(|grade| grade.unwrap_or(0)).take(k), less);
    share(found, dcg(judged.take(k), less))
}

/// Returns the discounted cumulative gain of these grades, each lowered by `less`.
fn dcg(grades: impl Iterator<Item = i32>, less: f64) -> f64 {
    total((1..).zip(grades).map(|(rank, grade)| {
        let gain = (f64::from(grade.max(0)) - less).exp2() - (-less).exp2();
        discounted(gain, rank)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::ranking::TopicJudgements;

    /// The score of a ranking with the second and third of these grades, at ranks 1 and 3.
    fn second_and_third(judged: [i32; 3]) -> f64 {
        let judgements = TopicJudgements::from_grades(judged, 1);
        let grades = [Some(judged[1]), None, Some(judged[2])];
        score(&TopicRanking { grades: &grades, judgements: &judgements }, 10)
    }

    #[test]
    fn grades_of_any_height_have_a_share() {
        // With grades this high the gain of grade 1 vanishes; the other grade is at rank 3.
        for grades in [[2000, 1, 2000], [i32::MAX, 1, i32::MAX]] {
            let score = second_and_third(grades);
            assert!((score - 0.5 / (1.0 + 1.0 / 3f64.log2())).abs() < 1e-12, "{score}");
        }
        // Just above the bound the value is the same as just below.
        let above = second_and_third([1001, 1000, 999]);
        let below = second_and_third([1000, 999, 998]);
        assert!((above - below).abs() < 1e-12, "{above} {below}");
    }
}
