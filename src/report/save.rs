//! Writes the files of a report.

use crate::error::{Error, Result};
use std::path::{Path, PathBuf};

/// Writes files into a folder that exists, in the given order, and returns their paths.
pub(super) fn save(files: Vec<(&'static str, String)>, folder: &Path) -> Result<Vec<PathBuf>> {
    let save = |(name, content): (&str, String)| {
        let path = folder.join(name);
        std::fs::write(&path, content).map_err(|e| Error::io("write", &path, e))?;
        Ok(path)
    };
    files.into_iter().map(save).collect()
}
