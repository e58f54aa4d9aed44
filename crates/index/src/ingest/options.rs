//! The settings of an ingest.

use super::share::Share;
use crate::error::{Error, Result};
use crate::index::Recipe;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ffi::OsString;

/// How a collection is indexed. The default uses all cores and allows any number of damaged
/// records.
#[derive(Debug, Clone)]
pub struct Options {
    /// The settings that decide the index's contents.
    pub recipe: Recipe,
    /// Threads that cut, analyze and index, 1 or more. Reader threads come on top.
    pub threads: usize,
    /// Whether to replace an index in the output folder.
    pub force: bool,
    /// The maximum number of damaged or lost records; one more and the ingest fails. None: no
    /// maximum.
    pub max_damaged: Option<u64>,
    /// Which of the archives to read.
    pub share: Share,
    /// A program and its arguments that call [`try_page`] and end with the status that it returns.
    /// A record that was in work when an earlier ingest died is tried there, and left out if it
    /// kills again. Empty: there is no such program, and these records are analyzed as all others
    /// are, but alone.
    ///
    /// [`try_page`]: super::try_page
    pub trial: Vec<OsString>,
}

impl Default for Options {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            recipe: Recipe::default(),
            threads,
            force: false,
            max_damaged: None,
            share: Share::Whole,
            trial: Vec::new(),
        }
    }
}

impl Options {
    /// Refuses settings with which nothing would be read (without threads every archive would be
    /// committed as empty), and segments that are too large.
    pub(super) fn check(&self) -> Result<()> {
        let bytes = self.recipe.commit_every;
        if bytes > MAX_COMMIT_EVERY {
            let found = format!("found {bytes}, expected at most {MAX_COMMIT_EVERY} bytes");
            return Err(Error::setting("commit_every", found));
        }
        check_threads(self.threads)
    }
}

/// The most bytes of documents in a segment: its tokens are numbered in 32 bits.
const MAX_COMMIT_EVERY: u64 = 1 << 30;

/// The most threads; a typing error must not fill the memory with idle ones.
const MAX_THREADS: usize = 1024;

/// Checks a number of threads.
///
/// # Errors
/// [`Error::Setting`] for none, or more than 1024.
pub fn check_threads(threads: usize) -> Result<()> {
    match threads {
        1..=MAX_THREADS => Ok(()),
        other => {
            Err(Error::setting("threads", format!("found {other}, expected 1 to {MAX_THREADS}")))
        }
    }
}

pub(super) fn thread_pool(threads: usize) -> Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|e| Error::setting("threads", format!("found {threads}: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_has_a_limit() {
        let mut options = Options::default();
        options.recipe.commit_every = MAX_COMMIT_EVERY;
        assert!(options.check().is_ok());
        options.recipe.commit_every += 1;
        let error = options.check().unwrap_err().to_string();
        assert!(error.contains("1073741825, expected at most 1073741824 bytes"), "{error}");
    }
}
