//! Runs beside a baseline as tables, pictures and a page; [`super::json::one_line`] is their JSON.

mod figure;
mod page;
mod terminal;
mod tsv;

pub use figure::{differences, topics};
pub use page::html;
pub use terminal::table;
pub use tsv::{per_topic, rows};

use super::words::drawn;
use crate::error::Result;
use std::path::{Path, PathBuf};
use tamis_eval::runs::{Against, RunComparison};
use tamis_eval::statistics::Exactness;

/// Below this p-value, after the correction, a difference is marked.
const ALPHA: f64 = 0.05;

/// The files of a comparison of runs, name and content, the numbers first.
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
    super::save(files(comparison), folder)
}

/// + where a run is significantly better than the baseline after the correction, - where it is worse.
fn mark(against: &Against) -> Option<char> {
    let significant = against.corrected.is_some_and(|p| p < ALPHA);
    significant.then_some(if against.difference > 0.0 { '+' } else { '-' })
}

/// On what the p-values of all measures stand, for a sentence; none where that goes without saying.
fn exactness(comparison: &RunComparison) -> Option<String> {
    let all = comparison.runs.iter().flat_map(|run| &run.against).filter_map(|against| against.exactness);
    let (exact, others): (Vec<Exactness>, Vec<Exactness>) = all.partition(|one| *one == Exactness::Exact);
    let otherwise = others.first().map(|one| match one {
        Exactness::Sampled(chance) => drawn(chance.samples.into(), chance.seed),
        _ => "from the normal distribution".to_owned(),
    });
    match (exact.len(), otherwise) {
        (0, otherwise) => otherwise.filter(|_| matches!(others[0], Exactness::Sampled(_))),
        (_, None) => Some("exact".to_owned()),
        (count, Some(otherwise)) => Some(format!("exact in {count} of {}, else {otherwise}", count + others.len())),
    }
}

/// How the correction is named in a sentence; none if there is none.
fn correction(comparison: &RunComparison) -> Option<&'static str> {
    match comparison.correction.as_str() {
        "holm" => Some("Holm's correction"),
        "bonferroni" => Some("Bonferroni's correction"),
        _ => None,
    }
}

/// Two numbers in brackets, with their signs; `-` where there is none.
fn interval(ends: Option<(f64, f64)>) -> String {
    let text = |(low, high)| format!("[{}, {}]", super::words::signed(low), super::words::signed(high));
    ends.map_or_else(|| "-".to_owned(), text)
}

/// An effect size with two decimals; `-` where there is none.
fn effect(d_z: Option<f64>) -> String {
    d_z.map_or_else(|| "-".to_owned(), |d_z| format!("{d_z:+.2}"))
}
