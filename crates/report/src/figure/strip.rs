//! A strip below the curves of a sweep: a share at every point, as an area or a line.

use super::naming::short;
use super::scale::{AxisScale, around, ticks};
use crate::drawing::{Anchor, Drawing, Pair};
use crate::paint::{Look, TextStyle};
use crate::style::Style;

/// The height of a strip, and that of the gap above it, which has its name.
pub(super) fn heights(style: &Style) -> Pair {
    style.pick((28.0, 23.0), (56.0, 30.0))
}

/// A strip; positions are in pixels.
pub(super) struct Strip<'a> {
    /// What the shares are, at length and ever shorter.
    pub names: [&'a str; 3],
    /// The left and the right end.
    pub ends: Pair,
    pub top: f64,
    /// The position and the share of each point.
    pub shares: Vec<Pair>,
    /// The share of the unfiltered text.
    pub base: f64,
    /// Whether the axis is the whole range from 0 to 1, and the shares an area. Otherwise it is
    /// where the shares are.
    pub whole: bool,
}

impl Strip<'_> {
    pub fn draw(&self, svg: &mut Drawing) {
        let (left, right) = self.ends;
        let bottom = self.top + heights(&svg.style).0;
        let shares = || self.shares.iter().map(|(_, share)| *share).chain([self.base]);
        let (low, high) =
            if self.whole { (0.0, shares().fold(1.0, f64::max)) } else { around(shares()) };
        let y = AxisScale::new((low, high), (bottom, self.top));
        let from = match low > 0.0 {
            true => format!("; the axis starts at {}", short(low)),
            false => String::new(),
        };
        let names = self.names.map(|name| format!("{name}{from}"));
        // Small letters.
        let name = svg.style.fitting((right - left) / 0.9, names);
        let above = self.top - svg.style.pick(5.0, 9.0);
        svg.text(TextStyle::QuietSmall, (left, above), Anchor::Start, name);
        for (value, label) in ticks(low, high, 2) {
            let at = y.at(value);
            svg.line(Look::tick(value), (left, at), (right, at));
            svg.text(TextStyle::QuietSmall, (left - 8.0, at + 4.0), Anchor::End, label);
        }
        let line: Vec<Pair> = self.shares.iter().map(|&(x, share)| (x, y.at(share))).collect();
        if let (Some(first), Some(last), true) = (line.first(), line.last(), low == 0.0) {
            let area = [&[(first.0, bottom)], &line[..], &[(last.0, bottom)]].concat();
            svg.polygon(Look::QuietArea, &area);
        }
        svg.curve(Look::QuietCurve, &line);
        if let [only] = line[..] {
            svg.circle(Look::QuietArea, only, 3.5);
        }
        svg.line(Look::QuietBase, (left, y.at(self.base)), (right, y.at(self.base)));
    }
}
