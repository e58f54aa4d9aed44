//! Formats a comparison of runs as tables, figures and a page; [`super::json::one_line`] formats it as JSON.

mod figure;
mod finding;
mod page;
mod terminal;
mod tsv;
mod wording;

pub use figure::{differences, topics};
pub use page::html;
pub use terminal::table;
pub use tsv::{per_topic, rows};

use super::save::save;
use crate::error::Result;
use std::path::{Path, PathBuf};
use tamis_eval::runs::RunComparison;

/// Returns the files of a comparison of runs, name and content, numbers first.
pub fn files(comparison: &RunComparison) -> Vec<(&'static str, String)> {
    vec![
        ("runs.tsv", rows(comparison, false)),
        ("per_topic.tsv", per_topic(comparison)),
        ("runs.json", super::json::one_line(comparison)),
        ("runs.svg", differences(comparison, 0)),
        ("report.html", html(comparison)),
    ]
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their paths.
///
/// # Errors
/// As [`super::write`].
pub fn write(comparison: &RunComparison, folder: &Path) -> Result<Vec<PathBuf>> {
    save(files(comparison), folder)
}
