//! Makes one index of several.

use super::index::Index;
use crate::job::CombineJob;
use crate::watch::Watch;
use std::path::Path;
use tamis_index::error::Result;

/// A combination of indexes. Created by [`Index::combine`]; [`run`](Self::run) starts it.
#[must_use = "nothing is combined until `run`"]
pub struct CombineBuilder<'a> {
    job: CombineJob,
    watch: &'a dyn Watch,
}

impl Index {
    /// Makes one index in `out` of the finished indexes in several folders: the one that a build of
    /// all their collections, in this order, would have given. The collections are not read again.
    pub fn combine<'a, P: AsRef<Path>>(
        paths: impl IntoIterator<Item = P>,
        out: impl AsRef<Path>,
    ) -> CombineBuilder<'a> {
        let indexes = paths.into_iter().map(|path| path.as_ref().to_path_buf()).collect();
        let job = CombineJob { indexes, out: out.as_ref().to_path_buf(), replace: false };
        CombineBuilder { job, watch: &() }
    }
}

impl<'a> CombineBuilder<'a> {
    /// Replaces an index that is in the folder. Default: false.
    pub fn replace(mut self, on: bool) -> Self {
        self.job.replace = on;
        self
    }

    /// Watches the combination, such as a flag that stops it, with
    /// [`Error::Interrupted`](crate::Error::Interrupted).
    pub fn watch(mut self, watch: &'a dyn Watch) -> Self {
        self.watch = watch;
        self
    }

    /// Combines them, and opens the result.
    ///
    /// # Errors
    /// As [`CombineJob::run`].
    pub fn run(self) -> Result<Index> {
        self.job.run(self.watch)?;
        Index::open(&self.job.out)
    }
}
