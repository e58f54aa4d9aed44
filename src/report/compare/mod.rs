//! Formats a comparison of labels as tables, JSON, figures and a page.

mod figure;
mod finding;
mod marks;
mod page;
mod tsv;

pub use figure::svg;
pub use page::html;

use super::save::save;
use super::terminal::with_names;
use super::words::{counted, fixed, measure_name, weighed};
use crate::error::Result;
use crate::experiment::results::LabelComparison;
use finding::{labels, thresholds};
use marks::{ALPHA, chosen, mark};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tamis_place::Escaped;

/// Returns the files of a comparison, name and content, numbers first.
pub fn files(comparison: &LabelComparison) -> Vec<(&'static str, String)> {
    vec![
        ("compare.tsv", tsv::rows(comparison)),
        ("per_topic.tsv", tsv::per_topic(comparison)),
        ("compare.json", super::json::one_line(comparison)),
        ("compare.svg", svg(comparison, 0)),
        ("report.html", html(comparison)),
    ]
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their paths.
///
/// # Errors
/// As [`super::write`].
pub fn write(comparison: &LabelComparison, folder: &Path) -> Result<Vec<PathBuf>> {
    save(files(comparison), folder)
}

/// Returns the table for the terminal, ending in a line break, with a mark after every mean that differs significantly.
pub fn table(comparison: &LabelComparison) -> String {
    let measures = comparison.measures.iter().map(|name| format!("{} ", measure_name(name)));
    let ends = ["judged@10", "pages", "kept", "empty topics"].map(str::to_owned);
    let mut rows: Vec<Vec<String>> = vec![[String::new()].into_iter().chain(measures).chain(ends).collect()];
    for row in &comparison.rows {
        let mean = |(measure, mean): (usize, &f64)| {
            format!("{}{}", fixed(*mean), mark(comparison, row, measure).unwrap_or(' '))
        };
        let point = &row.point;
        let ends = [
            fixed(point.judged_10),
            point.pages.to_string(),
            format!("{:.2}", point.kept),
            point.empty_topics.to_string(),
        ];
        let means = point.means.iter().enumerate().map(mean);
        rows.push([row.name.clone()].into_iter().chain(means).chain(ends).collect());
    }
    let mut text = with_names(1, &rows);
    let labels = labels(comparison).count();
    let (labels, topics) = (counted(labels as u64, "label"), counted(comparison.topics.len() as u64, "topic"));
    let _ = writeln!(
        text,
        "{labels}, {topics}; + and -: better and worse than the unfiltered text, paired t-test, p < {ALPHA} after Holm's \
         correction over {}",
        counted(comparison.rows.len().saturating_sub(1) as u64, "row")
    );
    if !comparison.filter.is_empty() {
        let _ = writeln!(text, "all rows but the unfiltered text: {}", Escaped(&comparison.filter));
    }
    if let Some(weights) = weighed(&comparison.weights) {
        let _ = writeln!(text, "{}", Escaped(weights));
    }
    for row in thresholds(comparison) {
        let _ = writeln!(text, "{}: {}", row.name, chosen(comparison, row));
    }
    text
}
