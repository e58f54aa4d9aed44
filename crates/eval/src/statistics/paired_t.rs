//! Student's paired t-test, and Student's confidence interval of the mean difference.

use super::paired::{differences, has_spread, mean};
use statrs::function::beta::{checked_beta_reg, inv_beta_reg};

/// The result of a paired t-test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedT {
    /// The statistic: positive if the first system is better.
    pub t: f64,
    /// Degrees of freedom: topics - 1.
    pub df: f64,
    /// Two-sided p-value, 0 to 1.
    pub p: f64,
}

/// Tests `a` against `b`, one value per topic in the same order: t = mean(d) / (sd(d) / sqrt n)
/// over the differences d = a - b, sd with n - 1 (Student, The Probable Error of a Mean, Biometrika
/// 6, 1908). Returns none if the differences have no spread, as [`super::no_spread`] says, or if a
/// value is not a number.
///
/// # Panics
/// If the slices differ in length.
pub fn paired_t(a: &[f64], b: &[f64]) -> Option<PairedT> {
    let differences = differences(a, b);
    if !has_spread(&differences) {
        return None;
    }
    let (mean, error, df) = mean_and_error(&differences);
    let t = mean / error;
    two_sided(t, df).map(|p| PairedT { t, df, p })
}

/// The mean of differences, its standard error, and the degrees of freedom.
pub(super) fn mean_and_error(differences: &[f64]) -> (f64, f64, f64) {
    let n = differences.len() as f64;
    let mean = mean(differences);
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt(), n - 1.0)
}

/// Returns Student's 95 % confidence interval of the mean difference a - b. None where [`paired_t`]
/// returns none.
///
/// # Panics
/// If the slices differ in length.
pub fn interval_95(a: &[f64], b: &[f64]) -> Option<(f64, f64)> {
    paired_t(a, b)?;
    let (mean, error, df) = mean_and_error(&differences(a, b));
    let half = quantile(0.05, df) * error;
    half.is_finite().then_some((mean - half, mean + half))
}

/// P(|T| >= |t|) for Student's distribution, which is the regularised incomplete beta function
/// I_x(df/2, 1/2) at x = df / (df + t²) (Abramowitz & Stegun, 26.7.1); in this form small p-values
/// keep their digits.
pub(super) fn two_sided(t: f64, df: f64) -> Option<f64> {
    checked_beta_reg(df / 2.0, 0.5, df / (df + t * t)).ok().filter(|p| !p.is_nan())
}

/// The t above 0 whose two-sided p-value this is: the inverse of [`two_sided`].
pub(super) fn quantile(p: f64, df: f64) -> f64 {
    let x = inv_beta_reg(df / 2.0, 0.5, p);
    (df * (1.0 - x) / x).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_case_with_a_closed_form() {
        // One degree of freedom is the Cauchy distribution: p = 1 - 2 atan|t| / pi.
        let test = paired_t(&[3.0, 1.0], &[0.0, 0.0]).unwrap();
        assert_eq!((test.t, test.df), (2.0, 1.0));
        let cauchy = 1.0 - 2.0 * 2f64.atan() / std::f64::consts::PI;
        assert!((test.p - cauchy).abs() < 1e-12, "{} {cauchy}", test.p);
    }

    #[test]
    fn nothing_to_test() {
        assert_eq!(paired_t(&[], &[]), None);
        assert_eq!(paired_t(&[1.0], &[0.0]), None);
        assert_eq!(paired_t(&[0.1, 0.2, 0.3], &[0.1, 0.2, 0.3]), None);
        assert_eq!(paired_t(&[f64::NAN, 0.2], &[0.1, 0.1]), None);
    }

    #[test]
    fn the_interval_is_that_of_a_table() {
        // Differences 1 to 5: mean 3, sd / sqrt 5 = sqrt(2.5 / 5), and t is 2.776445 at 4 degrees
        // of freedom.
        let (low, high) = interval_95(&[1.0, 2.0, 3.0, 4.0, 5.0], &[0.0; 5]).unwrap();
        let half = 2.776_445_105 * 0.5f64.sqrt();
        assert!(
            (low - (3.0 - half)).abs() < 1e-6 && (high - (3.0 + half)).abs() < 1e-6,
            "{low} {high}"
        );
        // A mean difference of 0 has a width all the same.
        let (low, high) = interval_95(&[1.0, -1.0, 0.5, -0.5], &[0.0; 4]).unwrap();
        assert!(low < -1.0 && high > 1.0 && (low + high).abs() < 1e-12, "{low} {high}");
        assert_eq!(interval_95(&[0.2, 0.1], &[0.2, 0.1]), None);
        assert_eq!(interval_95(&[0.75, 0.5], &[0.5, 0.25]), None);
    }

    #[test]
    fn the_same_difference_everywhere_has_no_t() {
        assert_eq!(paired_t(&[0.75, 0.5, 1.0], &[0.5, 0.25, 0.75]), None);
        // .1 on paper, in four roundings.
        let (a, b) = ([0.3, 0.2, 0.1, 0.9], [0.2, 0.1, 0.0, 0.8]);
        assert_eq!(paired_t(&a, &b), None);
        let near = [1e-15, 1e-6].map(|far| paired_t(&[0.3 + far, 0.2, 0.1, 0.9], &b));
        assert!(near[0].is_none() && near[1].unwrap().p < 1e-9, "{near:?}");
    }

    proptest! {
        #[test]
        fn the_test_has_two_sides(
            pairs in proptest::collection::vec((0.0..1.0f64, 0.0..1.0f64), 2..60),
        ) {
            let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let there = paired_t(&a, &b);
            let back = paired_t(&b, &a);
            prop_assert_eq!(there.map(|test| test.p.to_bits()), back.map(|test| test.p.to_bits()));
            prop_assert!(there.is_none_or(|test| (0.0..=1.0).contains(&test.p)));
        }

        #[test]
        fn an_interval_without_0_is_a_p_below_a_twentieth(
            pairs in proptest::collection::vec((0.0..1.0f64, 0.0..1.0f64), 2..60),
        ) {
            let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            if let (Some(test), Some((low, high))) = (paired_t(&a, &b), interval_95(&a, &b)) {
                prop_assume!((test.p - 0.05).abs() > 1e-6);
                prop_assert_eq!(test.p < 0.05, low > 0.0 || high < 0.0);
            }
        }
    }
}
