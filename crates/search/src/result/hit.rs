//! A page that a search found.

use crate::BlockRule;
use crate::rank::top::Ranked;
use crate::snippet::best_block::{FoundBlock, best_blocks};
use crate::typed::Analyzed;
use serde::Serialize;
use std::collections::HashSet;
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_index::index::StoredPage;

/// A page that a search found. Its JSON is a line of the program's.
// The score is serialised as it is: as a JSON value it would become an f64 and show its noise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its score.
    pub score: f32,
    /// Its name in the collection.
    pub docno: String,
    /// Its URL, or empty.
    pub url: String,
    /// Its date as the archive writes it, or empty.
    pub date: String,
    /// If it passes a filter by date only because its URL was seen again with its content: when
    /// that was, else empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub revisited: String,
    /// Its title, or empty if it has none or the index does not store it.
    pub title: String,
    /// The archive that it came from.
    pub archive: String,
    /// The offset of its record in the archive, in bytes.
    pub offset: u64,
    /// Its permitted blocks with words of the query, the best first. Empty if the index stores no
    /// text.
    pub blocks: Vec<FoundBlock>,
}

impl Hit {
    /// Reads a page that was found, and its best blocks.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn read(
        corpus: &Corpus,
        rank: usize,
        ranked: Ranked,
        rule: &BlockRule,
        asked: &Analyzed,
        analyzer: &mut Analyzer,
    ) -> Result<Self> {
        let page = corpus.page(ranked.document)?;
        Self::of(corpus, &page, rank, ranked, rule, asked, analyzer)
    }

    /// Does the same with a page that was read before.
    ///
    /// # Errors
    /// If the docnos cannot be read.
    pub fn of(
        corpus: &Corpus,
        page: &StoredPage,
        rank: usize,
        ranked: Ranked,
        rule: &BlockRule,
        asked: &Analyzed,
        analyzer: &mut Analyzer,
    ) -> Result<Self> {
        let (segment, doc) = corpus.order()?.documents[ranked.document as usize];
        Ok(Self {
            rank,
            score: ranked.score,
            docno: page.docno.clone(),
            url: page.url.clone(),
            date: page.date.clone(),
            revisited: corpus.revisited(segment as usize, doc).unwrap_or_default(),
            title: page.title.clone(),
            archive: page.archive.clone(),
            offset: page.offset,
            blocks: best_blocks(page, rule, &asked.query, &asked.conditions, analyzer),
        })
    }

    /// The best of its [`blocks`](Self::blocks) as text, or empty.
    pub fn snippet(&self) -> &str {
        self.blocks.first().map_or("", |block| &block.text)
    }

    /// The best of its [`blocks`](Self::blocks) to show below its title: without the title, and
    /// none with the text of another, as a page that says something twice need not say it here
    /// twice.
    pub fn shown_blocks(&self) -> impl Iterator<Item = &FoundBlock> {
        let mut seen = HashSet::new();
        self.blocks.iter().filter(move |block| !block.is_title && seen.insert(&block.text))
    }
}
