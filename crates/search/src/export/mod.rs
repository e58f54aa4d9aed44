//! Exports a view of an index for other systems, with exactly the permitted text: as postings in
//! CIFF ([`ciff`]), or as text in lines of JSON ([`lines`]). Both write pages in docno order,
//! without the pages that have no permitted token.

pub mod ciff;
pub mod lines;

use crate::View;
use std::io;
use tamis_index::corpus::Corpus;
use tamis_index::corpus::DocnoOrder;

/// The size of an export.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExportSize {
    /// Number of pages with a permitted token.
    pub pages: u64,
    /// Number of permitted tokens of these, counted in the view and not in the output.
    pub tokens: u64,
    /// Number of pages that were left out because they have too few words.
    pub short: u64,
    /// Number of terms with a permitted occurrence; 0 for text.
    pub terms: u64,
}

/// Returns the pages of a view in docno order: the rank, the segment, and the page's number in it.
fn pages<'a>(
    order: DocnoOrder<'a>,
    view: &'a View,
) -> impl Iterator<Item = (u32, usize, u32)> + 'a {
    let placed = order.visible().map(move |rank| {
        let (segment, doc) = order.page(rank);
        (rank, segment, doc)
    });
    placed.filter(|(_, segment, doc)| view.segments[*segment].length(*doc) > 0)
}

/// An error about the first index of `corpus`.
fn index_error(corpus: &Corpus, message: impl Into<String>) -> tamis_index::Error {
    tamis_index::Error::index(&corpus.indexes[0].path, message)
}

/// The result of a write. The error does not name the output; the caller knows it.
type WriteResult<T> = Result<T, ExportFailure>;

#[derive(Debug)]
pub enum ExportFailure {
    /// The index cannot be read or exported.
    Index(tamis_index::Error),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<tamis_index::Error> for ExportFailure {
    fn from(error: tamis_index::Error) -> Self {
        Self::Index(error)
    }
}

impl From<io::Error> for ExportFailure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl ExportFailure {
    /// Converts this into the crate's error; `output` names the output.
    pub fn into_error(self, output: &std::path::Path) -> tamis_index::Error {
        match self {
            Self::Index(error) => error,
            Self::Output(source) => tamis_index::Error::io("write", output, source),
        }
    }
}
