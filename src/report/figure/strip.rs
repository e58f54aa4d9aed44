//! A strip below the curves of a sweep: a share at every point, as an area.

use super::scale::Scale;
use crate::report::markup::{Anchor, Svg};

/// The height of a strip, and of the gap above it, which has its name.
pub(super) const HEIGHT: f64 = 44.0;
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
}

impl Strip<'_> {
    /// Draws the strip.
    pub fn draw(&self, svg: &mut Svg) {
        let (left, right) = self.ends;
        let bottom = self.top + HEIGHT;
        let most = self.shares.iter().fold(1.0f64, |most, (_, share)| most.max(*share));
        let scale = Scale::new((0.0, most), (bottom, self.top));
        svg.text("quiet small", (left, self.top - 8.0), Anchor::Start, self.name);
        for (value, label) in [(0.0, "0"), (1.0, "1")] {
            svg.line(if value == 0.0 { "edge" } else { "rule" }, (left, scale.at(value)), (right, scale.at(value)));
            svg.text("quiet small", (left - 8.0, scale.at(value) + 4.0), Anchor::End, label);
        }
        let line: Vec<(f64, f64)> = self.shares.iter().map(|&(x, share)| (x, scale.at(share))).collect();
        if let (Some(first), Some(last)) = (line.first(), line.last()) {
            svg.polygon("judged", &[vec![(first.0, bottom)], line.clone(), vec![(last.0, bottom)]].concat());
        }
        svg.curve("judged-line", &line);
        if let [only] = line[..] {
            svg.circle("judged", only, 3.5, None);
        }
        svg.line("judged-base", (left, scale.at(self.base)), (right, scale.at(self.base)));
    }
}
