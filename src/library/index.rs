//! An opened index, and what can be asked of it.

use super::blocks::IndexedBlock;
use super::build::IndexBuilder;
use super::compare::ComparisonBuilder;
use super::search::SearchBuilder;
use super::stats::Stats;
use super::sweep::SweepBuilder;
use super::topic_search::TopicSearchBuilder;
use crate::error::Result;
use crate::index::Manifest;
use crate::search::Corpus;
use std::path::Path;
use tamis_eval::{Qrels, Topics};

/// An index, opened for reading at its last commit.
///
/// The text of every block is indexed, boilerplate included. Which blocks a search sees is decided by each search.
pub struct Index {
    pub(super) corpus: Corpus,
}

impl Index {
    /// Starts to build an index in a folder, which is new, empty, or holds an index to continue.
    pub fn build<'a>(path: impl AsRef<Path>) -> IndexBuilder<'a> {
        IndexBuilder::new(path.as_ref())
    }

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

    /// Returns the blocks of a page, the title first; none if no page has this docno.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn blocks(&self, docno: &str) -> Result<Option<Vec<IndexedBlock>>> {
        let page = self.corpus.indexes[0].page(docno)?;
        Ok(page.map(|page| IndexedBlock::all(page, self.labels())))
    }

    /// Searches for words.
    pub fn search<'a>(&'a self, words: &'a str) -> SearchBuilder<'a> {
        SearchBuilder::new(self, words)
    }

    /// Searches for every topic; the result is a run.
    pub fn search_topics<'a>(&'a self, topics: &'a Topics) -> TopicSearchBuilder<'a> {
        TopicSearchBuilder::new(self, topics)
    }

    /// Measures a range of thresholds against qrels, in one pass over the index.
    pub fn sweep<'a>(&'a self, topics: &'a Topics, qrels: &'a Qrels) -> SweepBuilder<'a> {
        SweepBuilder::new(self, topics, qrels)
    }

    /// Compares the index's labels with the unfiltered text and the best threshold.
    pub fn compare<'a>(&'a self, topics: &'a Topics, qrels: &'a Qrels) -> ComparisonBuilder<'a> {
        ComparisonBuilder::new(self, topics, qrels)
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
