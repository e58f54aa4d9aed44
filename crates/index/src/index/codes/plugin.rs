//! Writes the codes with the other files of a segment, and lets tantivy merge them.

use super::file::BlockCodes;
use super::layout::EXTENSION;
use super::planes::Planes;
use crate::index::page::AnalyzedPage;
use std::ops::Range;
use tantivy::directory::TerminatingWrite;
use tantivy::index::{SegmentComponent, SegmentReader};
use tantivy::{
    PluginMergeContext, PluginWriter, PluginWriterContext, Segment, SegmentPlugin, TantivyError,
};

/// The part of tantivy that is ours: the file of the codes.
pub struct CodesPlugin;

/// The codes of a segment in the making.
pub struct CodesWriter(Planes);

impl SegmentPlugin for CodesPlugin {
    fn extensions(&self) -> &[&str] {
        &[EXTENSION]
    }

    fn create_writer(&self, _: &PluginWriterContext<'_>) -> tantivy::Result<Box<dyn PluginWriter>> {
        let message = "segments are written by tamis, and only merged by tantivy".to_owned();
        Err(TantivyError::InvalidArgument(message))
    }

    /// An index is never sorted, so a merge puts the pages that are left one after the other.
    fn merge(&self, context: PluginMergeContext<'_>) -> tantivy::Result<()> {
        let mut planes: Option<Planes> = None;
        for reader in context.readers {
            let codes = BlockCodes::open(reader)?;
            let planes = planes.get_or_insert_with(|| Planes::new(codes.scores(), codes.labels()));
            planes.copy(&codes, &alive_pages(reader)?)?;
        }
        write(&planes.unwrap_or_else(Planes::empty), context.target_segment)
    }
}

impl CodesWriter {
    /// Begins a segment whose pages have this many scores and labels.
    pub fn new(scores: usize, labels: usize) -> Self {
        Self(Planes::new(scores, labels))
    }

    /// Adds the blocks of the next page.
    pub fn add(&mut self, page: &AnalyzedPage) {
        self.0.push(page);
    }

    /// Writes the file of the segment.
    ///
    /// # Errors
    /// Those of the system.
    pub fn write(self, segment: &Segment) -> tantivy::Result<()> {
        write(&self.0, segment)
    }
}

fn write(planes: &Planes, segment: &Segment) -> tantivy::Result<()> {
    let mut file = segment.open_write(SegmentComponent::Custom(EXTENSION.to_owned()))?;
    planes.write(&mut file)?;
    Ok(file.terminate()?)
}

/// Returns the pages of a segment that are not deleted, with their rows.
fn alive_pages(reader: &SegmentReader) -> tantivy::Result<Vec<(u32, Range<u32>)>> {
    let words = reader.fast_fields().column_opt::<u64>("words")?;
    let rows = |doc| words.as_ref().map_or(0..0, |words| words.index.value_row_ids(doc));
    Ok(reader.doc_ids_alive().map(|doc| (doc, rows(doc))).collect())
}
