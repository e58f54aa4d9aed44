//! Draws a sweep over two axes as a heat map, with a smaller one of judged@10 below; more axes are cut at the best point.

use super::cut;
use super::naming;
use super::scale::width_of;
use crate::experiment::parameter::Value;
use crate::experiment::results::{Axis, Sweep};
use crate::report::markup::{Anchor, Svg};
use crate::report::words;

const WIDTH: f64 = 820.0;
const RIGHT: f64 = 796.0;
const TOP: f64 = 128.0;
/// The faintest and the strongest colour.
const FAINT: f64 = 0.06;
const STRONG: f64 = 1.0;
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
        grid.judged_bottom() + 28.0,
        &title,
        &words::finding(sweep, measure),
    );
    svg.text("title", (24.0, 32.0), Anchor::Start, &title);
    svg.text("quiet", (24.0, 52.0), Anchor::Start, naming::setting(sweep));
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

    /// Returns the row height of the lower map: half, but enough for its labels.
    fn judged_height(&self) -> f64 {
        (self.cell.1 / 2.0).max(14.0)
    }

    fn judged_bottom(&self) -> f64 {
        self.bottom() + GAP + self.judged_height() * self.rows().len() as f64
    }

    /// Returns the upper left corner of a point's cell in a map that starts at `top` with rows of `height`.
    fn corner(&self, point: usize, top: f64, height: f64) -> (f64, f64) {
        let place = |axis: &Axis| {
            let value = self.sweep.points[point].value(axis);
            axis.values.iter().position(|other| other == value).unwrap_or(0) as f64
        };
        let (across, down) = (&self.sweep.axes[self.across], &self.sweep.axes[1 - self.across]);
        (self.left + self.cell.0 * place(across), top + height * place(down))
    }

    fn range(&self, measure: usize) -> (f64, f64) {
        let means = self.sweep.points.iter().map(|p| p.means[measure]).filter(|v| v.is_finite());
        means.map(|v| (v, v)).reduce(|(lo, hi), (v, _)| (lo.min(v), hi.max(v))).unwrap_or((0.0, 0.0))
    }

    /// Returns the opacity of a value; 0.5 if all values are equal.
    fn strength(&self, measure: usize, value: f64) -> f64 {
        let (lo, hi) = self.range(measure);
        if hi > lo && value.is_finite() { FAINT + (STRONG - FAINT) * (value - lo) / (hi - lo) } else { 0.5 }
    }

    /// Draws the colour scale from the lowest to the highest mean, and the two marks.
    fn legend(&self, svg: &mut Svg, measure: usize, name: &str) {
        let (lo, hi) = self.range(measure);
        let x = 24.0 + width_of(name) * 1.3 + 16.0 + width_of(words::fixed(lo)) + 8.0;
        let (y, width) = (70.0, 180.0);
        svg.text("name one", (24.0, y + 10.0), Anchor::Start, name);
        svg.text("quiet", (x - 8.0, y + 10.0), Anchor::End, words::fixed(lo));
        for i in 0..30 {
            let value = lo + (hi - lo) * (i as f64 + 0.5) / 30.0;
            svg.shade(
                "cell",
                (x + i as f64 * width / 30.0, y),
                (width / 30.0, 12.0),
                self.strength(measure, value),
                None,
            );
        }
        svg.text("quiet", (x + width + 8.0, y + 10.0), Anchor::Start, words::fixed(hi));
        let mark = x + width + 80.0;
        svg.shade("cell", (mark, y), (16.0, 12.0), 0.3, None);
        below(svg, (mark, y), (16.0, 12.0));
        let base = words::fixed(self.sweep.baseline.means[measure]);
        svg.text("quiet", (mark + 24.0, y + 10.0), Anchor::Start, format!("not above the unfiltered text, {base}"));
    }

    fn cells(&self, svg: &mut Svg, measure: usize, name: &str) {
        let base = self.sweep.baseline.means[measure];
        let inner = (self.cell.0 - 1.0, self.cell.1 - 1.0);
        for (i, point) in self.sweep.points.iter().enumerate() {
            let (at, mean) = (self.corner(i, TOP, self.cell.1), point.means[measure]);
            let strength = self.strength(measure, mean);
            let hint = format!(
                "{}: {name} {}, {}; judged@10 {}",
                words::at(self.sweep, point),
                words::fixed(mean),
                words::p_phrase(point.p_values[measure]),
                words::fixed(point.judged_10)
            );
            svg.shade("cell", at, inner, strength, Some(&hint));
            if mean <= base {
                below(svg, at, inner);
            }
            if self.cell.0 >= 44.0 && self.cell.1 >= 16.0 {
                let middle = (at.0 + inner.0 / 2.0, at.1 + inner.1 / 2.0 + 4.0);
                svg.text(if strength > 0.5 { "small on" } else { "small" }, middle, Anchor::Middle, words::fixed(mean));
            }
        }
        self.column_labels(svg);
        self.row_labels(svg, TOP, self.cell.1);
    }

    /// Labels the horizontal axis; of crowded values only every second, third, ...
    fn column_labels(&self, svg: &mut Svg) {
        let widest = self.columns().iter().map(width_of).fold(0.0, f64::max) + 8.0;
        let stride = (widest / self.cell.0).ceil().max(1.0) as usize;
        for (i, value) in self.columns().iter().enumerate().step_by(stride) {
            let x = self.left + self.cell.0 * (i as f64 + 0.5);
            svg.text("quiet", (x, self.bottom() + 16.0), Anchor::Middle, value);
        }
    }

    fn row_labels(&self, svg: &mut Svg, top: f64, height: f64) {
        for (i, value) in self.rows().iter().enumerate() {
            svg.text("quiet", (self.left - 8.0, top + height * (i as f64 + 0.5) + 4.0), Anchor::End, value);
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
        let (x, anchor) = if to_the_right { (middle + 7.0, Anchor::Start) } else { (middle - 7.0, Anchor::End) };
        svg.line("leader two", (middle, TOP - 22.0), (middle, TOP - 2.0));
        svg.text_with_halo("", (x, TOP - 14.0), anchor, text);
        svg.rect("best", (at.0 - 0.5, at.1 - 0.5), self.cell, None);
    }

    fn judged(&self, svg: &mut Svg) {
        let (top, height) = (self.bottom() + GAP, self.judged_height());
        let across = words::axis_title(&self.sweep.axes[self.across].name);
        svg.text("", ((self.left + self.right()) / 2.0, self.bottom() + 38.0), Anchor::Middle, across);
        svg.upward("", (24.0, (TOP + self.bottom()) / 2.0), &self.sweep.axes[1 - self.across].name);
        let base = words::fixed(self.sweep.baseline.judged_10);
        let name =
            format!("judged@10, from 0 (faint) to 1; unfiltered text: {base}; unjudged pages count as not relevant");
        svg.text("quiet small", (self.left, top - 8.0), Anchor::Start, name);
        for (i, point) in self.sweep.points.iter().enumerate() {
            let hint = format!("{}: judged@10 {}", words::at(self.sweep, point), words::fixed(point.judged_10));
            let strength = FAINT + (STRONG - FAINT) * point.judged_10.clamp(0.0, 1.0);
            let size = (self.cell.0 - 1.0, height - 1.0);
            svg.shade("cell-judged", self.corner(i, top, height), size, strength, Some(&hint));
        }
        self.row_labels(svg, top, height);
    }
}

/// Marks a cell whose mean is not above the baseline, in its upper left corner.
fn below(svg: &mut Svg, at: (f64, f64), size: (f64, f64)) {
    let leg = (size.0.min(size.1) * 0.6).min(9.0);
    svg.polygon("below", &[at, (at.0 + leg, at.1), (at.0, at.1 + leg)]);
}
