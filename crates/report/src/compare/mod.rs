//! Formats a comparison of labels as tables, JSON, figures and a page.

mod figure;
mod finding;
mod marks;
mod page;
mod tsv;

pub use figure::figure;
use figure::{brief, by_topics, draw};
pub use page::html;

use super::equivalence::{in_caption, least_row, mark_of};
use super::save::{self, File, Form, measured, named, save};
use super::table::Table;
use super::words::{counted, decimals, fixed, joined, measure_name, weighed};
use finding::{best_of_labels, labels, thresholds};
use marks::{ALPHA, chosen, mark_or_equivalent};
use std::path::{Path, PathBuf};
use tamis_eval::statistics::FEWEST_TOPICS;
use tamis_index::error::Result;
use tamis_search::experiment::results::{ComparedView, LabelComparison, RowKind};

/// Returns the files of a comparison, name and content, numbers first. Every measure has a figure
/// of its own; `compare` is that of the first.
pub fn files(comparison: &LabelComparison, form: &Form) -> Vec<File> {
    let mut files = named(vec![
        ("compare.tsv", tsv::rows(comparison)),
        ("per_topic.tsv", tsv::per_topic(comparison)),
        ("compare.json", super::json::one_line(comparison)),
    ]);
    files.push(save::figure("compare", draw(comparison, 0, form)));
    files.extend(named(vec![
        ("report.html", html(comparison)),
        ("report.tex", latex(comparison, form)),
    ]));
    files.extend(measured("compare", &comparison.measures, |measure| {
        Some(draw(comparison, measure, form))
    }));
    files.extend(measured("compare-topics", &comparison.measures, |measure| {
        let best = comparison.best_label(measure)?;
        Some(by_topics(comparison, best, "topics", measure, &form.style))
    }));
    files
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their
/// paths.
///
/// # Errors
/// As [`super::write`].
pub fn write(comparison: &LabelComparison, folder: &Path, form: &Form) -> Result<Vec<PathBuf>> {
    save(files(comparison, form), folder, form)
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
    let shown = best(comparison, most);
    let left_out = comparison.rows.len() - shown.len();
    let more = if left_out == 0 { Vec::new() } else { vec![more(left_out)] };
    whole(comparison, &shown, &more).text()
}

/// Returns the best rows as a table for LaTeX, beside the unfiltered text and the named rules.
pub fn latex(comparison: &LabelComparison, form: &Form) -> String {
    let table = whole(comparison, &best(comparison, form.rows()), &[]);
    super::latex::tables(&[table], &comparison.command, &comparison.version)
}

/// Returns the best `most` rows, the unfiltered text and the named rules, the best mean first.
fn best(comparison: &LabelComparison, most: usize) -> Vec<&ComparedView> {
    let named = |row: &ComparedView| matches!(row.kind, RowKind::Unfiltered | RowKind::Rule);
    let ranked = ranked(comparison).into_iter().enumerate();
    ranked.filter(|(rank, row)| *rank < most || named(row)).map(|(_, row)| row).collect()
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
            decimals(point.kept, 2),
            point.empty_topics.to_string(),
        ];
        rows.push([row.name.clone()].into_iter().chain(means).chain(ends).collect());
    }
    let notes = [more, &notes(comparison)].concat();
    let measures: Vec<String> = comparison.measures.iter().map(|name| measure_name(name)).collect();
    let caption = format!(
        "{} of labels; {}. + and −: better and worse than unfiltered (p < {ALPHA}, Holm){}",
        joined(&measures),
        brief(comparison),
        in_caption(&rows, comparison.margin)
    );
    let counts = 1 + comparison.measures.len();
    // Empty topics, pages, judged@10, then the last measures.
    let mut optional = vec![counts + 3, counts + 1, counts];
    optional.extend((2..counts).rev());
    Table { label: "compare", caption, names: 1, optional, blocks: vec![rows], notes }
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
    let is_tested = |row: &ComparedView| row.holm_equivalent.iter().any(Option::is_some);
    if comparison.topics.len() >= FEWEST_TOPICS && comparison.rows.iter().any(is_tested) {
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
    notes.extend(best_of_labels(comparison));
    notes
}
