//! A comparison as a forest plot: every view's difference from the unfiltered text in one measure.

use super::finding::{finding, thresholds};
use super::marks::{chosen, mark};
use crate::drawing::Drawing;
use crate::figure::{Differences, Forest, ForestRow, differences, forest};
use crate::paint::Series;
use crate::save::Form;
use crate::style::Style;
use crate::svg::PageFigure;
use crate::words::{counted, fixed, measure_name, p_phrase, percent};
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
        id: format!("{}-best", id(comparison, 0)),
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
    let enough = enough(comparison, measure).map(|row| &row.name);
    let ranked = ordered(comparison, measure).into_iter().enumerate();
    let shown: Vec<&ComparedView> = ranked
        .filter(|(rank, row)| *rank < most || Some(&row.name) == enough)
        .map(|(_, row)| row)
        .collect();
    let thresholds = thresholds(comparison).filter(|row| shown.contains(row));
    notes.extend(thresholds.map(|row| format!("{}: {}", row.name, chosen(comparison, row))));
    let figure = Forest {
        id: &id(comparison, measure),
        title: &format!("{name} against the unfiltered text"),
        description: &finding(comparison, measure),
        setting: &setting(comparison),
        measure: &name,
        baseline: (
            "unfiltered text",
            comparison.rows.first().map_or(0.0, |row| row.point.means[measure]),
        ),
        rows: shown.into_iter().map(|row| drawn(comparison, measure, row)).collect(),
        notes,
        caption: format!("{}; bars: 95 %; filled: p < {ALPHA} (Holm)", brief(comparison)),
    };
    forest(&figure, style)
}

/// Returns all rows but that of the unfiltered text, the best mean first; equals in the order of
/// the table.
fn ordered(comparison: &LabelComparison, measure: usize) -> Vec<&ComparedView> {
    let mut rows: Vec<&ComparedView> =
        comparison.rows.iter().filter(|row| row.kind != RowKind::Unfiltered).collect();
    rows.sort_by(|a, b| b.point.means[measure].total_cmp(&a.point.means[measure]));
    rows
}

/// Returns the line under the title: topics, pages, model and analyzer.
pub(super) fn setting(comparison: &LabelComparison) -> String {
    let topics = counted(comparison.topics.len() as u64, "topic");
    let pages = counted(comparison.rows.first().map_or(0, |row| row.point.pages), "page");
    format!("{topics}, {pages}, {}, analyzer {}", comparison.model, comparison.analyzer)
}

/// Returns the same for a caption: topics and model.
pub(super) fn brief(comparison: &LabelComparison) -> String {
    format!("{}, {}", counted(comparison.topics.len() as u64, "topic"), comparison.model)
}

fn drawn(comparison: &LabelComparison, measure: usize, row: &ComparedView) -> ForestRow {
    let mean = row.point.means[measure];
    let hint = format!(
        "{}: {} {}, {}; {} after Holm's correction",
        row.name,
        measure_name(&comparison.measures[measure]),
        fixed(mean),
        p_phrase(row.point.p(measure)),
        p_phrase(row.holm_p(measure))
    );
    ForestRow {
        name: row.name.clone(),
        series: if row.kind == RowKind::Threshold { Series::Two } else { Series::One },
        mean,
        difference: comparison.difference(row, measure),
        interval: row.point.intervals[measure],
        significant: mark(comparison, row, measure).is_some(),
        hint,
        remarks: match enough(comparison, measure) {
            Some(enough) if enough.name == row.name => {
                let kept = percent(row.point.kept);
                vec![format!("enough: {kept} of the text"), format!("enough: {kept}")]
            }
            _ => Vec::new(),
        },
    }
}

/// Returns the row that keeps the least text that is enough for a measure.
fn enough(comparison: &LabelComparison, measure: usize) -> Option<&ComparedView> {
    let shown = comparison.least_text.get(measure)?.enough?;
    comparison.rows.get(shown.point)
}

/// Draws the differences of a row by topic in a measure; its `place` on a page is part of its id.
///
/// # Panics
/// If the comparison has no such measure.
pub(super) fn topics(
    comparison: &LabelComparison,
    row: &ComparedView,
    place: &str,
    measure: usize,
) -> PageFigure {
    PageFigure::new(|style| by_topics(comparison, row, place, measure, style))
}

/// Draws the same in a style.
pub(super) fn by_topics(
    comparison: &LabelComparison,
    row: &ComparedView,
    place: &str,
    measure: usize,
    style: &Style,
) -> Drawing {
    let first = &comparison.rows[0];
    let name = measure_name(&comparison.measures[measure]);
    let figure = Differences {
        id: &format!("{}-{place}", id(comparison, measure)),
        title: &format!("{name} by topic: {}, less the unfiltered text", row.name),
        setting: &setting(comparison),
        caption: &brief(comparison),
        topics: &comparison.topics,
        base: &first.point.per_topic[measure],
        values: &row.point.per_topic[measure],
    };
    differences(&figure, style)
}

/// Returns an id for the elements of a figure.
fn id(comparison: &LabelComparison, measure: usize) -> String {
    let letters = comparison.measures[measure]
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    format!("tamis-{}", letters.collect::<String>())
}
