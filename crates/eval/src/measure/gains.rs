//! Gains: the value of each grade, by default the grade itself, or as in the request
//! `ndcg.1=3,2=9`.

use super::ranking::{TopicJudgements, TopicRanking};
use super::ranking::{discounted, total};

/// The gain of each grade. By default it is the grade; unjudged results have no gain.
#[derive(Debug, Clone, Default, PartialEq, PartialOrd)]
pub struct Gains {
    given: Vec<(i32, f64)>,
}

impl Gains {
    /// Sets the gains of some grades. The first gain of a grade counts, as in trec_eval.
    pub fn new(given: Vec<(i32, f64)>) -> Self {
        Self { given }
    }

    /// Returns the grades whose gain is not the grade itself, ascending, with their gains.
    pub fn changed(&self) -> Vec<(i32, f64)> {
        let mut changed = self.given.clone();
        changed.sort_by_key(|(grade, _)| *grade);
        changed.dedup_by_key(|(grade, _)| *grade);
        changed.retain(|&(grade, gain)| gain != f64::from(grade));
        changed
    }

    /// Returns whether no gains were set.
    pub fn are_grades(&self) -> bool {
        self.given.is_empty()
    }

    /// Returns the gain of a judged document.
    pub fn of_grade(&self, grade: i32) -> f64 {
        let given = self.given.iter().find(|(named, _)| *named == grade);
        given.map_or(f64::from(grade), |(_, gain)| *gain)
    }

    /// Returns the gain of a result; 0 if it is unjudged.
    pub fn gain(&self, grade: Option<i32>) -> f64 {
        grade.filter(|&grade| grade >= 0).map_or(0.0, |grade| self.of_grade(grade))
    }

    /// Returns the gains of the best possible ranking: the positive ones, descending. trec_eval
    /// treats gains less than 1 apart as equal when it sorts them and may then miss some; here they
    /// are fully sorted.
    pub fn ideal(&self, judgements: &TopicJudgements) -> Vec<f64> {
        let gains = judgements.grades().iter().map(|&grade| self.of_grade(grade));
        let mut positive: Vec<f64> = gains.filter(|&gain| gain > 0.0).collect();
        positive.sort_unstable_by(|a, b| b.total_cmp(a));
        positive
    }

    /// Returns the discounted cumulative gain of these results; negative gains count.
    pub fn dcg(&self, grades: &[Option<i32>]) -> f64 {
        total((1..).zip(grades).map(|(rank, &grade)| discounted(self.gain(grade), rank)))
    }

    /// Returns the ranks from 1, with gain and discounted cumulative gain of the ranking and of
    /// the best ranking, up to the end of the longer one.
    pub(super) fn walk(&self, ranking: &TopicRanking<'_>) -> Vec<GainStep> {
        let grades = ranking.grades;
        let ideal = self.ideal(ranking.judgements);
        let mut dcg = 0.0;
        let mut ideal_dcg = 0.0;
        let mut steps = Vec::with_capacity(grades.len().max(ideal.len()));
        for at in 0..grades.len().max(ideal.len()) {
            let gain = grades.get(at).map_or(0.0, |&grade| self.gain(grade));
            dcg += discounted(gain, at + 1);
            let ideal_gain = ideal.get(at).copied();
            ideal_dcg += discounted(ideal_gain.unwrap_or(0.0), at + 1);
            steps.push(GainStep { gain, dcg, ideal_gain, ideal_dcg });
        }
        steps
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct GainStep {
    /// The gain of the result; 0 after the last one.
    pub(super) gain: f64,
    /// The discounted cumulative gain up to this rank.
    pub(super) dcg: f64,
    /// The gain of the best ranking at this rank; none after its end.
    pub(super) ideal_gain: Option<f64>,
    /// The discounted cumulative gain of the best ranking up to this rank.
    pub(super) ideal_dcg: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_is_its_own_gain_by_default() {
        let gains = Gains::new(vec![(1, 3.0), (0, -1.0), (1, 7.0)]);
        assert_eq!([0, 1, 2].map(|grade| gains.of_grade(grade)), [-1.0, 3.0, 2.0]);
        assert_eq!([None, Some(-1)].map(|grade| gains.gain(grade)), [0.0, 0.0]);
        assert_eq!(gains.ideal(&TopicJudgements::from_grades([0, 1, 2, -3], 1)), [3.0, 2.0]);
    }

    /// The gains of a ranking and of the best one, rank by rank.
    fn walk(grades: &[Option<i32>]) -> Vec<(f64, Option<f64>)> {
        let judgements = TopicJudgements::from_grades([1, 2, 0], 1);
        let ranking = TopicRanking { grades, judgements: &judgements };
        let gains = Gains::default();
        gains.walk(&ranking).iter().map(|step| (step.gain, step.ideal_gain)).collect()
    }

    #[test]
    fn a_walk_goes_on_to_the_end_of_the_longer_one() {
        assert_eq!(walk(&[Some(1)]), [(1.0, Some(2.0)), (0.0, Some(1.0))]);
        assert_eq!(
            walk(&[None, Some(0), Some(2)]),
            [(0.0, Some(2.0)), (0.0, Some(1.0)), (2.0, None)]
        );
    }
}
