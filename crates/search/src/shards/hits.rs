//! Pages that were found, read where they are.

use super::merge::ShardRanking;
use crate::Decimal;
use crate::result::Hit;
use crate::rule::weights::Weight;
use crate::snippet::best_block::{FoundBlock, FoundWord};
use serde::{Deserialize, Serialize};
use tamis_index::error::{Error, Result};
use tamis_text::metadata::Metadata;

/// The pages of a ranking that shards have, by topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hits {
    pub(super) shards: usize,
    pub(super) topics: Vec<Vec<WireHit>>,
}

/// A hit with all its fields, in the order in which shards send them. A hit itself serialises as
/// the program's JSON, which leaves out which words are marked and which block is the title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct WireHit {
    rank: usize,
    score: f32,
    docno: String,
    url: String,
    date: String,
    revisited: String,
    title: String,
    archive: String,
    offset: u64,
    metadata: Metadata,
    blocks: Vec<WireBlock>,
}

/// A block of a [`WireHit`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct WireBlock {
    number: u32,
    is_title: bool,
    text: String,
    weight: Option<u16>,
    words: Vec<FoundWord>,
}

impl From<Hit> for WireHit {
    fn from(hit: Hit) -> Self {
        Self {
            rank: hit.rank,
            score: hit.score,
            docno: hit.docno,
            url: hit.url,
            date: hit.date,
            revisited: hit.revisited,
            title: hit.title,
            archive: hit.archive,
            offset: hit.offset,
            metadata: hit.metadata,
            blocks: hit.blocks.into_iter().map(WireBlock::from).collect(),
        }
    }
}

impl From<FoundBlock> for WireBlock {
    fn from(block: FoundBlock) -> Self {
        let FoundBlock { number, is_title, text, weight, words } = block;
        Self { number, is_title, text, weight: weight.map(Weight::hundredths), words }
    }
}

impl TryFrom<WireHit> for Hit {
    type Error = Error;

    fn try_from(hit: WireHit) -> Result<Self> {
        Ok(Self {
            rank: hit.rank,
            score: hit.score,
            docno: hit.docno,
            url: hit.url,
            date: hit.date,
            revisited: hit.revisited,
            title: hit.title,
            archive: hit.archive,
            offset: hit.offset,
            metadata: hit.metadata,
            blocks: hit.blocks.into_iter().map(FoundBlock::try_from).collect::<Result<_>>()?,
        })
    }
}

impl TryFrom<WireBlock> for FoundBlock {
    type Error = Error;

    fn try_from(block: WireBlock) -> Result<Self> {
        let WireBlock { number, is_title, text, weight, words } = block;
        if words.iter().any(|word| text.get(word.at.clone()).is_none()) {
            return Err(Error::settings(
                "found words outside of their block, expected them inside",
            ));
        }
        let weight =
            weight.map(|hundredths| Weight::try_from(Decimal::from_hundredths(hundredths)));
        Ok(Self { number, is_title, text, weight: weight.transpose()?, words })
    }
}

impl Hits {
    /// The pages by topic, in the order of their rankings.
    ///
    /// # Errors
    /// [`Error::Setting`] if they are not those of the rankings.
    pub(super) fn in_order(self, rankings: &[ShardRanking]) -> Result<Vec<Vec<Hit>>> {
        if self.topics.len() != rankings.len() {
            return Err(other_pages());
        }
        self.topics
            .into_iter()
            .zip(rankings)
            .map(|(sent, ranking)| ordered(sent, ranking))
            .collect()
    }
}

/// Returns the pages of a topic in the order of their ranking.
fn ordered(sent: Vec<WireHit>, ranking: &ShardRanking) -> Result<Vec<Hit>> {
    let mut hits = sent.into_iter().map(Hit::try_from).collect::<Result<Vec<Hit>>>()?;
    hits.sort_by_key(|hit| hit.rank);
    let found = (1..).zip(&hits).map(|(rank, hit)| (hit.rank == rank, &hit.docno, hit.score));
    let expected = ranking.iter().map(|(docno, score)| (true, docno, *score));
    if found.eq(expected) { Ok(hits) } else { Err(other_pages()) }
}

fn other_pages() -> Error {
    Error::settings("found other pages than those of the rankings, expected each of them once")
}
