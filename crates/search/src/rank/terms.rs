//! Iterates over all terms of a corpus, in order, across segments. Exports need it; queries do not.

use crate::view::View;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tantivy::postings::TermInfo;

/// A term and the location of its postings.
pub struct TermPostings<'a> {
    pub term: String,
    /// The segments that contain it, with the location of its postings.
    segments: Vec<(usize, TermInfo)>,
    corpus: &'a Corpus,
}

impl TermPostings<'_> {
    /// Calls `page` with the segment, the page and the term's frequency (in the unit of the view),
    /// for every page with a permitted occurrence, in the order of segments and pages.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn permitted(&self, view: &View, mut page: impl FnMut(usize, u32, u64)) -> Result<()> {
        for (number, info) in &self.segments {
            let segment = &self.corpus.segments[*number];
            let view = &view.segments[*number];
            let decoded = segment.postings.decode(info, &segment.first_row, |doc, rows| {
                let tf = view.frequency(rows);
                if tf > 0 {
                    page(*number, doc, tf);
                }
            });
            decoded.map_err(|e| self.corpus.error(segment, e))?;
        }
        Ok(())
    }
}

/// Calls `each` for every term of the corpus, in the order of bytes.
///
/// # Errors
/// If the index cannot be read, and those of `each`.
pub fn each(corpus: &Corpus, mut each: impl FnMut(&TermPostings<'_>) -> Result<()>) -> Result<()> {
    let mut streams = Vec::with_capacity(corpus.segments.len());
    let mut next = BinaryHeap::new();
    for (number, segment) in corpus.segments.iter().enumerate() {
        let inverted = segment.postings.inverted().map_err(|e| corpus.error(segment, e))?;
        let stream = inverted.terms().stream();
        let mut stream = stream.map_err(|e| corpus.error(segment, e))?;
        if stream.advance() {
            next.push(Reverse((stream.key().to_vec(), number)));
        }
        streams.push(stream);
    }
    while let Some(Reverse((key, first))) = next.pop() {
        let mut segments = vec![first];
        while next.peek().is_some_and(|Reverse((other, _))| *other == key) {
            segments.extend(next.pop().map(|Reverse((_, number))| number));
        }
        let infos =
            segments.iter().map(|&number| (number, streams[number].value().clone())).collect();
        let term = String::from_utf8_lossy(&key).into_owned();
        each(&TermPostings { term, segments: infos, corpus })?;
        for number in segments {
            if streams[number].advance() {
                next.push(Reverse((streams[number].key().to_vec(), number)));
            }
        }
    }
    Ok(())
}
