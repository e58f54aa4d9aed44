//! The topics on which two runs differ most, and the documents whose ranks make the difference.

use crate::measure::Options;
use crate::trec::{Retrieved, Run, TopicQrels};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A topic that changed.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Changed {
    /// Its id.
    pub topic: String,
    /// The baseline's value.
    pub baseline: f64,
    /// The run's value.
    pub value: f64,
    /// Run - baseline.
    pub difference: f64,
    /// The judged documents that moved farthest; empty unless somebody looked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Moved>,
}

/// A judged document that the two runs rank otherwise.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Moved {
    /// The document's name.
    pub docno: String,
    /// Its grade, 0 or more.
    pub grade: i32,
    /// Its rank in the baseline, from 1; none if it is not there.
    pub before: Option<usize>,
    /// Its rank in the run, from 1; none if it is not there.
    pub after: Option<usize>,
    /// Whether the index holds it; none if nobody asked one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexed: Option<bool>,
}

/// The topics with the largest differences, at most `count`, the largest first; equal ones in the order of `topics`. What
/// is level to 12 decimals has not changed.
///
/// # Panics
/// If there is not one value per topic.
pub fn changed(topics: &[&str], baseline: &[f64], values: &[f64], count: usize) -> Vec<Changed> {
    assert!(topics.len() == baseline.len() && topics.len() == values.len(), "one value per topic");
    let all = topics.iter().zip(baseline).zip(values).map(|((topic, &baseline), &value)| Changed {
        topic: (*topic).to_owned(),
        baseline,
        value,
        difference: value - baseline,
        moved: Vec::new(),
    });
    let size = |changed: &Changed| (changed.difference.abs() * 1e12).round();
    let mut all: Vec<Changed> = all.filter(|changed| size(changed) > 0.0).collect();
    all.sort_by(|a, b| size(b).total_cmp(&size(a)));
    all.truncate(count);
    all
}

/// The judged documents of a topic that moved farthest from `before` to `after`, at most `count`. How far is told by the
/// discount 1 / log2(1 + rank) of their ranks, 0 for a document that is not there: from 2 to 1 is a longer way than from
/// 900 to 300, as it is for the measures. Ranks are those that the measures see, so after the cut at [`Options::depth`],
/// and among judged documents only with [`Options::judged_only`].
pub fn moved(judged: &TopicQrels, id: &str, before: &Run, after: &Run, options: Options, count: usize) -> Vec<Moved> {
    let grade = |docno: &str| judged.grade(docno).filter(|grade| *grade >= 0);
    let mut documents: BTreeMap<&str, Moved> = BTreeMap::new();
    for (run, place) in [(before, Moved::put_before as fn(&mut Moved, usize)), (after, Moved::put_after)] {
        let ranking: &[Retrieved] = run.topic(id).unwrap_or_default();
        let counting = ranking.iter().take(options.depth.unwrap_or(usize::MAX)).map(|one| one.docno.as_str());
        let seen = counting.filter(|docno| !options.judged_only || grade(docno).is_some());
        for (rank, docno) in (1..).zip(seen) {
            let Some(grade) = grade(docno) else { continue };
            let new = || Moved { docno: docno.to_owned(), grade, ..Moved::default() };
            place(documents.entry(docno).or_insert_with(new), rank);
        }
    }
    let mut moved: Vec<Moved> = documents.into_values().filter(|moved| moved.before != moved.after).collect();
    moved.sort_by(|a, b| b.way().total_cmp(&a.way()));
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

    /// How far it moved, 0 to 1.
    fn way(&self) -> f64 {
        let discount = |rank: Option<usize>| rank.map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0).log2());
        (discount(self.after) - discount(self.before)).abs()
    }
}

/// What became of the document, as `d-1 (grade 2): rank 3 to -`.
impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = |rank: Option<usize>| rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        let indexed = if self.indexed == Some(false) { ", not in the index" } else { "" };
        let Self { docno, grade, .. } = self;
        write!(f, "{docno} (grade {grade}): rank {} to {}{indexed}", rank(self.before), rank(self.after))
    }
}
