//! Effect sizes: how large a difference is, which a p-value does not show.

use super::paired::{differences, mean};
use super::paired_t::paired_t;

/// Returns Cohen's d_z, the effect size of paired values: the mean of the differences a - b over
/// their standard deviation (with n - 1), without a unit (Cohen, Statistical Power Analysis for the
/// Behavioral Sciences, 1988, section 2.3.5). It equals t over the root of n. None where
/// [`super::paired_t`] returns none.
///
/// # Panics
/// If the slices differ in length.
pub fn cohens_dz(a: &[f64], b: &[f64]) -> Option<f64> {
    paired_t(a, b)?;
    let differences = differences(a, b);
    let mean = mean(&differences);
    let squares: f64 = differences.iter().map(|d| (d - mean).powi(2)).sum();
    Some(mean / (squares / (differences.len() as f64 - 1.0)).sqrt())
}

/// On how many topics one system beats, ties with or loses to another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WinTieLoss {
    /// Topics on which the first system's value is higher.
    pub win: usize,
    /// Topics on which both values are equal but for rounding.
    pub tie: usize,
    /// Topics on which the first system's value is lower.
    pub loss: usize,
}

/// Counts the topics on which `a` is above, equal to and below `b`. Values that are not numbers are
/// not counted.
///
/// # Panics
/// If the slices differ in length.
pub fn win_tie_loss(a: &[f64], b: &[f64]) -> WinTieLoss {
    let mut counts = WinTieLoss::default();
    for d in differences(a, b) {
        counts.win += usize::from(d > 0.0);
        counts.tie += usize::from(d == 0.0);
        counts.loss += usize::from(d < 0.0);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_size_by_hand() {
        // Differences 1 to 5: mean 3, variance 10 / 4.
        let d_z = cohens_dz(&[1.0, 2.0, 3.0, 4.0, 5.0], &[0.0; 5]).unwrap();
        assert!((d_z - 3.0 / 2.5f64.sqrt()).abs() < 1e-15, "{d_z}");
        let t = paired_t(&[1.0, 2.0, 3.0, 4.0, 5.0], &[0.0; 5]).unwrap().t;
        assert!((d_z - t / 5f64.sqrt()).abs() < 1e-15);
        assert_eq!(cohens_dz(&[0.75, 0.5], &[0.5, 0.25]), None);
        assert_eq!(cohens_dz(&[0.3, 0.2, 0.9], &[0.2, 0.1, 0.8]), None);
        assert_eq!(cohens_dz(&[0.5, 0.5], &[0.5, 0.5]), None);
        assert_eq!(cohens_dz(&[0.5], &[0.25]), None);
    }

    #[test]
    fn topics_won_level_and_lost() {
        let counts = win_tie_loss(&[0.3, 0.1 + 0.2, 0.5, f64::NAN], &[0.2, 0.3, 0.6, 0.1]);
        assert_eq!(counts, WinTieLoss { win: 1, tie: 1, loss: 1 });
        let small = win_tie_loss(&[0.3 + 1e-15, 0.3 + 1e-6, 0.3], &[0.3, 0.3, 0.3 + 1e-6]);
        assert_eq!(small, WinTieLoss { win: 1, tie: 1, loss: 1 });
        // Relative to the largest score: of scores of a billionth, a billionth is much.
        let tiny = win_tie_loss(&[2e-13, 1e-9], &[1e-13, 1e-9]);
        assert_eq!(tiny, WinTieLoss { win: 1, tie: 1, loss: 0 });
    }
}
