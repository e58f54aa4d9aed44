//! The ranking of one topic of a run.

use super::input::TextSpan;
use std::cmp::Ordering;

/// The documents that a run retrieved for a topic, best first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ranking<'a> {
    text: &'a str,
    rows: &'a [NamedDocument],
}

/// One document of a ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Retrieved<'a> {
    /// The document's name.
    pub docno: &'a str,
    /// The system's score, as written in the run; never NaN.
    pub score: f64,
}

/// A document whose name is in the text of its run.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedDocument {
    pub docno: TextSpan,
    pub score: f64,
}

impl NamedDocument {
    fn retrieved(self, text: &str) -> Retrieved<'_> {
        Retrieved { docno: self.docno.slice(text), score: self.score }
    }

    /// Compares as [`ranking_order`].
    pub fn order(&self, other: &Self, text: &str) -> Ordering {
        ranking_order(&self.retrieved(text), &other.retrieved(text))
    }
}

/// Compares two documents in trec_eval 10's order: by score as `f64`, descending, then by docno (by
/// bytes), descending. The ranks in the run file are ignored.
pub fn ranking_order(a: &Retrieved<'_>, b: &Retrieved<'_>) -> Ordering {
    let by_score = b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal);
    by_score.then_with(|| b.docno.cmp(a.docno))
}

impl<'a> Ranking<'a> {
    pub(super) fn new(text: &'a str, rows: &'a [NamedDocument]) -> Self {
        Self { text, rows }
    }

    /// Returns the number of documents.
    pub fn len(self) -> usize {
        self.rows.len()
    }

    /// Returns whether there is no document.
    pub fn is_empty(self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the first `count` documents, or all if there are fewer.
    pub fn first(self, count: usize) -> Self {
        Self { rows: &self.rows[..count.min(self.rows.len())], ..self }
    }

    /// Iterates over the documents, best first.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Retrieved<'a>> + Clone {
        self.rows.iter().map(move |row| row.retrieved(self.text))
    }
}

impl PartialEq for Ranking<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}
