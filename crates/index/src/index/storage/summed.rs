//! Files beside the segments that are named by their checksum, `PREFIX-SUM.bin`, which the manifest
//! names: a new file becomes visible with the commit that names it, and a missing file is detected.

use crate::disk;
use std::io;
use std::path::Path;

/// Returns the name of the file with this prefix and checksum.
pub fn summed_name(prefix: &str, sum: &str) -> String {
    format!("{prefix}-{sum}.bin")
}

/// Whether a file has the name of one with this prefix.
pub fn is_summed(prefix: &str, name: &str) -> bool {
    let sum =
        name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-')?.strip_suffix(".bin"));
    sum.is_some_and(|sum| sum.len() == 16 && sum.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Removes the files of a kind from the index folder `path`, but for the one with this checksum.
/// The caller must hold the writer's lock.
///
/// # Errors
/// Those of the system.
pub fn remove_others(
    path: &Path,
    is_of_kind: impl Fn(&str) -> bool,
    kept: Option<String>,
) -> io::Result<()> {
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_of_kind(&name) && kept.as_ref() != Some(&name) {
            disk::remove(&entry.path())?;
        }
    }
    Ok(())
}
