//! Draws the axes of a sweep that takes each alone in one figure: a measure over the share of the
//! text that is kept, with a curve per axis. So a threshold on words and one on repeats can be
//! compared where they keep as much.

use super::naming;
use super::scale::{Scale, around, ticks, width_of};
use crate::markup::{Anchor, Svg};
use crate::paint::{Look, Series, TextStyle};
use crate::words;
use tamis_search::experiment::results::{Point, Sweep};

const WIDTH: f64 = 820.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 796.0;
const PLOT: f64 = 300.0;

/// Draws a measure; `alone` is the sweep of each axis, each with one axis.
pub fn svg(sweep: &Sweep, alone: &[Sweep], measure: usize) -> String {
    let figure = Figure::new(sweep, alone, measure);
    let name = words::measure_name(&sweep.measures[measure]);
    let title = format!("{name} over the share of the text that is kept");
    let found: Vec<String> = alone.iter().map(|of_axis| words::finding(of_axis, measure)).collect();
    let id = naming::id(sweep, measure);
    let setting = format!("{}{}", naming::setting(sweep), naming::axis_start(figure.y_domain.0));
    let description = format!("{} {setting}.", found.join(" "));
    let mut svg = Svg::new(&id, WIDTH, figure.bottom() + 56.0, &title, &description);
    svg.text(TextStyle::Title, (24.0, 32.0), Anchor::Start, &title);
    svg.text(TextStyle::Quiet, (24.0, 52.0), Anchor::Start, &setting);
    figure.axes(&mut svg, &name);
    for (of_axis, series) in in_series(alone) {
        figure.curve(&mut svg, of_axis, series);
    }
    let column =
        88.0 + alone.iter().map(|of_axis| width_of(axis_name(of_axis))).fold(0.0, f64::max);
    for (number, (of_axis, series)) in in_series(alone).enumerate() {
        figure.best(&mut svg, of_axis, series, (column, 80.0 + 19.0 * number as f64));
    }
    for (of_axis, series) in in_series(alone) {
        figure.hints(&mut svg, of_axis, series);
    }
    svg.finish()
}

/// The axes with the series that draw them; further axes begin again.
fn in_series(alone: &[Sweep]) -> impl Iterator<Item = (&Sweep, Series)> {
    alone.iter().zip(Series::ALL.into_iter().cycle())
}

fn axis_name(of_axis: &Sweep) -> &str {
    of_axis.axes.first().map_or("", |axis| &axis.name)
}

struct Figure<'a> {
    sweep: &'a Sweep,
    measure: usize,
    x: Scale,
    x_domain: (f64, f64),
    y: Scale,
    y_domain: (f64, f64),
    top: f64,
}

impl<'a> Figure<'a> {
    fn new(sweep: &'a Sweep, alone: &[Sweep], measure: usize) -> Self {
        let drawn = || sweep.points.iter().chain([&sweep.baseline]);
        let x_domain = around(drawn().map(|point| point.kept));
        // Around the values: the axes are compared with each other, and differ by much less than
        // their distance from 0.
        let y_domain = around(drawn().map(|point| point.means[measure]));
        let top = 111.0 + 19.0 * alone.len() as f64;
        let x = Scale::new(x_domain, (LEFT + 10.0, RIGHT - 10.0));
        let y = Scale::new(y_domain, (top + PLOT, top));
        Self { sweep, measure, x, x_domain, y, y_domain, top }
    }

    fn bottom(&self) -> f64 {
        self.top + PLOT
    }

    fn at(&self, point: &Point) -> (f64, f64) {
        (self.x.at(point.kept), self.y.at(point.means[self.measure]))
    }

    fn axes(&self, svg: &mut Svg, name: &str) {
        for (value, label) in ticks(self.y_domain.0, self.y_domain.1, 5) {
            let y = self.y.at(value);
            svg.line(Look::Rule, (LEFT, y), (RIGHT, y));
            svg.text(TextStyle::Quiet, (LEFT - 8.0, y + 4.0), Anchor::End, label);
        }
        for (value, label) in ticks(self.x_domain.0, self.x_domain.1, 10) {
            let x = self.x.at(value);
            svg.line(Look::Rule, (x, self.top), (x, self.bottom()));
            svg.text(TextStyle::Quiet, (x, self.bottom() + 18.0), Anchor::Middle, label);
        }
        let title = "share of the unfiltered text's tokens that is kept";
        svg.text(
            TextStyle::Plain,
            ((LEFT + RIGHT) / 2.0, self.bottom() + 42.0),
            Anchor::Middle,
            title,
        );
        let topics = words::counted(self.sweep.topics.len() as u64, "topic");
        svg.upward(
            TextStyle::Plain,
            (20.0, (self.top + self.bottom()) / 2.0),
            Anchor::Middle,
            format!("{name}, mean over {topics}"),
        );
        let (_, base) = self.at(&self.sweep.baseline);
        svg.line(Look::QuietBase, (LEFT, base), (RIGHT, base));
        let row = self.top - 31.0;
        svg.line(Look::QuietBase, (24.0, row - 4.0), (50.0, row - 4.0));
        let text = format!(
            "{}: {}",
            words::unfiltered(self.sweep),
            words::fixed(self.sweep.baseline.means[self.measure])
        );
        svg.text(TextStyle::Quiet, (58.0, row), Anchor::Start, text);
    }

    /// Draws the points of an axis, joined in the order of its values. Names have no order: their
    /// points stay apart.
    fn curve(&self, svg: &mut Svg, of_axis: &Sweep, series: Series) {
        let points: Vec<(f64, f64)> = of_axis.points.iter().map(|point| self.at(point)).collect();
        let ordered =
            of_axis.axes.iter().flat_map(|axis| &axis.values).all(|value| value.number().is_some());
        if ordered {
            svg.curve(Look::Curve(series), &points);
        }
        for &at in &points {
            svg.circle(Look::Dot(series), at, 2.0, None);
        }
    }

    /// Draws a ring around the best point of an axis, and writes its numbers in the legend, at
    /// `(column, row)`.
    fn best(&self, svg: &mut Svg, of_axis: &Sweep, series: Series, (column, row): (f64, f64)) {
        let Some(point) = words::best(of_axis, self.measure) else { return };
        let mean = words::fixed(point.means[self.measure]);
        let p = words::p_phrase(point.p_values[self.measure]);
        svg.line(Look::Curve(series), (24.0, row - 4.0), (50.0, row - 4.0));
        svg.text(TextStyle::Name(series), (58.0, row), Anchor::Start, axis_name(of_axis));
        let found = if words::nothing_gained(of_axis, self.measure) {
            format!("nowhere better than the unfiltered text; best on these topics: {mean}")
        } else {
            format!(
                "best on these topics: {mean} at {}, {p}, keeps {:.2}",
                words::at(of_axis, point),
                point.kept
            )
        };
        svg.text(TextStyle::Quiet, (column, row), Anchor::Start, found);
        svg.circle(Look::Mark(series), self.at(point), 5.0, None);
    }

    /// Draws invisible circles that show the numbers of a point on hover.
    fn hints(&self, svg: &mut Svg, of_axis: &Sweep, series: Series) {
        for point in &of_axis.points {
            let mean = words::fixed(point.means[self.measure]);
            let p = words::p_phrase(point.p_values[self.measure]);
            let hint = format!(
                "{}: {mean}, {p}; keeps {}",
                words::at(of_axis, point),
                words::fixed(point.kept)
            );
            svg.circle(Look::Hit(series), self.at(point), 6.0, Some(&hint));
        }
    }
}
