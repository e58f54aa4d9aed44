//! Draws the axes of a sweep that takes each alone in one figure: a measure over the share of the
//! text that is kept, with a curve per axis. So a threshold on words and one on repeats can be
//! compared where they keep as much.

use super::curve::band;
use super::naming;
use super::plot::{self, Line};
use super::scale::{Scale, are_ordered, around, ticks};
use crate::drawing::{Anchor, Drawing};
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;
use crate::words;
use tamis_search::experiment::results::{Point, Sweep};

/// The left end of the plot on a page.
const LEFT: f64 = 66.0;
const PLOT: f64 = 300.0;

/// Draws a measure; `alone` is the sweep of each axis, each with one axis.
pub fn draw(sweep: &Sweep, alone: &[Sweep], measure: usize, style: &Style) -> Drawing {
    let name = words::measure_name(&sweep.measures[measure]);
    let title = format!("{name} over the share of the text that is kept");
    let found: Vec<String> = alone.iter().map(|of_axis| words::finding(of_axis, measure)).collect();
    let id = naming::id(sweep, measure);
    let y_domain = y_domain(sweep, measure);
    let setting = format!("{}{}", naming::setting(sweep), naming::axis_start(y_domain.0));
    let description = format!("{} {setting}.", found.join(" "));
    let mut svg = Drawing::new(&id, style, &title, &description);
    let head = svg.head(&setting);
    let figure = Figure::new(sweep, alone, measure, style, y_domain, head);
    for (of_axis, series) in in_series(alone) {
        figure.band(&mut svg, of_axis, series);
    }
    figure.axes(&mut svg, &name);
    for (of_axis, series) in in_series(alone) {
        figure.curve(&mut svg, of_axis, series);
    }
    let names = alone.iter().map(|of_axis| style.width_of(axis_name(of_axis)));
    // Names are bold.
    let column = style.margin() + 48.0 + names.fold(0.0, f64::max) * 1.08;
    for (number, (of_axis, series)) in in_series(alone).enumerate() {
        let row = 80.0 + 19.0 * number as f64 + head;
        figure.best(&mut svg, of_axis, series, (column, row));
    }
    for (of_axis, series) in in_series(alone) {
        figure.hints(&mut svg, of_axis, series);
    }
    let below = if style.is_compact() { 38.0 } else { 56.0 };
    let bands = "ring: best; bands: 95 % confidence";
    svg.finish(figure.bottom() + below, format!("{}; {bands}", naming::brief(sweep)))
}

/// Returns the ends of the axis of values, around these and their bands: rules are compared with
/// each other, and differ by much less than their distance from 0.
fn y_domain(sweep: &Sweep, measure: usize) -> (f64, f64) {
    let mut shown = vec![sweep.baseline.means[measure]];
    for point in &sweep.points {
        let (low, high) = band(sweep, point, measure);
        shown.extend([point.means[measure], low, high]);
    }
    around(shown.into_iter())
}

/// The axes with the series that draw them; further axes begin again.
fn in_series(alone: &[Sweep]) -> impl Iterator<Item = (&Sweep, Series)> {
    alone.iter().zip(Series::ALL.into_iter().cycle())
}

fn line(of_axis: &Sweep, series: Series) -> Line {
    Line { series, is_ordered: are_ordered(&of_axis.axes[0].values) }
}

fn axis_name(of_axis: &Sweep) -> String {
    of_axis.axes.first().map_or(String::new(), |axis| words::axis_words(&axis.name))
}

struct Figure<'a> {
    sweep: &'a Sweep,
    measure: usize,
    x: Scale,
    x_domain: (f64, f64),
    y: Scale,
    y_domain: (f64, f64),
    top: f64,
    left: f64,
    right: f64,
    style: &'a Style,
}

impl<'a> Figure<'a> {
    fn new(
        sweep: &'a Sweep,
        alone: &[Sweep],
        measure: usize,
        style: &'a Style,
        y_domain: (f64, f64),
        head: f64,
    ) -> Self {
        let drawn = || sweep.points.iter().chain([&sweep.baseline]);
        let x_domain = around(drawn().map(|point| point.kept));
        let top = 111.0 + 19.0 * alone.len() as f64 + head;
        let left = style.left(LEFT, &ticks(y_domain.0, y_domain.1, 5));
        let right = style.right();
        let x = Scale::new(x_domain, (left + 10.0, right - 10.0));
        let y = Scale::new(y_domain, (top + style.height(PLOT), top));
        Self { sweep, measure, x, x_domain, y, y_domain, top, left, right, style }
    }

    fn bottom(&self) -> f64 {
        self.top + self.style.height(PLOT)
    }

    fn at(&self, point: &Point) -> (f64, f64) {
        (self.x.at(point.kept), self.y.at(point.means[self.measure]))
    }

    fn axes(&self, svg: &mut Drawing, name: &str) {
        let ends = (self.left, self.right);
        plot::rows(svg, self.y, self.y_domain, ends, |_| Look::Rule);
        for (value, label) in
            ticks(self.x_domain.0, self.x_domain.1, if self.style.is_compact() { 5 } else { 10 })
        {
            let x = self.x.at(value);
            svg.line(Look::Rule, (x, self.top), (x, self.bottom()));
            svg.text(TextStyle::Quiet, (x, self.bottom() + 18.0), Anchor::Middle, label);
        }
        let titles =
            ["share of the unfiltered text's tokens that is kept", "share of the text kept"];
        let below = if self.style.is_compact() { 34.0 } else { 42.0 };
        let topics = words::counted(self.sweep.topics.len() as u64, "topic");
        let beside = (format!("{name}, mean over {topics}"), self.top, self.bottom());
        plot::titles(svg, (self.bottom() + below, titles.map(str::to_owned)), ends, beside);
        let (_, base) = self.at(&self.sweep.baseline);
        svg.line(Look::QuietBase, (self.left, base), (self.right, base));
        let row = self.top - 31.0;
        let left = self.style.margin();
        svg.line(Look::QuietBase, (left, row - 4.0), (left + 26.0, row - 4.0));
        let text = format!(
            "{}: {}",
            words::unfiltered(self.sweep),
            words::fixed(self.sweep.baseline.means[self.measure])
        );
        svg.text(TextStyle::Quiet, (left + 34.0, row), Anchor::Start, text);
    }

    /// Draws the confidence of every point of an axis: a band between values in order, a line
    /// through each name.
    fn band(&self, svg: &mut Drawing, of_axis: &Sweep, series: Series) {
        let mut lows = Vec::new();
        let mut highs = Vec::new();
        for point in &of_axis.points {
            let (low, high) = band(of_axis, point, self.measure);
            let x = self.x.at(point.kept);
            lows.push((x, self.y.at(low)));
            highs.push((x, self.y.at(high)));
        }
        line(of_axis, series).band(svg, lows, highs);
    }

    /// Draws the points of an axis, joined in the order of its values. Names have no order: their
    /// points stay apart.
    fn curve(&self, svg: &mut Drawing, of_axis: &Sweep, series: Series) {
        let points: Vec<(f64, f64)> = of_axis.points.iter().map(|point| self.at(point)).collect();
        line(of_axis, series).curve(svg, &points, Some(2.0));
    }

    /// Draws a ring around the best point of an axis, and writes its numbers in the legend, at
    /// `(column, row)`.
    fn best(&self, svg: &mut Drawing, of_axis: &Sweep, series: Series, (column, row): (f64, f64)) {
        let Some(point) = words::best(of_axis, self.measure) else { return };
        let mean = words::fixed(point.means[self.measure]);
        let p = words::p_phrase(point.p(self.measure));
        let left = self.style.margin();
        svg.line(Look::Curve(series), (left, row - 4.0), (left + 26.0, row - 4.0));
        svg.text(TextStyle::Name(series), (left + 34.0, row), Anchor::Start, axis_name(of_axis));
        let values = words::at_values(of_axis, point);
        let kept = words::decimals(point.kept, 2);
        let texts = if words::nothing_gained(of_axis, self.measure) {
            [
                format!("nowhere better than the unfiltered text; best on these topics: {mean}"),
                format!("nowhere better; best {mean}"),
                mean,
            ]
        } else {
            [
                format!("best on these topics: {mean} at {values}, {p}, keeps {kept}"),
                format!("{mean} at {values}, {p}"),
                format!("{mean} at {values}"),
            ]
        };
        let found = self.style.fitting(self.style.units() - column, texts);
        svg.text(TextStyle::Quiet, (column, row), Anchor::Start, found);
        svg.circle(Look::Mark(series), self.at(point), self.style.dot(5.0), None);
    }

    /// Draws invisible circles that show the numbers of a point on hover.
    fn hints(&self, svg: &mut Drawing, of_axis: &Sweep, series: Series) {
        for point in &of_axis.points {
            let mean = words::fixed(point.means[self.measure]);
            let p = words::p_phrase(point.p(self.measure));
            let hint = format!(
                "{}: {mean}, {p}; keeps {}",
                words::at_words(of_axis, point),
                words::fixed(point.kept)
            );
            svg.circle(Look::Hit(series), self.at(point), 6.0, Some(&hint));
        }
    }
}
