//! Formats results as tables, JSON, figures and pages. Nothing here computes a result: every module
//! takes a plain one ([`Sweep`],
//! [`LabelComparison`](tamis_search::experiment::results::LabelComparison),
//! [`Accuracy`](tamis_lab::accuracy::data::Accuracy),
//! [`Distribution`](tamis_lab::distribution::Distribution)) and returns text, always the same for
//! the same result.

pub mod accuracy;
mod alone;
pub mod compare;
pub mod distribution;
mod drawing;
mod environments;
pub mod equivalence;
pub mod figure;
mod ink;
pub mod json;
mod latex;
mod layout;
pub mod markup;
pub mod page;
mod paint;
mod pgf;
#[cfg(feature = "figures")]
mod render;
pub mod runs;
mod save;
mod style;
mod svg;
mod table;
pub mod terminal;
pub mod tsv;
pub mod tune;
mod verdict;
pub mod words;

pub use drawing::Drawing;
pub use save::{Content, File, Form, Format};
pub use style::{Style, WIDTHS};

use std::path::{Path, PathBuf};
use tamis_index::disk;
use tamis_index::error::{Error, Result};
use tamis_search::experiment::results::Sweep;

/// Returns the files of a sweep, name and content, in the order to save them: numbers first, so
/// that a full disk costs a figure and not a result. Every measure has a figure of its own, beside
/// `sweep`, which may show two.
pub fn files(sweep: &Sweep, form: &Form) -> Vec<File> {
    let mut files =
        vec![("sweep.tsv", tsv::sweep(sweep)), ("per_topic.tsv", tsv::per_topic(sweep))];
    files.extend(tsv::folds(sweep).map(|folds| ("folds.tsv", folds)));
    files.push(("sweep.json", json::sweep(sweep)));
    let mut files = save::named(files);
    files.push(save::figure("sweep", figure::draw(sweep, 0, &form.style)));
    files.extend(save::named(vec![
        ("report.html", page::html(sweep)),
        ("report.tex", terminal::latex(sweep, form)),
    ]));
    files.extend(figure::files(sweep, &form.style));
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

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their
/// paths.
///
/// # Errors
/// [`tamis_index::Error::Io`] for the file that could not be written; the files before it are
/// complete.
pub fn write(sweep: &Sweep, folder: &Path, form: &Form) -> Result<Vec<PathBuf>> {
    save::save(files(sweep, form), folder, form)
}
