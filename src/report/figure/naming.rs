//! The id and the subtitle of a sweep's figures.

use crate::experiment::results::Sweep;
use crate::report::words;

/// Returns an id for the elements of a figure, unique among the figures of a sweep and of its axes alone.
pub(super) fn id(sweep: &Sweep, measure: usize) -> String {
    let axes: String = sweep.axes.iter().map(|axis| format!("-{}", axis.name)).collect();
    let letters = sweep.measures[measure].chars().chain(axes.chars());
    let letters = letters.map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    format!("tamis-{}", letters.collect::<String>())
}

/// Returns the line under a figure's title: topics, pages, model and analyzer.
pub(super) fn setting(sweep: &Sweep) -> String {
    let pages = words::grouped(sweep.baseline.pages);
    let topics = words::counted(sweep.topics.len() as u64, "topic");
    format!("{topics}, {pages} pages, {}, analyzer {}", sweep.model, sweep.analyzer)
}
