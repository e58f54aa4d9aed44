//! Runs against a baseline as figures: the mean differences of all runs, and one run's difference
//! on every topic.

use super::finding::finding;
use super::wording::{correction, mark};
use crate::drawing::Drawing;
use crate::figure;
use crate::figure::{Differences, Forest, ForestRow, forest};
use crate::paint::Series;
use crate::style::Style;
use crate::svg::PageFigure;
use crate::words::{counted, fixed, grouped, measure_name, p_phrase};
use tamis_eval::runs::{Contender, RunComparison};
use tamis_eval::statistics::ALPHA;

/// Draws the differences of all runs in a measure, by its index in [`RunComparison::measures`], in
/// the order of the table.
///
/// # Panics
/// If the comparison has no such measure.
pub fn differences(comparison: &RunComparison, measure: usize) -> PageFigure {
    PageFigure::new(|style| draw(comparison, measure, style))
}

/// Draws the same in a style.
pub(super) fn draw(comparison: &RunComparison, measure: usize, style: &Style) -> Drawing {
    let name = measure_name(&comparison.measures[measure]);
    let baseline = &comparison.baseline;
    let after = correction(comparison).map_or(String::new(), |name| format!(" after {name}"));
    let note = format!(
        "Mean difference with its 95 % confidence (bootstrap, {} draws); filled: p < {ALPHA} \
         ({}){after}",
        grouped(comparison.bootstrap_samples.into()),
        comparison.test
    );
    let topics = counted(comparison.topics.len() as u64, "topic");
    let file = figure::file_name(&comparison.qrels_file);
    let figure = Forest {
        id: &format!("tamis-runs-{measure}"),
        title: &format!("{name} against {}", baseline.name),
        description: &finding(comparison, measure),
        setting: &format!("{topics}, {file}"),
        measure: &name,
        baseline: (&baseline.name, baseline.means[measure]),
        rows: comparison.runs.iter().map(|run| drawn(run, measure)).collect(),
        notes: vec![note],
        caption: format!("{topics}, {file}; bars: 95 %; filled: p < {ALPHA}{after}"),
    };
    forest(&figure, style)
}

fn drawn(run: &Contender, measure: usize) -> ForestRow {
    let mean = run.system.means[measure];
    let against = &run.against[measure];
    let raw = p_phrase(against.p());
    let corrected = p_phrase(against.corrected_p());
    ForestRow {
        name: run.system.name.clone(),
        series: Series::One,
        mean,
        difference: against.difference,
        interval: against.bootstrap,
        significant: mark(against).is_some(),
        hint: format!("{}: {}, {raw}; corrected: {corrected}", run.system.name, fixed(mean)),
        remarks: Vec::new(),
    }
}

/// Draws the difference of a run on every topic in the first measure, from the highest to the
/// lowest; `run` is an index into [`RunComparison::runs`].
///
/// # Panics
/// If the comparison has no such run, or no measure.
pub fn topics(comparison: &RunComparison, run: usize) -> PageFigure {
    PageFigure::new(|style| by_topics(comparison, run, style))
}

/// Draws the same in a style.
pub(super) fn by_topics(comparison: &RunComparison, run: usize, style: &Style) -> Drawing {
    let id = format!("tamis-topics-{run}");
    let contender = &comparison.runs[run];
    let title = format!("{}, topic by topic", measure_name(&comparison.measures[0]));
    let setting = format!("{} less {}", contender.system.name, comparison.baseline.name);
    let figure = Differences {
        id: &id,
        title: &title,
        setting: &setting,
        caption: &setting,
        topics: &comparison.topics,
        base: &comparison.baseline.per_topic[0],
        values: &contender.system.per_topic[0],
    };
    figure::differences(&figure, style)
}
