//! A folder for what only this process reads.

use crate::error::{Error, Result};
use std::path::Path;
use tempfile::TempDir;

/// A folder among the system's temporary files (`TMPDIR` names another place), removed when this is
/// dropped.
#[derive(Debug)]
pub struct TemporaryFolder(TempDir);

impl TemporaryFolder {
    /// Creates a folder.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn new() -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("tamis-").tempdir();
        folder
            .map(Self)
            .map_err(|error| Error::io("create a folder in", std::env::temp_dir(), error))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}
