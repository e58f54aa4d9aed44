//! A comparison as a picture: every view's difference from the unfiltered text in one measure, with its confidence.

use super::{ALPHA, chosen, mark};
use crate::experiment::results::{LabelComparison, Row, RowKind};
use crate::report::figure::scale::{Scale, ticks, width_of};
use crate::report::markup::{Anchor, Svg};
use crate::report::words::{counted, fixed, grouped, measure_name, p_phrase, signed};

const WIDTH: f64 = 820.0;
const TOP: f64 = 104.0;
/// The height of a row.
const ROW: f64 = 24.0;
/// The columns of the mean and of the difference, by their right ends.
const MEAN: f64 = 734.0;
const DIFFERENCE: f64 = 796.0;

/// The figure of a measure, by its index in [`LabelComparison::measures`]: the views from the best mean down.
///
/// # Panics
/// If the comparison has no such measure.
pub fn svg(comparison: &LabelComparison, measure: usize) -> String {
    let name = measure_name(&comparison.measures[measure]);
    let rows = ordered(comparison, measure);
    let bottom = TOP + ROW * rows.len() as f64;
    let title = format!("{name} against the unfiltered text");
    let letters = comparison.measures[measure].chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    let id = format!("tamis-{}", letters.collect::<String>());
    let mut svg = Svg::new(&id, WIDTH, bottom + 82.0, &title, &super::page::finding(comparison, measure));
    svg.text("title", (24.0, 32.0), Anchor::Start, &title);
    svg.text("quiet", (24.0, 52.0), Anchor::Start, setting(comparison));
    let scale = axis(comparison, measure, &rows, bottom, &mut svg);
    svg.text("quiet", (MEAN, TOP - 12.0), Anchor::End, &name);
    svg.text("quiet", (DIFFERENCE, TOP - 12.0), Anchor::End, "diff.");
    for (place, row) in rows.iter().enumerate() {
        draw(&mut svg, comparison, measure, row, &scale, TOP + ROW * (place as f64 + 0.5));
    }
    let note = format!(
        "Difference of the means with its 95 % confidence; filled: p < {ALPHA} (paired t-test) after Holm's correction over {}",
        counted(comparison.rows.len().saturating_sub(1) as u64, "row")
    );
    svg.text("quiet small", (24.0, bottom + 46.0), Anchor::Start, note);
    if let Some(threshold) = comparison.rows.iter().find(|row| row.kind == RowKind::Threshold) {
        let note = format!("{}: {}", threshold.name, chosen(comparison));
        svg.text("quiet small", (24.0, bottom + 64.0), Anchor::Start, note);
    }
    svg.finish()
}

/// All rows but that of the unfiltered text, the best mean first; equals in the order of the table.
fn ordered(comparison: &LabelComparison, measure: usize) -> Vec<&Row> {
    let mut rows: Vec<&Row> = comparison.rows.iter().filter(|row| row.kind != RowKind::Unfiltered).collect();
    rows.sort_by(|a, b| b.point.means[measure].total_cmp(&a.point.means[measure]));
    rows
}

/// Topics, pages, model and analyzer: the line under the title.
pub(super) fn setting(comparison: &LabelComparison) -> String {
    let topics = counted(comparison.topics.len() as u64, "topic");
    let pages = grouped(comparison.rows.first().map_or(0, |row| row.point.pages));
    format!("{topics}, {pages} pages, {}, analyzer {}", comparison.model, comparison.analyzer)
}

/// Draws the axis and the line of the unfiltered text.
fn axis(comparison: &LabelComparison, measure: usize, rows: &[&Row], bottom: f64, svg: &mut Svg) -> Scale {
    let ends = |row: &&Row| {
        let difference = comparison.difference(row, measure);
        let (low, high) = row.point.intervals[measure].unwrap_or((difference, difference));
        [low, high, difference]
    };
    let values = rows.iter().flat_map(ends).filter(|value| value.is_finite());
    let (low, high) = values.fold((0.0f64, 0.0f64), |(low, high), value| (low.min(value), high.max(value)));
    let room = ((high - low) * 0.03).max(0.001);
    let (low, high) = (low - room, high + room);
    let left = 24.0 + rows.iter().map(|row| width_of(&row.name)).fold(60.0, f64::max) + 14.0;
    let scale = Scale::new((low, high), (left.min(WIDTH / 2.0), MEAN - 64.0));
    for (value, _) in ticks(low, high, 6) {
        let x = scale.at(value);
        svg.line("rule", (x, TOP), (x, bottom));
        svg.text(
            "quiet",
            (x, bottom + 18.0),
            Anchor::Middle,
            signed(value).trim_end_matches('0').trim_end_matches('.'),
        );
    }
    let (zero, base) = (scale.at(0.0), comparison.rows.first().map_or(0.0, |row| row.point.means[measure]));
    svg.line("edge", (zero, TOP - 6.0), (zero, bottom));
    let text = format!("unfiltered text: {}", fixed(base));
    let half = width_of(&text) / 2.0;
    svg.text("quiet", (zero.clamp(24.0 + half, MEAN - 64.0 - half), TOP - 12.0), Anchor::Middle, text);
    scale
}

fn draw(svg: &mut Svg, comparison: &LabelComparison, measure: usize, row: &Row, scale: &Scale, y: f64) {
    let series = if row.kind == RowKind::Threshold { "two" } else { "one" };
    let (mean, difference) = (row.point.means[measure], comparison.difference(row, measure));
    svg.text("", (24.0, y + 4.0), Anchor::Start, &row.name);
    if let Some((low, high)) = row.point.intervals[measure] {
        svg.line(&format!("leader {series}"), (scale.at(low), y), (scale.at(high), y));
    }
    let shape = if mark(comparison, row, measure).is_some() { "dot" } else { "mark" };
    let hint = format!(
        "{}: {} {}, {}; {} after Holm's correction",
        row.name,
        measure_name(&comparison.measures[measure]),
        fixed(mean),
        p_phrase(row.point.p_values[measure]),
        p_phrase(row.holm[measure])
    );
    svg.circle(&format!("{shape} {series}"), (scale.at(difference), y), 5.0, Some(&hint));
    svg.text("", (MEAN, y + 4.0), Anchor::End, fixed(mean));
    svg.text("quiet", (DIFFERENCE, y + 4.0), Anchor::End, signed(difference));
}
