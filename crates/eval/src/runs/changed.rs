//! Finds the topics on which two runs differ most, and the documents whose ranks cause the
//! difference.

use crate::measure::Options;
use crate::statistics::differences;
use crate::trec::{Run, TopicQrels};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A topic on which a run differs from the baseline.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Changed {
    /// The topic's id.
    pub topic: String,
    /// The value of the baseline: of a run, or of the unfiltered text.
    pub baseline: f64,
    /// The value of the run, of the best point or of the best label.
    pub value: f64,
    /// `value` - `baseline`.
    pub difference: f64,
    /// The judged documents that moved farthest; absent if none moved.
    ///
    /// Empty until a caller fills it with [`moved`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Moved>,
}

/// A judged document with different ranks in the two runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Moved {
    /// The document's name.
    pub docno: String,
    /// The document's grade, 0 or more.
    pub grade: i32,
    /// The document's rank in the baseline, from 1; none if it was not retrieved.
    pub before: Option<usize>,
    /// The document's rank where `value` is from, from 1; none if it was not retrieved.
    pub after: Option<usize>,
    /// Whether the index holds the document; only with `--index`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indexed: Option<bool>,
}

/// Returns at most `count` topics with the largest differences, largest first; equal differences in
/// the order of `topics`. Topics whose values differ by rounding alone are left out.
///
/// # Panics
/// If `baseline` and `values` do not hold one value per topic.
pub fn changed(topics: &[&str], baseline: &[f64], values: &[f64], count: usize) -> Vec<Changed> {
    assert!(topics.len() == baseline.len() && topics.len() == values.len(), "one value per topic");
    let mut all = Vec::new();
    let differences = differences(values, baseline);
    for (number, (topic, difference)) in topics.iter().zip(differences).enumerate() {
        let (baseline, value) = (baseline[number], values[number]);
        let topic = (*topic).to_owned();
        all.push(Changed { topic, baseline, value, difference, moved: Vec::new() });
    }
    all.retain(|changed| changed.difference != 0.0);
    all.sort_by(|a, b| b.difference.abs().total_cmp(&a.difference.abs()));
    all.truncate(count);
    all
}

/// Returns at most `count` judged documents of a topic that moved farthest from `before` to
/// `after`. The distance is the difference in the discount 1 / log2(1 + rank), 0 for a document
/// that was not retrieved: as for the measures, from 2 to 1 is farther than from 900 to 300. Ranks
/// are those that the measures see: after the cut at [`Options::depth`], and among judged documents
/// only with [`Options::judged_only`].
pub fn moved(
    judged: &TopicQrels,
    id: &str,
    before: &Run,
    after: &Run,
    options: Options,
    count: usize,
) -> Vec<Moved> {
    let ranked = |run: &Run| -> Vec<(String, Option<i32>)> {
        let ranking = run.topic(id).unwrap_or_default().first(options.depth.unwrap_or(usize::MAX));
        ranking
            .iter()
            .map(|result| (result.docno, judged.grade(result.docno).filter(|grade| *grade >= 0)))
            .filter(|(_, grade)| !options.judged_only || grade.is_some())
            .map(|(docno, grade)| (docno.to_owned(), grade))
            .collect()
    };
    moved_between(&ranked(before), &ranked(after), count)
}

/// Does the same as [`moved`] for two rankings of a topic: the documents from rank 1 on, each with
/// its grade, or none for one that is not judged.
pub fn moved_between(
    before: &[(String, Option<i32>)],
    after: &[(String, Option<i32>)],
    count: usize,
) -> Vec<Moved> {
    let mut documents: BTreeMap<&str, Moved> = BTreeMap::new();
    for (ranking, put) in
        [(before, Moved::put_before as fn(&mut Moved, usize)), (after, Moved::put_after)]
    {
        for (rank, (docno, grade)) in (1..).zip(ranking) {
            let &Some(grade) = grade else { continue };
            let document = documents.entry(docno).or_insert_with(|| Moved {
                docno: docno.clone(),
                grade,
                ..Moved::default()
            });
            put(document, rank);
        }
    }
    let mut moved: Vec<Moved> =
        documents.into_values().filter(|moved| moved.before != moved.after).collect();
    moved.sort_by(|a, b| b.distance().total_cmp(&a.distance()));
    moved.truncate(count);
    moved
}

impl Moved {
    fn put_before(&mut self, rank: usize) {
        self.before = Some(rank);
    }

    fn put_after(&mut self, rank: usize) {
        self.after = Some(rank);
    }

    /// The distance, 0 to 1.
    fn distance(&self) -> f64 {
        (discount(self.after) - discount(self.before)).abs()
    }
}

/// The discount of a rank; 0 for a document that was not retrieved.
fn discount(rank: Option<usize>) -> f64 {
    rank.map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0).log2())
}

/// Formats the change as `d-1 (grade 2): rank 3 to -`.
impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] = [self.before, self.after]
            .map(|rank| rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string()));
        let indexed = if self.indexed == Some(false) { ", not in the index" } else { "" };
        let Self { docno, grade, .. } = self;
        write!(f, "{docno} (grade {grade}): rank {before} to {after}{indexed}")
    }
}
