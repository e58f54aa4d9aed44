//! Two systems' scores of the same topics into a p-value.

use statrs::function::beta::checked_beta_reg;

/// The result of a paired t-test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedT {
    /// The statistic: positive where the first system is better. Infinite where all differences are the same.
    pub t: f64,
    /// Degrees of freedom: topics - 1.
    pub df: f64,
    /// Two-sided: how likely a |t| of this size or more is if there is no difference, from 0 to 1.
    pub p: f64,
}

/// Student's paired t-test of `a` against `b`, one value per topic in the same order: t = mean(d) / (sd(d) / sqrt n) over
/// the differences d = a - b, sd with n - 1 (Student, The Probable Error of a Mean, Biometrika 6, 1908). None where there
/// is nothing to test: fewer than two topics, all differences 0, or a value that is no number.
///
/// # Panics
/// If the slices differ in length: then they are not about the same topics.
pub fn paired_t(a: &[f64], b: &[f64]) -> Option<PairedT> {
    assert_eq!(a.len(), b.len(), "paired values are of the same topics");
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    if differences.len() < 2 || differences.iter().all(|&d| d == 0.0) {
        return None;
    }
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let t = mean / (variance / n).sqrt();
    let df = n - 1.0;
    two_sided(t, df).map(|p| PairedT { t, df, p })
}

/// P(|T| >= |t|) for Student's distribution, which is the regularised incomplete beta function I_x(df/2, 1/2) at
/// x = df / (df + t²) (Abramowitz & Stegun, 26.7.1); in this form small p-values keep their digits.
fn two_sided(t: f64, df: f64) -> Option<f64> {
    checked_beta_reg(df / 2.0, 0.5, df / (df + t * t)).ok().filter(|p| !p.is_nan())
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
    fn the_same_difference_everywhere_is_certain() {
        let test = paired_t(&[0.75, 0.5, 1.0], &[0.5, 0.25, 0.75]).unwrap();
        assert_eq!((test.t, test.p), (f64::INFINITY, 0.0));
    }

    proptest! {
        #[test]
        fn the_test_has_two_sides(pairs in proptest::collection::vec((0.0..1.0f64, 0.0..1.0f64), 2..60)) {
            let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let (there, back) = (paired_t(&a, &b), paired_t(&b, &a));
            prop_assert_eq!(there.map(|test| test.p.to_bits()), back.map(|test| test.p.to_bits()));
            prop_assert!(there.is_none_or(|test| (0.0..=1.0).contains(&test.p)));
        }
    }
}
