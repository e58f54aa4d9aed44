//! The colours of differences in a heat map. Their scale comes from the confidence intervals, so
//! that noise has no colour.

use super::naming::short;
use crate::paint::Look;

/// The strongest colour stands for a difference of this many times the half-width of an interval,
/// or a larger one if there is any.
const FULL: f64 = 4.0;
/// The opacity of what is neutral, and of the weakest colour.
const NEUTRAL: f64 = 0.18;
const FAINT: f64 = 0.15;

/// A colour scale around 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Colours {
    /// Differences up to this one are grey: half of the median interval.
    neutral: f64,
    /// The difference with the strongest colour.
    pub full: f64,
}

impl Colours {
    /// Returns the scale for these differences and their confidence intervals.
    pub fn new(
        differences: impl Iterator<Item = f64>,
        intervals: impl Iterator<Item = (f64, f64)>,
    ) -> Self {
        let widths = intervals.map(|(low, high)| (high - low) / 2.0);
        let mut widths: Vec<f64> = widths.filter(|half| half.is_finite()).collect();
        widths.sort_by(f64::total_cmp);
        let neutral = widths.get(widths.len() / 2).copied().unwrap_or(0.0);
        let sizes = differences.map(f64::abs).filter(|size| size.is_finite());
        let largest = sizes.fold(FULL * neutral, f64::max);
        Self { neutral, full: if largest > 0.0 { largest } else { 1.0 } }
    }

    /// Returns the look and the opacity of a difference.
    pub fn colour(&self, difference: f64) -> (Look, f64) {
        let size = difference.abs();
        if size <= self.neutral || !size.is_finite() {
            return (Look::Tie, NEUTRAL);
        }
        let strength = FAINT + (1.0 - FAINT) * (size - self.neutral) / (self.full - self.neutral);
        (if difference > 0.0 { Look::Better } else { Look::Worse }, strength.min(1.0))
    }

    /// Says what is grey, for a caption.
    pub fn brief(&self) -> String {
        match self.neutral {
            0.0 => "grey: no difference".to_owned(),
            neutral => format!("grey: within ±{}", short(neutral)),
        }
    }

    pub fn note(&self) -> String {
        let half = ", half of the median 95 % confidence interval";
        self.brief() + if self.neutral == 0.0 { "" } else { half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_no_colour_and_does_not_stretch_the_scale() {
        let noise =
            Colours::new([0.01, -0.015].into_iter(), [(-0.02, 0.02), (-0.03, 0.01)].into_iter());
        assert_eq!(
            (noise.colour(0.01), noise.colour(-0.015), noise.colour(0.02)),
            ((Look::Tie, NEUTRAL), (Look::Tie, NEUTRAL), (Look::Tie, NEUTRAL))
        );
        assert!(
            (noise.full - 0.08).abs() < 1e-12
                && noise.colour(0.021).1 < 0.2
                && noise.note().contains("±0.02,")
        );
    }

    #[test]
    fn a_difference_beyond_the_scale_widens_it() {
        let wide = Colours::new([0.5, -0.1].into_iter(), [(0.48, 0.52)].into_iter());
        assert_eq!((wide.full, wide.colour(0.5)), (0.5, (Look::Better, 1.0)));
        let (look, strength) = wide.colour(-0.1);
        assert!(look == Look::Worse && strength > 0.2 && strength < 0.4, "{strength}");
    }

    #[test]
    fn without_intervals_or_differences_there_is_a_scale_too() {
        let none = Colours::new([0.0, f64::NAN].into_iter(), [].into_iter());
        assert_eq!(
            (none.full, none.colour(0.0), none.note().as_str()),
            (1.0, (Look::Tie, NEUTRAL), "grey: no difference")
        );
        let apart = Colours::new([0.25, -0.5].into_iter(), [].into_iter());
        assert_eq!((apart.colour(-0.5), apart.colour(0.25).0), ((Look::Worse, 1.0), Look::Better));
    }
}
