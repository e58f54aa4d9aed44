//! Decodes the postings of a term in a segment, in tantivy's batches of 128 pages. The position of an occurrence is the
//! number of its block in the page.

use super::corpus::{Corpus, Segment};
use crate::error::Result;
use tantivy::Term;
use tantivy::positions::PositionReader;
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;

/// Calls `page` for every page of the segment that contains the term, in order, including deleted pages: with the page, and
/// the row of each occurrence's block, ascending.
///
/// # Errors
/// If the index cannot be read.
pub fn decode(corpus: &Corpus, segment: &Segment, term: &str, page: impl FnMut(u32, &[u32])) -> Result<()> {
    let term = Term::from_field_text(segment.text, term);
    let info = segment.inverted.get_term_info(&term).map_err(|e| corpus.error(segment, e))?;
    match info {
        Some(info) => decode_info(segment, &info, page).map_err(|e| corpus.error(segment, e)),
        None => Ok(()),
    }
}

/// Returns the number of pages that contain a term, including deleted ones: an upper bound of df in any view.
///
/// # Errors
/// If the index cannot be read.
pub fn pages_at_most(corpus: &Corpus, term: &str) -> Result<u64> {
    let of_segment = |segment: &Segment| {
        let info = segment.inverted.get_term_info(&Term::from_field_text(segment.text, term));
        Ok(info.map_err(|e| corpus.error(segment, e))?.map_or(0, |info| u64::from(info.doc_freq)))
    };
    corpus.segments.iter().map(of_segment).sum()
}

/// The error for postings that name a page or a block that the segment does not have: damage that no checksum shows.
fn foreign() -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidData, "postings of pages that the segment does not have")
}

pub(super) fn decode_info(
    segment: &Segment,
    info: &TermInfo,
    mut page: impl FnMut(u32, &[u32]),
) -> std::io::Result<()> {
    let option = IndexRecordOption::WithFreqsAndPositions;
    let mut postings = segment.inverted.read_block_postings_from_terminfo(info, option)?;
    let mut positions = PositionReader::open(segment.positions.slice(info.positions_range.clone()).read_bytes()?)?;
    let (mut rows, mut offset) = (Vec::new(), 0);
    loop {
        let (docs, freqs) = (postings.docs(), postings.freqs());
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
                (segment.first_row.get(doc as usize), segment.first_row.get(doc as usize + 1))
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
