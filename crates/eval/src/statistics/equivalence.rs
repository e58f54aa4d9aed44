//! Equivalence and non-inferiority of paired values: not "do they differ", but "do they differ by
//! less than a margin".

use super::paired::{differences, has_spread};
use super::paired_t::{mean_and_error, quantile, two_sided};
use super::tost_power::{ALPHA, Claim, power, topics_needed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of [`equivalence`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Equivalence {
    /// The margin, as a difference of the measure.
    pub margin: f64,
    /// p of equivalence: of "the means differ by the margin or more"; the larger of the two
    /// one-sided p-values.
    pub p: f64,
    /// p of non-inferiority: of "the mean is lower than the other by the margin or more".
    pub p_noninferior: f64,
    /// p of "the mean is higher than the other by the margin or more".
    pub p_nonsuperior: f64,
    /// Student's 90 % confidence interval of the mean difference: it lies within the margin where
    /// the p-value of equivalence is below 5 %.
    pub interval_90: (f64, f64),
    /// The probability that so many topics show equivalence, if the true difference is 0 and
    /// differences spread as these do.
    pub power: f64,
    /// The number of topics at which this probability is 0.8 ([`super::POWER`]); none above a
    /// million.
    pub topics_needed: Option<u64>,
    /// The probability that so many topics show non-inferiority, likewise.
    pub power_noninferior: f64,
    /// The number of topics at which non-inferiority is shown with a probability of 0.8; none above
    /// a million.
    pub topics_noninferior: Option<u64>,
}

/// Tests whether the mean of `a` differs from that of `b` by less than `margin`, one value per
/// topic in the same order, by two one-sided t-tests of the differences (TOST: Schuirmann, A
/// Comparison of the Two One-Sided Tests Procedure and the Power Approach for Assessing the
/// Equivalence of Average Bioavailability, Journal of Pharmacokinetics and Biopharmaceutics 15,
/// 1987; Lakens, Equivalence Tests, Social Psychological and Personality Science 8, 2017). Both are
/// at the full level: equivalence needs both, so nothing is corrected.
///
/// Returns none if the differences have no spread, as [`super::no_spread`] says, for a margin that
/// is not above 0, or if a value is not a number.
///
/// # Panics
/// If the slices differ in length.
pub fn equivalence(a: &[f64], b: &[f64], margin: f64) -> Option<Equivalence> {
    let differences = differences(a, b);
    let is_margin = margin > 0.0 && margin.is_finite();
    if !has_spread(&differences) || !is_margin || differences.iter().any(|d| !d.is_finite()) {
        return None;
    }
    let (mean, error, df) = mean_and_error(&differences);
    let p_noninferior = above(mean + margin, error, df)?;
    let p_nonsuperior = above(margin - mean, error, df)?;
    let half = quantile(2.0 * ALPHA, df) * error;
    let topics = differences.len() as u64;
    let deviation = error * (topics as f64).sqrt();
    Some(Equivalence {
        margin,
        p: p_noninferior.max(p_nonsuperior),
        p_noninferior,
        p_nonsuperior,
        interval_90: (mean - half, mean + half),
        power: power(Claim::Equivalent, margin, deviation, topics),
        topics_needed: topics_needed(Claim::Equivalent, margin, deviation),
        power_noninferior: power(Claim::NotInferior, margin, deviation, topics),
        topics_noninferior: topics_needed(Claim::NotInferior, margin, deviation),
    })
}

/// The one-sided p-value of "the mean is 0 or less", for a mean with this standard error.
fn above(mean: f64, error: f64, df: f64) -> Option<f64> {
    let half = two_sided(mean / error, df)? / 2.0;
    Some(if mean > 0.0 { half } else { 1.0 - half })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_case_with_a_closed_form() {
        // Differences 1 and 3 have mean 2 and standard error 1; one degree of freedom is the Cauchy
        // distribution: P(T > t) = 1/2 - atan(t) / pi.
        let found = equivalence(&[1.0, 3.0], &[0.0, 0.0], 3.0).unwrap();
        let tail = |t: f64| 0.5 - t.atan() / std::f64::consts::PI;
        assert!((found.p_noninferior - tail(5.0)).abs() < 1e-12);
        assert!((found.p_nonsuperior - tail(1.0)).abs() < 1e-12);
        assert_eq!(found.p, found.p_nonsuperior);
        let beyond = equivalence(&[1.0, 3.0], &[0.0, 0.0], 1.0).unwrap();
        assert!((beyond.p_nonsuperior - tail(-1.0)).abs() < 1e-12);
    }

    #[test]
    fn without_spread_there_is_no_test() {
        assert_eq!(equivalence(&[0.5, 0.25], &[0.5, 0.25], 0.01), None);
        assert_eq!(equivalence(&[0.25, 0.5], &[0.5, 0.75], 0.5), None);
        let (a, b) = ([0.3, 0.2, 0.1, 0.9], [0.2, 0.1, 0.0, 0.8]);
        assert_eq!(equivalence(&a, &b, 0.2), None);
        let [rounded, small] =
            [1e-15, 1e-6].map(|far| equivalence(&[0.3 + far, 0.2, 0.1, 0.9], &b, 0.2));
        assert!(rounded.is_none() && small.unwrap().p < 1e-9, "{rounded:?} {small:?}");
    }

    #[test]
    fn nothing_to_test() {
        assert_eq!(equivalence(&[], &[], 0.1), None);
        assert_eq!(equivalence(&[0.5], &[0.5], 0.1), None);
        for margin in [0.0, -0.1, f64::NAN, f64::INFINITY] {
            assert_eq!(equivalence(&[0.5, 0.4], &[0.5, 0.3], margin), None);
        }
        assert_eq!(equivalence(&[0.5, f64::NAN], &[0.5, 0.3], 0.1), None);
    }

    proptest! {
        #[test]
        fn an_interval_within_the_margin_is_a_p_below_a_twentieth(
            pairs in proptest::collection::vec((0.0..1.0f64, 0.0..1.0f64), 2..60),
            margin in 0.01..0.5f64,
        ) {
            let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let found = equivalence(&a, &b, margin).unwrap();
            prop_assume!((found.p - ALPHA).abs() > 1e-6);
            let (low, high) = found.interval_90;
            prop_assert_eq!(found.p < ALPHA, -margin < low && high < margin);
        }

        #[test]
        fn turned_round_the_two_sides_change_places(
            pairs in proptest::collection::vec((0.0..1.0f64, 0.0..1.0f64), 2..60),
            margin in 0.01..0.5f64,
        ) {
            let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let there = equivalence(&a, &b, margin).unwrap();
            let back = equivalence(&b, &a, margin).unwrap();
            prop_assert!((there.p_noninferior - back.p_nonsuperior).abs() < 1e-12);
            prop_assert!((there.p - back.p).abs() < 1e-12);
            let wider = equivalence(&a, &b, 2.0 * margin).unwrap();
            prop_assert!(wider.p <= there.p && wider.power >= there.power);
        }
    }
}
