//! Draws a sweep over two axes as a heat map of differences from the unfiltered text, with a
//! smaller one of judged@10 below; more axes are cut at the best point.

use super::colours::Colours;
use super::cut;
use super::naming::{self, short};
use super::scale::widened;
use crate::drawing::{Anchor, Drawing};
use crate::paint::{Look, TextStyle};
use crate::style::Style;
use crate::words;
use tamis_search::experiment::parameter::Value;
use tamis_search::experiment::results::{Point, Sweep};

/// The top of the upper map on a page.
const TOP: f64 = 150.0;
/// The number of steps of a colour scale.
const STEPS: u32 = 30;

/// Draws the heat map of a measure over two axes; more axes are cut at the best point.
pub fn draw(sweep: &Sweep, measure: usize, style: &Style) -> Drawing {
    let (cut, held) = cut::through_best(sweep, measure);
    let name = words::measure_name(&sweep.measures[measure]);
    let axes: Vec<String> = cut.axes.iter().map(|axis| words::axis_words(&axis.name)).collect();
    let at = if held.is_empty() { held } else { format!(" at {held}") };
    let title = format!("{name} over {}{at}", words::joined(&axes));
    let mut svg = Drawing::new(&naming::id(sweep, measure), style, &title, "");
    let head = svg.head(&naming::setting(sweep));
    let grid = Grid::new(&cut, style, head);
    let note = grid.colours(measure).note();
    svg.description = format!("{} {note}.", words::finding(sweep, measure));
    grid.legend(&mut svg, measure, &name);
    grid.cells(&mut svg, measure, &name);
    grid.best(&mut svg, measure, &name);
    grid.judged(&mut svg);
    let below = if style.is_compact() { 22.0 } else { 34.0 };
    let caption = format!("{}; {}", naming::brief(sweep), grid.colours(measure).brief());
    svg.finish(grid.judged_bottom() + below, caption)
}

struct Grid<'a> {
    sweep: &'a Sweep,
    /// The index of the horizontal axis, the longer one.
    across: usize,
    left: f64,
    /// The top of the upper map.
    top: f64,
    cell: (f64, f64),
    style: &'a Style,
}

impl<'a> Grid<'a> {
    fn new(sweep: &'a Sweep, style: &'a Style, head: f64) -> Self {
        let across = usize::from(sweep.axes[1].values.len() > sweep.axes[0].values.len());
        let down = &sweep.axes[1 - across];
        let label = down.values.iter().map(|value| style.width_of(value)).fold(0.0, f64::max);
        let left = style.margin() + 22.0 + label + 10.0;
        let columns = sweep.axes[across].values.len().max(1) as f64;
        let rows = down.values.len().max(1) as f64;
        let top = if style.is_compact() { TOP - 10.0 } else { TOP };
        let widest = if style.is_compact() { f64::INFINITY } else { 64.0 };
        let height = (style.height(300.0) / rows).clamp(14.0, 40.0);
        let cell = (((style.right() - left) / columns).min(widest), height);
        Self { sweep, across, left, top: top + head, cell, style }
    }

    /// The width of a colour scale.
    fn bar(&self) -> f64 {
        if self.style.is_compact() { 90.0 } else { 150.0 }
    }

    /// The gap between the two maps.
    fn gap(&self) -> f64 {
        if self.style.is_compact() { 60.0 } else { 74.0 }
    }

    fn columns(&self) -> &[Value] {
        &self.sweep.axes[self.across].values
    }

    fn rows(&self) -> &[Value] {
        &self.sweep.axes[1 - self.across].values
    }

    fn bottom(&self) -> f64 {
        self.top + self.cell.1 * self.rows().len() as f64
    }

    fn right(&self) -> f64 {
        self.left + self.cell.0 * self.columns().len() as f64
    }

    /// Returns the row height of the lower map: half, but enough for its numbers.
    fn judged_height(&self) -> f64 {
        (self.cell.1 / 2.0).max(16.0)
    }

    fn judged_bottom(&self) -> f64 {
        self.bottom() + self.gap() + self.judged_height() * self.rows().len() as f64
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
    fn legend(&self, svg: &mut Drawing, measure: usize, name: &str) {
        let colours = self.colours(measure);
        let base = words::fixed(self.sweep.baseline.means[measure]);
        let left = self.style.margin();
        let y = self.top - if self.style.is_compact() { 60.0 } else { 70.0 };
        let ends = [-colours.full, colours.full].map(words::signed);
        let [low, high] = [0, 1].map(|end| self.style.width_of(&ends[end]));
        let room = self.style.units() - left - low - high - self.bar() - 22.0;
        let texts = [
            format!("{name} less that of the unfiltered text, {base}:"),
            format!("{name} less {base}:"),
            name.to_owned(),
        ];
        let text = self.style.fitting(room, texts);
        svg.text(TextStyle::Quiet, (left, y), Anchor::Start, &text);
        let x = left + self.style.width_of(&text) + low + 14.0;
        svg.text(TextStyle::Quiet, (x - 6.0, y), Anchor::End, &ends[0]);
        svg.text(TextStyle::Quiet, (x + self.bar() + 6.0, y), Anchor::Start, &ends[1]);
        let step = self.bar() / f64::from(STEPS);
        for i in 0..STEPS {
            let value = colours.full * ((f64::from(i) + 0.5) / f64::from(STEPS / 2) - 1.0);
            let (look, strength) = colours.colour(value);
            let at = (x + f64::from(i) * step, y - 10.0);
            svg.shade(look, at, (step, 12.0), strength, None);
        }
        corner(svg, (left, y + 11.0), (14.0, 12.0));
        let texts = [
            format!("not above the unfiltered text; {}", colours.note()),
            "not above the unfiltered text".to_owned(),
        ];
        let text = self.style.fitting(self.style.units() - left - 16.0, texts);
        svg.text(TextStyle::QuietSmall, (left + 16.0, y + 21.0), Anchor::Start, text);
    }

    fn cells(&self, svg: &mut Drawing, measure: usize, name: &str) {
        let colours = self.colours(measure);
        let inner = (self.cell.0 - 1.0, self.cell.1 - 1.0);
        for (i, point) in self.sweep.points.iter().enumerate() {
            let at = self.corner(i, self.top, self.cell.1);
            let mean = point.means[measure];
            let difference = self.difference(point, measure);
            let (look, strength) = colours.colour(difference);
            let hint = format!(
                "{}: {name} {}, {}; judged@10 {}",
                words::at_words(self.sweep, point),
                words::fixed(mean),
                words::p_phrase(point.p(measure)),
                words::fixed(point.judged_10)
            );
            svg.shade(look, at, inner, strength, Some(&hint));
            if difference <= 0.0 {
                corner(svg, at, inner);
            }
            self.number(svg, at, inner, strength, words::fixed(mean));
        }
        self.column_labels(svg, self.bottom());
        self.row_labels(svg, self.top, self.cell.1);
    }

    /// Writes a number into a cell, if it has room.
    fn number(
        &self,
        svg: &mut Drawing,
        at: (f64, f64),
        size: (f64, f64),
        strength: f64,
        text: String,
    ) {
        if size.0 >= self.style.width_of(&text) + 4.0 && size.1 >= 13.0 {
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
    fn column_labels(&self, svg: &mut Drawing, bottom: f64) {
        let widest =
            self.columns().iter().map(|value| self.style.width_of(value)).fold(0.0, f64::max) + 8.0;
        let stride = (widest / self.cell.0).ceil().max(1.0) as usize;
        for (i, value) in self.columns().iter().enumerate().step_by(stride) {
            let x = self.left + self.cell.0 * (i as f64 + 0.5);
            svg.text(TextStyle::Quiet, (x, bottom + 16.0), Anchor::Middle, value);
        }
    }

    fn row_labels(&self, svg: &mut Drawing, top: f64, height: f64) {
        for (i, value) in self.rows().iter().enumerate() {
            svg.text(
                TextStyle::Quiet,
                (self.left - 8.0, top + height * (i as f64 + 0.5) + 4.0),
                Anchor::End,
                value,
            );
        }
    }

    fn best(&self, svg: &mut Drawing, measure: usize, name: &str) {
        let Some(point) = words::best(self.sweep, measure) else { return };
        let at = self.corner(self.sweep.best[measure], self.top, self.cell.1);
        let mean = words::fixed(point.means[measure]);
        let p = words::p_phrase(point.p(measure));
        let place = words::at_words(self.sweep, point);
        let texts = [
            format!("best on these topics: {name} {mean} at {place}, {p}"),
            format!("best: {name} {mean} at {place}, {p}"),
            format!("best: {name} {mean}, {p}"),
            format!("{mean}, {p}"),
        ];
        let middle = at.0 + self.cell.0 / 2.0 - 0.5;
        let end = self.style.units();
        let text = self.style.fitting(middle.max(end - middle) - 10.0, texts);
        let to_the_right = middle + 7.0 + self.style.width_of(&text) <= end;
        let (x, anchor) =
            if to_the_right { (middle + 7.0, Anchor::Start) } else { (middle - 7.0, Anchor::End) };
        svg.line(Look::PlainLeader, (middle, self.top - 22.0), (middle, self.top - 2.0));
        svg.text_with_halo(TextStyle::Plain, (x, self.top - 14.0), anchor, text);
        svg.rect(Look::Best, (at.0 - 0.5, at.1 - 0.5), self.cell, None);
    }

    fn judged(&self, svg: &mut Drawing) {
        let top = self.bottom() + self.gap();
        let height = self.judged_height();
        let axis = &self.sweep.axes[self.across].name;
        let names = [words::axis_meaning(axis), words::axis_words(axis)];
        let below = if self.style.is_compact() { 32.0 } else { 38.0 };
        svg.text(
            TextStyle::Plain,
            ((self.left + self.right()) / 2.0, self.bottom() + below),
            Anchor::Middle,
            self.style.fitting(self.right() - self.left, names),
        );
        let x = if self.style.is_compact() { self.style.upward() } else { 24.0 };
        svg.upward(
            TextStyle::Plain,
            (x, (self.top + self.bottom()) / 2.0),
            Anchor::Middle,
            words::axis_words(&self.sweep.axes[1 - self.across].name),
        );
        let (low, high) = self.judged_ends();
        let strength = |share: f64| 0.08 + 0.92 * ((share - low) / (high - low)).clamp(0.0, 1.0);
        let bar = self.bar() * if self.style.is_compact() { 0.5 } else { 1.0 };
        let x = self.style.right() - bar - 26.0;
        let base = words::fixed(self.sweep.baseline.judged_10);
        let texts = [
            format!(
                "judged@10: share of the first ten pages that were judged; unfiltered text: {base}"
            ),
            format!("judged@10; unfiltered text: {base}"),
            "judged@10".to_owned(),
        ];
        let name = self.style.fitting(x - self.left - 30.0, texts);
        svg.text(TextStyle::QuietSmall, (self.left, top - 10.0), Anchor::Start, name);
        svg.text(TextStyle::QuietSmall, (x - 6.0, top - 10.0), Anchor::End, short(low));
        svg.text(TextStyle::QuietSmall, (x + bar + 6.0, top - 10.0), Anchor::Start, short(high));
        let step = bar / f64::from(STEPS);
        for i in 0..STEPS {
            let at = (x + f64::from(i) * step, top - 20.0);
            let shade = strength(low + (high - low) * (f64::from(i) + 0.5) / f64::from(STEPS));
            svg.shade(Look::JudgedCell, at, (step, 12.0), shade, None);
        }
        for (i, point) in self.sweep.points.iter().enumerate() {
            let hint = format!(
                "{}: judged@10 {}",
                words::at_words(self.sweep, point),
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
fn corner(svg: &mut Drawing, at: (f64, f64), size: (f64, f64)) {
    let leg = (size.0.min(size.1) * 0.6).min(9.0);
    svg.polygon(Look::Corner, &[at, (at.0 + leg, at.1), (at.0, at.1 + leg)]);
}
