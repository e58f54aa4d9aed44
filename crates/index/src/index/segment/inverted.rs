//! The inverted index of a segment: the terms of the blocks with their positions, the docnos, and
//! the lengths of the pages (tantivy's field norms).

use super::super::page::AnalyzedPage;
use super::super::schema::Fields;
use super::term_log::{LoggedPages, TermLog};
use crate::analyze::{TermId, Vocabulary};
use tantivy::Segment;
use tantivy::fieldnorm::{FieldNormReaders, FieldNormsSerializer, FieldNormsWriter};
use tantivy::index::SegmentComponent;
use tantivy::postings::InvertedIndexSerializer;

/// Gathers the terms and the docnos of pages.
pub(super) struct InvertedWriter {
    fields: Fields,
    terms: TermLog,
    /// The number of terms of each page.
    lengths: Vec<u32>,
    docnos: Vec<String>,
}

impl InvertedWriter {
    pub fn new(fields: Fields) -> Self {
        Self { fields, terms: TermLog::default(), lengths: Vec::new(), docnos: Vec::new() }
    }

    /// Adds the next page, and takes its terms.
    pub fn add(&mut self, page: &mut AnalyzedPage) {
        self.lengths.push(page.terms.len() as u32);
        self.terms.add(std::mem::take(&mut page.terms), page.block_terms.clone());
        self.docnos.push(page.document.docno.clone());
    }

    /// Writes the files.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(self, segment: &Segment, vocabulary: &Vocabulary) -> tantivy::Result<()> {
        // The lengths come first: the postings keep the greatest weight of every 128 pages, which
        // needs them as they are stored, rounded.
        self.write_lengths(segment)?;
        let lengths = FieldNormReaders::open(segment.open_read(SegmentComponent::FieldNorms)?)?;
        let mut files = InvertedIndexSerializer::open(segment)?;
        self.write_docnos(&mut files, &lengths)?;
        self.write_terms(&mut files, &lengths, vocabulary)?;
        files.close()?;
        Ok(())
    }

    fn write_lengths(&self, segment: &Segment) -> tantivy::Result<()> {
        let mut writer = FieldNormsWriter::for_schema(&segment.schema());
        for (page, length) in (0..).zip(&self.lengths) {
            writer.record(page, self.fields.docno, 1);
            writer.record(page, self.fields.text, *length);
        }
        let file = segment.open_write(SegmentComponent::FieldNorms)?;
        Ok(writer.serialize(FieldNormsSerializer::from_write(file)?, None)?)
    }

    fn write_docnos(
        &self,
        files: &mut InvertedIndexSerializer,
        lengths: &FieldNormReaders,
    ) -> tantivy::Result<()> {
        let mut docnos: Vec<(&str, u32)> = Vec::with_capacity(self.docnos.len());
        docnos.extend(self.docnos.iter().map(String::as_str).zip(0..));
        docnos.sort_unstable();
        let field = self.fields.docno;
        let tokens = docnos.len() as u64;
        let mut serializer = files.new_field(field, tokens, lengths.get_field(field)?)?;
        for pages in docnos.chunk_by(|a, b| a.0 == b.0) {
            serializer.new_term_without_freq(pages[0].0.as_bytes())?;
            for (_, page) in pages {
                serializer.write_doc(*page, 0, &[]);
            }
            serializer.close_term()?;
        }
        Ok(serializer.close()?)
    }

    /// Writes the terms, unless there are none: tantivy then has no such field either.
    fn write_terms(
        self,
        files: &mut InvertedIndexSerializer,
        lengths: &FieldNormReaders,
        vocabulary: &Vocabulary,
    ) -> tantivy::Result<()> {
        let tokens = self.terms.tokens();
        if tokens == 0 {
            return Ok(());
        }
        let postings = self.terms.into_postings(vocabulary.len());
        let field = self.fields.text;
        let mut serializer = files.new_field(field, tokens, lengths.get_field(field)?)?;
        let mut pages = LoggedPages::default();
        for (text, term) in sorted(vocabulary) {
            postings.read(term, &mut pages);
            // The pages with the term may all have been left out as duplicates.
            if pages.len() == 0 {
                continue;
            }
            serializer.new_term(text.as_bytes(), pages.len(), true)?;
            for (page, blocks) in pages.iter() {
                serializer.write_doc(page, blocks.len() as u32, blocks);
            }
            serializer.close_term()?;
        }
        Ok(serializer.close()?)
    }
}

/// Returns all terms in the order of their bytes.
fn sorted(vocabulary: &Vocabulary) -> Vec<(&str, TermId)> {
    let mut terms = Vec::with_capacity(vocabulary.len());
    terms.extend(vocabulary.ids().map(|id| (vocabulary.term(id), id)));
    terms.sort_unstable();
    terms
}
