//! The folder of results of a command, `--out DIR`: another experiment is not written over, unless
//! `--force`.

use std::fmt::Debug;
use std::path::Path;
use tamis_index::disk::results;
use tamis_index::error::Result;
use tamis_report::results_folder;
use xxhash_rust::xxh3::Xxh3;

/// Opens the folder of results, if one is given. `kind` is the stem of the main file. `inputs`
/// returns the hash of all that the results depend on, if it is known: the same experiment may be
/// repeated.
///
/// # Errors
/// A folder that holds an index or the results of another experiment, or that cannot be made.
pub fn open_folder(
    out: Option<&Path>,
    kind: &str,
    force: bool,
    inputs: impl FnOnce() -> Result<Option<String>>,
) -> Result<()> {
    let Some(folder) = out else { return Ok(()) };
    results_folder(folder)?;
    results::open(folder, kind, inputs()?, force)
}

/// Writes results into the folder, if one is given, and ends its experiment. Returns what `write`
/// returns.
///
/// # Errors
/// Errors of `write`; a file that cannot be written or removed.
pub fn save<T>(out: Option<&Path>, write: impl FnOnce(&Path) -> Result<T>) -> Result<Option<T>> {
    let written = out.map(write).transpose()?;
    close_folder(out)?;
    Ok(written)
}

/// Ends the experiment of the folder, if one is given.
///
/// # Errors
/// A file that cannot be written or removed.
pub fn close_folder(out: Option<&Path>) -> Result<()> {
    out.map_or(Ok(()), results::close)
}

/// Returns the hash of settings and of the contents of files; none if one is not a plain file that
/// can be read twice.
pub fn fingerprint<'a>(
    settings: &impl Debug,
    files: impl IntoIterator<Item = &'a Path>,
) -> Option<String> {
    let mut hash = Xxh3::new();
    hash.update(format!("{settings:?}").as_bytes());
    for file in files {
        let content = file.is_file().then(|| std::fs::read(file).ok()).flatten()?;
        hash.update(&(content.len() as u64).to_le_bytes());
        hash.update(&content);
    }
    Some(format!("{:032x}", hash.digest128()))
}
