//! What a job requests of every shard in one round.

use super::counts::ViewCounts;
use super::merge::ShardRanking;
use super::request::ShardRequest;
use crate::Query;
use serde::{Deserialize, Serialize};
use tamis_index::error::{Error, Result};
use xxhash_rust::xxh3::xxh3_64;

/// A round of a job: the same for every shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Return the captures of URLs that pass all other filters of pages.
    Captures(ShardRequest),
    /// Count pages and tokens of every view, and these terms in them; none for those of the topics.
    Count(ShardRequest, Option<Vec<String>>),
    /// Return the permitted terms of the best pages for feedback, given the sums of all counts.
    Read(ShardRequest, ViewCounts),
    /// Return the best pages, given the sums of all counts, for the topics or for these queries: by
    /// topic, then by column.
    Rank(ShardRequest, ViewCounts, Option<Vec<Vec<Query>>>),
    /// Return those of these pages, by topic, that the shard has, with their best blocks.
    Hits(ShardRequest, Vec<ShardRanking>),
    /// Return what the page with this docno holds of these queries, one per topic.
    Explain(ShardRequest, Vec<Query>, Option<String>),
}

impl Task {
    pub(super) fn request(&self) -> &ShardRequest {
        match self {
            Self::Captures(request) | Self::Count(request, _) | Self::Read(request, _) => request,
            Self::Rank(request, ..) | Self::Hits(request, _) | Self::Explain(request, ..) => {
                request
            }
        }
    }

    /// A checksum, which every answer repeats.
    pub(super) fn checksum(&self) -> Result<u64> {
        Ok(xxh3_64(&self.to_bytes()?))
    }

    /// Returns the task as bytes.
    ///
    /// # Errors
    /// None that a task can have.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        to_bytes(self)
    }

    /// Reads a task.
    ///
    /// # Errors
    /// [`Error::Setting`] for bytes that are none of this version of the library.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        from_bytes(bytes, "task")
    }
}

/// The version of the values, and the program's: shards with another program could count otherwise.
const VERSION: (u32, &str) = (6, env!("CARGO_PKG_VERSION"));

pub(super) fn to_bytes(value: &impl Serialize) -> Result<Vec<u8>> {
    postcard::to_stdvec(&(VERSION, value))
        .map_err(|e| Error::settings(format!("a value of a job: {e}")))
}

/// Reads a value: `task` or `answer`.
pub(super) fn from_bytes<'a, T: Deserialize<'a>>(bytes: &'a [u8], what: &'static str) -> Result<T> {
    let unreadable = |found: String| {
        let (version, program) = VERSION;
        let expected = format!("one of tamis {program} (version {version} of these values)");
        let remedy = "hand on its bytes unchanged, with the same tamis everywhere";
        Error::setting(what, format!("found {found}, expected {expected}; {remedy}"))
    };
    let foreign = |_| unreadable(format!("{} bytes of something else", bytes.len()));
    let (version, rest) = postcard::take_from_bytes::<(u32, &str)>(bytes).map_err(foreign)?;
    if version != VERSION {
        let (version, program) = version;
        return Err(unreadable(format!("one of tamis {program} (version {version})")));
    }
    let (value, rest) = postcard::take_from_bytes(rest).map_err(foreign)?;
    match rest.len() {
        0 => Ok(value),
        more => Err(unreadable(format!("{more} bytes too many"))),
    }
}
