//! The postings of a query's term.

use tamis_index::corpus::{Corpus, Segment};
use tamis_index::error::Result;
use tantivy::Term;

/// Calls `page` for every page of the segment that contains the term, in order, including deleted
/// pages: with the page, and the row of each occurrence's block, ascending.
///
/// # Errors
/// If the index cannot be read.
pub fn decode(
    corpus: &Corpus,
    segment: &Segment,
    term: &str,
    page: impl FnMut(u32, &[u32]),
) -> Result<()> {
    let term = Term::from_field_text(segment.text, term);
    let info =
        segment.postings.inverted.get_term_info(&term).map_err(|e| corpus.error(segment, e))?;
    match info {
        Some(info) => segment
            .postings
            .decode(&info, &segment.first_row, page)
            .map_err(|e| corpus.error(segment, e)),
        None => Ok(()),
    }
}

/// Returns the number of pages that contain a term, including deleted ones: an upper bound of df in
/// any view.
///
/// # Errors
/// If the index cannot be read.
pub fn pages_at_most(corpus: &Corpus, term: &str) -> Result<u64> {
    let mut pages = 0;
    for segment in &corpus.segments {
        let term = Term::from_field_text(segment.text, term);
        let info = segment.postings.inverted.get_term_info(&term);
        let info = info.map_err(|e| corpus.error(segment, e))?;
        pages += info.map_or(0, |info| u64::from(info.doc_freq));
    }
    Ok(pages)
}
