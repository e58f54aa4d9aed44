//! A view of an index into files that other systems read, holding exactly the permitted text: postings as CIFF
//! ([`ciff`]), or the text itself as lines of JSON ([`lines`]). Pages without a permitted token are in neither, as in a
//! search, and both have them in the order of their docnos.

pub mod ciff;
pub mod lines;

use crate::search::corpus::DocnoOrder;
use crate::search::{Corpus, View};
use std::io;

/// What went into an export.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exported {
    /// Pages with at least one permitted token.
    pub pages: u64,
    /// Permitted tokens; they are counted under the view, not in what was written.
    pub tokens: u64,
    /// Terms with a permitted occurrence; 0 for text.
    pub terms: u64,
}

/// The pages of a view in the order of their docnos: the segment, the page in it, and the docno.
fn pages<'a>(order: &'a DocnoOrder, view: &'a View) -> impl Iterator<Item = (usize, u32, &'a str)> {
    let placed = order.documents.iter().enumerate().map(|(rank, (segment, doc))| (rank, *segment as usize, *doc));
    let permitted = placed.filter(|(_, segment, doc)| view.segments[*segment].lengths[*doc as usize] > 0);
    permitted.map(|(rank, segment, doc)| (segment, doc, order.docno(rank as u32)))
}

/// An error about the first index of `corpus`.
fn index_error(corpus: &Corpus, message: impl Into<String>) -> crate::Error {
    crate::Error::index(&corpus.indexes[0].path, message)
}

/// How writing failed; the caller knows where to.
type Written<T> = Result<T, Failure>;

/// Why an export stopped.
#[derive(Debug)]
pub enum Failure {
    /// The index cannot be read, or cannot be exported.
    Index(crate::Error),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<crate::Error> for Failure {
    fn from(error: crate::Error) -> Self {
        Self::Index(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Failure {
    /// As the crate's error; `output` names what was written to.
    pub fn into_error(self, output: &std::path::Path) -> crate::Error {
        match self {
            Self::Index(error) => error,
            Self::Output(source) => crate::Error::io("write", output, source),
        }
    }
}
