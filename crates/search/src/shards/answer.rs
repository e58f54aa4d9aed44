//! The answers of shards, and how several answers are merged.

use super::captures::Captures;
use super::counts::ViewCounts;
use super::explained::Holding;
use super::hits::Hits;
use super::merge::{Scored, ShardRanking, in_two, merge};
#[cfg(doc)]
use super::task::Task;
use super::task::{from_bytes, to_bytes};
use serde::{Deserialize, Serialize};
use tamis_index::error::{Error, Result};

/// The answer of one shard to a [`Task`], or of several shards together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The checksum of the task, by which answers to other tasks are refused.
    pub(super) task: u64,
    pub(super) found: ShardResult,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ShardResult {
    Captures(Captures),
    Counts(ViewCounts),
    Texts(FeedbackTexts),
    Ranks(Ranks),
    Hits(Hits),
    Explained(Holding),
}

/// The best pages by topic and column, best first. A column is a view with a ranking: a search has
/// one; of a sweep the unfiltered text comes first, then the points, by ranking, then by view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ranks {
    /// The number of shards that are in it.
    pub(super) shards: usize,
    /// The most pages of a ranking.
    pub(super) hits: usize,
    /// By topic, then by column.
    pub topics: Vec<Vec<ShardRanking>>,
}

/// The texts of the best pages by topic and column, best first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FeedbackTexts {
    pub(super) shards: usize,
    /// The most pages of every column; 0 without feedback.
    pub(super) hits: Vec<usize>,
    /// By topic, then by column.
    pub topics: Vec<Vec<Vec<FeedbackPage>>>,
}

/// A page whose text feedback may use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FeedbackPage {
    pub docno: String,
    /// Its score in the first search.
    pub score: f32,
    /// Its permitted terms with their frequencies, in the order of the terms.
    pub terms: Vec<(String, u64)>,
}

impl Scored for FeedbackPage {
    fn score(&self) -> f32 {
        self.score
    }

    fn docno(&self) -> &str {
        &self.docno
    }
}

impl Answer {
    pub fn found(&self) -> &ShardResult {
        &self.found
    }

    /// Adds the answer of other shards. The order of the shards does not matter, so a cluster may
    /// add answers as a tree.
    ///
    /// # Errors
    /// [`Error::Setting`] for an answer to another task, and for a page that is in two shards.
    pub fn add(&mut self, other: Self) -> Result<()> {
        if self.task != other.task {
            return Err(Error::settings("found answers to different tasks, expected those to one"));
        }
        match (&mut self.found, other.found) {
            (ShardResult::Captures(all), ShardResult::Captures(other)) => all.add(other),
            (ShardResult::Counts(sum), ShardResult::Counts(other))
                if sum.views.len() == other.views.len() =>
            {
                sum.add(other);
                Ok(())
            }
            (ShardResult::Texts(all), ShardResult::Texts(other)) => {
                all.shards = all.shards.saturating_add(other.shards);
                let hits = |column: usize| all.hits.get(column).copied().unwrap_or_default();
                each(&mut all.topics, other.topics, hits)
            }
            (ShardResult::Ranks(all), ShardResult::Ranks(other)) => {
                all.shards = all.shards.saturating_add(other.shards);
                each(&mut all.topics, other.topics, |_| all.hits)
            }
            (ShardResult::Hits(all), ShardResult::Hits(other))
                if all.topics.len() == other.topics.len() =>
            {
                all.shards = all.shards.saturating_add(other.shards);
                for (all, other) in all.topics.iter_mut().zip(other.topics) {
                    all.extend(other);
                }
                Ok(())
            }
            (ShardResult::Explained(all), ShardResult::Explained(other)) => {
                all.shards = all.shards.saturating_add(other.shards);
                match (&all.page, other.page) {
                    (Some(_), Some(_)) => return Err(in_two("that is explained")),
                    (None, Some(page)) => all.page = Some(page),
                    (_, None) => {}
                }
                // In any order of the shards the same one.
                all.hidden_in = match (all.hidden_in.take(), other.hidden_in) {
                    (Some(one), Some(other)) => Some(one.min(other)),
                    (one, other) => one.or(other),
                };
                Ok(())
            }
            _ => Err(Error::settings("found answers to different tasks, expected those to one")),
        }
    }

    /// Returns the answer as bytes.
    ///
    /// # Errors
    /// None that an answer can have.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        to_bytes(self)
    }

    /// Reads an answer.
    ///
    /// # Errors
    /// [`Error::Setting`] for bytes that are none of this version of the library.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        from_bytes(bytes, "answer")
    }
}

/// Merges the rankings of every topic and column.
fn each<T: Scored>(
    all: &mut [Vec<Vec<T>>],
    others: Vec<Vec<Vec<T>>>,
    hits: impl Fn(usize) -> usize,
) -> Result<()> {
    if !all.iter().map(Vec::len).eq(others.iter().map(Vec::len)) {
        return Err(Error::settings(
            "found answers with different topics or views, expected those to one task",
        ));
    }
    for (all, others) in all.iter_mut().zip(others) {
        for (column, (all, other)) in all.iter_mut().zip(others).enumerate() {
            merge(all, other, hits(column))?;
        }
    }
    Ok(())
}
