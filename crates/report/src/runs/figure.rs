//! Runs against a baseline as figures: the mean differences of all runs, and one run's difference
//! on every topic.

use super::finding::finding;
use super::wording::{correction, mark};
use crate::drawing::Drawing;
use crate::figure::{Differences, ForestPlot, ForestRow, file_name, forest};
use crate::paint::Series;
use crate::style::Style;
use crate::words::{fixed, grouped, measure_name, p_phrase, topics};
use tamis_eval::runs::{Contender, RunComparison};
use tamis_eval::statistics::ALPHA;

/// Draws the differences of all runs in a measure, by its index in [`RunComparison::measures`], in
/// the order of the table.
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
    let setting = setting(comparison);
    let figure = ForestPlot {
        id: &format!("tamis-runs-{measure}"),
        title: &format!("{name} against {}", baseline.name),
        description: &finding(comparison, measure),
        setting: &setting,
        measure: &name,
        baseline: (&baseline.name, baseline.means[measure]),
        rows: comparison.runs.iter().map(|run| drawn(run, measure)).collect(),
        notes: vec![note],
        caption: format!("{setting}; bars: 95 %; filled: p < {ALPHA}{after}"),
    };
    forest(&figure, style)
}

/// Returns the line under the title: topics and judgements.
pub(super) fn setting(comparison: &RunComparison) -> String {
    let file = file_name(&comparison.qrels_file);
    format!("{}, {file}", topics(&comparison.topics))
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

/// Returns the values of a run by topic in the first measure; `run` is an index into
/// [`RunComparison::runs`].
pub(super) fn by_topics(comparison: &RunComparison, run: usize) -> Differences<'_> {
    let system = &comparison.runs[run].system;
    let setting = format!("{} less {}", system.name, comparison.baseline.name);
    Differences {
        id: format!("tamis-topics-{run}"),
        title: format!("{}, topic by topic", measure_name(&comparison.measures[0])),
        caption: setting.clone(),
        setting,
        topics: &comparison.topics,
        base: &comparison.baseline.per_topic[0],
        values: &system.per_topic[0],
    }
}
