//! What an index contains: counts, blocks by length and density, labels, archives.

use crate::index::Index;
use serde::Serialize;
use std::collections::BTreeMap;
use tamis_collection::Reason;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_index::index::columns::{BlockColumn, BlockNumbers, ColumnSet};
use tamis_index::index::manifest::{ArchiveEntry, Tally};
use tamis_index::stats::{Contents, LabelCount, RevisitCounts, Size, WordsByRepeats, WordsByScore};

/// The most archives to list.
const MAX_ARCHIVES: usize = 300;

/// What an index contains.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Overview {
    /// The index's folder, as it was given.
    pub path: String,
    /// The version of the program that built it.
    pub program: String,
    /// Whether all archives have been indexed.
    pub finished: bool,
    /// Records read.
    pub records: u64,
    /// Pages indexed.
    pub pages: u64,
    /// Blocks, titles included.
    pub blocks: u64,
    /// Tokens after analysis.
    pub tokens: u64,
    /// Segments of the index.
    pub segments: usize,
    /// Records that are not in the index, by reason.
    pub skipped: Vec<ReasonCount>,
    /// Defects of records that are not skipped for them, by reason.
    #[serde(rename = "flawed")]
    pub defective: Vec<ReasonCount>,
    /// The records that say that a page has not changed.
    pub revisits: RevisitCounts,
    /// Blocks and words by the words of the block; without titles.
    pub by_words: Vec<BlocksAt>,
    /// Blocks and words by the text density of the block, rounded; without titles.
    pub by_density: Vec<BlocksAt>,
    /// How often blocks repeat; none for an index that is not finished.
    pub repeats: Option<WordsByRepeats>,
    /// The labels.
    pub labels: Vec<LabelCount>,
    /// Words by each score of the index.
    pub scores: Vec<WordsByScore>,
    /// Pages by encoding, the most frequent first.
    pub encodings: Vec<PagesWith>,
    /// Pages by what named their encoding, the most frequent first.
    pub encoding_sources: Vec<PagesWith>,
    /// Pages by language, the most frequent first; empty if the index detects none.
    pub languages: Vec<PagesWith>,
    /// All archives, also those that are not listed.
    pub archives_total: usize,
    /// The first archives, in the order of the index.
    pub archives: Vec<Archive>,
    /// Bytes on disk.
    pub bytes: Size,
}

/// The blocks with one value of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BlocksAt {
    /// The value.
    pub value: u32,
    /// Blocks.
    pub blocks: u64,
    /// Their words.
    pub words: u64,
}

/// Records with one reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ReasonCount {
    /// The reason.
    pub reason: &'static str,
    /// Records.
    pub records: u64,
    /// Whether content is missing that the archive should have, or that a limit cut off.
    pub is_damage: bool,
}

/// Pages with one value of a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PagesWith {
    /// The value.
    pub name: String,
    /// Pages.
    pub pages: u64,
}

/// An archive of the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Archive {
    /// Its path.
    pub path: String,
    /// Its kind: warc, arc, trecweb, jsonl, folder.
    pub kind: String,
    /// Records read from it.
    pub records: u64,
    /// Pages indexed from it.
    pub pages: u64,
    /// Its records that are not in the index.
    pub skipped: u64,
    /// Defects of its other records.
    #[serde(rename = "flawed")]
    pub defective: u64,
    /// Whether it is read to its end.
    pub finished: bool,
}

impl Index {
    /// Counts what the index contains; of several indexes, the first. It reads whole columns: 1.3 s
    /// for 1.6 million blocks in a debug build.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn overview(&self) -> Result<Overview> {
        let contents = Contents::count(self.corpus())?;
        let [by_words, by_density] = blocks_by_size(self.corpus())?;
        let manifest = self.manifest();
        let counts = &manifest.counts;
        let archives = manifest.archives.iter().take(MAX_ARCHIVES);
        Ok(Overview {
            path: self.path().display().to_string(),
            program: manifest.program.clone(),
            finished: manifest.finished,
            records: counts.records,
            pages: counts.pages,
            blocks: counts.blocks,
            tokens: counts.tokens,
            segments: contents.segments,
            skipped: by_reason(&counts.skipped),
            defective: by_reason(&counts.defective),
            revisits: contents.revisits,
            by_words,
            by_density,
            repeats: contents.repeats,
            labels: contents.labels,
            scores: contents.scores,
            encodings: most_first(contents.pages_by.encodings),
            encoding_sources: most_first(contents.pages_by.encoding_sources),
            languages: most_first(contents.pages_by.languages),
            archives_total: manifest.archives.len(),
            archives: archives.map(Archive::from_entry).collect(),
            bytes: contents.bytes,
        })
    }
}

impl Archive {
    fn from_entry(entry: &ArchiveEntry) -> Self {
        Self {
            path: entry.path.clone(),
            kind: entry.kind.clone(),
            records: entry.records,
            pages: entry.pages,
            skipped: entry.skipped.total(),
            defective: entry.defective.total(),
            finished: entry.checkpoint.is_none(),
        }
    }
}

const SIZES: ColumnSet = ColumnSet::new(&[
    BlockColumn::Words,
    BlockColumn::WrappedWords,
    BlockColumn::WrappedLines,
    BlockColumn::Kind,
]);

/// Counts the blocks of the first index, without titles, by words and by rounded text density.
fn blocks_by_size(corpus: &Corpus) -> Result<[Vec<BlocksAt>; 2]> {
    let index = &corpus.indexes[0];
    let mut counts: [BTreeMap<u32, BlocksAt>; 2] = Default::default();
    let mut numbers = BlockNumbers::default();
    for segment in &corpus.segments {
        let row = |doc: u32| segment.first_row[doc as usize] as usize;
        for documents in segment.page_ranges() {
            segment.read(&documents, SIZES, &mut numbers).map_err(|e| index.error(e))?;
            let first = row(documents.start);
            let alive = documents.filter(|doc| segment.is_alive(*doc));
            for row in alive.flat_map(|doc| row(doc) - first..row(doc + 1) - first) {
                if numbers[BlockColumn::Kind][row] != 0 {
                    continue;
                }
                let words = numbers[BlockColumn::Words][row];
                let lines = numbers[BlockColumn::WrappedLines][row].max(1);
                let density = numbers[BlockColumn::WrappedWords][row] as f64 / lines as f64;
                for (counts, value) in counts.iter_mut().zip([words as u32, density.round() as u32])
                {
                    let new = BlocksAt { value, blocks: 0, words: 0 };
                    let at = counts.entry(value).or_insert(new);
                    at.blocks += 1;
                    at.words += words;
                }
            }
        }
    }
    Ok(counts.map(|counts| counts.into_values().collect()))
}

/// The reasons that occur in a tally, in the order of reports.
fn by_reason(tally: &Tally) -> Vec<ReasonCount> {
    let counts = Reason::ALL.into_iter().map(|reason| ReasonCount {
        reason: reason.name(),
        records: tally.get(reason),
        is_damage: reason.is_damage(),
    });
    counts.filter(|count| count.records > 0).collect()
}

fn most_first(counts: BTreeMap<String, u64>) -> Vec<PagesWith> {
    let mut pages: Vec<PagesWith> =
        counts.into_iter().map(|(name, pages)| PagesWith { name, pages }).collect();
    pages.sort_by_key(|with| std::cmp::Reverse(with.pages));
    pages
}
