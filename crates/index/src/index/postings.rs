//! Decodes the postings of a term in a segment, in tantivy's batches of 128 pages. The position of
//! an occurrence is the number of its block in the page.

use std::io;
use std::sync::Arc;
use tantivy::directory::{CompositeFile, FileSlice};
use tantivy::index::{InvertedIndexReader, SegmentComponent, SegmentReader};
use tantivy::positions::PositionReader;
use tantivy::postings::TermInfo;
use tantivy::schema::{Field, IndexRecordOption};

/// The postings of the blocks of a segment.
pub struct BlockPostings {
    /// The terms, and where their postings are.
    pub inverted: Arc<InvertedIndexReader>,
    positions: FileSlice,
}

/// The error for postings that name a page or a block that the segment does not have: damage that
/// no checksum shows.
fn foreign() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "postings of pages that the segment does not have")
}

impl BlockPostings {
    /// Opens those of a segment; `text` is the field of the tokens.
    ///
    /// # Errors
    /// If the segment cannot be read.
    pub fn open(reader: &SegmentReader, text: Field) -> tantivy::Result<Self> {
        let positions = CompositeFile::open(&reader.open_read(SegmentComponent::Positions)?)?;
        let positions = positions.open_read(text).unwrap_or_else(FileSlice::empty);
        Ok(Self { inverted: reader.inverted_index(text)?, positions })
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
    ) -> io::Result<()> {
        let option = IndexRecordOption::WithFreqsAndPositions;
        let mut postings = self.inverted.read_block_postings_from_terminfo(term, option)?;
        let mut positions =
            PositionReader::open(self.positions.slice(term.positions_range.clone()).read_bytes()?)?;
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
                    return Err(foreign());
                };
                // Positions are stored as differences, the first as the difference to 0.
                let mut row = first;
                for delta in of_page.iter_mut() {
                    row = row.saturating_add(*delta);
                    *delta = row;
                }
                if row >= end && !of_page.is_empty() {
                    return Err(foreign());
                }
                page(doc, of_page);
                rest = others;
            }
            postings.advance();
        }
    }
}
