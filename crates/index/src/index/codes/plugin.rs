//! Lets tantivy write and merge the codes with the other files of a segment.

use super::file::BlockCodes;
use super::layout::EXTENSION;
use super::planes::Planes;
use crate::index::document::PageDocument;
use std::any::Any;
use std::ops::Range;
use tantivy::directory::TerminatingWrite;
use tantivy::index::{SegmentComponent, SegmentReader};
use tantivy::indexer::DocIdMapping;
use tantivy::schema::Schema;
use tantivy::schema::document::ErasedDocument;
use tantivy::{
    DocId, PluginMergeContext, PluginWriter, PluginWriterContext, Segment, SegmentPlugin,
    TantivyError,
};

/// The part of tantivy that is ours: the file of the codes.
pub struct CodesPlugin;

/// The codes of a segment in the making; none before its first page.
#[derive(Default)]
struct CodesWriter {
    planes: Option<Planes>,
}

impl SegmentPlugin for CodesPlugin {
    fn extensions(&self) -> &[&str] {
        &[EXTENSION]
    }

    fn create_writer(&self, _: &PluginWriterContext<'_>) -> tantivy::Result<Box<dyn PluginWriter>> {
        Ok(Box::new(CodesWriter::default()))
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

impl PluginWriter for CodesWriter {
    fn add_document(
        &mut self,
        _: DocId,
        document: &dyn ErasedDocument,
        _: &Schema,
    ) -> tantivy::Result<()> {
        let page = document.as_any().downcast_ref::<PageDocument>();
        let document = page.ok_or_else(|| {
            TantivyError::InvalidArgument("a document that is no page".to_owned())
        })?;
        let planes =
            self.planes.get_or_insert_with(|| Planes::new(document.scores, document.labels));
        planes.push(&document.page);
        Ok(())
    }

    fn serialize(
        self: Box<Self>,
        segment: &Segment,
        _: Option<&DocIdMapping>,
    ) -> tantivy::Result<()> {
        write(&self.planes.unwrap_or_else(Planes::empty), segment)
    }

    fn mem_usage(&self) -> usize {
        self.planes.as_ref().map_or(0, Planes::memory)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
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
