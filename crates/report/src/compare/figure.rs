//! A comparison as a forest plot: every view's difference from the unfiltered text in one measure.

use super::finding::{finding, ranked, thresholds};
use super::marks::{chosen, mark};
use crate::drawing::Drawing;
use crate::figure::{Differences, ForestPlot, ForestRow, forest, id_of, ranking};
use crate::paint::Series;
use crate::save::Form;
use crate::style::Style;
use crate::svg::PageFigure;
use crate::words::{self, counted, measure_name, p_phrase, percent};
use tamis_eval::statistics::ALPHA;
use tamis_search::experiment::results::{ComparedView, LabelComparison, RowKind};

/// Draws the figure of a measure, by its index in [`LabelComparison::measures`], the view with the
/// best mean first.
///
/// # Panics
/// If the comparison has no such measure.
pub fn figure(comparison: &LabelComparison, measure: usize) -> PageFigure {
    PageFigure::new(|style| of_rows(comparison, measure, usize::MAX, style))
}

/// Draws the best rows of the first measure alone, and the one that keeps the least text that is
/// enough.
pub(super) fn best(comparison: &LabelComparison, most: usize) -> PageFigure {
    PageFigure::new(|style| Drawing {
        id: format!("{}-best", id_of(&comparison.measures[0])),
        ..of_rows(comparison, 0, most, style)
    })
}

/// Draws the figure of a measure in a form; on paper the best rows alone.
pub(super) fn draw(comparison: &LabelComparison, measure: usize, form: &Form) -> Drawing {
    let most = if form.style.is_paper() { form.rows() } else { usize::MAX };
    of_rows(comparison, measure, most, &form.style)
}

fn of_rows(comparison: &LabelComparison, measure: usize, most: usize, style: &Style) -> Drawing {
    let name = measure_name(&comparison.measures[measure]);
    let mut notes = vec![format!(
        "Difference of the means with its 95 % confidence; filled: p < {ALPHA} (paired t-test) \
         after Holm's correction over {}",
        counted(comparison.rows.len().saturating_sub(1) as u64, "row")
    )];
    let enough = enough(comparison, measure);
    let is_enough = |row: &ComparedView| enough.is_some_and(|enough| enough.name == row.name);
    let views = ranked(comparison, measure).into_iter();
    let views = views.filter(|row| row.kind != RowKind::Unfiltered).enumerate();
    let shown: Vec<&ComparedView> =
        views.filter(|(rank, row)| *rank < most || is_enough(row)).map(|(_, row)| row).collect();
    let thresholds = thresholds(comparison).filter(|row| shown.contains(row));
    notes.extend(thresholds.map(|row| format!("{}: {}", row.name, chosen(comparison, row))));
    let base = comparison.rows.first().map_or(0.0, |row| row.point.means[measure]);
    let figure = ForestPlot {
        id: &id_of(&comparison.measures[measure]),
        title: &format!("{name} against the unfiltered text"),
        description: &finding(comparison, measure),
        setting: &setting(comparison),
        measure: &name,
        baseline: ("unfiltered text", base),
        rows: shown.iter().map(|row| drawn(comparison, measure, row, is_enough(row))).collect(),
        notes,
        caption: format!("{}; bars: 95 %; filled: p < {ALPHA} (Holm)", brief(comparison)),
    };
    forest(&figure, style)
}

/// Returns the line under the title: topics, pages, model and analyzer.
pub(super) fn setting(comparison: &LabelComparison) -> String {
    let LabelComparison { topics, model, analyzer, .. } = comparison;
    ranking(topics, comparison.rows.first().map_or(0, |row| row.point.pages), model, analyzer)
}

/// Returns the same for a caption: topics and model.
pub(super) fn brief(comparison: &LabelComparison) -> String {
    format!("{}, {}", words::topics(&comparison.topics), comparison.model)
}

fn drawn(
    comparison: &LabelComparison,
    measure: usize,
    row: &ComparedView,
    is_enough: bool,
) -> ForestRow {
    let mean = row.point.means[measure];
    let hint = format!(
        "{}: {} {}; {} after Holm's correction",
        row.name,
        measure_name(&comparison.measures[measure]),
        words::value_and_p(&row.point, measure),
        p_phrase(row.holm_p(measure))
    );
    let kept = percent(row.point.kept);
    let remarks = vec![format!("enough: {kept} of the text"), format!("enough: {kept}")];
    ForestRow {
        name: row.name.clone(),
        series: if row.kind == RowKind::Threshold { Series::Two } else { Series::One },
        mean,
        difference: comparison.difference(row, measure),
        interval: row.point.intervals[measure],
        significant: mark(comparison, row, measure).is_some(),
        hint,
        remarks: if is_enough { remarks } else { Vec::new() },
    }
}

/// Returns the row that keeps the least text that is enough for a measure.
fn enough(comparison: &LabelComparison, measure: usize) -> Option<&ComparedView> {
    let shown = comparison.least_text.get(measure)?.enough?;
    comparison.rows.get(shown.point)
}

/// Returns the values of a row by topic in a measure; its `place` on a page is part of the id.
pub(super) fn by_topics<'a>(
    comparison: &'a LabelComparison,
    row: &'a ComparedView,
    place: &str,
    measure: usize,
) -> Differences<'a> {
    let name = measure_name(&comparison.measures[measure]);
    Differences {
        id: format!("{}-{place}", id_of(&comparison.measures[measure])),
        title: format!("{name} by topic: {}, less the unfiltered text", row.name),
        setting: setting(comparison),
        caption: brief(comparison),
        topics: &comparison.topics,
        base: &comparison.rows[0].point.per_topic[measure],
        values: &row.point.per_topic[measure],
    }
}
