//! A check that an index is intact.

use super::Outcome;
use super::opening::on_threads;
use crate::watch::Told;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use tamis_index::error::Result;
use tamis_index::index::Index;
use tamis_index::index::storage::guarded;
use tamis_index::ingest::Progress;
use tamis_index::verify::{Verdict, verify, verify_deep};
use tamis_search::request::check_stored;

/// A check as it is wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VerifyJob {
    /// The folder of the index.
    pub index: PathBuf,
    /// Whether every number that a rule can read is checked as well, against the pages, which are
    /// read and cut again. It takes about as long as building the index.
    pub deep: bool,
    /// Where the archives are for that, if they have moved since. Not needed for an index that
    /// stores whole pages.
    pub collections: Vec<PathBuf>,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

impl VerifyJob {
    /// Checks the index, and whether its tuned rule can be used. What is damaged is part of the
    /// verdict.
    ///
    /// # Errors
    /// A folder without an index, or one that is being written or cannot be read at all;
    /// [`Error::Interrupted`](crate::Error::Interrupted) once a deep check is to stop.
    pub fn run(&self, watch: &dyn Progress) -> Result<Outcome<Verdict>> {
        let verdict = guarded(&self.index, || {
            let mut verdict = if self.deep {
                let collections: Vec<_> = self.collections.iter().map(Into::into).collect();
                on_threads(self.threads, || verify_deep(&self.index, &collections, watch))?
            } else {
                verify(&self.index)?
            };
            if verdict.whole() && verdict.has_pages() {
                verdict.checks.extend(check_stored(&Index::open(&self.index)?));
            }
            Ok(verdict)
        })?;
        Ok(Outcome::new(verdict, Told::new(&())))
    }
}
