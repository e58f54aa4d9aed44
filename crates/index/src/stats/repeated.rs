//! How often blocks repeat: words by the number of pages that hold their block, and the blocks that
//! most pages hold.

use super::histogram::{Bin, add, empty};
use crate::corpus::Corpus;
use crate::error::Result;
use crate::index::columns::{BlockColumn, BlockNumbers};
use crate::index::repeats::{MostRepeated, Repeats};
use serde::Serialize;

/// The first number of pages of each bin; the last bin has no end.
const BINS: [u64; 10] = [1, 2, 3, 4, 6, 11, 21, 51, 101, 1001];

/// How often the blocks of an index repeat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WordsByRepeats {
    /// Words, by the pages that hold their block; without blocks that have no tokens.
    pub words: Vec<Bin>,
    /// Sites of the pages.
    pub sites: u64,
    /// Pages that have a site, because they have a URL; each URL once.
    pub pages_with_site: u64,
    /// The date of the public suffix list that defines the site of a page.
    pub public_suffix_list: String,
    /// The blocks that most pages hold, the most repeated first.
    pub most_repeated: Vec<RepeatedBlock>,
}

/// A block that repeats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RepeatedBlock {
    /// The pages that hold it.
    pub repeats: u32,
    /// Its words.
    pub words: u32,
    /// The first page with it.
    pub docno: String,
    /// Its text; empty if the index stores no texts.
    pub text: String,
}

impl WordsByRepeats {
    /// What the index counted when it was finished, with its most repeated blocks, and no words in
    /// the bins yet.
    pub(super) fn new(corpus: &Corpus, counts: &Repeats) -> Result<Self> {
        let Repeats { counted, .. } = counts;
        let mut most_repeated = Vec::with_capacity(counted.most.len());
        for &MostRepeated { repeats, segment, row } in &counted.most {
            let (docno, stored) = corpus.block(segment, row)?;
            let words = stored.block.words;
            most_repeated.push(RepeatedBlock { repeats, words, docno, text: stored.text });
        }
        Ok(Self {
            words: empty(&BINS, None),
            sites: counted.sites,
            pages_with_site: counted.pages_with_site,
            public_suffix_list: counted.list.clone(),
            most_repeated,
        })
    }

    /// Adds the words of these blocks.
    pub(super) fn add(&mut self, numbers: &BlockNumbers) {
        let pages = &numbers[BlockColumn::Repeats];
        for (pages, words) in pages.iter().zip(&numbers[BlockColumn::Words]) {
            // No page holds a block without tokens.
            if *pages > 0 {
                add(&mut self.words, *pages, *words);
            }
        }
    }
}
