//! What plots share: their axes, and the curve of a series with its confidence.

use super::scale::AxisScale;
use crate::drawing::{Anchor, Drawing, Pair};
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;

/// A plot with an axis of values.
pub(crate) struct Plot {
    pub x: AxisScale,
    pub y: AxisScale,
    /// Its left and right end.
    pub ends: Pair,
    /// The ticks of the axis of values.
    pub labels: Vec<(f64, String)>,
}

impl Plot {
    /// A plot of these domains, by its top and its height on a page. On a page `left` is the room
    /// of the labels of its values; its first and last place are `inset` from its ends.
    pub fn new(
        style: &Style,
        (left, inset): Pair,
        x: Pair,
        (y, labels): (Pair, Vec<(f64, String)>),
        (top, height): Pair,
    ) -> Self {
        let ends = (style.left(left, &labels), style.right());
        let x = AxisScale::new(x, (ends.0 + inset, ends.1 - inset));
        let y = AxisScale::new(y, (top + style.height(height), top));
        Self { x, y, ends, labels }
    }

    pub fn at(&self, x: f64, y: f64) -> Pair {
        (self.x.at(x), self.y.at(y))
    }

    pub fn top(&self) -> f64 {
        self.y.ends().1
    }

    pub fn bottom(&self) -> f64 {
        self.y.ends().0
    }

    /// Draws a line from end to end.
    pub fn across(&self, svg: &mut Drawing, look: Look, value: f64) {
        let y = self.y.at(value);
        svg.line(look, (self.ends.0, y), (self.ends.1, y));
    }

    /// Draws the lines of the axis of values with their numbers.
    pub fn rows(&self, svg: &mut Drawing, look: fn(f64) -> Look) {
        self.rows_of(svg, look, (TextStyle::Quiet, 8.0));
    }

    /// Draws the same with numbers of a style, so far from the plot.
    pub fn rows_of(
        &self,
        svg: &mut Drawing,
        look: fn(f64) -> Look,
        (style, aside): (TextStyle, f64),
    ) {
        for (value, label) in &self.labels {
            self.across(svg, look(*value), *value);
            let at = (self.ends.0 - aside, self.y.at(*value) + 4.0);
            svg.text(style, at, Anchor::End, label);
        }
    }

    /// Writes the titles of both axes: below the plot the first text that has room, and upwards
    /// beside its middle.
    pub fn titles<const N: usize>(
        &self,
        svg: &mut Drawing,
        (below, names): (f64, [String; N]),
        (aside, beside): (f64, &str),
    ) {
        let name = svg.style.fitting(self.ends.1 - self.ends.0, names);
        let middle = (self.ends.0 + self.ends.1) / 2.0;
        svg.text(TextStyle::Plain, (middle, below), Anchor::Middle, name);
        let at = (svg.style.upward() - aside, (self.top() + self.bottom()) / 2.0);
        svg.text(TextStyle::Plain, at, Anchor::Middle, beside).upward = true;
    }
}

/// A series in a plot. Names have no order: their points stay apart.
#[derive(Clone, Copy)]
pub(crate) struct PlotLine {
    pub series: Series,
    /// Whether its values have an order.
    pub is_ordered: bool,
}

impl PlotLine {
    /// Draws the confidence: a band between values in order, a line through each name.
    pub fn band(self, svg: &mut Drawing, low: Vec<Pair>, mut high: Vec<Pair>) {
        if self.is_ordered {
            high.extend(low.into_iter().rev());
            svg.polygon(Look::Band(self.series), &high);
            return;
        }
        for (low, high) in low.into_iter().zip(high) {
            svg.line(Look::Leader(self.series), low, high);
        }
    }

    /// Draws the curve, and its points as dots of this radius if there is one.
    pub fn curve(self, svg: &mut Drawing, points: &[Pair], dot: Option<f64>) {
        if self.is_ordered {
            svg.curve(Look::Curve(self.series), points);
        }
        for (&at, radius) in points.iter().zip(dot.into_iter().cycle()) {
            svg.circle(Look::Dot(self.series), at, radius);
        }
    }
}

/// Draws an entry of a legend: the line of a look, and the text right of it.
pub(crate) fn entry(
    svg: &mut Drawing,
    look: Look,
    (x, y): Pair,
    style: TextStyle,
    text: impl std::fmt::Display,
) {
    svg.line(look, (x, y - 4.0), (x + 26.0, y - 4.0));
    svg.text(style, (x + 34.0, y), Anchor::Start, text);
}
