//! The last commit of the index, which another process may add to while it is looked at.

use super::snapshot::Snapshot;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use tamis::{Error, Index, Result};

/// The index of a server.
pub struct WatchedIndex {
    path: PathBuf,
    now: RwLock<CurrentCommit>,
}

/// The commit that requests see, and why the last one cannot be opened, if so.
struct CurrentCommit {
    snapshot: Arc<Snapshot>,
    trouble: Option<String>,
}

impl WatchedIndex {
    /// Opens the index.
    ///
    /// # Errors
    /// As [`Snapshot::open`].
    pub fn open(path: &Path) -> Result<Self> {
        let commit = Index::last_commit(path).unwrap_or_default();
        let snapshot = Arc::new(Snapshot::open(path, commit)?);
        Ok(Self {
            path: path.to_path_buf(),
            now: RwLock::new(CurrentCommit { snapshot, trouble: None }),
        })
    }

    /// The index's folder, as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The commit that requests see.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).snapshot.clone()
    }

    /// Why the last commit could not be opened, if so; requests go on with the one before.
    pub fn trouble(&self) -> Option<String> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).trouble.clone()
    }

    /// Opens the index again if it has a new commit.
    pub fn refresh(&self) {
        let known = self.snapshot();
        let opened = match Index::last_commit(&self.path) {
            Ok(commit) if commit == known.commit => Ok(None),
            Ok(commit) => Snapshot::open(&self.path, commit).map(Some),
            Err(error) => Err(Error::index(
                &self.path,
                format!("is not there any more, or cannot be read ({error})"),
            )),
        };
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        match opened {
            Ok(new) => {
                now.trouble = None;
                if let Some(new) = new {
                    now.snapshot = Arc::new(new);
                }
            }
            Err(error) => now.trouble = Some(error.to_string()),
        }
    }
}
