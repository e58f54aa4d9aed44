//! Counts of an index's contents.

use serde::Serialize;
use std::collections::BTreeMap;
use tamis_index::index::manifest::{IndexCounts, Manifest, Tally};

/// The contents of an index in numbers, and what did not reach it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Archives read.
    pub archives: usize,
    /// Records read: pages indexed and records skipped.
    pub records: u64,
    /// Pages indexed.
    pub pages: u64,
    /// Blocks of these pages, titles included.
    pub blocks: u64,
    /// Tokens of these blocks, after analysis.
    pub tokens: u64,
    /// Records that were not indexed, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Defects of records that were counted above, by reason.
    pub flawed: BTreeMap<String, u64>,
    /// Records lost or damaged; part of the skipped and the defective ones.
    pub damaged: u64,
    /// Whether the whole collection is in the index. If not, the same build continues it.
    pub finished: bool,
}

impl Stats {
    /// Adds up the contents of indexes.
    pub(super) fn sum<'a>(manifests: impl Iterator<Item = &'a Manifest>) -> Self {
        let mut archives = 0;
        let mut counts = IndexCounts::default();
        let mut finished = true;
        for manifest in manifests {
            archives += manifest.archives.len();
            counts.add(&manifest.counts);
            finished &= manifest.finished;
        }
        let by_reason = |tally: &Tally| {
            tally.iter().map(|(reason, count)| (reason.to_owned(), count)).collect()
        };
        Self {
            archives,
            records: counts.records,
            pages: counts.pages,
            blocks: counts.blocks,
            tokens: counts.tokens,
            skipped: by_reason(&counts.skipped),
            flawed: by_reason(&counts.defective),
            damaged: counts.damaged(),
            finished,
        }
    }
}
