//! Decodes the postings of a term in a segment, in tantivy's batches of 128 pages. The position of
//! an occurrence is the number of its block in the page.

use super::storage::opened;
use std::io;
use std::sync::{Arc, OnceLock};
use tantivy::directory::{CompositeFile, FileSlice};
use tantivy::index::{InvertedIndexReader, SegmentComponent, SegmentReader};
use tantivy::positions::PositionReader;
use tantivy::postings::TermInfo;
use tantivy::schema::{Field, IndexRecordOption};

/// The postings of the blocks of a segment. They are opened when they are first needed: that reads
/// the whole dictionary, to compare it with its checksums.
pub struct BlockPostings {
    reader: SegmentReader,
    text: Field,
    opened: OnceLock<OpenedPostings>,
}

struct OpenedPostings {
    inverted: Arc<InvertedIndexReader>,
    positions: FileSlice,
}

/// The error for postings that name a page or a block that the segment does not have: damage that
/// no checksum shows.
fn foreign() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "postings of pages that the segment does not have")
}

impl BlockPostings {
    /// Those of a segment; `text` is the field of the tokens.
    pub fn new(reader: &SegmentReader, text: Field) -> Self {
        Self { reader: reader.clone(), text, opened: OnceLock::new() }
    }

    fn opened(&self) -> tantivy::Result<&OpenedPostings> {
        opened(&self.opened, || {
            let file = self.reader.open_read(SegmentComponent::Positions)?;
            let positions = CompositeFile::open(&file)?;
            let positions = positions.open_read(self.text).unwrap_or_else(FileSlice::empty);
            let inverted = self.reader.inverted_index(self.text)?;
            Ok(OpenedPostings { inverted, positions })
        })
    }

    /// The terms, and where their postings are.
    ///
    /// # Errors
    /// If the segment cannot be read.
    pub fn inverted(&self) -> tantivy::Result<&InvertedIndexReader> {
        Ok(&self.opened()?.inverted)
    }

    /// Calls `page` for every page that contains the term, in order, including deleted pages: with
    /// the page, and how often it does.
    ///
    /// # Errors
    /// If the segment cannot be read.
    pub fn frequencies(
        &self,
        term: &TermInfo,
        mut page: impl FnMut(u32, u32),
    ) -> tantivy::Result<()> {
        let inverted = &self.opened()?.inverted;
        let option = IndexRecordOption::WithFreqs;
        let mut postings = inverted.read_block_postings_from_terminfo(term, option)?;
        while !postings.docs().is_empty() {
            for (&doc, &freq) in postings.docs().iter().zip(postings.freqs()) {
                page(doc, freq);
            }
            postings.advance();
        }
        Ok(())
    }

    /// Calls `page` for every page that contains the term, in order, including deleted pages: with
    /// the page, and the row of each occurrence's block, ascending. The rows of a page are
    /// `first_row[doc]..first_row[doc + 1]`.
    ///
    /// # Errors
    /// If the segment cannot be read.
    pub fn decode(
        &self,
        term: &TermInfo,
        first_row: &[u32],
        mut page: impl FnMut(u32, &[u32]),
    ) -> tantivy::Result<()> {
        let option = IndexRecordOption::WithFreqsAndPositions;
        let OpenedPostings { inverted, positions } = self.opened()?;
        let mut postings = inverted.read_block_postings_from_terminfo(term, option)?;
        let mut positions =
            PositionReader::open(positions.slice(term.positions_range.clone()).read_bytes()?)?;
        let mut rows = Vec::new();
        let mut offset = 0;
        loop {
            let docs = postings.docs();
            let freqs = postings.freqs();
            if docs.is_empty() {
                return Ok(());
            }
            rows.resize(freqs.iter().map(|&freq| freq as usize).sum(), 0);
            positions.read(offset, &mut rows);
            offset += rows.len() as u64;
            let mut rest = rows.as_mut_slice();
            for (&doc, &freq) in docs.iter().zip(freqs) {
                let (of_page, others) = rest.split_at_mut(freq as usize);
                let (Some(&first), Some(&end)) =
                    (first_row.get(doc as usize), first_row.get(doc as usize + 1))
                else {
                    return Err(foreign().into());
                };
                // Positions are stored as differences, the first as the difference to 0.
                let mut row = first;
                for delta in of_page.iter_mut() {
                    row = row.saturating_add(*delta);
                    *delta = row;
                }
                if row >= end && !of_page.is_empty() {
                    return Err(foreign().into());
                }
                page(doc, of_page);
                rest = others;
            }
            postings.advance();
        }
    }
}
