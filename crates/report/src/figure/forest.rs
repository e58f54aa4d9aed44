//! A forest plot: a row per view or run with the difference of its mean from a baseline and the
//! confidence interval.

use super::scale::{Scale, ticks, widened};
use crate::drawing::{Anchor, Drawing, Pair};
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;
use crate::words::{fixed, signed};

/// The top of the plot on a page.
const TOP: f64 = 104.0;
/// The height of a note below the plot.
const NOTE: f64 = 18.0;
/// The most characters of a name on paper.
const LONGEST: usize = 28;

/// A forest plot of one measure.
pub struct Forest<'a> {
    /// The id of the figure's elements; unique on its page.
    pub id: &'a str,
    /// The title.
    pub title: &'a str,
    /// The description for screen readers.
    pub description: &'a str,
    /// The line below the title.
    pub setting: &'a str,
    /// The measure.
    pub measure: &'a str,
    /// The name of the baseline and its mean.
    pub baseline: (&'a str, f64),
    /// The rows, from the top.
    pub rows: Vec<ForestRow>,
    /// Lines below the plot.
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

/// Where the parts of a plot are.
struct Layout {
    top: f64,
    /// The height of a row.
    row: f64,
    /// The ends of the plot.
    ends: Pair,
    bottom: f64,
}

/// Draws the plot.
pub(crate) fn forest(forest: &Forest, style: &Style) -> Drawing {
    let mut svg = Drawing::new(forest.id, style, forest.title, forest.description);
    let layout = Layout::new(forest, style, svg.head(forest.setting));
    let scale = axis(&mut svg, forest, &layout);
    let [mean, difference] = columns(style);
    let heads = layout.top - 12.0;
    svg.text(TextStyle::Quiet, (mean, heads), Anchor::End, forest.measure);
    if mean < difference {
        svg.text(TextStyle::Quiet, (difference, heads), Anchor::End, "diff.");
    }
    for (place, row) in forest.rows.iter().enumerate() {
        draw(&mut svg, row, scale, layout.top + layout.row * (place as f64 + 0.5));
    }
    let middle = (layout.ends.0 + layout.ends.1) / 2.0;
    let below = layout.bottom + if style.is_compact() { 32.0 } else { 38.0 };
    let name = format!("difference in {}", forest.measure);
    svg.text(TextStyle::Plain, (middle, below), Anchor::Middle, name);
    if style.is_paper() {
        return svg.finish(layout.bottom + 38.0, &forest.caption);
    }
    let room = style.units() - style.margin();
    let notes = forest.notes.iter().flat_map(|note| match style.is_compact() {
        true => style.lines(note, room / 0.88),
        false => vec![note.clone()],
    });
    let mut below = layout.bottom + 64.0;
    for note in notes {
        svg.text(TextStyle::QuietSmall, (style.margin(), below), Anchor::Start, note);
        below += NOTE;
    }
    svg.finish(below, &forest.caption)
}

/// Returns the right ends of the columns of means and differences. Where there is little room, the
/// difference is only drawn.
fn columns(style: &Style) -> [f64; 2] {
    let right = style.right();
    if !style.is_compact() {
        [right - 62.0, right]
    } else if style.units() < 500.0 {
        [style.units(); 2]
    } else {
        [style.units() - 50.0, style.units()]
    }
}

impl Layout {
    fn new(forest: &Forest, style: &Style, head: f64) -> Self {
        let top = TOP + head - if style.is_compact() { 14.0 } else { 0.0 };
        let row = if style.is_compact() { 17.0 } else { 24.0 };
        let names = forest.rows.iter().map(|row| style.width_of(shown(&row.name, style)));
        let left = style.margin() + names.fold(60.0, f64::max) + 14.0;
        let room = if style.is_compact() { 50.0 } else { 64.0 };
        let ends = (left.min(style.units() / 2.0), columns(style)[0] - room);
        Self { top, row, ends, bottom: top + row * forest.rows.len() as f64 }
    }
}

/// Returns the start of a name that would take the room of the plot.
fn shown(name: &str, style: &Style) -> String {
    if !style.is_compact() || name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).collect::<String>() + "…"
}

/// Draws the axis and the line of the baseline.
fn axis(svg: &mut Drawing, forest: &Forest, layout: &Layout) -> Scale {
    let (low, high) = domain(&forest.rows);
    let scale = Scale::new((low, high), layout.ends);
    let most = if svg.style.is_compact() { 5 } else { 6 };
    for (value, _) in ticks(low, high, most) {
        let x = scale.at(value);
        let label = signed(value);
        svg.line(Look::Rule, (x, layout.top), (x, layout.bottom));
        let below = if svg.style.is_compact() { 16.0 } else { 18.0 };
        svg.text(
            TextStyle::Quiet,
            (x, layout.bottom + below),
            Anchor::Middle,
            label.trim_end_matches('0').trim_end_matches('.'),
        );
    }
    let zero = scale.at(0.0);
    svg.line(Look::Edge, (zero, layout.top - 6.0), (zero, layout.bottom));
    let text = format!("{}: {}", forest.baseline.0, fixed(forest.baseline.1));
    let half = svg.style.width_of(&text) / 2.0;
    let x = zero.min(layout.ends.1 - half).max(svg.style.margin() + half);
    svg.text(TextStyle::Quiet, (x, layout.top - 12.0), Anchor::Middle, text);
    scale
}

/// Returns the ends of an axis that holds 0 and all intervals, with some room.
fn domain(rows: &[ForestRow]) -> (f64, f64) {
    let values = rows.iter().flat_map(ends).filter(|value| value.is_finite());
    let (low, high) = widened((0.0, 0.0), values);
    let room = ((high - low) * 0.03).max(0.001);
    (low - room, high + room)
}

/// Writes the remark on a row right of its interval, or left of it.
fn remark(svg: &mut Drawing, row: &ForestRow, scale: Scale, y: f64) {
    let [low, high, _] = ends(row).map(|value| scale.at(value));
    let (from, to) = scale.ends();
    for text in &row.remarks {
        let width = svg.style.width_of(text) + 8.0;
        let (place, anchor) = if high + width <= to {
            (high + 8.0, Anchor::Start)
        } else if low - width >= from {
            (low - 8.0, Anchor::End)
        } else {
            continue;
        };
        return svg.text_with_halo(TextStyle::QuietSmall, (place, y + 4.0), anchor, text);
    }
}

/// Returns the difference of a row and the ends of its interval.
fn ends(row: &ForestRow) -> [f64; 3] {
    let (low, high) = row.interval.unwrap_or((row.difference, row.difference));
    [low, high, row.difference]
}

fn draw(svg: &mut Drawing, row: &ForestRow, scale: Scale, y: f64) {
    let name = shown(&row.name, &svg.style);
    svg.text(TextStyle::Plain, (svg.style.margin(), y + 4.0), Anchor::Start, name);
    if let Some((low, high)) = row.interval {
        svg.line(Look::Leader(row.series), (scale.at(low), y), (scale.at(high), y));
    }
    let look = if row.significant { Look::Dot(row.series) } else { Look::Mark(row.series) };
    svg.circle(look, (scale.at(row.difference), y), svg.style.dot(5.0), Some(&row.hint));
    remark(svg, row, scale, y);
    let [mean, difference] = columns(&svg.style);
    svg.text(TextStyle::Plain, (mean, y + 4.0), Anchor::End, fixed(row.mean));
    if mean < difference {
        svg.text(TextStyle::Quiet, (difference, y + 4.0), Anchor::End, signed(row.difference));
    }
}
