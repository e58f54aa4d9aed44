//! A strip below the curves of a sweep: a share at every point, as an area or a line.

use super::naming;
use super::scale::{Scale, around, ticks};
use crate::drawing::{Anchor, Drawing};
use crate::paint::{Look, TextStyle};
use crate::style::Style;

/// The height of a strip.
pub(super) fn height(style: &Style) -> f64 {
    if style.is_compact() { 28.0 } else { 56.0 }
}

/// The height of the gap above a strip, which has its name.
pub(super) fn gap(style: &Style) -> f64 {
    if style.is_compact() { 23.0 } else { 30.0 }
}

/// A strip; positions are in pixels.
pub(super) struct Strip<'a> {
    /// What the shares are, at length and ever shorter.
    pub names: [&'a str; 3],
    /// The left and the right end.
    pub ends: (f64, f64),
    pub top: f64,
    /// The position and the share of each point.
    pub shares: Vec<(f64, f64)>,
    /// The share of the unfiltered text.
    pub base: f64,
    /// Whether the axis is the whole range from 0 to 1, and the shares an area. Otherwise it is
    /// where the shares are.
    pub whole: bool,
}

impl Strip<'_> {
    /// Draws the strip.
    pub fn draw(&self, svg: &mut Drawing) {
        let (left, right) = self.ends;
        let bottom = self.top + height(&svg.style);
        let shares = || self.shares.iter().map(|(_, share)| *share).chain([self.base]);
        let (low, high) =
            if self.whole { (0.0, shares().fold(1.0, f64::max)) } else { around(shares()) };
        let scale = Scale::new((low, high), (bottom, self.top));
        let from = if low > 0.0 {
            format!("; the axis starts at {}", naming::short(low))
        } else {
            String::new()
        };
        let names = self.names.map(|name| format!("{name}{from}"));
        // Small letters.
        let name = svg.style.fitting((right - left) / 0.9, names);
        let above = if svg.style.is_compact() { 5.0 } else { 9.0 };
        svg.text(TextStyle::QuietSmall, (left, self.top - above), Anchor::Start, name);
        for (value, label) in ticks(low, high, 2) {
            svg.line(Look::tick(value), (left, scale.at(value)), (right, scale.at(value)));
            svg.text(
                TextStyle::QuietSmall,
                (left - 8.0, scale.at(value) + 4.0),
                Anchor::End,
                label,
            );
        }
        let line: Vec<(f64, f64)> =
            self.shares.iter().map(|&(x, share)| (x, scale.at(share))).collect();
        if let (Some(first), Some(last), true) = (line.first(), line.last(), low == 0.0) {
            svg.polygon(
                Look::QuietArea,
                &[vec![(first.0, bottom)], line.clone(), vec![(last.0, bottom)]].concat(),
            );
        }
        svg.curve(Look::QuietCurve, &line);
        if let [only] = line[..] {
            svg.circle(Look::QuietArea, only, 3.5, None);
        }
        svg.line(Look::QuietBase, (left, scale.at(self.base)), (right, scale.at(self.base)));
    }
}
