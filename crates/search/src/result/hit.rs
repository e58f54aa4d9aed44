//! A page that a search found, and the one list of its fields.
//!
//! A new column is a field of [`Hit`] and a line of [`COLUMNS`]: JSON and Python's table are made
//! from the list.

use crate::BlockRule;
use crate::rank::top::Ranked;
use crate::snippet::best_block::{FoundBlock, best_blocks};
use crate::typed::Analyzed;
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::HashSet;
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::index::StoredPage;
use tamis_text::metadata::Metadata;

/// A page that a search found. Its JSON is a line of the program's: the [`COLUMNS`].
#[derive(Debug, Clone, PartialEq, JsonSchema)]
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
    /// If it passes `--from` and `--to` only because its URL was seen again with its content: when
    /// that was, the last of several times.
    #[schemars(skip_serializing_if = "String::is_empty")]
    pub revisited: String,
    /// Its title, or empty if it has none or the index does not store it.
    pub title: String,
    /// The archive that it came from.
    pub archive: String,
    /// The offset of its record in the archive, in bytes.
    pub offset: u64,
    /// What it says of itself; only of an index that was built with `--metadata`.
    #[schemars(skip_serializing_if = "Metadata::is_empty")]
    pub metadata: Metadata,
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
        analyzed: &Analyzed,
        analyzer: &mut Analyzer,
    ) -> tamis_index::error::Result<Self> {
        let page = corpus.page(ranked.document)?;
        Self::from_page(corpus, &page, rank, ranked, rule, analyzed, analyzer)
    }

    /// Does the same with a page that was read before.
    ///
    /// # Errors
    /// If the docnos cannot be read.
    pub fn from_page(
        corpus: &Corpus,
        page: &StoredPage,
        rank: usize,
        ranked: Ranked,
        rule: &BlockRule,
        analyzed: &Analyzed,
        analyzer: &mut Analyzer,
    ) -> tamis_index::error::Result<Self> {
        let (segment, doc) = corpus.order()?.page(ranked.document);
        Ok(Self {
            rank,
            score: ranked.score,
            docno: page.docno.clone(),
            url: page.url.clone(),
            date: page.date.clone(),
            revisited: corpus.revisited(segment, doc).unwrap_or_default(),
            title: page.title.clone(),
            archive: page.archive.clone(),
            offset: page.offset,
            metadata: page.metadata.clone(),
            blocks: best_blocks(page, rule, &analyzed.query, &analyzed.conditions, analyzer),
        })
    }

    /// The best of its [`blocks`](Self::blocks) as text, or empty.
    pub fn snippet(&self) -> &str {
        self.blocks.first().map_or("", |block| &block.text)
    }

    /// The best of its [`blocks`](Self::blocks) to show below its title: without the title, and
    /// each text once.
    pub fn shown_blocks(&self) -> impl Iterator<Item = &FoundBlock> {
        let mut seen = HashSet::new();
        self.blocks.iter().filter(move |block| !block.is_title && seen.insert(&block.text))
    }
}

/// One number or text of a page that was found.
#[derive(Debug, Clone, Copy)]
pub struct HitColumn {
    /// Its key in JSON and its column in a table.
    pub name: &'static str,
    /// How to get it.
    pub get: HitGet,
    /// Whether JSON leaves it out where it is empty.
    optional: bool,
}

/// How to get a number or text of a page that was found.
#[derive(Debug, Clone, Copy)]
pub enum HitGet {
    /// A count.
    Whole(fn(&Hit) -> u64),
    /// A score.
    // It is serialised as it is: as a JSON value it would become an f64 and show its noise.
    Score(fn(&Hit) -> f32),
    /// A text.
    Text(fn(&Hit) -> &str),
    /// What it says of itself. JSON leaves it out where it is empty.
    Metadata(fn(&Hit) -> &Metadata),
    /// Its blocks.
    Blocks(fn(&Hit) -> &[FoundBlock]),
}

impl HitColumn {
    const fn new(name: &'static str, get: HitGet) -> Self {
        Self { name, get, optional: false }
    }

    const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// Writes its entry of the JSON of a page.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn entry<M: SerializeMap>(&self, hit: &Hit, map: &mut M) -> Result<(), M::Error> {
        match self.get {
            HitGet::Whole(get) => map.serialize_entry(self.name, &get(hit)),
            HitGet::Score(get) => map.serialize_entry(self.name, &get(hit)),
            HitGet::Text(get) if self.optional && get(hit).is_empty() => Ok(()),
            HitGet::Text(get) => map.serialize_entry(self.name, get(hit)),
            HitGet::Metadata(get) if get(hit).is_empty() => Ok(()),
            HitGet::Metadata(get) => map.serialize_entry(self.name, &get(hit).json()),
            HitGet::Blocks(get) => map.serialize_entry(self.name, get(hit)),
        }
    }
}

/// All fields of a page, in the order of the program's JSON.
pub const COLUMNS: &[HitColumn] = &[
    HitColumn::new("rank", HitGet::Whole(|hit| hit.rank as u64)),
    HitColumn::new("score", HitGet::Score(|hit| hit.score)),
    HitColumn::new("docno", HitGet::Text(|hit| &hit.docno)),
    HitColumn::new("url", HitGet::Text(|hit| &hit.url)),
    HitColumn::new("date", HitGet::Text(|hit| &hit.date)),
    HitColumn::new("revisited", HitGet::Text(|hit| &hit.revisited)).optional(),
    HitColumn::new("title", HitGet::Text(|hit| &hit.title)),
    HitColumn::new("metadata", HitGet::Metadata(|hit| &hit.metadata)),
    HitColumn::new("archive", HitGet::Text(|hit| &hit.archive)),
    HitColumn::new("offset", HitGet::Whole(|hit| hit.offset)),
    HitColumn::new("blocks", HitGet::Blocks(|hit| &hit.blocks)),
];

/// Returns all columns: those with these names first, then the others in the order of the list.
pub fn columns(first: &[&str]) -> impl Iterator<Item = &'static HitColumn> {
    let named = first.iter().filter_map(|name| COLUMNS.iter().find(|column| column.name == *name));
    named.chain(COLUMNS.iter().filter(|column| !first.contains(&column.name)))
}

impl Serialize for Hit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for column in COLUMNS {
            column.entry(self, &mut map)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(first: &[&str]) -> Vec<&'static str> {
        columns(first).map(|column| column.name).collect()
    }

    #[test]
    fn named_columns_come_first_and_then_all_others_once() {
        let all = names(&[]);
        let first = names(&["title", "rank"]);
        assert_eq!(first[..3], ["title", "rank", "score"]);
        let others = all.iter().filter(|name| !first[..2].contains(name));
        assert!(first[2..].iter().eq(others));
    }
}
