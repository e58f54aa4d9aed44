//! Formats a comparison of labels as tables, JSON, figures and a page.

mod figure;
mod finding;
mod marks;
mod page;
mod tsv;

pub use figure::svg;
use figure::{setting, topics};
pub use page::html;

use super::equivalence::{least_row, mark_of};
use super::save::{Format, measured, named, save};
use super::table::Table;
use super::words::{counted, fixed, measure_name, weighed};
use finding::{labels, thresholds};
use marks::{ALPHA, chosen, mark_or_equivalent};
use std::path::{Path, PathBuf};
use tamis_index::error::Result;
use tamis_search::experiment::results::{ComparedView, LabelComparison, RowKind};

/// Returns the files of a comparison, name and content, numbers first. Every measure has a figure
/// of its own; `compare.svg` is that of the first.
pub fn files(comparison: &LabelComparison) -> Vec<(String, String)> {
    let mut files = named(vec![
        ("compare.tsv", tsv::rows(comparison)),
        ("per_topic.tsv", tsv::per_topic(comparison)),
        ("compare.json", super::json::one_line(comparison)),
        ("compare.svg", svg(comparison, 0)),
        ("report.html", html(comparison)),
        ("report.tex", latex(comparison)),
    ]);
    files.extend(measured("compare", &comparison.measures, |measure| {
        Some(svg(comparison, measure))
    }));
    files.extend(measured("topics", &comparison.measures, |measure| topics(comparison, measure)));
    files
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their
/// paths.
///
/// # Errors
/// As [`super::write`].
pub fn write(
    comparison: &LabelComparison,
    folder: &Path,
    formats: &[Format],
) -> Result<Vec<PathBuf>> {
    save(files(comparison), folder, formats)
}

/// Returns the table for the terminal, ending in a line break, with a mark after every mean that
/// differs significantly. The row with the best mean in the first measure comes first; equals stay
/// in the order of the comparison.
pub fn table(comparison: &LabelComparison) -> String {
    whole(comparison, &ranked(comparison), &[]).text()
}

/// Returns the same with the best `most` rows alone, beside the unfiltered text and the named
/// rules. `more` tells how many rows are left out.
pub fn best_rows(
    comparison: &LabelComparison,
    most: usize,
    more: impl FnOnce(usize) -> String,
) -> String {
    let all = ranked(comparison);
    let mut shown = Vec::with_capacity(all.len());
    for (rank, row) in all.iter().copied().enumerate() {
        if rank < most || matches!(row.kind, RowKind::Unfiltered | RowKind::Rule) {
            shown.push(row);
        }
    }
    let left_out = all.len() - shown.len();
    let more = if left_out == 0 { Vec::new() } else { vec![more(left_out)] };
    whole(comparison, &shown, &more).text()
}

/// Returns all rows as a table for LaTeX, in the order of the comparison.
pub fn latex(comparison: &LabelComparison) -> String {
    let rows: Vec<&ComparedView> = comparison.rows.iter().collect();
    let table = whole(comparison, &rows, &[]);
    super::latex::tables(&[table], &comparison.command, &comparison.version)
}

/// Returns the rows, the best mean in the first measure first.
pub(super) fn ranked(comparison: &LabelComparison) -> Vec<&ComparedView> {
    let mean = |row: &ComparedView| row.point.means.first().copied().unwrap_or_default();
    let mut rows: Vec<&ComparedView> = comparison.rows.iter().collect();
    rows.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    rows
}

/// Returns the table of these rows; `more` stands above the notes.
fn whole(comparison: &LabelComparison, shown: &[&ComparedView], more: &[String]) -> Table {
    let measures = comparison.measures.iter().map(|name| format!("{} ", measure_name(name)));
    let ends = ["judged@10", "pages", "kept", "empty topics"].map(str::to_owned);
    let mut rows: Vec<Vec<String>> =
        vec![[String::new()].into_iter().chain(measures).chain(ends).collect()];
    for row in shown {
        let point = &row.point;
        let means = point.means.iter().enumerate().map(|(measure, mean)| {
            let mark = mark_or_equivalent(comparison, row, measure);
            format!("{}{}", fixed(*mean), mark.unwrap_or(' '))
        });
        let ends = [
            fixed(point.judged_10),
            point.pages.to_string(),
            format!("{:.2}", point.kept),
            point.empty_topics.to_string(),
        ];
        rows.push([row.name.clone()].into_iter().chain(means).chain(ends).collect());
    }
    let notes = [more, &notes(comparison)].concat();
    let title = format!("{}: {}", page::title(comparison), setting(comparison));
    let counts = 1 + comparison.measures.len();
    // Empty topics, pages, judged@10, then the last measures.
    let mut optional = vec![counts + 3, counts + 1, counts];
    optional.extend((2..counts).rev());
    Table { label: "compare", title, names: 1, optional, blocks: vec![rows], notes }
}

/// Returns the lines below the table.
fn notes(comparison: &LabelComparison) -> Vec<String> {
    let labels = counted(labels(comparison).count() as u64, "label");
    let topics = counted(comparison.topics.len() as u64, "topic");
    let mut notes = vec![format!(
        "{labels}, {topics}; + and -: better and worse than the unfiltered text, paired t-test, p \
         < {ALPHA} after Holm's correction over {}",
        counted(comparison.rows.len().saturating_sub(1) as u64, "row")
    )];
    if comparison.rows.iter().any(|row| !row.holm_equivalent.is_empty()) {
        notes.push(format!("{} after the same correction", mark_of(comparison.margin)));
    }
    notes.extend(least_row(comparison, 0));
    if !comparison.filter.is_empty() {
        notes.push(format!("all rows but the unfiltered text: {}", comparison.filter));
    }
    notes.extend(weighed(&comparison.weights));
    notes.extend(
        thresholds(comparison).map(|row| format!("{}: {}", row.name, chosen(comparison, row))),
    );
    notes
}
