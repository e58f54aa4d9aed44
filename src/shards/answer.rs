//! What a shard answers, and what several answers are together.

use super::counts::Counts;
use super::merge::{Scored, merge};
use super::task::{from_bytes, to_bytes};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// The answer of one shard to a [`Task`](super::Task), or of several shards together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// Of [`Task::Count`](super::Task::Count).
    Counts(Counts),
    /// Of [`Task::Read`](super::Task::Read).
    Texts(Texts),
    /// Of [`Task::Rank`](super::Task::Rank).
    Ranks(Ranks),
}

/// Docnos and scores, best first.
pub type Ranking = Vec<(String, f32)>;

/// The best pages by topic and place, best first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ranks {
    /// The number of shards that are in it.
    pub(super) shards: usize,
    /// The most pages of a ranking.
    pub(super) hits: usize,
    /// By topic, then by place.
    pub topics: Vec<Vec<Ranking>>,
}

/// The texts of the best pages by topic and place, best first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Texts {
    pub(super) shards: usize,
    pub(super) hits: usize,
    /// By topic, then by place.
    pub topics: Vec<Vec<Vec<Page>>>,
}

/// A page whose text feedback may use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// Its name.
    pub docno: String,
    /// Its score in the first search.
    pub score: f32,
    /// Its permitted terms with their frequencies, in the order of the terms.
    pub terms: Vec<(String, u64)>,
}

impl Scored for Page {
    fn score(&self) -> f32 {
        self.score
    }

    fn docno(&self) -> &str {
        &self.docno
    }
}

impl Answer {
    /// Adds the answer of other shards. The order of the shards does not matter, so a cluster may add answers as a tree.
    ///
    /// # Errors
    /// [`Error::Setting`] for an answer to another task, and for a page that is in two shards.
    pub fn add(&mut self, other: Self) -> Result<()> {
        match (self, other) {
            (Self::Counts(sum), Self::Counts(other)) if sum.views.len() == other.views.len() => {
                sum.add(other);
                Ok(())
            }
            (Self::Texts(all), Self::Texts(other)) => {
                all.shards = all.shards.saturating_add(other.shards);
                each(&mut all.topics, other.topics, all.hits)
            }
            (Self::Ranks(all), Self::Ranks(other)) => {
                all.shards = all.shards.saturating_add(other.shards);
                each(&mut all.topics, other.topics, all.hits)
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
        from_bytes(bytes, "an answer")
    }
}

/// Merges the rankings of every topic and place.
fn each<T: Scored>(all: &mut [Vec<Vec<T>>], others: Vec<Vec<Vec<T>>>, hits: usize) -> Result<()> {
    let places = |topics: &[Vec<Vec<T>>]| topics.iter().map(Vec::len).collect::<Vec<_>>();
    if places(all) != places(&others) {
        return Err(Error::settings("found answers with different topics or views, expected those to one task"));
    }
    for (all, other) in all.iter_mut().flatten().zip(others.into_iter().flatten()) {
        merge(all, other, hits)?;
    }
    Ok(())
}
