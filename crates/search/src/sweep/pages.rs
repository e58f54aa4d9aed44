//! The postings of a query's terms, decoded once per query: for every page the rows of the
//! occurrences, and from these what each plane keeps of them.

use crate::query::Query;
use crate::rank::postings;
use std::ops::Range;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;

/// The pages of one term in one segment, each with one or more entries.
pub(super) struct TermPages<E> {
    pub docs: Vec<u32>,
    /// `entries[first[page]..first[page + 1]]` are those of `docs[page]`.
    first: Vec<u32>,
    entries: Vec<E>,
}

/// The pages of one term in one segment, each with the rows of the term's occurrences, ascending.
pub(super) type TermRows = TermPages<u32>;

impl<E> TermPages<E> {
    /// Returns those of no page, with space for so many.
    fn with_capacity(pages: usize) -> Self {
        let mut first = Vec::with_capacity(pages + 1);
        first.push(0);
        Self { docs: Vec::with_capacity(pages), first, entries: Vec::with_capacity(pages) }
    }

    /// Adds a page with the entries that `add` appends, if it appends any.
    fn push(&mut self, doc: u32, add: impl FnOnce(&mut Vec<E>)) {
        let before = self.entries.len();
        add(&mut self.entries);
        if self.entries.len() > before {
            self.docs.push(doc);
            self.first.push(self.entries.len() as u32);
        }
    }

    /// Returns the entries of the page at a position of `docs`.
    #[inline]
    pub fn of_page(&self, page: usize) -> &[E] {
        &self.entries[self.first[page] as usize..self.first[page + 1] as usize]
    }

    /// Returns the entries of every page.
    pub fn pages(&self) -> impl Iterator<Item = &[E]> {
        (0..self.docs.len()).map(|page| self.of_page(page))
    }

    /// Returns the entries of all pages, one page after the other.
    pub fn entries(&self) -> &[E] {
        &self.entries
    }

    /// Converts the entries page by page, given where they are in [`Self::entries`]; drops pages
    /// for which `convert` appends none.
    pub fn convert<F>(&self, mut convert: impl FnMut(Range<usize>, &mut Vec<F>)) -> TermPages<F> {
        let mut converted = TermPages::with_capacity(self.docs.len());
        for (&doc, bounds) in self.docs.iter().zip(self.first.windows(2)) {
            let of_page = bounds[0] as usize..bounds[1] as usize;
            converted.push(doc, |added| convert(of_page, added));
        }
        converted
    }
}

/// Decodes the postings of a query: `decoded[segment][term]`.
pub(super) fn decode(corpus: &Corpus, query: &Query) -> Result<Vec<Vec<TermRows>>> {
    let mut segments = Vec::with_capacity(corpus.segments.len());
    for segment in &corpus.segments {
        let mut terms = Vec::with_capacity(query.terms.len());
        for (term, _) in &query.terms {
            let mut decoded = TermRows::with_capacity(0);
            postings::decode(corpus, segment, term, |doc, rows| {
                decoded.push(doc, |added| added.extend_from_slice(rows));
            })?;
            terms.push(decoded);
        }
        segments.push(terms);
    }
    Ok(segments)
}
