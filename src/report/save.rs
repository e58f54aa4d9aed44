//! Writes the files of a report.

use crate::disk;
use crate::error::Result;
use std::path::{Path, PathBuf};

/// Writes files into a folder that exists, in the given order, and returns their paths.
pub(super) fn save(files: Vec<(&'static str, String)>, folder: &Path) -> Result<Vec<PathBuf>> {
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    disk::results::announce(folder, &names)?;
    let save = |(name, content): (&str, String)| {
        let path = folder.join(name);
        disk::save(&path, content)?;
        Ok(path)
    };
    files.into_iter().map(save).collect()
}
