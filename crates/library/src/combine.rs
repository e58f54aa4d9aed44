//! Makes one index of several.

use super::index::Index;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tamis_index::combine::{Options, combine};
use tamis_index::error::Result;

/// A combination of indexes. Created by [`Index::combine`]; [`run`](Self::run) starts it.
#[must_use = "nothing is combined until `run`"]
pub struct CombineBuilder<'a> {
    paths: Vec<PathBuf>,
    out: PathBuf,
    options: Options,
    stop: Option<&'a AtomicBool>,
}

impl Index {
    /// Makes one index in `out` of the finished indexes in several folders: the one that a build of
    /// all their collections, in this order, would have given. The collections are not read again.
    pub fn combine<'a, P: AsRef<Path>>(
        paths: impl IntoIterator<Item = P>,
        out: impl AsRef<Path>,
    ) -> CombineBuilder<'a> {
        let paths = paths.into_iter().map(|path| path.as_ref().to_path_buf()).collect();
        let out = out.as_ref().to_path_buf();
        let options = Options::default();
        CombineBuilder { paths, out, options, stop: None }
    }
}

impl<'a> CombineBuilder<'a> {
    /// Replaces an index that is in the folder. Default: false.
    pub fn replace(mut self, on: bool) -> Self {
        self.options.force = on;
        self
    }

    /// Gives up once this is true, with [`Error::Interrupted`](tamis_index::Error::Interrupted).
    /// Another thread may set it.
    pub fn stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Combines them, and opens the result.
    ///
    /// # Errors
    /// Indexes that one build could not have given, with both of them: other settings or labels, a
    /// page or an archive in two; an index that is not finished; a folder that holds something; a
    /// full disk. Then the folder holds no index.
    pub fn run(self) -> Result<Index> {
        let stops = || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        combine(&self.paths, &self.out, self.options, &stops)?;
        Index::open(&self.out)
    }
}
