//! The power of one and of two one-sided t-tests of paired values, exactly: from a margin and the
//! spread of the differences to the probability that non-inferiority or equivalence is found, and
//! to the number of topics for a power.

use super::paired_t::quantile;
use statrs::function::gamma::ln_gamma;
use std::f64::consts::{LN_2, SQRT_2};

/// The level of the tests: the probability of calling means equivalent that differ by the margin.
pub const ALPHA: f64 = 0.05;

/// The fewest topics from whose differences it is said that means are equivalent, or that one is
/// not inferior: fewer show too little of how topics differ.
pub const FEWEST_TOPICS: usize = 10;

/// The power at which topics are counted: the usual one (Cohen 1988).
pub const POWER: f64 = 0.8;

/// The most topics that are counted.
const MOST: u64 = 1_000_000;

/// Steps of the integral. Its error is then below 1e-7.
const STEPS: usize = 480;

/// What is to be shown of a mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// It is not lower than another by a margin: one test.
    NotInferior,
    /// It is neither lower nor higher: two tests.
    Equivalent,
}

/// Returns the power at [`ALPHA`] of one or two one-sided t-tests with this margin, for so many
/// differences that are normal with mean 0 and this standard deviation. Two tests share their
/// estimate of the deviation, so the power is an integral over it (Owen, A Special Case of a
/// Bivariate Non-Central t-Distribution, Biometrika 52, 1965; Phillips, Power of the Two One-Sided
/// Tests Procedure in Bioequivalence, Journal of Pharmacokinetics and Biopharmaceutics 18, 1990).
pub(super) fn power(claim: Claim, margin: f64, deviation: f64, topics: u64) -> f64 {
    if deviation == 0.0 {
        return 1.0;
    }
    let margin = margin * (topics as f64).sqrt() / deviation;
    let upper = if claim == Claim::Equivalent { margin } else { f64::INFINITY };
    integral(margin, upper, topics as f64 - 1.0)
}

/// Returns the least number of topics, from 2, at which [`power`] is [`POWER`]; none above a
/// million.
pub(super) fn topics_needed(claim: Claim, margin: f64, deviation: f64) -> Option<u64> {
    let enough = |topics: u64| power(claim, margin, deviation, topics) >= POWER;
    // The number for a known deviation is a little too low: these are the quantiles of the normal
    // distribution for the level, and for what the power leaves to each test.
    let quantiles = 1.645 + if claim == Claim::Equivalent { 1.282 } else { 0.842 };
    let of_normal = (quantiles * deviation / margin).powi(2);
    if of_normal > MOST as f64 {
        return None;
    }
    let mut topics = (of_normal as u64).max(2);
    while topics > 2 && enough(topics - 1) {
        topics -= 1;
    }
    while !enough(topics) {
        topics += 1;
    }
    Some(topics)
}

/// The probability that a mean is more than t estimated errors from either margin, which are so
/// many true errors below and above it; infinitely many leave one margin. With s the estimated over
/// the true deviation, it is the integral of Φ(high - t s) - Φ(t s - low) times the density of s,
/// as far as that is positive.
fn integral(low: f64, high: f64, df: f64) -> f64 {
    let t = quantile(2.0 * ALPHA, df);
    // Farther from 1 the density of s is nothing: its own deviation is 1 / sqrt(2 df).
    let spread = 1.0 / (2.0 * df).sqrt();
    let from = (1.0 - 9.0 * spread).max(0.0);
    let to = (1.0 + 10.0 * spread).min((low + high) / 2.0 / t);
    if to <= from {
        return 0.0;
    }
    let step = (to - from) / STEPS as f64;
    let mut sum = 0.0;
    for i in 0..=STEPS {
        let s = from + step * i as f64;
        let within = normal(high - t * s) - normal(t * s - low);
        // Simpson's rule.
        let weight = if i == 0 || i == STEPS { 1.0 } else { [2.0, 4.0][i % 2] };
        sum += weight * within * density(s, df);
    }
    (sum * step / 3.0).clamp(0.0, 1.0)
}

/// The density of the root of a χ² variable over its degrees of freedom.
fn density(s: f64, df: f64) -> f64 {
    let half = df / 2.0;
    let s = s.max(f64::MIN_POSITIVE);
    let logarithm =
        LN_2 + half * libm::log(half) - ln_gamma(half) + (df - 1.0) * libm::log(s) - half * s * s;
    libm::exp(logarithm)
}

fn normal(z: f64) -> f64 {
    libm::erfc(-z / SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ratios of means between .8 and 1.25 in a cross-over design, on a scale of logarithms: the
    /// standard example of the R package PowerTOST, `power.TOST(CV = 0.25, n = 24)`.
    #[test]
    fn the_power_is_that_of_a_published_example() {
        let error = (1.0f64 + 0.25 * 0.25).ln().sqrt() * (2.0f64 / 24.0).sqrt();
        let low = (0.95f64.ln() - 0.8f64.ln()) / error;
        let high = (1.25f64.ln() - 0.95f64.ln()) / error;
        assert!((integral(low, high, 22.0) - 0.739_115_5).abs() < 1e-6);
    }

    #[test]
    fn the_power_grows_with_topics_and_the_number_needed_is_the_first_that_has_it() {
        for claim in [Claim::NotInferior, Claim::Equivalent] {
            for ratio in [0.2, 0.5, 1.0, 3.0, 10.0] {
                let needed = topics_needed(claim, 1.0, ratio).unwrap();
                assert!(power(claim, 1.0, ratio, needed) >= POWER);
                assert!(needed == 2 || power(claim, 1.0, ratio, needed - 1) < POWER);
                // Where there is next to none, a topic more may have less: t shrinks with topics,
                // and so do chance deviations that are much too small.
                for topics in 3..200 {
                    let fewer = power(claim, 1.0, ratio, topics - 1);
                    let grows = power(claim, 1.0, ratio, topics) >= fewer - 1e-7;
                    assert!(grows || fewer < 0.02, "{claim:?} {ratio} {topics}");
                }
            }
            assert_eq!(topics_needed(claim, 1.0, 0.0), Some(2));
            assert_eq!(topics_needed(claim, 1e-6, 1.0), None);
        }
        assert!((0.0..0.01).contains(&power(Claim::Equivalent, 0.1, 1.0, 4)));
    }

    #[test]
    fn one_test_has_more_power_than_two_and_at_least_its_level() {
        for topics in [2, 5, 50, 500] {
            for margin in [0.001, 0.1, 1.0] {
                let one = power(Claim::NotInferior, margin, 1.0, topics);
                assert!(one >= power(Claim::Equivalent, margin, 1.0, topics));
                assert!(one > ALPHA - 1e-6, "{topics} {margin}: {one}");
            }
        }
    }
}
