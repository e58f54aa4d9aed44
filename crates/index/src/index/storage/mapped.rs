//! The files of an index that are mapped into memory. If one is truncated, the system kills the
//! program that reads beyond its end. So a program that keeps an index open checks their lengths
//! before each task.

use crate::error::{Error, Place, Result};
use std::path::{Path, PathBuf};

/// The files of segments, which are never written again, with the bytes that they had when the
/// index was opened.
#[derive(Debug, Clone)]
pub struct Mapped(Vec<(PathBuf, u64)>);

impl Mapped {
    /// Notes the files of an index that is about to be opened.
    pub fn new(index: &Path) -> Self {
        /// The extensions of the files that are mapped.
        const MAPPED: [&str; 8] =
            ["fast", "fieldnorm", "idx", "pos", "store", "term", "blocks", "bin"];
        let mut files = Vec::new();
        for entry in std::fs::read_dir(index).into_iter().flatten().flatten() {
            let path = entry.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if extension.is_some_and(|extension| MAPPED.contains(&extension))
                && let Ok(found) = path.metadata()
            {
                files.push((path, found.len()));
            }
        }
        Self(files)
    }

    /// Checks that no file was shortened in place. Files that were removed can still be read.
    ///
    /// # Errors
    /// [`Error::Format`] with the file.
    pub fn check(&self) -> Result<()> {
        for (path, bytes) in &self.0 {
            if path.metadata().is_ok_and(|found| found.len() < *bytes) {
                let found =
                    format!("a file shorter than the {bytes} bytes that it had when it was opened");
                let expected = "the files of an index to stay as they are; restore it";
                return Err(Error::format(Place::file(path), found, expected));
            }
        }
        Ok(())
    }
}
