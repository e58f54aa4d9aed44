//! Formats what tuning found: text for a terminal, a page with curves and sample pages, a table of
//! all that was tried, and JSON.

mod figure;
mod finding;
mod page;
mod samples;
mod tables;
mod terminal;

pub use figure::svg;
pub use page::html;
pub use tables::data;
pub use terminal::summary;

use crate::json::one_line;
use crate::save::{File, Form, save, text};
use crate::words::quoted;
use std::path::{Path, PathBuf};
use tamis_index::error::Result;
use tamis_index::index::TunedParameter;
use tamis_search::tune::Tuned;

/// Returns the files of a result, name and content, numbers first. `flags` are the weights in the
/// reader's words, such as those of a command line, in their order.
pub fn files(tuned: &Tuned, flags: &[String], form: &Form) -> Vec<File> {
    vec![
        text("settings.tsv", tables::tsv(tuned)),
        text("tune.json", one_line(tuned)),
        crate::save::figure("tune", figure::draw(tuned, &form.style)),
        text("report.html", html(tuned, flags)),
    ]
}

/// The flag of the program that sets a parameter of a tuned rule, with its value, as a shell reads
/// it.
pub fn flag(parameter: &TunedParameter) -> String {
    let value = &parameter.value;
    match parameter.name.strip_prefix("min_score.") {
        // A minimum score has no flag of its own.
        Some(score) => format!("--{} {}", "where", quoted(&format!("score.{score} >= {value}"))),
        None => format!("--{} {}", parameter.name.replace('_', "-"), quoted(value)),
    }
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their
/// paths.
///
/// # Errors
/// [`tamis_index::Error::Io`] for the file that could not be written; those before it are complete.
pub fn write(tuned: &Tuned, flags: &[String], folder: &Path, form: &Form) -> Result<Vec<PathBuf>> {
    save(files(tuned, flags, form), folder, form)
}
