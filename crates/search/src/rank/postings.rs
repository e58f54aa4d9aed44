//! The postings of a query's term.

use crate::view::SegmentView;
use tamis_index::corpus::{Corpus, Segment};
use tamis_index::error::Result;
use tantivy::postings::TermInfo;
use tantivy::{TantivyError, Term};

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
    found(corpus, segment, term, |info| segment.postings.decode(info, &segment.first_row, page))
}

/// Calls `page` for every page of the segment that contains the term, in order, with its frequency
/// in the view, if that is above 0.
///
/// # Errors
/// If the index cannot be read.
pub fn permitted(
    corpus: &Corpus,
    segment: &Segment,
    view: &SegmentView,
    term: &str,
    mut page: impl FnMut(u32, u64),
) -> Result<()> {
    if !view.is_everything() {
        return decode(corpus, segment, term, |doc, rows| {
            let tf = view.frequency(rows);
            if tf > 0 {
                page(doc, tf);
            }
        });
    }
    // Where a term is in a page does not matter, so it is not read.
    found(corpus, segment, term, |info| {
        segment.postings.frequencies(info, |doc, tf| page(doc, tf.into()))
    })
}

/// Calls `read` with the place of the term's postings in the segment, if it has the term.
fn found(
    corpus: &Corpus,
    segment: &Segment,
    term: &str,
    read: impl FnOnce(&TermInfo) -> tantivy::Result<()>,
) -> Result<()> {
    let term = Term::from_field_text(segment.text, term);
    let info = || segment.postings.inverted()?.get_term_info(&term).map_err(Into::into);
    let done = info().and_then(|info| info.as_ref().map_or(Ok(()), read));
    done.map_err(|e: TantivyError| corpus.error(segment, e))
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
        let inverted = segment.postings.inverted();
        let info = inverted.and_then(|inverted| Ok(inverted.get_term_info(&term)?));
        let info = info.map_err(|e| corpus.error(segment, e))?;
        pages += info.map_or(0, |info| u64::from(info.doc_freq));
    }
    Ok(pages)
}
