//! What plots of curves share: their axes, and the curve of a series with its confidence.

use super::scale::{Scale, ticks};
use crate::drawing::{Anchor, Drawing, Pair};
use crate::paint::{Look, Series, TextStyle};

/// A series in a plot. Names have no order: their points stay apart.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    /// The series.
    pub series: Series,
    /// Whether its values have an order.
    pub is_ordered: bool,
}

impl Line {
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
            svg.circle(Look::Dot(self.series), at, radius, None);
        }
    }
}

/// Draws the lines of the axis of values, over a plot from left to right, with their numbers.
pub(crate) fn rows(svg: &mut Drawing, y: Scale, domain: Pair, ends: Pair, look: fn(f64) -> Look) {
    for (value, label) in ticks(domain.0, domain.1, 5) {
        let at = y.at(value);
        svg.line(look(value), (ends.0, at), (ends.1, at));
        svg.text(TextStyle::Quiet, (ends.0 - 8.0, at + 4.0), Anchor::End, label);
    }
}

/// Writes the titles of both axes: below the plot, in the first text that has room, and upwards
/// beside it, in the middle between top and bottom.
pub(crate) fn titles<const N: usize>(
    svg: &mut Drawing,
    (below, names): (f64, [String; N]),
    ends: Pair,
    (beside, top, bottom): (String, f64, f64),
) {
    let name = svg.style.fitting(ends.1 - ends.0, names);
    svg.text(TextStyle::Plain, ((ends.0 + ends.1) / 2.0, below), Anchor::Middle, name);
    let at = (svg.style.upward(), (top + bottom) / 2.0);
    svg.upward(TextStyle::Plain, at, Anchor::Middle, beside);
}
