//! How much of the disk an index takes.

use crate::error::Result;
use crate::index::Index;
use crate::index::codes::BlockCodes;
use schemars::JsonSchema;
use serde::Serialize;

/// Columns that the index has only for other readers.
const DENSITIES: [&str; 2] = ["text_density", "link_density"];

/// Bytes on disk by part of an index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Size {
    /// Bytes of all segments, and of the counts of repeats.
    pub total: u64,
    /// Bytes of what is stored of the pages: texts, titles, and their bytes if the recipe keeps
    /// them.
    pub stored_texts: u64,
    /// Bytes of the columns of densities, which only other readers use.
    pub density_columns: u64,
    /// Bytes of the codes, labels and scores of blocks, as rules read them.
    pub codes: u64,
    /// Bytes of how often blocks repeat; 0 until that is counted.
    pub counts_of_repeats: u64,
}

impl Size {
    /// Adds up the files of the index.
    pub(super) fn measure(index: &Index) -> Result<Self> {
        let mut size = Self::default();
        for segment in index.searcher.segment_readers() {
            let usage = segment.space_usage().map_err(|e| index.error(e))?;
            size.codes += BlockCodes::open(segment).map_err(|e| index.error(e))?.bytes();
            size.total += usage.total().get_bytes();
            size.stored_texts += usage.store().total().get_bytes();
            for column in usage.fast_fields().fields() {
                // A column's own count; the plain one is of the older format without columns.
                let bytes = column.column_num_bytes().map_or(0, |n| n.get_bytes());
                size.density_columns +=
                    if DENSITIES.contains(&column.field_name()) { bytes } else { 0 };
            }
        }
        size.counts_of_repeats = index.repeats.get().map_or(0, |repeats| repeats.bytes());
        size.total += size.counts_of_repeats;
        Ok(size)
    }
}
