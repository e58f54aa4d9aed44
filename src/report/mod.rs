//! Formats results as tables, JSON, figures and pages. Nothing here computes a result: every module takes a plain one
//! ([`Sweep`], [`LabelComparison`](crate::experiment::results::LabelComparison),
//! [`Accuracy`](crate::accuracy::data::Accuracy), [`Distribution`](crate::distribution::Distribution)) and returns text,
//! always the same for the same result.

pub mod accuracy;
mod alone;
pub mod compare;
pub mod distribution;
pub mod figure;
pub mod json;
pub mod markup;
pub mod page;
mod paint;
pub mod runs;
mod save;
pub mod terminal;
pub mod tsv;
pub mod words;

use crate::disk;
use crate::error::{Error, Result};
use crate::experiment::results::Sweep;
use std::path::{Path, PathBuf};

/// Returns the files of a sweep, name and content, in the order to save them: numbers first, so that a full disk costs a
/// figure and not a result.
pub fn files(sweep: &Sweep) -> Vec<(&'static str, String)> {
    let mut files = vec![("sweep.tsv", tsv::sweep(sweep)), ("per_topic.tsv", tsv::per_topic(sweep))];
    files.extend(tsv::folds(sweep).map(|folds| ("folds.tsv", folds)));
    files.extend([
        ("sweep.json", json::sweep(sweep)),
        ("sweep.svg", figure::sweep_svg(sweep, 0)),
        ("report.html", page::html(sweep)),
    ]);
    files
}

/// Makes a folder for results, unless it is there.
///
/// # Errors
/// [`Error::Index`] if the folder holds an index; [`Error::Io`] if it cannot be made.
pub fn results_folder(path: &Path) -> Result<()> {
    if path.join("meta.json").exists() {
        return Err(Error::index(path, "holds an index; name another folder for results"));
    }
    disk::create_folder(path).map_err(|e| Error::io("create the folder", path, e))
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their paths.
///
/// # Errors
/// [`crate::Error::Io`] for the file that could not be written; the files before it are complete.
pub fn write(sweep: &Sweep, folder: &Path) -> Result<Vec<PathBuf>> {
    save::save(files(sweep), folder)
}
