//! A strip below the curves of a sweep: a share at every point, as an area or a line.

use super::naming;
use super::scale::{Scale, around, ticks};
use crate::markup::{Anchor, Svg};
use crate::paint::{Look, TextStyle};

/// The height of a strip, and of the gap above it, which has its name.
pub(super) const HEIGHT: f64 = 56.0;
pub(super) const GAP: f64 = 30.0;

/// A strip; positions are in pixels.
pub(super) struct Strip<'a> {
    /// What the shares are.
    pub name: &'a str,
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
    pub fn draw(&self, svg: &mut Svg) {
        let (left, right) = self.ends;
        let bottom = self.top + HEIGHT;
        let shares = || self.shares.iter().map(|(_, share)| *share).chain([self.base]);
        let (low, high) =
            if self.whole { (0.0, shares().fold(1.0, f64::max)) } else { around(shares()) };
        let scale = Scale::new((low, high), (bottom, self.top));
        let from = if low > 0.0 {
            format!("; the axis starts at {}", naming::short(low))
        } else {
            String::new()
        };
        svg.text(
            TextStyle::QuietSmall,
            (left, self.top - 9.0),
            Anchor::Start,
            format!("{}{from}", self.name),
        );
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
