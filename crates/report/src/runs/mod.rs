//! Formats a comparison of runs as tables, figures and a page; [`super::json::one_line`] formats it
//! as JSON.

mod figure;
mod finding;
mod page;
mod tables;
mod wording;

pub use page::html;
pub use tables::{data, latex, per_topic, rows, table};

use super::figure::differences;
use super::save::{File, Form, measured, save, text};
use figure::{by_topics, draw};
use std::path::{Path, PathBuf};
use tamis_eval::runs::RunComparison;
use tamis_index::error::Result;

/// Returns the files of a comparison of runs, name and content, numbers first. Every measure has a
/// figure of its own, of which `runs` is the first; every run has one of the differences by topic.
pub fn files(comparison: &RunComparison, form: &Form) -> Vec<File> {
    let style = &form.style;
    let mut files = vec![
        text("runs.tsv", rows(comparison, false)),
        text("per_topic.tsv", per_topic(comparison)),
        text("runs.json", super::json::one_line(comparison)),
        super::save::figure("runs", draw(comparison, 0, style)),
        text("report.html", html(comparison)),
        text("report.tex", latex(comparison)),
    ];
    files.extend(measured("runs", &comparison.measures, |measure| {
        Some(draw(comparison, measure, style))
    }));
    let runs: Vec<String> = comparison.runs.iter().map(|run| run.system.name.clone()).collect();
    files.extend(measured("topics", &runs, |run| {
        Some(differences(&by_topics(comparison, run), style))
    }));
    files
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their
/// paths.
///
/// # Errors
/// As [`crate::sweep::write`].
pub fn write(comparison: &RunComparison, folder: &Path, form: &Form) -> Result<Vec<PathBuf>> {
    save(files(comparison, form), folder, form)
}
