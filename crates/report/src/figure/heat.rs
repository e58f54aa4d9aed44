//! Draws a sweep over two axes as a heat map of differences from the unfiltered text, with a
//! smaller one of judged@10 below; more axes are cut at the best point.

use super::colours::Colours;
use super::cut;
use super::naming::{self, short};
use super::scale::{widened, width_of};
use crate::markup::{Anchor, Svg};
use crate::paint::{Look, TextStyle};
use crate::words;
use tamis_search::experiment::parameter::Value;
use tamis_search::experiment::results::{Point, Sweep};

const WIDTH: f64 = 820.0;
const RIGHT: f64 = 796.0;
const TOP: f64 = 150.0;
/// The width of a colour scale.
const BAR: f64 = 150.0;
/// The gap between the two maps.
const GAP: f64 = 74.0;

/// Draws the heat map of a measure over two axes; more axes are cut at the best point.
pub fn svg(sweep: &Sweep, measure: usize) -> String {
    let (cut, held) = cut::through_best(sweep, measure);
    let grid = Grid::new(&cut);
    let name = words::measure_name(&sweep.measures[measure]);
    let axes: Vec<String> = cut.axes.iter().map(|axis| axis.name.clone()).collect();
    let at = if held.is_empty() { held } else { format!(" at {held}") };
    let title = format!("{name} over {}{at}", words::joined(&axes));
    let mut svg = Svg::new(
        &naming::id(sweep, measure),
        WIDTH,
        grid.judged_bottom() + 34.0,
        &title,
        &format!("{} {}.", words::finding(sweep, measure), grid.colours(measure).note()),
    );
    svg.text(TextStyle::Title, (24.0, 32.0), Anchor::Start, &title);
    svg.text(TextStyle::Quiet, (24.0, 52.0), Anchor::Start, naming::setting(sweep));
    grid.legend(&mut svg, measure, &name);
    grid.cells(&mut svg, measure, &name);
    grid.best(&mut svg, measure, &name);
    grid.judged(&mut svg);
    svg.finish()
}

struct Grid<'a> {
    sweep: &'a Sweep,
    /// The index of the horizontal axis, the longer one.
    across: usize,
    left: f64,
    cell: (f64, f64),
}

impl<'a> Grid<'a> {
    fn new(sweep: &'a Sweep) -> Self {
        let across = usize::from(sweep.axes[1].values.len() > sweep.axes[0].values.len());
        let down = &sweep.axes[1 - across];
        let label = down.values.iter().map(width_of).fold(0.0, f64::max);
        let left = 24.0 + 22.0 + label + 10.0;
        let columns = sweep.axes[across].values.len().max(1) as f64;
        let rows = down.values.len().max(1) as f64;
        let cell = (((RIGHT - left) / columns).min(64.0), (300.0 / rows).clamp(14.0, 40.0));
        Self { sweep, across, left, cell }
    }

    fn columns(&self) -> &[Value] {
        &self.sweep.axes[self.across].values
    }

    fn rows(&self) -> &[Value] {
        &self.sweep.axes[1 - self.across].values
    }

    fn bottom(&self) -> f64 {
        TOP + self.cell.1 * self.rows().len() as f64
    }

    fn right(&self) -> f64 {
        self.left + self.cell.0 * self.columns().len() as f64
    }

    /// Returns the row height of the lower map: half, but enough for its numbers.
    fn judged_height(&self) -> f64 {
        (self.cell.1 / 2.0).max(16.0)
    }

    fn judged_bottom(&self) -> f64 {
        self.bottom() + GAP + self.judged_height() * self.rows().len() as f64
    }

    /// Returns the upper left corner of a point's cell in a map that starts at `top` with rows of
    /// `height`.
    fn corner(&self, point: usize, top: f64, height: f64) -> (f64, f64) {
        let column = self.place(point, self.across);
        let row = self.place(point, 1 - self.across);
        (self.left + self.cell.0 * column, top + height * row)
    }

    /// Returns the place of a point's value on an axis.
    fn place(&self, point: usize, axis: usize) -> f64 {
        let axis = &self.sweep.axes[axis];
        let value = self.sweep.points[point].value(axis);
        axis.values.iter().position(|other| other == value).unwrap_or(0) as f64
    }

    fn colours(&self, measure: usize) -> Colours {
        let differences = self.sweep.points.iter().map(|point| self.difference(point, measure));
        let intervals = self
            .sweep
            .points
            .iter()
            .filter_map(|point| point.intervals.get(measure).copied().flatten());
        Colours::new(differences, intervals)
    }

    fn difference(&self, point: &Point, measure: usize) -> f64 {
        point.means[measure] - self.sweep.baseline.means[measure]
    }

    /// Draws the colour scale, says what is neutral, and explains the corner.
    fn legend(&self, svg: &mut Svg, measure: usize, name: &str) {
        let colours = self.colours(measure);
        let base = words::fixed(self.sweep.baseline.means[measure]);
        let text = format!("{name} less that of the unfiltered text, {base}:");
        svg.text(TextStyle::Quiet, (24.0, 80.0), Anchor::Start, &text);
        let ends = [-colours.full, colours.full].map(words::signed);
        let x = 24.0 + width_of(&text) + width_of(&ends[0]) + 8.0;
        svg.text(TextStyle::Quiet, (x - 6.0, 80.0), Anchor::End, &ends[0]);
        svg.text(TextStyle::Quiet, (x + BAR + 6.0, 80.0), Anchor::Start, &ends[1]);
        for i in 0..30 {
            let value = colours.full * ((f64::from(i) + 0.5) / 15.0 - 1.0);
            let (look, strength) = colours.colour(value);
            svg.shade(
                look,
                (x + f64::from(i) * BAR / 30.0, 70.0),
                (BAR / 30.0, 12.0),
                strength,
                None,
            );
        }
        corner(svg, (24.0, 91.0), (14.0, 12.0));
        let text = format!("not above the unfiltered text; {}", colours.note());
        svg.text(TextStyle::QuietSmall, (40.0, 101.0), Anchor::Start, text);
    }

    fn cells(&self, svg: &mut Svg, measure: usize, name: &str) {
        let colours = self.colours(measure);
        let inner = (self.cell.0 - 1.0, self.cell.1 - 1.0);
        for (i, point) in self.sweep.points.iter().enumerate() {
            let at = self.corner(i, TOP, self.cell.1);
            let mean = point.means[measure];
            let difference = self.difference(point, measure);
            let (look, strength) = colours.colour(difference);
            let hint = format!(
                "{}: {name} {}, {}; judged@10 {}",
                words::at(self.sweep, point),
                words::fixed(mean),
                words::p_phrase(point.p_values[measure]),
                words::fixed(point.judged_10)
            );
            svg.shade(look, at, inner, strength, Some(&hint));
            if difference <= 0.0 {
                corner(svg, at, inner);
            }
            self.number(svg, at, inner, strength, words::fixed(mean));
        }
        self.column_labels(svg, self.bottom());
        self.row_labels(svg, TOP, self.cell.1);
    }

    /// Writes a number into a cell, if it has room.
    fn number(&self, svg: &mut Svg, at: (f64, f64), size: (f64, f64), strength: f64, text: String) {
        if size.0 >= width_of(&text) + 4.0 && size.1 >= 13.0 {
            let middle = (at.0 + size.0 / 2.0, at.1 + size.1 / 2.0 + 4.0);
            svg.text(
                if strength > 0.8 { TextStyle::SmallOnShape } else { TextStyle::Small },
                middle,
                Anchor::Middle,
                text,
            );
        }
    }

    /// Labels the horizontal axis; of crowded values only every second, third, ...
    fn column_labels(&self, svg: &mut Svg, bottom: f64) {
        let widest = self.columns().iter().map(width_of).fold(0.0, f64::max) + 8.0;
        let stride = (widest / self.cell.0).ceil().max(1.0) as usize;
        for (i, value) in self.columns().iter().enumerate().step_by(stride) {
            let x = self.left + self.cell.0 * (i as f64 + 0.5);
            svg.text(TextStyle::Quiet, (x, bottom + 16.0), Anchor::Middle, value);
        }
    }

    fn row_labels(&self, svg: &mut Svg, top: f64, height: f64) {
        for (i, value) in self.rows().iter().enumerate() {
            svg.text(
                TextStyle::Quiet,
                (self.left - 8.0, top + height * (i as f64 + 0.5) + 4.0),
                Anchor::End,
                value,
            );
        }
    }

    fn best(&self, svg: &mut Svg, measure: usize, name: &str) {
        let Some(point) = words::best(self.sweep, measure) else { return };
        let at = self.corner(self.sweep.best[measure], TOP, self.cell.1);
        let text = format!(
            "best on these topics: {name} {} at {}, {}",
            words::fixed(point.means[measure]),
            words::at(self.sweep, point),
            words::p_phrase(point.p_values[measure])
        );
        let middle = at.0 + self.cell.0 / 2.0 - 0.5;
        let to_the_right = middle + 7.0 + width_of(&text) <= WIDTH;
        let (x, anchor) =
            if to_the_right { (middle + 7.0, Anchor::Start) } else { (middle - 7.0, Anchor::End) };
        svg.line(Look::PlainLeader, (middle, TOP - 22.0), (middle, TOP - 2.0));
        svg.text_with_halo(TextStyle::Plain, (x, TOP - 14.0), anchor, text);
        svg.rect(Look::Best, (at.0 - 0.5, at.1 - 0.5), self.cell, None);
    }

    fn judged(&self, svg: &mut Svg) {
        let top = self.bottom() + GAP;
        let height = self.judged_height();
        let across = words::axis_title(&self.sweep.axes[self.across].name);
        svg.text(
            TextStyle::Plain,
            ((self.left + self.right()) / 2.0, self.bottom() + 38.0),
            Anchor::Middle,
            across,
        );
        svg.upward(
            TextStyle::Plain,
            (24.0, (TOP + self.bottom()) / 2.0),
            Anchor::Middle,
            &self.sweep.axes[1 - self.across].name,
        );
        let base = words::fixed(self.sweep.baseline.judged_10);
        let name = format!(
            "judged@10: share of the first ten pages that were judged; unfiltered text: {base}"
        );
        svg.text(TextStyle::QuietSmall, (self.left, top - 10.0), Anchor::Start, name);
        let (low, high) = self.judged_ends();
        let strength = |share: f64| 0.08 + 0.92 * ((share - low) / (high - low)).clamp(0.0, 1.0);
        let x = RIGHT - BAR - 26.0;
        svg.text(TextStyle::QuietSmall, (x - 6.0, top - 10.0), Anchor::End, short(low));
        svg.text(TextStyle::QuietSmall, (x + BAR + 6.0, top - 10.0), Anchor::Start, short(high));
        for i in 0..30 {
            let at = (x + f64::from(i) * BAR / 30.0, top - 20.0);
            let shade = strength(low + (high - low) * (f64::from(i) + 0.5) / 30.0);
            svg.shade(Look::JudgedCell, at, (BAR / 30.0, 12.0), shade, None);
        }
        for (i, point) in self.sweep.points.iter().enumerate() {
            let hint = format!(
                "{}: judged@10 {}",
                words::at(self.sweep, point),
                words::fixed(point.judged_10)
            );
            let at = self.corner(i, top, height);
            let size = (self.cell.0 - 1.0, height - 1.0);
            svg.shade(Look::JudgedCell, at, size, strength(point.judged_10), Some(&hint));
            self.number(svg, at, size, strength(point.judged_10), words::fixed(point.judged_10));
        }
        self.row_labels(svg, top, height);
        self.column_labels(svg, self.judged_bottom());
    }

    /// Returns the tenths around all shares.
    fn judged_ends(&self) -> (f64, f64) {
        let shares =
            self.sweep.points.iter().chain([&self.sweep.baseline]).map(|point| point.judged_10);
        let (low, high) = widened((1.0, 0.0), shares);
        let low = (low * 10.0 + 1e-6).floor() / 10.0;
        let high = (high * 10.0 - 1e-6).ceil() / 10.0;
        if low < high { (low, high) } else { (0.0, 1.0) }
    }
}

/// Marks a cell whose mean is not above the baseline, in its upper left corner.
fn corner(svg: &mut Svg, at: (f64, f64), size: (f64, f64)) {
    let leg = (size.0.min(size.1) * 0.6).min(9.0);
    svg.polygon(Look::Corner, &[at, (at.0 + leg, at.1), (at.0, at.1 + leg)]);
}
