//! The files of an index that are mapped into memory: the system ends the program where it reads
//! one beyond its end, so whoever keeps an index open looks at their lengths before each piece of
//! work.

use crate::error::{Error, Place, Result};
use std::path::{Path, PathBuf};

/// The files of segments, which are never written again, with the bytes that they had when the
/// index was opened.
#[derive(Debug, Clone)]
pub struct Mapped(Vec<(PathBuf, u64)>);

impl Mapped {
    /// Notes the files of an index that is about to be opened.
    pub fn new(index: &Path) -> Self {
        let entries =
            std::fs::read_dir(index).into_iter().flatten().flatten().map(|entry| entry.path());
        let segments = ["fast", "fieldnorm", "idx", "pos", "store", "term", "bin"];
        let is_mapped = |path: &PathBuf| {
            path.extension().is_some_and(|kind| segments.iter().any(|known| kind == *known))
        };
        let sized = |path: PathBuf| path.metadata().ok().map(|found| (path, found.len()));
        Self(entries.filter(is_mapped).filter_map(sized).collect())
    }

    /// Checks that no file was shortened in place. Files that were removed can still be read.
    ///
    /// # Errors
    /// [`Error::Format`] with the file.
    pub fn check(&self) -> Result<()> {
        let is_shorter = |(path, bytes): &&(PathBuf, u64)| {
            path.metadata().is_ok_and(|found| found.len() < *bytes)
        };
        let Some((path, bytes)) = self.0.iter().find(is_shorter) else { return Ok(()) };
        let found = format!("a file shorter than the {bytes} bytes that it had when it was opened");
        Err(Error::format(
            Place::file(path),
            found,
            "the files of an index to stay as they are; restore it",
        ))
    }
}
