//! Draws the axes of a sweep that takes each alone in one figure: a measure over the share of the
//! text that is kept, with a curve per axis. So a threshold on words and one on repeats can be
//! compared where they keep as much.

use super::curve::band;
use super::naming;
use super::plot::{Plot, PlotLine, entry};
use super::scale::{are_ordered, around, ticks};
use crate::drawing::{Anchor, Drawing, Pair};
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;
use crate::words::{self, decimals, fixed, value_and_p};
use tamis_search::experiment::results::{Point, Sweep};

/// The left end of the plot on a page.
const LEFT: f64 = 66.0;
const PLOT: f64 = 300.0;

/// Draws a measure; `alone` is the sweep of each axis, each with one axis.
pub fn draw(sweep: &Sweep, alone: &[Sweep], measure: usize, style: &Style) -> Drawing {
    let name = words::measure_name(&sweep.measures[measure]);
    let title = format!("{name} over the share of the text that is kept");
    let found: Vec<String> = alone.iter().map(|of_axis| words::finding(of_axis, measure)).collect();
    let y = y_domain(sweep, measure);
    let setting = format!("{}{}", naming::setting(sweep), naming::axis_start(y.0));
    let description = format!("{} {setting}.", found.join(" "));
    let mut svg = Drawing::new(&naming::id(sweep, measure), style, &title, &description);
    let head = svg.head(&setting);
    let top = 111.0 + 19.0 * alone.len() as f64 + head;
    let x = around(sweep.points.iter().chain([&sweep.baseline]).map(|point| point.kept));
    let plot = Plot::new(style, (LEFT, 10.0), x, (y, ticks(y.0, y.1, 5)), (top, PLOT));
    let figure = KeptFigure { sweep, measure, plot, style };
    // Further axes begin again with the first series.
    let axes = || alone.iter().zip(Series::ALL.into_iter().cycle());
    for (of_axis, series) in axes() {
        figure.band(&mut svg, of_axis, series);
    }
    figure.axes(&mut svg, &name);
    for (of_axis, series) in axes() {
        let points: Vec<Pair> = of_axis.points.iter().map(|point| figure.at(point)).collect();
        line(of_axis, series).curve(&mut svg, &points, Some(2.0));
    }
    let names = alone.iter().map(|of_axis| style.width_of(axis_name(of_axis)));
    // Names are bold.
    let column = style.margin() + 48.0 + names.fold(0.0, f64::max) * 1.08;
    for (number, (of_axis, series)) in axes().enumerate() {
        let row = 80.0 + 19.0 * number as f64 + head;
        figure.best(&mut svg, of_axis, series, (column, row));
    }
    for (of_axis, series) in axes() {
        figure.hints(&mut svg, of_axis, series);
    }
    let bands = "ring: best; bands: 95 % confidence";
    let height = figure.plot.bottom() + style.pick(38.0, 56.0);
    svg.finish(height, format!("{}; {bands}", naming::brief(sweep)))
}

/// Returns the ends of the axis of values, around these and their bands: rules are compared with
/// each other, and differ by much less than their distance from 0.
fn y_domain(sweep: &Sweep, measure: usize) -> Pair {
    let mut shown = vec![sweep.baseline.means[measure]];
    for point in &sweep.points {
        let (low, high) = band(sweep, point, measure);
        shown.extend([point.means[measure], low, high]);
    }
    around(shown.into_iter())
}

/// The line of an axis. Names have no order: their points stay apart.
fn line(of_axis: &Sweep, series: Series) -> PlotLine {
    PlotLine { series, is_ordered: are_ordered(&of_axis.axes[0].values) }
}

fn axis_name(of_axis: &Sweep) -> String {
    of_axis.axes.first().map_or(String::new(), |axis| words::axis_words(&axis.name))
}

struct KeptFigure<'a> {
    sweep: &'a Sweep,
    measure: usize,
    plot: Plot,
    style: &'a Style,
}

impl KeptFigure<'_> {
    fn at(&self, point: &Point) -> Pair {
        self.plot.at(point.kept, point.means[self.measure])
    }

    fn axes(&self, svg: &mut Drawing, name: &str) {
        let plot = &self.plot;
        plot.rows(svg, |_| Look::Rule);
        let (low, high) = plot.x.domain();
        for (value, label) in ticks(low, high, self.style.pick(5, 10)) {
            let x = plot.x.at(value);
            svg.line(Look::Rule, (x, plot.top()), (x, plot.bottom()));
            svg.text(TextStyle::Quiet, (x, plot.bottom() + 18.0), Anchor::Middle, label);
        }
        let titles =
            ["share of the unfiltered text's tokens that is kept", "share of the text kept"];
        let below = plot.bottom() + self.style.pick(34.0, 42.0);
        let beside = format!("{name}, mean over {}", words::topics(&self.sweep.topics));
        plot.titles(svg, (below, titles.map(str::to_owned)), (0.0, &beside));
        let base = self.sweep.baseline.means[self.measure];
        plot.across(svg, Look::QuietBase, base);
        let at = (self.style.margin(), plot.top() - 31.0);
        let text = format!("{}: {}", words::unfiltered(self.sweep), fixed(base));
        entry(svg, Look::QuietBase, at, TextStyle::Quiet, text);
    }

    /// Draws the confidence of every point of an axis: a band between values in order, a line
    /// through each name.
    fn band(&self, svg: &mut Drawing, of_axis: &Sweep, series: Series) {
        let ends = of_axis.points.iter().map(|point| {
            let (low, high) = band(of_axis, point, self.measure);
            (self.plot.at(point.kept, low), self.plot.at(point.kept, high))
        });
        let (lows, highs) = ends.unzip();
        line(of_axis, series).band(svg, lows, highs);
    }

    /// Draws a ring around the best point of an axis, and writes its numbers in the legend, at
    /// `(column, row)`.
    fn best(&self, svg: &mut Drawing, of_axis: &Sweep, series: Series, (column, row): Pair) {
        let Some(point) = words::best(of_axis, self.measure) else { return };
        let at = (self.style.margin(), row);
        entry(svg, Look::Curve(series), at, TextStyle::Name(series), axis_name(of_axis));
        let mean = fixed(point.means[self.measure]);
        let p = words::p_phrase(point.p(self.measure));
        let values = words::at_values(of_axis, point);
        let kept = decimals(point.kept, 2);
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
        svg.circle(Look::Mark(series), self.at(point), self.style.dot(5.0));
    }

    /// Draws invisible circles that show the numbers of a point on hover.
    fn hints(&self, svg: &mut Drawing, of_axis: &Sweep, series: Series) {
        for point in &of_axis.points {
            let hint = format!(
                "{}: {}; keeps {}",
                words::at_words(of_axis, point),
                value_and_p(point, self.measure),
                fixed(point.kept)
            );
            svg.circle(Look::Hit(series), self.at(point), 6.0).hint(&hint);
        }
    }
}
