//! Places the labels of the best points of one or two curves above the plot.

use crate::drawing::{Anchor, Pair};
use crate::paint::Series;

/// The distance between a leader and its label.
pub(super) const ASIDE: f64 = 7.0;

/// The label of a best point, at which its leader ends.
pub(super) struct PointLabel {
    pub at: Pair,
    pub series: Series,
    pub text: String,
    pub width: f64,
    /// The right end of the figure.
    pub end: f64,
}

impl PointLabel {
    fn anchor(&self) -> Anchor {
        let is_left = !self.fits(Anchor::Start) && self.fits(Anchor::End);
        if is_left { Anchor::End } else { Anchor::Start }
    }

    /// Returns the position beside the leader; a label too long for either side is moved into the
    /// figure.
    pub fn text_x(&self, anchor: Anchor) -> f64 {
        match anchor {
            Anchor::End => self.at.0 - ASIDE,
            _ => (self.at.0 + ASIDE).min(self.end - 6.0 - self.width).max(6.0),
        }
    }

    fn fits(&self, anchor: Anchor) -> bool {
        let width = self.width + ASIDE;
        let x = self.at.0;
        if anchor == Anchor::Start { x + width <= self.end } else { x - width >= 0.0 }
    }
}

/// Returns the row of each label from the bottom, and the end that touches its leader. The leader
/// of the upper label does not cross the lower label, if there is room.
pub(super) fn stacked(labels: &[PointLabel]) -> Vec<(usize, Anchor)> {
    let [a, b] = labels else {
        return labels.iter().map(|label| (0, label.anchor())).collect();
    };
    let a_is_right = a.at.0 > b.at.0;
    let (left, right) = if a_is_right { (b, a) } else { (a, b) };
    let lower_is_right = right.fits(Anchor::Start) || !left.fits(Anchor::End);
    [(a, a_is_right), (b, !a_is_right)]
        .map(|(label, is_right)| row(label, is_right, lower_is_right))
        .into()
}

/// Returns the row of one of two labels. The lower one is on its own side of the leader, if it has
/// room there.
fn row(label: &PointLabel, is_right: bool, lower_is_right: bool) -> (usize, Anchor) {
    let is_lower = is_right == lower_is_right;
    let own_side = if is_right { Anchor::Start } else { Anchor::End };
    let has_room = is_lower && label.fits(own_side);
    (usize::from(!is_lower), if has_room { own_side } else { label.anchor() })
}
