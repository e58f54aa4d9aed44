//! A forest plot: a row per view or run with the difference of its mean from a baseline and the
//! confidence interval.

use super::naming::without_zeros;
use super::scale::{AxisScale, ticks, widened};
use crate::drawing::{Anchor, Drawing, Pair};
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;
use crate::words::{fixed, shortened, signed};

/// The top of the plot on a page.
const TOP: f64 = 104.0;
/// The height of a note below the plot.
const NOTE: f64 = 18.0;
/// The most characters of a name on paper.
const LONGEST: usize = 28;

/// A forest plot of one measure.
pub struct ForestPlot<'a> {
    /// The id of the figure's elements; unique on its page.
    pub id: &'a str,
    pub title: &'a str,
    /// The description for screen readers.
    pub description: &'a str,
    /// The line below the title.
    pub setting: &'a str,
    pub measure: &'a str,
    /// The name of the baseline and its mean.
    pub baseline: (&'a str, f64),
    /// The rows, from the top.
    pub rows: Vec<ForestRow>,
    pub notes: Vec<String>,
    /// The same for a caption, in short.
    pub caption: String,
}

/// A row of a forest plot.
pub struct ForestRow {
    /// The name of the view or run.
    pub name: String,
    /// The series of its mark.
    pub series: Series,
    /// The mean of the measure.
    pub mean: f64,
    /// The mean minus that of the baseline.
    pub difference: f64,
    /// The confidence interval of the difference.
    pub interval: Option<(f64, f64)>,
    /// Whether the difference is significant, which fills the mark.
    pub significant: bool,
    /// The text that appears when the reader points at the mark.
    pub hint: String,
    /// What is said of the row beside its interval, the longest first: the first that has room.
    pub remarks: Vec<String>,
}

pub(crate) fn forest(forest: &ForestPlot, style: &Style) -> Drawing {
    let mut svg = Drawing::new(forest.id, style, forest.title, forest.description);
    let top = TOP + svg.head(forest.setting) - style.pick(14.0, 0.0);
    let height = style.pick(17.0, 24.0);
    let bottom = top + height * forest.rows.len() as f64;
    let [mean, difference] = columns(style);
    let names = forest.rows.iter().map(|row| style.width_of(shown(&row.name, style)));
    let left = style.margin() + names.fold(60.0, f64::max) + 14.0;
    let ends = (left.min(style.units() / 2.0), mean - style.pick(50.0, 64.0));
    let x = AxisScale::new(domain(&forest.rows), ends);
    axis(&mut svg, forest, x, (top, bottom));
    svg.text(TextStyle::Quiet, (mean, top - 12.0), Anchor::End, forest.measure);
    if mean < difference {
        svg.text(TextStyle::Quiet, (difference, top - 12.0), Anchor::End, "diff.");
    }
    for (place, row) in forest.rows.iter().enumerate() {
        draw(&mut svg, row, x, top + height * (place as f64 + 0.5));
    }
    let below = ((ends.0 + ends.1) / 2.0, bottom + style.pick(32.0, 38.0));
    let name = format!("difference in {}", forest.measure);
    svg.text(TextStyle::Plain, below, Anchor::Middle, name);
    if style.is_paper() {
        return svg.finish(bottom + 38.0, &forest.caption);
    }
    let room = style.units() - style.margin();
    let notes = forest.notes.iter().flat_map(|note| match style.is_compact() {
        true => style.lines(note, room / 0.88),
        false => vec![note.clone()],
    });
    let mut below = bottom + 64.0;
    for note in notes {
        svg.text(TextStyle::QuietSmall, (style.margin(), below), Anchor::Start, note);
        below += NOTE;
    }
    svg.finish(below, &forest.caption)
}

/// Returns the right ends of the columns of means and differences. Where there is little room, the
/// difference is only drawn.
fn columns(style: &Style) -> [f64; 2] {
    let (units, right) = (style.units(), style.right());
    let narrow = if units < 500.0 { [units; 2] } else { [units - 50.0, units] };
    style.pick(narrow, [right - 62.0, right])
}

/// Returns the start of a name that would take the room of the plot.
fn shown(name: &str, style: &Style) -> String {
    if style.is_compact() { shortened(name, LONGEST) } else { name.to_owned() }
}

/// Draws the axis and the line of the baseline.
fn axis(svg: &mut Drawing, forest: &ForestPlot, x: AxisScale, (top, bottom): Pair) {
    let (low, high) = x.domain();
    for (value, _) in ticks(low, high, svg.style.pick(5, 6)) {
        let at = x.at(value);
        svg.line(Look::Rule, (at, top), (at, bottom));
        let below = (at, bottom + svg.style.pick(16.0, 18.0));
        svg.text(TextStyle::Quiet, below, Anchor::Middle, without_zeros(signed(value)));
    }
    let zero = x.at(0.0);
    svg.line(Look::Edge, (zero, top - 6.0), (zero, bottom));
    let text = format!("{}: {}", forest.baseline.0, fixed(forest.baseline.1));
    let half = svg.style.width_of(&text) / 2.0;
    let at = zero.min(x.ends().1 - half).max(svg.style.margin() + half);
    svg.text(TextStyle::Quiet, (at, top - 12.0), Anchor::Middle, text);
}

/// Returns the ends of an axis that holds 0 and all intervals, with some room.
fn domain(rows: &[ForestRow]) -> Pair {
    let values = rows.iter().flat_map(ends).filter(|value| value.is_finite());
    let (low, high) = widened((0.0, 0.0), values);
    let room = ((high - low) * 0.03).max(0.001);
    (low - room, high + room)
}

/// Writes the remark on a row right of its interval, or left of it.
fn remark(svg: &mut Drawing, row: &ForestRow, x: AxisScale, y: f64) {
    let [low, high, _] = ends(row).map(|value| x.at(value));
    let (from, to) = x.ends();
    for text in &row.remarks {
        let width = svg.style.width_of(text) + 8.0;
        let (place, anchor) = if high + width <= to {
            (high + 8.0, Anchor::Start)
        } else if low - width >= from {
            (low - 8.0, Anchor::End)
        } else {
            continue;
        };
        svg.text(TextStyle::QuietSmall, (place, y + 4.0), anchor, text).halo = true;
        return;
    }
}

/// Returns the difference of a row and the ends of its interval.
fn ends(row: &ForestRow) -> [f64; 3] {
    let (low, high) = row.interval.unwrap_or((row.difference, row.difference));
    [low, high, row.difference]
}

fn draw(svg: &mut Drawing, row: &ForestRow, x: AxisScale, y: f64) {
    let name = shown(&row.name, &svg.style);
    svg.text(TextStyle::Plain, (svg.style.margin(), y + 4.0), Anchor::Start, name);
    if let Some((low, high)) = row.interval {
        svg.line(Look::Leader(row.series), (x.at(low), y), (x.at(high), y));
    }
    let look = if row.significant { Look::Dot(row.series) } else { Look::Mark(row.series) };
    svg.circle(look, (x.at(row.difference), y), svg.style.dot(5.0)).hint(&row.hint);
    remark(svg, row, x, y);
    let [mean, difference] = columns(&svg.style);
    svg.text(TextStyle::Plain, (mean, y + 4.0), Anchor::End, fixed(row.mean));
    if mean < difference {
        svg.text(TextStyle::Quiet, (difference, y + 4.0), Anchor::End, signed(row.difference));
    }
}
