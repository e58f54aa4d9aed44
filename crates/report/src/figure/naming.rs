//! The id and the subtitle of a sweep's figures.

use crate::words;
use tamis_search::experiment::results::Sweep;

/// The most characters of a rule in the line under a title.
const SHORT_RULE: usize = 32;

/// Returns an id for the elements of a figure, unique among the figures of a sweep and of its axes
/// alone.
pub(super) fn id(sweep: &Sweep, measure: usize) -> String {
    let axes: String = sweep.axes.iter().map(|axis| format!("-{}", axis.name)).collect();
    id_of(&format!("{}{axes}", sweep.measures[measure]))
}

/// Returns an id of letters, digits and hyphens.
pub(crate) fn id_of(name: &str) -> String {
    format!("tamis-{}", name.replace(|c: char| !c.is_ascii_alphanumeric(), "-"))
}

/// Returns the line under a figure's title: topics, pages, model and analyzer, and whether blocks
/// have weights or are left out at every point.
pub(crate) fn setting(sweep: &Sweep) -> String {
    let weighed = if sweep.weights.is_empty() { "" } else { ", with weights" };
    let filtered = match sweep.filter.as_str() {
        "" => String::new(),
        rule if rule.chars().count() <= SHORT_RULE => format!(", {rule}"),
        _ => ", under a rule".to_owned(),
    };
    let ranking = ranking(&sweep.topics, sweep.baseline.pages, &sweep.model, &sweep.analyzer);
    format!("{ranking}{weighed}{filtered}")
}

/// Names what a figure was measured on, and how pages were ranked.
pub(crate) fn ranking(topics: &[String], pages: u64, model: &str, analyzer: &str) -> String {
    let pages = words::counted(pages, "page");
    format!("{}, {pages}, {model}, analyzer {analyzer}", words::topics(topics))
}

/// Returns the same for a caption: topics and model.
pub(crate) fn brief(sweep: &Sweep) -> String {
    format!("{}, {}", words::topics(&sweep.topics), sweep.model)
}

/// Returns the end of a figure's line of settings if its y axis does not start at 0: what a glance
/// would get wrong.
pub(super) fn axis_start(low: f64) -> String {
    if low == 0.0 { String::new() } else { format!("; the y axis starts at {}", short(low)) }
}

/// Formats a number without the zeros at its end, with at most four decimals.
pub(super) fn short(value: f64) -> String {
    without_zeros(words::fixed(value))
}

/// Returns a number without the zeros at the end of its decimals.
pub(super) fn without_zeros(number: String) -> String {
    number.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the last part of a path: a figure is read by people who have other folders.
pub(crate) fn file_name(path: &str) -> &str {
    path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_names_files_without_their_folders() {
        let seen = ["/home/me/qrels.txt", "C:\\data\\l3s\\", "qrels", ""].map(file_name);
        assert_eq!(seen, ["qrels.txt", "l3s", "qrels", ""]);
    }

    #[test]
    fn an_axis_that_does_not_start_at_zero_says_so() {
        assert_eq!(axis_start(0.0), "");
        assert_eq!(axis_start(0.30000000000000004), "; the y axis starts at 0.3");
        assert_eq!(axis_start(-10.0), "; the y axis starts at -10");
    }
}
