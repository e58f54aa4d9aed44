//! Bootstrap confidence interval of the mean difference of two systems: topics are drawn with
//! replacement.

use super::paired::{differences, has_spread, mean, tolerance};
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
    if !has_spread(&differences) {
        return Some((differences[0], differences[0]));
    }
    let found = mean(&differences);
    let near = tolerance(&[a, b]);
    let means = means(&differences, samples, seed);
    // Resamples whose mean equals the observed one count half: with few topics there are many.
    let below = means.partition_point(|m| *m < found - near);
    let level = means.partition_point(|m| *m <= found + near);
    let bias = quantile_of_normal((below + level) as f64 / 2.0 / f64::from(samples));
    let acceleration = acceleration(&differences);
    let [low, high] = [0.025, 0.975].map(|level| bound(&means, level, bias, acceleration));
    let exact = |end: f64| if end.abs() <= near { 0.0 } else { end };
    Some((exact(low), exact(high)))
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

    /// The interval of whole differences, whose sums and ties are exact.
    fn of_whole(differences: &[i32], seed: u64) -> (f64, f64) {
        let mut random = Random::new(seed);
        let count = differences.len();
        let sum: i32 = differences.iter().sum();
        let mut sums: Vec<i32> = Vec::new();
        for _ in 0..1000 {
            sums.push((0..count).map(|_| differences[random.below(count)]).sum());
        }
        sums.sort_unstable();
        let below = sums.iter().filter(|one| **one < sum).count();
        let level = sums.iter().filter(|one| **one <= sum).count();
        let bias = quantile_of_normal((below + level) as f64 / 2000.0);
        let floats: Vec<f64> = differences.iter().map(|d| f64::from(*d)).collect();
        let means: Vec<f64> = sums.iter().map(|sum| f64::from(*sum) / count as f64).collect();
        let ends = [0.025, 0.975].map(|level| bound(&means, level, bias, acceleration(&floats)));
        (ends[0], ends[1])
    }

    /// Resamples tie with the mean as they do on paper, at 1e-15 and not at 1e-6.
    #[test]
    fn a_resample_that_is_nearly_the_mean_counts_half() {
        let whole = [3, -1, 2, 0, 0, -2, 1, 1, -3, 2];
        let (low, high) = of_whole(&whole, SEED);
        for unit in [0.1, 0.01 / 3.0, 1e-9] {
            let b = [0.7, 0.9, 0.3, 0.2, 1.1, 0.8, 0.6, 0.35, 0.9, 0.15].map(|b| 3.0 * unit * b);
            let mut a: Vec<f64> =
                whole.iter().zip(&b).map(|(d, b)| f64::from(*d) * unit + b).collect();
            let (found_low, found_high) = bootstrap_95(&a, &b, 1000, SEED).unwrap();
            let off = (found_low - low * unit).abs().max((found_high - high * unit).abs());
            assert!(off < 1e-9 * unit, "{unit}: {found_low} {found_high}");
            a[0] += 1e-15 * unit;
            let moved = bootstrap_95(&a, &b, 1000, SEED).unwrap();
            assert!((moved.0 - found_low).abs() < 1e-9 * unit, "{moved:?}");
        }
        // A gain of a millionth more on one topic breaks the ties.
        let floats = whole.map(f64::from);
        let mut moved = floats;
        moved[0] += 1e-6;
        let zero = [0.0; 10];
        assert_ne!(
            bootstrap_95(&floats, &zero, 1000, SEED),
            bootstrap_95(&moved, &zero, 1000, SEED)
        );
    }

    proptest! {
        #[test]
        fn ties_are_those_of_whole_numbers(
            pairs in proptest::collection::vec((0..10i32, 0..10i32), 2..30), seed: u64,
        ) {
            let whole: Vec<i32> = pairs.iter().map(|(a, b)| a - b).collect();
            prop_assume!(whole.iter().any(|d| *d != whole[0]));
            let [a, b]: [Vec<f64>; 2] = [|p: &(i32, i32)| p.0, |p: &(i32, i32)| p.1]
                .map(|side| pairs.iter().map(|pair| f64::from(side(pair)) / 10.0).collect());
            let (low, high) = of_whole(&whole, seed);
            let (found_low, found_high) = bootstrap_95(&a, &b, 1000, seed).unwrap();
            prop_assert!((found_low - low / 10.0).abs() < 1e-9, "{found_low}, not {low} / 10");
            prop_assert!((found_high - high / 10.0).abs() < 1e-9, "{found_high}, not {high} / 10");
        }

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
