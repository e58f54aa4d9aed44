//! Builds an index from a collection.

use super::index::Index;
use crate::job::IndexJob;
use crate::watch::Watch;
use std::path::Path;
use tamis_index::error::Result;

/// The build of an index. Created by [`Index::build`]; [`run`](Self::run) starts it. The fields of
/// the job are its settings ([`with`](Self::with)); those that are not given are those of the index
/// in the folder, else the defaults.
#[must_use = "nothing is built until `run`"]
pub struct IndexBuilder<'a> {
    job: IndexJob,
    watch: &'a dyn Watch,
}

impl Index {
    /// Starts to build an index in a folder, which is new, empty, or holds an index to continue.
    pub fn build<'a>(path: impl AsRef<Path>) -> IndexBuilder<'a> {
        let out = path.as_ref().to_path_buf();
        IndexBuilder { job: IndexJob { out, ..IndexJob::default() }, watch: &() }
    }
}

impl<'a> IndexBuilder<'a> {
    /// Adds a file, a folder or a glob: WARC, ARC, WACZ, TREC web, BLOGS06, JSONL or HTML, plain or
    /// compressed.
    pub fn collection(self, path: impl AsRef<Path>) -> Self {
        self.with(|job| job.collections.push(path.as_ref().to_owned()))
    }

    /// Changes settings of the job: `with(|job| job.recipe.store = Some(Store::All))`.
    pub fn with(mut self, change: impl FnOnce(&mut IndexJob)) -> Self {
        change(&mut self.job);
        self
    }

    /// Watches the build, such as a flag that stops it. What is done by then is committed; the same
    /// build continues it.
    pub fn watch(mut self, watch: &'a dyn Watch) -> Self {
        self.watch = watch;
        self
    }

    /// Reads the collection, writes the index and opens it. [`Index::stats`] counts what was
    /// skipped, by reason.
    ///
    /// # Errors
    /// As [`IndexJob::run`].
    pub fn run(self) -> Result<Index> {
        self.job.run(self.watch)?;
        Index::open(&self.job.out)
    }
}
