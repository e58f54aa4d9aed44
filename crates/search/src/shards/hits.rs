//! Pages that were found, read where they are.

use super::merge::Ranking;
use crate::Decimal;
use crate::result::Hit;
use crate::rule::weights::Weight;
use crate::snippet::best_block::{FoundBlock, FoundWord};
use serde::{Deserialize, Serialize};
use tamis_index::error::{Error, Result};

/// The pages of a ranking that shards have, by topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hits {
    pub(super) shards: usize,
    pub(super) topics: Vec<Vec<Sent>>,
}

/// Number, whether it is the title, text, weight in hundredths, words.
type SentBlock = (u32, bool, String, Option<u16>, Vec<FoundWord>);

/// A hit with all its fields: rank, score, texts, offset, blocks. A hit itself serialises as the
/// program's JSON, which leaves out which words are marked and which block is the title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Sent(usize, f32, [String; 6], u64, Vec<SentBlock>);

impl From<Hit> for Sent {
    fn from(hit: Hit) -> Self {
        let Hit { rank, score, docno, url, date, revisited, title, archive, offset, blocks } = hit;
        let block = |FoundBlock { number, is_title, text, weight, words }| {
            (number, is_title, text, weight.map(Weight::hundredths), words)
        };
        let texts = [docno, url, date, revisited, title, archive];
        Self(rank, score, texts, offset, blocks.into_iter().map(block).collect())
    }
}

impl TryFrom<Sent> for Hit {
    type Error = Error;

    fn try_from(Sent(rank, score, texts, offset, blocks): Sent) -> Result<Self> {
        let [docno, url, date, revisited, title, archive] = texts;
        let blocks = blocks.into_iter().map(block).collect::<Result<_>>()?;
        Ok(Self { rank, score, docno, url, date, revisited, title, archive, offset, blocks })
    }
}

fn block((number, is_title, text, weight, words): SentBlock) -> Result<FoundBlock> {
    if words.iter().any(|word| text.get(word.at.clone()).is_none()) {
        return Err(Error::settings("found words outside of their block, expected them inside"));
    }
    let weight = weight.map(|hundredths| Weight::try_from(Decimal::from_hundredths(hundredths)));
    Ok(FoundBlock { number, is_title, text, weight: weight.transpose()?, words })
}

impl Hits {
    /// The pages by topic, in the order of their rankings.
    ///
    /// # Errors
    /// [`Error::Setting`] if they are not those of the rankings.
    pub(super) fn in_order(self, rankings: &[Ranking]) -> Result<Vec<Vec<Hit>>> {
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
fn ordered(sent: Vec<Sent>, ranking: &Ranking) -> Result<Vec<Hit>> {
    let mut hits = sent.into_iter().map(Hit::try_from).collect::<Result<Vec<Hit>>>()?;
    hits.sort_by_key(|hit| hit.rank);
    let found = (1..).zip(&hits).map(|(rank, hit)| (hit.rank == rank, &hit.docno, hit.score));
    let expected = ranking.iter().map(|(docno, score)| (true, docno, *score));
    if found.eq(expected) { Ok(hits) } else { Err(other_pages()) }
}

fn other_pages() -> Error {
    Error::settings("found other pages than those of the rankings, expected each of them once")
}
