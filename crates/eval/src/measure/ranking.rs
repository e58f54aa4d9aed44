//! A ranking's grades and a topic's judgements, as measures need them: relevant documents, their
//! ranks, and the best possible ranking.

use crate::trec::TopicQrels;
use serde::{Deserialize, Serialize};

/// The version of trec_eval to follow where 9.0 and 10.0 differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compat {
    /// trec_eval 9.0.
    #[serde(rename = "9")]
    Nine,
    /// trec_eval 10.0.
    #[default]
    #[serde(rename = "10")]
    Ten,
}

/// Settings that apply to all topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// The lowest relevant grade (trec_eval's `-l`).
    pub level: i32,
    /// Number of documents in the collection (trec_eval's `-N`), 0 if unknown; only `utility` uses
    /// it.
    pub collection: u64,
    /// The version of trec_eval whose rounding to follow.
    pub compat: Compat,
}

impl Default for Terms {
    fn default() -> Self {
        Self { level: 1, collection: 0, compat: Compat::default() }
    }
}

/// One topic's judgements, counted once for all measures.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicJudgements {
    terms: Terms,
    /// The grades of all judged documents, descending.
    grades: Vec<i32>,
    relevant: usize,
    /// `ideal[k]` is the best discounted cumulative gain of k results; the last entry has all
    /// positive grades.
    ideal: Vec<f64>,
}

impl TopicJudgements {
    /// Counts the judgements of one topic. A document is relevant if its grade is at least `level`,
    /// usually 1.
    pub fn new(qrels: &TopicQrels, level: i32) -> Self {
        Self::from_grades(qrels.iter().map(|(_, grade)| grade), level)
    }

    /// Like [`TopicJudgements::new`], from the grades of all judged documents in any order.
    pub fn from_grades(grades: impl IntoIterator<Item = i32>, level: i32) -> Self {
        Self::under(grades, Terms { level, ..Terms::default() })
    }

    /// Like [`TopicJudgements::from_grades`], with all settings.
    pub fn under(grades: impl IntoIterator<Item = i32>, terms: Terms) -> Self {
        let mut grades: Vec<i32> = grades.into_iter().filter(|&grade| grade >= 0).collect();
        grades.sort_unstable_by(|a, b| b.cmp(a));
        let positive = (1..).zip(grades.iter().take_while(|&&grade| grade > 0));
        let mut ideal = vec![0.0];
        let mut sum = 0.0;
        for (rank, &grade) in positive {
            sum += discounted(f64::from(grade), rank);
            ideal.push(sum);
        }
        Self { terms, relevant: at_least(&grades, terms.level), grades, ideal }
    }

    /// Returns the judgements with another relevance level.
    pub fn at_level(&self, level: i32) -> Self {
        let relevant = at_least(&self.grades, level);
        Self { terms: Terms { level, ..self.terms }, relevant, ..self.clone() }
    }

    /// Returns the number of relevant documents.
    pub fn relevant(&self) -> usize {
        self.relevant
    }

    /// Returns the number of documents judged not relevant; a negative grade means not judged.
    pub fn nonrelevant(&self) -> usize {
        self.grades.len() - self.relevant
    }

    /// Returns the lowest relevant grade.
    pub fn level(&self) -> i32 {
        self.terms.level
    }

    /// Returns the settings that apply to all topics.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// Returns the grades of all judged documents, descending.
    pub fn grades(&self) -> &[i32] {
        &self.grades
    }

    /// Returns the discounted cumulative gain of the best possible `k` results.
    pub fn ideal_dcg(&self, k: usize) -> f64 {
        self.ideal[k.min(self.ideal.len() - 1)]
    }

    /// Returns the number of relevant documents that make up this share of all of them.
    pub fn share_of_relevant(&self, share: f64) -> f64 {
        let exact = share * self.relevant as f64;
        match self.terms.compat {
            Compat::Nine => (exact + NEARLY_ONE).trunc(),
            Compat::Ten => exact.round(),
        }
    }
}

/// trec_eval adds this before it drops a fraction, which nearly always rounds up.
pub(super) const NEARLY_ONE: f64 = 0.9;

/// Returns how many of `grades`, descending, are at least `level`.
fn at_least(grades: &[i32], level: i32) -> usize {
    grades.partition_point(|&grade| grade >= level)
}

/// Returns the discounted gain at a rank from 1: divided by the binary logarithm of the rank plus
/// one.
pub(super) fn discounted(gain: f64, rank: usize) -> f64 {
    gain / ((rank + 1) as f64).log2()
}

/// One topic's ranking as measures see it; borrows everything.
#[derive(Debug, Clone, Copy)]
pub struct TopicRanking<'a> {
    /// The grade of each result in rank order; none if the qrels do not list the document.
    pub grades: &'a [Option<i32>],
    /// The topic's judgements.
    pub judgements: &'a TopicJudgements,
}

impl<'a> TopicRanking<'a> {
    /// Returns the grades of the first `k` results; of all, if there are fewer.
    pub fn top(&self, k: usize) -> &'a [Option<i32>] {
        &self.grades[..k.min(self.grades.len())]
    }

    /// Returns the number of relevant documents in the first `k` results.
    pub fn relevant_within(&self, k: usize) -> usize {
        self.top(k).iter().filter(|&&grade| self.is_relevant(grade)).count()
    }

    /// Iterates over the ranks, from 1, of the relevant results, ascending.
    pub fn relevant_ranks(self) -> impl Iterator<Item = usize> + 'a {
        (1..)
            .zip(self.grades)
            .filter(move |(_, grade)| self.is_relevant(**grade))
            .map(|(rank, _)| rank)
    }

    /// Returns whether a result of this grade is relevant: judged, and at least at the relevance
    /// level.
    pub fn is_relevant(&self, grade: Option<i32>) -> bool {
        is_judged(grade) && grade >= Some(self.judgements.level())
    }

    /// Returns the discounted cumulative gain of the first `k` results.
    pub fn dcg(&self, k: usize) -> f64 {
        let gains = (1..)
            .zip(self.top(k))
            .filter_map(|(rank, &grade)| Some((rank, grade.filter(|&grade| grade > 0)?)));
        total(gains.map(|(rank, grade)| discounted(f64::from(grade), rank)))
    }
}

/// Returns whether somebody looked at a result of this grade: -1 means that it was only in the
/// pool, and other negative grades, as -2 for spam in the TREC Web Track, are judgements.
pub(super) fn is_looked_at(grade: Option<i32>) -> bool {
    grade.is_some_and(|grade| grade != -1)
}

/// Returns whether a result of this grade was judged as trec_eval sees it; a negative grade means
/// not judged.
pub(super) fn is_judged(grade: Option<i32>) -> bool {
    grade >= Some(0)
}

/// Sums from +0: the standard library's sum of nothing is -0, which would be printed with its sign.
pub(super) fn total(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}

/// Returns `part / whole`, or 0 if `whole` is 0, as trec_eval does for topics without relevant
/// documents.
pub(super) fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judgements_are_counted_once() {
        let judgements = TopicJudgements::from_grades([0, 2, -1, 1, 0, 3], 2);
        assert_eq!((judgements.relevant(), judgements.nonrelevant()), (2, 3));
        let best = 3.0 + 2.0 / 3f64.log2();
        assert_eq!(judgements.ideal_dcg(2), best);
        assert_eq!(judgements.ideal_dcg(9), best + 1.0 / 2.0);
        assert_eq!(judgements.ideal_dcg(0), 0.0);
    }

    #[test]
    fn a_level_of_zero_or_less_makes_every_judged_document_relevant_and_no_other() {
        let judgements = TopicJudgements::from_grades([0, -1, 2], -5);
        assert_eq!((judgements.relevant(), judgements.nonrelevant()), (2, 0));
        let grades = [Some(-1), None, Some(0), Some(2)];
        let ranking = TopicRanking { grades: &grades, judgements: &judgements };
        assert_eq!(ranking.relevant_ranks().collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn negative_and_unknown_grades_gain_nothing() {
        let judgements = TopicJudgements::from_grades([-2, 1], 1);
        let ranking = TopicRanking { grades: &[Some(-2), None, Some(1)], judgements: &judgements };
        assert_eq!(ranking.dcg(10), 0.5);
        assert_eq!(ranking.relevant_within(2), 0);
    }
}
