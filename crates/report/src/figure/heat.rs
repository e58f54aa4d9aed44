//! Draws a sweep over two axes as a heat map of differences from the unfiltered text, with a
//! smaller one of judged@10 below; more axes are cut at the best point.

use super::colours::Colours;
use super::cut;
use super::naming::{self, short};
use super::scale::widened;
use crate::drawing::{Anchor, Drawing, Pair};
use crate::paint::{Look, TextStyle};
use crate::style::Style;
use crate::words::{self, fixed, value_and_p};
use tamis_search::experiment::results::{Axis, Point, Sweep};

/// The top of the upper map on a page.
const TOP: f64 = 150.0;
/// The number of steps of a colour scale.
const STEPS: u32 = 30;

/// Draws the heat map of a measure over two axes; more axes are cut at the best point.
pub fn draw(sweep: &Sweep, measure: usize, style: &Style) -> Drawing {
    let (cut, held) = cut::through_best(sweep, measure);
    let name = words::measure_name(&sweep.measures[measure]);
    let at = if held.is_empty() { held } else { format!(" at {held}") };
    let title = format!("{name} over {}{at}", words::axes(&cut));
    let mut svg = Drawing::new(&naming::id(sweep, measure), style, &title, "");
    let head = svg.head(&naming::setting(sweep));
    let grid = HeatGrid::new(&cut, measure, style, head);
    svg.description = format!("{} {}.", words::finding(sweep, measure), grid.colours.note());
    grid.legend(&mut svg);
    grid.cells(&mut svg);
    grid.best(&mut svg);
    grid.titles(&mut svg);
    grid.judged(&mut svg);
    let caption = format!("{}; {}", naming::brief(sweep), grid.colours.brief());
    svg.finish(grid.lower().bottom + style.pick(22.0, 34.0), caption)
}

struct HeatGrid<'a> {
    sweep: &'a Sweep,
    measure: usize,
    name: String,
    colours: Colours,
    /// The axes across, the longer one, and down.
    axes: [&'a Axis; 2],
    /// The left and the right end of both maps.
    ends: Pair,
    /// The width of a cell.
    width: f64,
    upper: Map,
    style: &'a Style,
}

#[derive(Clone, Copy)]
struct Map {
    top: f64,
    /// The height of a row.
    height: f64,
    bottom: f64,
}

impl Map {
    fn new(top: f64, height: f64, rows: usize) -> Self {
        Self { top, height, bottom: top + height * rows as f64 }
    }
}

impl<'a> HeatGrid<'a> {
    fn new(sweep: &'a Sweep, measure: usize, style: &'a Style, head: f64) -> Self {
        let [mut across, mut down] = [&sweep.axes[0], &sweep.axes[1]];
        if down.values.len() > across.values.len() {
            (across, down) = (down, across);
        }
        let label = down.values.iter().map(|value| style.width_of(value)).fold(0.0, f64::max);
        let left = style.margin() + 22.0 + label + 10.0;
        let widest = style.pick(f64::INFINITY, 64.0);
        let width = ((style.right() - left) / across.values.len().max(1) as f64).min(widest);
        let rows = down.values.len();
        let height = (style.height(300.0) / rows.max(1) as f64).clamp(14.0, 40.0);
        let base = sweep.baseline.means[measure];
        let differences = sweep.points.iter().map(|point| point.means[measure] - base);
        let intervals = sweep.points.iter().filter_map(|point| *point.intervals.get(measure)?);
        Self {
            sweep,
            measure,
            name: words::measure_name(&sweep.measures[measure]),
            colours: Colours::new(differences, intervals),
            axes: [across, down],
            ends: (left, left + width * across.values.len() as f64),
            width,
            upper: Map::new(style.pick(TOP - 10.0, TOP) + head, height, rows),
            style,
        }
    }

    /// The lower map. Its rows are half as high, but enough for its numbers.
    fn lower(&self) -> Map {
        let height = (self.upper.height / 2.0).max(16.0);
        Map::new(self.upper.bottom + self.style.pick(60.0, 74.0), height, self.axes[1].values.len())
    }

    /// The width of a colour scale.
    fn bar(&self) -> f64 {
        self.style.pick(90.0, 150.0)
    }

    /// Returns the upper left corner of a point's cell in a map.
    fn corner(&self, point: &Point, map: Map) -> Pair {
        let [column, row] = self.axes.map(|axis| {
            let value = point.value(axis);
            axis.values.iter().position(|other| other == value).unwrap_or(0) as f64
        });
        (self.ends.0 + self.width * column, map.top + map.height * row)
    }

    /// Draws a colour scale with its left end at `x` and its numbers at `y`.
    fn scale(
        &self,
        svg: &mut Drawing,
        (x, y): Pair,
        (bar, style): (f64, TextStyle),
        ends: &[String; 2],
        colour: impl Fn(f64) -> (Look, f64),
    ) {
        svg.text(style, (x - 6.0, y), Anchor::End, &ends[0]);
        svg.text(style, (x + bar + 6.0, y), Anchor::Start, &ends[1]);
        let step = bar / f64::from(STEPS);
        for i in 0..STEPS {
            let (look, strength) = colour(f64::from(i) + 0.5);
            let at = (x + f64::from(i) * step, y - 10.0);
            svg.rect(look, at, (step, 12.0)).opacity(strength);
        }
    }

    /// Draws the colour scale, says what is neutral, and explains the corner.
    fn legend(&self, svg: &mut Drawing) {
        let base = fixed(self.sweep.baseline.means[self.measure]);
        let left = self.style.margin();
        let y = self.upper.top - self.style.pick(60.0, 70.0);
        let full = self.colours.full;
        let ends = [-full, full].map(words::signed);
        let [low, high] = [0, 1].map(|end| self.style.width_of(&ends[end]));
        let room = self.style.units() - left - low - high - self.bar() - 22.0;
        let name = &self.name;
        let texts = [
            format!("{name} less that of the unfiltered text, {base}:"),
            format!("{name} less {base}:"),
            name.clone(),
        ];
        let text = self.style.fitting(room, texts);
        svg.text(TextStyle::Quiet, (left, y), Anchor::Start, &text);
        let x = left + self.style.width_of(&text) + low + 14.0;
        self.scale(svg, (x, y), (self.bar(), TextStyle::Quiet), &ends, |step| {
            self.colours.colour(full * (step / f64::from(STEPS / 2) - 1.0))
        });
        push_corner(svg, (left, y + 11.0), (14.0, 12.0));
        let above = "not above the unfiltered text";
        let texts = [format!("{above}; {}", self.colours.note()), above.to_owned()];
        let text = self.style.fitting(self.style.units() - left - 16.0, texts);
        svg.text(TextStyle::QuietSmall, (left + 16.0, y + 21.0), Anchor::Start, text);
    }

    fn cells(&self, svg: &mut Drawing) {
        let size = (self.width - 1.0, self.upper.height - 1.0);
        for point in &self.sweep.points {
            let at = self.corner(point, self.upper);
            let mean = point.means[self.measure];
            let difference = mean - self.sweep.baseline.means[self.measure];
            let (look, strength) = self.colours.colour(difference);
            let hint = format!(
                "{}: {} {}; judged@10 {}",
                words::at_words(self.sweep, point),
                self.name,
                value_and_p(point, self.measure),
                fixed(point.judged_10)
            );
            svg.rect(look, at, size).opacity(strength).hint(&hint);
            if difference <= 0.0 {
                push_corner(svg, at, size);
            }
            self.number(svg, at, size, strength, fixed(mean));
        }
        self.column_labels(svg, self.upper);
        self.row_labels(svg, self.upper);
    }

    /// Writes a number into a cell, if it has room.
    fn number(&self, svg: &mut Drawing, at: Pair, size: Pair, strength: f64, text: String) {
        if size.0 >= self.style.width_of(&text) + 4.0 && size.1 >= 13.0 {
            let middle = (at.0 + size.0 / 2.0, at.1 + size.1 / 2.0 + 4.0);
            let is_dark = strength > 0.8;
            let style = if is_dark { TextStyle::SmallOnShape } else { TextStyle::Small };
            svg.text(style, middle, Anchor::Middle, text);
        }
    }

    /// Labels the horizontal axis; of crowded values only every second, third, ...
    fn column_labels(&self, svg: &mut Drawing, map: Map) {
        let widths = self.axes[0].values.iter().map(|value| self.style.width_of(value));
        let widest = widths.fold(0.0, f64::max) + 8.0;
        let stride = (widest / self.width).ceil().max(1.0) as usize;
        for (i, value) in self.axes[0].values.iter().enumerate().step_by(stride) {
            let x = self.ends.0 + self.width * (i as f64 + 0.5);
            svg.text(TextStyle::Quiet, (x, map.bottom + 16.0), Anchor::Middle, value);
        }
    }

    fn row_labels(&self, svg: &mut Drawing, map: Map) {
        for (i, value) in self.axes[1].values.iter().enumerate() {
            let at = (self.ends.0 - 8.0, map.top + map.height * (i as f64 + 0.5) + 4.0);
            svg.text(TextStyle::Quiet, at, Anchor::End, value);
        }
    }

    fn best(&self, svg: &mut Drawing) {
        let Some(point) = words::best(self.sweep, self.measure) else { return };
        let at = self.corner(point, self.upper);
        let mean = fixed(point.means[self.measure]);
        let (name, p) = (&self.name, words::p_phrase(point.p(self.measure)));
        let place = words::at_words(self.sweep, point);
        let texts = [
            format!("best on these topics: {name} {mean} at {place}, {p}"),
            format!("best: {name} {mean} at {place}, {p}"),
            format!("best: {name} {mean}, {p}"),
            format!("{mean}, {p}"),
        ];
        let middle = at.0 + self.width / 2.0 - 0.5;
        let end = self.style.units();
        let text = self.style.fitting(middle.max(end - middle) - 10.0, texts);
        let (x, anchor) = match middle + 7.0 + self.style.width_of(&text) <= end {
            true => (middle + 7.0, Anchor::Start),
            false => (middle - 7.0, Anchor::End),
        };
        let top = self.upper.top;
        svg.line(Look::PlainLeader, (middle, top - 22.0), (middle, top - 2.0));
        svg.text(TextStyle::Plain, (x, top - 14.0), anchor, text).halo = true;
        svg.rect(Look::Best, (at.0 - 0.5, at.1 - 0.5), (self.width, self.upper.height));
    }

    /// Writes the titles of both axes below and beside the upper map.
    fn titles(&self, svg: &mut Drawing) {
        let Map { top, bottom, .. } = self.upper;
        let (left, right) = self.ends;
        let [across, down] = self.axes.map(|axis| axis.name.as_str());
        let names = [words::axis_meaning(across), words::axis_words(across)];
        let name = self.style.fitting(right - left, names);
        let below = ((left + right) / 2.0, bottom + self.style.pick(32.0, 38.0));
        svg.text(TextStyle::Plain, below, Anchor::Middle, name);
        let beside = (self.style.pick(self.style.upward(), 24.0), (top + bottom) / 2.0);
        svg.text(TextStyle::Plain, beside, Anchor::Middle, words::axis_words(down)).upward = true;
    }

    fn judged(&self, svg: &mut Drawing) {
        let map = self.lower();
        let (low, high) = self.judged_ends();
        let strength = |share: f64| 0.08 + 0.92 * ((share - low) / (high - low)).clamp(0.0, 1.0);
        let bar = self.bar() * self.style.pick(0.5, 1.0);
        let x = self.style.right() - bar - 26.0;
        let y = map.top - 10.0;
        let base = fixed(self.sweep.baseline.judged_10);
        let share = "judged@10: share of the first ten pages that were judged";
        let texts = [
            format!("{share}; unfiltered text: {base}"),
            format!("judged@10; unfiltered text: {base}"),
            "judged@10".to_owned(),
        ];
        let left = self.ends.0;
        let name = self.style.fitting(x - left - 30.0, texts);
        svg.text(TextStyle::QuietSmall, (left, y), Anchor::Start, name);
        let ends = [low, high].map(short);
        self.scale(svg, (x, y), (bar, TextStyle::QuietSmall), &ends, |step| {
            (Look::JudgedCell, strength(low + (high - low) * step / f64::from(STEPS)))
        });
        let size = (self.width - 1.0, map.height - 1.0);
        for point in &self.sweep.points {
            let judged = fixed(point.judged_10);
            let hint = format!("{}: judged@10 {judged}", words::at_words(self.sweep, point));
            let at = self.corner(point, map);
            let strength = strength(point.judged_10);
            svg.rect(Look::JudgedCell, at, size).opacity(strength).hint(&hint);
            self.number(svg, at, size, strength, judged);
        }
        self.row_labels(svg, map);
        self.column_labels(svg, map);
    }

    /// Returns the tenths around all shares.
    fn judged_ends(&self) -> Pair {
        let points = self.sweep.points.iter().chain([&self.sweep.baseline]);
        let (low, high) = widened((1.0, 0.0), points.map(|point| point.judged_10));
        let low = (low * 10.0 + 1e-6).floor() / 10.0;
        let high = (high * 10.0 - 1e-6).ceil() / 10.0;
        if low < high { (low, high) } else { (0.0, 1.0) }
    }
}

/// Marks a cell whose mean is not above the baseline, in its upper left corner.
fn push_corner(svg: &mut Drawing, at: Pair, size: Pair) {
    let leg = (size.0.min(size.1) * 0.6).min(9.0);
    svg.polygon(Look::Corner, &[at, (at.0 + leg, at.1), (at.0, at.1 + leg)]);
}
