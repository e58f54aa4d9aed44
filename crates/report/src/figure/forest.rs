//! A forest plot: a row per view or run with the difference of its mean from a baseline and the
//! confidence interval.

use super::scale::{Scale, ticks, widened, width_of};
use crate::markup::{Anchor, Svg};
use crate::paint::{Look, Series, TextStyle};
use crate::words::{fixed, signed};

const WIDTH: f64 = 820.0;
const TOP: f64 = 104.0;
/// The height of a row, and of a note below the plot.
const ROW: f64 = 24.0;
const NOTE: f64 = 18.0;
/// The right ends of the plot and of the columns of means and differences.
const PLOT: f64 = 670.0;
const MEAN: f64 = 734.0;
const DIFFERENCE: f64 = 796.0;

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
}

/// Draws the plot as a standalone SVG document.
pub fn forest(forest: &Forest) -> String {
    let bottom = TOP + ROW * forest.rows.len() as f64;
    let height = bottom + 46.0 + NOTE * forest.notes.len() as f64;
    let mut svg = Svg::new(forest.id, WIDTH, height, forest.title, forest.description);
    svg.text(TextStyle::Title, (24.0, 32.0), Anchor::Start, forest.title);
    svg.text(TextStyle::Quiet, (24.0, 52.0), Anchor::Start, forest.setting);
    let scale = axis(&mut svg, forest, bottom);
    svg.text(TextStyle::Quiet, (MEAN, TOP - 12.0), Anchor::End, forest.measure);
    svg.text(TextStyle::Quiet, (DIFFERENCE, TOP - 12.0), Anchor::End, "diff.");
    for (place, row) in forest.rows.iter().enumerate() {
        draw(&mut svg, row, scale, TOP + ROW * (place as f64 + 0.5));
    }
    for (place, note) in forest.notes.iter().enumerate() {
        svg.text(
            TextStyle::QuietSmall,
            (24.0, bottom + 46.0 + NOTE * place as f64),
            Anchor::Start,
            note,
        );
    }
    svg.finish()
}

/// Draws the axis and the line of the baseline.
fn axis(svg: &mut Svg, forest: &Forest, bottom: f64) -> Scale {
    let (low, high) = domain(&forest.rows);
    let names = forest.rows.iter().map(|row| width_of(&row.name));
    let left = (24.0 + names.fold(60.0, f64::max) + 14.0).min(WIDTH / 2.0);
    let scale = Scale::new((low, high), (left, PLOT));
    for (value, _) in ticks(low, high, 6) {
        let x = scale.at(value);
        let label = signed(value);
        svg.line(Look::Rule, (x, TOP), (x, bottom));
        svg.text(
            TextStyle::Quiet,
            (x, bottom + 18.0),
            Anchor::Middle,
            label.trim_end_matches('0').trim_end_matches('.'),
        );
    }
    let zero = scale.at(0.0);
    svg.line(Look::Edge, (zero, TOP - 6.0), (zero, bottom));
    let text = format!("{}: {}", forest.baseline.0, fixed(forest.baseline.1));
    let half = width_of(&text) / 2.0;
    let x = zero.min(PLOT - half).max(24.0 + half);
    svg.text(TextStyle::Quiet, (x, TOP - 12.0), Anchor::Middle, text);
    scale
}

/// Returns the ends of an axis that holds 0 and all intervals, with some room.
fn domain(rows: &[ForestRow]) -> (f64, f64) {
    let values = rows.iter().flat_map(ends).filter(|value| value.is_finite());
    let (low, high) = widened((0.0, 0.0), values);
    let room = ((high - low) * 0.03).max(0.001);
    (low - room, high + room)
}

/// Returns the difference of a row and the ends of its interval.
fn ends(row: &ForestRow) -> [f64; 3] {
    let (low, high) = row.interval.unwrap_or((row.difference, row.difference));
    [low, high, row.difference]
}

fn draw(svg: &mut Svg, row: &ForestRow, scale: Scale, y: f64) {
    svg.text(TextStyle::Plain, (24.0, y + 4.0), Anchor::Start, &row.name);
    if let Some((low, high)) = row.interval {
        svg.line(Look::Leader(row.series), (scale.at(low), y), (scale.at(high), y));
    }
    let look = if row.significant { Look::Dot(row.series) } else { Look::Mark(row.series) };
    svg.circle(look, (scale.at(row.difference), y), 5.0, Some(&row.hint));
    svg.text(TextStyle::Plain, (MEAN, y + 4.0), Anchor::End, fixed(row.mean));
    svg.text(TextStyle::Quiet, (DIFFERENCE, y + 4.0), Anchor::End, signed(row.difference));
}
