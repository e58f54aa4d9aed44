//! The captures of URLs in different shards, of which a search sees one.

use super::identity::ShardIdentity;
use super::merge::in_two;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use tamis_index::captures::Choice;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;

/// A hash of a URL as bytes: postcard may write a number in more of them.
type Url = [u8; 16];

/// The score of a capture, and its docno, which decides between equal scores.
type ScoredCapture = ((i64, i64), String);

/// The best capture of every URL: of one shard, or of several together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Captures {
    pub(super) shards: Vec<ShardIdentity>,
    best: BTreeMap<Url, ScoredCapture>,
    /// The docnos of captures that are the best of their shard, but not of all shards.
    pub(super) replaced: Vec<String>,
}

impl Captures {
    /// The captures of a shard, which has left out all but the best of its own.
    pub(super) fn new(corpus: &Corpus, identity: &ShardIdentity, choice: &Choice) -> Result<Self> {
        let captures = corpus.captures(choice)?.into_iter();
        let best = captures.map(|page| (page.key.to_be_bytes(), (page.score, page.docno)));
        Ok(Self { shards: vec![identity.clone()], best: best.collect(), replaced: Vec::new() })
    }

    /// Adds the captures of other shards.
    ///
    /// # Errors
    /// [`tamis_index::Error::Setting`] for a page that is in both.
    pub(super) fn add(&mut self, other: Self) -> Result<()> {
        self.shards.extend(other.shards);
        self.replaced.extend(other.replaced);
        for (url, capture) in other.best {
            match self.best.entry(url) {
                Entry::Vacant(free) => drop(free.insert(capture)),
                Entry::Occupied(held) if held.get().1 == capture.1 => {
                    return Err(in_two(&capture.1));
                }
                Entry::Occupied(mut held) => {
                    let is_better = capture > *held.get();
                    let worse = if is_better { held.insert(capture) } else { capture };
                    self.replaced.push(worse.1);
                }
            }
        }
        Ok(())
    }
}
