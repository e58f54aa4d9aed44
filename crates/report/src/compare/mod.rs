//! Formats a comparison of labels as tables, JSON, figures and a page.

mod figure;
mod finding;
mod marks;
mod page;
mod tables;

pub use figure::figure;
use figure::{by_topics, draw};
pub use page::html;
pub use tables::{best_rows, data, latex, per_topic, table, tsv};

use super::figure::differences;
use super::json::one_line;
use super::save::{self, File, Form, measured, save, text};
use std::path::{Path, PathBuf};
use tamis_index::error::Result;
use tamis_search::experiment::results::LabelComparison;

/// Returns the files of a comparison, name and content, numbers first. Every measure has a figure
/// of its own; `compare` is that of the first.
pub fn files(comparison: &LabelComparison, form: &Form) -> Vec<File> {
    let mut files = vec![
        text("compare.tsv", tsv(comparison)),
        text("per_topic.tsv", per_topic(comparison)),
        text("compare.json", one_line(comparison)),
        save::figure("compare", draw(comparison, 0, form)),
        text("report.html", html(comparison)),
        text("report.tex", latex(comparison, form)),
    ];
    files.extend(measured("compare", &comparison.measures, |measure| {
        Some(draw(comparison, measure, form))
    }));
    files.extend(measured("compare-topics", &comparison.measures, |measure| {
        let best = comparison.best_label(measure)?;
        Some(differences(&by_topics(comparison, best, "topics", measure), &form.style))
    }));
    files
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their
/// paths.
///
/// # Errors
/// As [`crate::sweep::write`].
pub fn write(comparison: &LabelComparison, folder: &Path, form: &Form) -> Result<Vec<PathBuf>> {
    save(files(comparison, form), folder, form)
}
