//! Writes a segment of tantivy's from a batch of analyzed pages. Its files are the same as those of
//! tantivy's own writer, byte for byte, because tantivy's serializers write them; what is ours is
//! how postings and columns are gathered ([`term_log`], [`columns`]): tantivy looks every token up
//! in a hash table by its text, and the column of every number by its name, while our tokens have
//! numbers already ([`Vocabulary`]).
//!
//! *Invariant*: pages are added in the order of the segment, and all with the same vocabulary.

mod columns;
mod inverted;
mod term_log;

use super::codes::CodesWriter;
use super::document::{PageDocument, ValueStore};
use super::page::AnalyzedPage;
use super::recipe::Store;
use super::schema::Fields;
use crate::analyze::Vocabulary;
use columns::ColumnsWriter;
use inverted::InvertedWriter;
use tantivy::Segment;
use tantivy::directory::{TerminatingWrite, WritePtr};
use tantivy::fastfield::FastFieldsWriter;
use tantivy::index::{SegmentComponent, SegmentMeta};
use tantivy::schema::Schema;
use tantivy::store::StoreWriter;

/// What the index holds of every page.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageLayout {
    pub fields: Fields,
    pub store: Store,
    /// The number of labels in the file of codes.
    pub labels: usize,
    /// The number of scores there.
    pub scores: usize,
}

/// A segment in the making.
pub(super) struct SegmentWriter {
    segment: Segment,
    schema: Schema,
    layout: PageLayout,
    pages: u32,
    inverted: InvertedWriter,
    columns: ColumnsWriter,
    columns_file: WritePtr,
    store: StoreWriter,
    codes: CodesWriter,
}

impl SegmentWriter {
    /// Begins a new segment of an index.
    ///
    /// # Errors
    /// If its files cannot be created.
    pub fn new(index: &tantivy::Index, layout: PageLayout) -> tantivy::Result<Self> {
        let segment = index.new_segment();
        let schema = index.schema();
        let settings = index.settings();
        let store = StoreWriter::new(
            segment.open_write(SegmentComponent::Store)?,
            settings.docstore_compression,
            settings.docstore_blocksize,
            settings.docstore_compress_dedicated_thread,
        )?;
        let of_pages = FastFieldsWriter::from_schema_and_tokenizer_manager(
            &schema,
            index.fast_field_tokenizer().clone(),
        )?;
        let columns = ColumnsWriter::new(of_pages);
        let columns_file = segment.open_write(SegmentComponent::FastFields)?;
        let inverted = InvertedWriter::new(layout.fields);
        let codes = CodesWriter::new(layout.scores, layout.labels);
        Ok(Self {
            segment,
            schema,
            layout,
            pages: 0,
            inverted,
            columns,
            columns_file,
            store,
            codes,
        })
    }

    /// Adds the next page.
    ///
    /// # Errors
    /// If its texts cannot be stored.
    pub fn add(&mut self, mut page: AnalyzedPage) -> tantivy::Result<()> {
        let PageLayout { fields, store, .. } = self.layout;
        self.inverted.add(&mut page);
        self.codes.add(&page);
        let columns = PageDocument { fields, store, part: ValueStore::Columns, page };
        self.columns.add(&columns)?;
        let stored = PageDocument { part: ValueStore::Stored, ..columns };
        self.store.store(&stored, &self.schema)?;
        self.pages += 1;
        Ok(())
    }

    /// Writes the segment to disk. `vocabulary` has the terms of its pages.
    ///
    /// # Errors
    /// If its files cannot be written.
    pub fn finish(mut self, vocabulary: &Vocabulary) -> tantivy::Result<SegmentMeta> {
        // The postings are last, because they need most memory: by then the rest is free.
        self.columns.write(&mut self.columns_file)?;
        self.columns_file.terminate()?;
        self.store.close()?;
        self.codes.write(&self.segment)?;
        self.inverted.write(&self.segment, vocabulary)?;
        Ok(self.segment.index().new_segment_meta(self.segment.id(), self.pages))
    }
}

#[cfg(test)]
mod tests;
