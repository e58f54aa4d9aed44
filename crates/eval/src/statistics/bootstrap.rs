//! Bootstrap confidence interval of the mean difference of two systems: topics are drawn with
//! replacement.

use super::paired::{differences, mean};
use super::random::Random;
use statrs::function::erf::erfc_inv;
use std::f64::consts::SQRT_2;

/// Returns the 95 % confidence interval of the mean difference a - b by Efron's BCa bootstrap:
/// percentiles of the means of `samples` resamples, corrected for bias and skewness (Efron, Better
/// Bootstrap Confidence Intervals, JASA 82, 1987). Unlike [`super::interval_95`], it need not be
/// symmetric. If all differences are equal, both ends are that difference. Returns none for fewer
/// than two topics, for no samples, or if a value is not a number.
///
/// # Panics
/// If the slices differ in length.
pub fn bootstrap_95(a: &[f64], b: &[f64], samples: u32, seed: u64) -> Option<(f64, f64)> {
    let differences = differences(a, b);
    if differences.len() < 2 || samples == 0 || differences.iter().any(|d| !d.is_finite()) {
        return None;
    }
    let found = mean(&differences);
    if differences.iter().all(|d| *d == differences[0]) {
        return Some((differences[0], differences[0]));
    }
    let means = means(&differences, samples, seed);
    // Resamples whose mean equals the observed one count half: with few topics there are many.
    let below = means.partition_point(|m| *m < found);
    let level = means.partition_point(|m| *m <= found);
    let bias = quantile_of_normal((below + level) as f64 / 2.0 / f64::from(samples));
    let acceleration = acceleration(&differences);
    let [low, high] = [0.025, 0.975].map(|level| bound(&means, level, bias, acceleration));
    Some((low, high))
}

/// Returns the percentile of the ascending `means` for this level, corrected for bias and skewness.
fn bound(means: &[f64], level: f64, bias: f64, acceleration: f64) -> f64 {
    let z = bias + quantile_of_normal(level);
    // If all resamples lie on one side the bias is infinite, and the outermost resample is the
    // bound.
    let corrected = bias + z / (1.0 - acceleration * z);
    let share = libm::erfc(-corrected / SQRT_2) / 2.0;
    means[((share * means.len() as f64) as usize).min(means.len() - 1)]
}

/// The means of `samples` resamples of the differences, ascending.
fn means(differences: &[f64], samples: u32, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let count = differences.len();
    let mut means = Vec::with_capacity(samples as usize);
    for _ in 0..samples {
        let sum: f64 = (0..count).map(|_| differences[random.below(count)]).sum();
        means.push(sum / count as f64);
    }
    means.sort_by(f64::total_cmp);
    means
}

/// A sixth of the skewness of the mean by the jackknife; for a mean, the moments of the differences
/// suffice.
fn acceleration(differences: &[f64]) -> f64 {
    let mean = mean(differences);
    let cubes: f64 = differences.iter().map(|d| (d - mean).powi(3)).sum();
    let squares: f64 = differences.iter().map(|d| (d - mean).powi(2)).sum();
    cubes / (6.0 * squares.powf(1.5))
}

/// The quantile of the standard normal distribution for this share.
fn quantile_of_normal(share: f64) -> f64 {
    -SQRT_2 * erfc_inv(2.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::paired_t::interval_95;
    use crate::statistics::random::SEED;
    use proptest::prelude::*;

    const DRAWS: u32 = 20_000;

    #[test]
    fn the_acceleration_by_hand() {
        // Mean 1/4; leaving one out: 1/3 1/3 1/3 0. Cubes sum to 1/72, squares to 1/12, of the
        // leave-one-out means.
        let by_hand = (1.0 / 72.0) / (6.0 * (1.0f64 / 12.0).powf(1.5));
        assert!((acceleration(&[0.0, 0.0, 0.0, 1.0]) - by_hand).abs() < 1e-15);
        assert!((quantile_of_normal(0.975) - 1.959_963_984_540_054).abs() < 1e-12);
    }

    #[test]
    fn draws_of_two_topics_are_four() {
        // 0 0, 0 1, 1 0, 1 1: the outermost means are each a quarter of all draws.
        assert_eq!(bootstrap_95(&[0.0, 1.0], &[0.0, 0.0], DRAWS, SEED), Some((0.0, 1.0)));
        let means = means(&[0.0, 1.0], DRAWS, SEED);
        let share = means.iter().filter(|mean| **mean == 0.5).count() as f64 / f64::from(DRAWS);
        assert!((share - 0.5).abs() < 0.02, "{share}");
    }

    /// Of an even spread without skewness the interval is Student's, up to a few per cent of its
    /// width.
    #[test]
    fn of_many_even_differences_it_is_students() {
        let a: Vec<f64> = (0..200).map(f64::from).collect();
        let (low, high) = bootstrap_95(&a, &[0.0; 200], DRAWS, SEED).unwrap();
        let (student_low, student_high) = interval_95(&a, &[0.0; 200]).unwrap();
        let width = student_high - student_low;
        assert!(
            (low - student_low).abs() < 0.03 * width && (high - student_high).abs() < 0.03 * width,
            "{low} {high}"
        );
    }

    #[test]
    fn it_reaches_farther_to_the_side_of_the_long_tail() {
        let a: Vec<f64> = (0..40).map(|topic| if topic < 5 { 1.0 } else { 0.0 }).collect();
        let (low, high) = bootstrap_95(&a, &[0.0; 40], DRAWS, SEED).unwrap();
        assert!(high - 0.125 > 1.2 * (0.125 - low), "{low} {high}");
    }

    #[test]
    fn nothing_to_draw() {
        assert_eq!(bootstrap_95(&[0.5], &[0.25], DRAWS, SEED), None);
        assert_eq!(bootstrap_95(&[0.5, 0.5], &[0.25, f64::NAN], DRAWS, SEED), None);
        assert_eq!(bootstrap_95(&[0.5, 0.75], &[0.25, 0.5], DRAWS, SEED), Some((0.25, 0.25)));
        assert_eq!(bootstrap_95(&[0.5, 0.75], &[0.25, 0.5], 0, SEED), None);
    }

    proptest! {
        #[test]
        fn it_stays_within_the_differences_and_turns_with_them(
            pairs in proptest::collection::vec((0.0..1.0f64, 0.0..1.0f64), 2..40), seed: u64,
        ) {
            let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
            let (low, high) = bootstrap_95(&a, &b, 1000, seed).unwrap();
            let all = differences(&a, &b);
            let outermost = (
                all.iter().copied().fold(f64::MAX, f64::min),
                all.iter().copied().fold(f64::MIN, f64::max),
            );
            prop_assert!(outermost.0 - 1e-12 <= low && low <= high && high <= outermost.1 + 1e-12);
            // The same draws of differences four times as large.
            let [a, b] = [a, b].map(|values| values.iter().map(|v| 4.0 * v).collect::<Vec<f64>>());
            prop_assert_eq!(bootstrap_95(&a, &b, 1000, seed), Some((4.0 * low, 4.0 * high)));
        }
    }
}
