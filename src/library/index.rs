//! An opened index. The files of the builders add the methods that start them: build, search, sweep, compare.

use super::blocks::IndexedBlock;
use super::stats::Stats;
use crate::captures::Capture;
use crate::error::Result;
use crate::index::{Manifest, Score};
use crate::search::Corpus;
use std::path::Path;

/// An index, opened for reading at its last commit.
///
/// The text of every block is indexed, boilerplate included. Which blocks a search sees is decided by each search.
pub struct Index {
    pub(super) corpus: Corpus,
}

impl Index {
    /// Opens the index in a folder.
    ///
    /// # Errors
    /// A folder without an index, a damaged index, or one of another format.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Ok(Self { corpus: Corpus::new(vec![crate::index::Index::open(path.as_ref())?])? })
    }

    /// The index's folder.
    pub fn path(&self) -> &Path {
        &self.corpus.indexes[0].path
    }

    /// Returns what is in the index, and what was skipped while it was built.
    pub fn stats(&self) -> Stats {
        Stats::of(self.manifest())
    }

    /// The labels of its blocks, by the names of their classifiers.
    pub fn labels(&self) -> &[String] {
        &self.manifest().classifiers
    }

    /// The scores of its blocks, by the names of their classifiers.
    pub fn scores(&self) -> Vec<&'static str> {
        self.manifest().scores().into_iter().map(Score::classifier).collect()
    }

    /// Returns the blocks of a page, the title first; none if no page has this docno.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn blocks(&self, docno: &str) -> Result<Option<Vec<IndexedBlock>>> {
        let page = self.corpus.indexes[0].page(docno)?;
        Ok(page.map(|page| IndexedBlock::all(page, self.manifest())))
    }

    /// Returns the captures of a URL, the oldest first: its pages, and the times at which an archive saw it again with content
    /// that it had stored before (revisits). The URL matches with and without scheme, `www.`, final slash and fragment.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn captures(&self, url: &str) -> Result<Vec<Capture>> {
        crate::captures::captures(&self.corpus.indexes[0], url)
    }

    /// The open index, for programs that need more than this type offers.
    #[doc(hidden)]
    pub fn corpus(&self) -> &Corpus {
        &self.corpus
    }

    pub(super) fn manifest(&self) -> &Manifest {
        &self.corpus.indexes[0].manifest
    }
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index").field("path", &self.path()).field("stats", &self.stats()).finish()
    }
}
