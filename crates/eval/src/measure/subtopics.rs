//! A ranking against judgements per subtopic, as in ndeval of the TREC web tracks: rankings score
//! high that cover many subtopics early. By default a repeated subtopic is half as useful.

use super::ranking::{discounted, share, total};
use crate::trec::grouped::JudgedGroups;
use std::collections::BTreeMap;

/// The user model: how a reader goes through a ranking.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct UserModel {
    /// How much of its gain a subtopic loses with every document about it, 0 to 1.
    pub alpha: f64,
    /// The probability of looking at the next result, 0 to 1 (NRBP).
    pub beta: f64,
}

impl Default for UserModel {
    fn default() -> Self {
        Self { alpha: 0.5, beta: 0.5 }
    }
}

impl UserModel {
    /// How much of its gain a subtopic keeps after a document about it.
    fn keeps(self) -> f64 {
        1.0 - self.alpha
    }
}

/// One topic's ranking against the judgements of its subtopics. Subtopics without relevant
/// documents do not count.
#[derive(Debug, Clone, PartialEq)]
pub struct Subtopics {
    grades: Grades,
    level: i32,
    reader: UserModel,
    /// For each result in rank order, the subtopics to which it is relevant.
    results: Vec<Vec<usize>>,
    /// The greedily ideal ranking: for each document, the subtopics to which it is relevant.
    ideal: Vec<Vec<usize>>,
    /// Number of relevant documents of each subtopic.
    relevant: Vec<usize>,
}

/// A document's grades of 0 or more: number of the subtopic, and grade.
type SubtopicGrades = Vec<(usize, i32)>;

/// The judgements of one topic, before a level is chosen.
#[derive(Debug, Clone, PartialEq)]
struct Grades {
    /// Those of each result in rank order.
    results: Vec<SubtopicGrades>,
    /// Those of all documents, by docno descending: ndeval prefers the greatest docno among equally
    /// useful documents.
    documents: Vec<SubtopicGrades>,
    subtopics: usize,
}

impl Subtopics {
    /// Takes the results in rank order. A document is relevant to a subtopic if its grade there is
    /// at least `level`.
    pub fn new<'a>(
        groups: &JudgedGroups,
        results: impl IntoIterator<Item = &'a str>,
        level: i32,
    ) -> Self {
        let mut judged: BTreeMap<&str, SubtopicGrades> = BTreeMap::new();
        for (subtopic, group) in groups.values().enumerate() {
            for (docno, grade) in group.iter().filter(|(_, grade)| *grade >= 0) {
                judged.entry(docno).or_default().push((subtopic, grade));
            }
        }
        let results = results
            .into_iter()
            .map(|docno| judged.get(docno).cloned().unwrap_or_default())
            .collect();
        let documents = judged.into_values().rev().collect();
        Self::from_grades(
            Grades { results, documents, subtopics: groups.len() },
            level,
            UserModel::default(),
        )
    }

    /// Returns the subtopics for another user model, without unjudged results if `judged_only`.
    /// Keeps the level if none is given.
    pub(super) fn read_by(&self, reader: UserModel, level: Option<i32>, judged_only: bool) -> Self {
        let mut grades = self.grades.clone();
        grades.results.retain(|result| !judged_only || !result.is_empty());
        Self::from_grades(grades, level.unwrap_or(self.level), reader)
    }

    fn from_grades(grades: Grades, level: i32, reader: UserModel) -> Self {
        let mut relevant = vec![0; grades.subtopics];
        for (subtopic, grade) in grades.documents.iter().flatten() {
            if *grade >= level {
                relevant[*subtopic] += 1;
            }
        }
        let results =
            grades.results.iter().map(|result| covered(result, level, &relevant)).collect();
        let documents = grades.documents.iter().map(|document| covered(document, level, &relevant));
        let useful = documents.filter(|covers| !covers.is_empty()).collect();
        relevant.retain(|count| *count > 0);
        let ideal = ideal(useful, relevant.len(), reader);
        Self { grades, level, reader, results, ideal, relevant }
    }

    /// The gain of each of the first `k` results, given those above it.
    fn gains(&self, list: &[Vec<usize>], k: usize) -> Vec<f64> {
        let mut left = vec![1.0; self.relevant.len()];
        list.iter().take(k).map(|covers| take(covers, &mut left, self.reader)).collect()
    }

    /// Returns the discounted gain of the first `k` results over that of results that all cover
    /// every subtopic.
    pub(super) fn discounted(&self, k: usize, discount: Discount) -> f64 {
        self.share_of_all(&self.results, k, discount)
    }

    /// Returns the discounted gain of the first `k` results over that of the ideal ranking.
    pub(super) fn normalised(&self, k: usize, discount: Discount) -> f64 {
        share(self.discounted(k, discount), self.share_of_all(&self.ideal, k, discount))
    }

    fn share_of_all(&self, list: &[Vec<usize>], k: usize, discount: Discount) -> f64 {
        // The sum converges: ranks too deep for any gain can be left out.
        let everything = std::iter::successors(Some(self.relevant.len() as f64), |gain| {
            Some(gain * self.reader.keeps())
        });
        let most = discount.sum(everything.take_while(|gain| *gain > 0.0).take(k));
        share(discount.sum(self.gains(list, k)), most)
    }

    /// Returns novelty- and rank-biased precision of the whole ranking.
    pub(super) fn nrbp(&self) -> f64 {
        self.rank_biased(&self.results)
    }

    /// Returns novelty- and rank-biased precision over that of the ideal ranking.
    pub(super) fn normalised_nrbp(&self) -> f64 {
        share(self.nrbp(), self.rank_biased(&self.ideal))
    }

    fn rank_biased(&self, list: &[Vec<usize>]) -> f64 {
        let weights = std::iter::successors(Some(1.0), |weight| Some(weight * self.reader.beta));
        let sum = total(
            self.gains(list, usize::MAX)
                .into_iter()
                .zip(weights)
                .map(|(gain, weight)| gain * weight),
        );
        share(sum * (1.0 - self.reader.keeps() * self.reader.beta), self.relevant.len() as f64)
    }

    /// Returns the share of subtopics that the first `k` results cover.
    pub(super) fn recall(&self, k: usize) -> f64 {
        let mut seen: Vec<usize> = self.results.iter().take(k).flatten().copied().collect();
        seen.sort_unstable();
        seen.dedup();
        share(seen.len() as f64, self.relevant.len() as f64)
    }

    /// Returns precision in the first `k` results, averaged over the subtopics.
    pub(super) fn precision(&self, k: usize) -> f64 {
        let hits = self.results.iter().take(k).map(Vec::len).sum::<usize>();
        share(hits as f64, k as f64 * self.relevant.len() as f64)
    }

    /// Returns average precision, averaged over the subtopics.
    pub(super) fn average_precision(&self) -> f64 {
        let mut found = vec![0.0; self.relevant.len()];
        let mut sums = vec![0.0; self.relevant.len()];
        for (rank, covers) in (1..).map(f64::from).zip(&self.results) {
            for &subtopic in covers {
                found[subtopic] += 1.0;
                sums[subtopic] += found[subtopic] / rank;
            }
        }
        let means = sums.iter().zip(&self.relevant).map(|(sum, relevant)| sum / *relevant as f64);
        share(total(means), self.relevant.len() as f64)
    }
}

/// How a gain is discounted at a rank from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Discount {
    /// By the rank.
    Rank,
    /// By the binary logarithm of the rank plus one.
    Log,
}

impl Discount {
    fn discounted(self, gain: f64, rank: usize) -> f64 {
        match self {
            Self::Rank => gain / rank as f64,
            Self::Log => discounted(gain, rank),
        }
    }

    /// Returns the sum of the discounted gains, which start at rank 1.
    fn sum(self, gains: impl IntoIterator<Item = f64>) -> f64 {
        total((1..).zip(gains).map(|(rank, gain)| self.discounted(gain, rank)))
    }
}

/// Returns the subtopics to which a document is relevant. Their numbers leave out the subtopics
/// without relevant documents; `relevant` has the number of relevant documents of each.
fn covered(document: &SubtopicGrades, level: i32, relevant: &[usize]) -> Vec<usize> {
    let mut covers = Vec::new();
    for (subtopic, grade) in document {
        if *grade >= level {
            covers.push(relevant[..*subtopic].iter().filter(|count| **count > 0).count());
        }
    }
    covers
}

/// Returns the gain of a document, and reduces what is left of its subtopics.
fn take(covers: &[usize], left: &mut [f64], reader: UserModel) -> f64 {
    let gain = total(covers.iter().map(|&subtopic| left[subtopic]));
    for &subtopic in covers {
        left[subtopic] *= reader.keeps();
    }
    gain
}

/// Builds the ideal ranking greedily: the document with the most gain next, the first of equals.
fn ideal(mut documents: Vec<Vec<usize>>, subtopics: usize, reader: UserModel) -> Vec<Vec<usize>> {
    let mut left = vec![1.0; subtopics];
    let mut ranking = Vec::with_capacity(documents.len());
    while !documents.is_empty() {
        let mut best = (0, f64::NEG_INFINITY);
        for (at, covers) in documents.iter().enumerate() {
            let gain = total(covers.iter().map(|&subtopic| left[subtopic]));
            if gain > best.1 {
                best = (at, gain);
            }
        }
        let covers = documents.remove(best.0);
        take(&covers, &mut left, reader);
        ranking.push(covers);
    }
    ranking
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trec::GroupedQrels;

    #[test]
    fn a_repeated_subtopic_is_half_as_useful() {
        // Subtopic 3 has no relevant document. b covers both of the others.
        let lines = "1 1 a 1\n1 1 b 1\n1 2 b 2\n1 2 c 1\n1 3 a 0\n1 3 d -1\n";
        let qrels = GroupedQrels::read_from(lines.as_bytes(), "q").unwrap();
        let groups = qrels.topic("1").unwrap();
        let topic = Subtopics::new(groups, ["a", "x", "b"], 1);
        let most = 2.0 + 1.0 / 2.0 + 0.5 / 3.0;
        close(topic.discounted(3, Discount::Rank), (1.0 + 1.5 / 3.0) / most);
        close(
            topic.normalised(3, Discount::Rank),
            (1.0 + 1.5 / 3.0) / (2.0 + 0.5 / 2.0 + 0.5 / 3.0),
        );
        close(topic.normalised(1, Discount::Log), 0.5);
        close(topic.nrbp(), (1.0 + 1.5 / 4.0) * 0.75 / 2.0);
        close(topic.normalised_nrbp(), (1.0 + 1.5 / 4.0) / (2.0 + 0.5 / 2.0 + 0.5 / 4.0));
        close(topic.recall(2), 0.5);
        close(topic.precision(3), 3.0 / 6.0);
        close(topic.average_precision(), ((1.0 + 2.0 / 3.0) / 2.0 + 1.0 / 3.0 / 2.0) / 2.0);
        close(Subtopics::new(groups, ["b", "c", "a"], 1).normalised(3, Discount::Log), 1.0);
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
    }
}
