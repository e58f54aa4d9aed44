//! Formats a sweep as tables, JSON, figures and a page.

mod page;
mod tables;
mod verdict;

pub use page::html;
pub use tables::{data, folds_data, per_topic_data};
pub use tables::{folds_tsv, latex, per_topic, table, tsv, tsv_without_equivalence};

use super::figure;
use super::json::one_line;
use super::save::{self, File, Form, save, text};
use std::path::{Path, PathBuf};
use tamis_index::error::Result;
use tamis_search::experiment::results::Sweep;

/// Returns the files of a sweep, name and content, in the order to save them: numbers first, so
/// that a full disk costs a figure and not a result. Every measure has a figure of its own, beside
/// `sweep`, which may show two.
pub fn files(sweep: &Sweep, form: &Form) -> Vec<File> {
    let mut files = vec![text("sweep.tsv", tsv(sweep)), text("per_topic.tsv", per_topic(sweep))];
    files.extend(folds_tsv(sweep).map(|folds| text("folds.tsv", folds)));
    files.extend([
        text("sweep.json", one_line(sweep)),
        save::figure("sweep", figure::draw(sweep, 0, &form.style)),
        text("report.html", html(sweep)),
        text("report.tex", latex(sweep, form)),
    ]);
    files.extend(figure::files(sweep, &form.style));
    files
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their
/// paths.
///
/// # Errors
/// [`tamis_index::Error::Io`] for the file that could not be written; the files before it are
/// complete.
pub fn write(sweep: &Sweep, folder: &Path, form: &Form) -> Result<Vec<PathBuf>> {
    save(files(sweep, form), folder, form)
}
