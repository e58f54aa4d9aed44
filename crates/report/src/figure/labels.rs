//! Places the labels of the best points of one or two curves above the plot.

use crate::drawing::Anchor;
use crate::paint::Series;

/// The distance between a leader and its label.
pub(super) const ASIDE: f64 = 7.0;

/// The label of a best point, at which its leader ends.
pub(super) struct Label {
    pub x: f64,
    pub y: f64,
    pub series: Series,
    pub text: String,
    pub width: f64,
    /// The right end of the figure.
    pub end: f64,
}

/// The position of a label: its row from the bottom, and the end that touches the leader.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LabelRow {
    pub above: usize,
    pub anchor: Anchor,
}

impl Label {
    fn anchor(&self) -> Anchor {
        if !self.fits(Anchor::Start) && self.fits(Anchor::End) {
            Anchor::End
        } else {
            Anchor::Start
        }
    }

    /// Returns the position beside the leader; a label too long for either side is moved into the
    /// figure.
    pub fn text_x(&self, anchor: Anchor) -> f64 {
        if anchor == Anchor::End {
            self.x - ASIDE
        } else {
            (self.x + ASIDE).min(self.end - 6.0 - self.width).max(6.0)
        }
    }

    fn fits(&self, anchor: Anchor) -> bool {
        let width = self.width + ASIDE;
        if anchor == Anchor::Start { self.x + width <= self.end } else { self.x - width >= 0.0 }
    }
}

/// Returns rows in which the leader of the upper label does not cross the lower label, if there is
/// room.
pub(super) fn stacked(labels: &[Label]) -> Vec<LabelRow> {
    let [a, b] = labels else {
        return labels.iter().map(|label| LabelRow { above: 0, anchor: label.anchor() }).collect();
    };
    let (left, right) = if a.x <= b.x { (a, b) } else { (b, a) };
    let lower_is_right = right.fits(Anchor::Start) || !left.fits(Anchor::End);
    let a_is_right = a.x > b.x;
    vec![
        label_row(a, a_is_right, a_is_right == lower_is_right),
        label_row(b, !a_is_right, a_is_right != lower_is_right),
    ]
}

/// Returns the row of one of two labels. The lower one is on its own side of the leader, if it has
/// room there.
fn label_row(label: &Label, is_right: bool, is_lower: bool) -> LabelRow {
    let own_side = if is_right { Anchor::Start } else { Anchor::End };
    if is_lower && label.fits(own_side) {
        return LabelRow { above: 0, anchor: own_side };
    }
    LabelRow { above: usize::from(!is_lower), anchor: label.anchor() }
}
