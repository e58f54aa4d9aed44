//! Fisher's randomization test (The Design of Experiments, 1935; for retrieval Smucker, Allan and
//! Carterette, A Comparison of Statistical Significance Tests for Information Retrieval Evaluation,
//! CIKM 2007): under the null hypothesis a topic's two values are exchangeable, so the sign of its
//! difference is random.

use super::paired::{differences, tolerance};
use super::random::Random;

/// The most topics with a difference for which all 2^n permutations are enumerated: two halves of
/// 2^16 sums.
const EXACT_TOPICS: usize = 32;

/// The result of a randomization test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Randomization {
    /// The mean difference a - b.
    pub mean: f64,
    /// Whether all permutations were enumerated rather than sampled.
    pub exact: bool,
    /// Two-sided p-value, above 0 and at most 1.
    pub p: f64,
}

/// Tests the mean of `a` against that of `b`, one value per topic in the same order. p is the share
/// of the 2^n permutations (signs of the topics' differences) whose mean difference is at least as
/// far from 0 as the observed one. All are enumerated if at most 32 topics differ; otherwise
/// `samples` are drawn, and p = (farther + 1) / (samples + 1). Sums that differ by no more than
/// rounding count as equal. Returns none if no topic differs or a value is not a number.
///
/// # Panics
/// If the slices differ in length.
pub fn randomization(a: &[f64], b: &[f64], samples: u32, seed: u64) -> Option<Randomization> {
    let differences = differences(a, b);
    let sum: f64 = differences.iter().sum();
    let moved: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    if moved.is_empty() || !sum.is_finite() {
        return None;
    }
    // What holds of means holds of sums, times the number of topics.
    let far = sum.abs() - differences.len() as f64 * tolerance(&[a, b]);
    let exact = moved.len() <= EXACT_TOPICS;
    let p = if exact {
        share_of_all(&moved, far)
    } else {
        let mut random = Random::new(seed);
        let mut signs = vec![0.0; moved.len()];
        let mut farther = 0;
        for _ in 0..samples {
            random.signs(&mut signs);
            let sum: f64 = signs.iter().zip(&moved).map(|(sign, d)| sign * d).sum();
            farther += u32::from(sum.abs() >= far);
        }
        (f64::from(farther) + 1.0) / (f64::from(samples) + 1.0)
    };
    Some(Randomization { mean: sum / differences.len() as f64, exact, p })
}

/// The share of all signs of `differences` that sum to `far` or more, or -`far` or less. Meets in
/// the middle: the sorted sums of one half are walked up while the matching start in the other half
/// moves down.
fn share_of_all(differences: &[f64], far: f64) -> f64 {
    if far <= 0.0 {
        return 1.0;
    }
    let (left, right) = differences.split_at(differences.len() / 2);
    let left = signed_sums(left);
    let right = signed_sums(right);
    // Every permutation has a mirror image, so both tails are equally large.
    let mut tail = 0u64;
    let mut first = right.len();
    for one in left {
        while first > 0 && one + right[first - 1] >= far {
            first -= 1;
        }
        tail += (right.len() - first) as u64;
    }
    2.0 * tail as f64 / (differences.len() as f64).exp2()
}

/// The sums of the values under all signs, ascending.
fn signed_sums(values: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0];
    for value in values {
        sums = sums.iter().flat_map(|sum| [sum - value, sum + value]).collect();
    }
    sums.sort_by(f64::total_cmp);
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::random::{SAMPLES, SEED};
    use proptest::prelude::*;

    #[test]
    fn all_permutations_of_three_topics() {
        // 3 2 1: sums ±6 ±4 ±2 0 0. The one found is 4, and 4 of the 8 are as far.
        let test = randomization(&[0.3, 0.2, 0.0], &[0.0, 0.0, 0.1], SAMPLES, SEED).unwrap();
        assert_eq!((test.exact, test.p), (true, 0.5));
        assert!((test.mean - 0.4 / 3.0).abs() < 1e-15);
        assert_eq!(randomization(&[1.0; 5], &[0.0; 5], SAMPLES, SEED).unwrap().p, 2.0 / 32.0);
        assert_eq!(randomization(&[0.1, 0.0], &[0.0, 0.1], SAMPLES, SEED).unwrap().p, 1.0);
    }

    #[test]
    fn equal_sums_are_equal_whatever_rounding_left_of_them() {
        // As floats 0.3 - 0.2 is less than 0.1: of the ± 0.1 ± 0.1 two are as far as 0.2, not one.
        let test = randomization(&[0.1, 0.1, 0.3], &[0.2, 0.0, 0.2], SAMPLES, SEED).unwrap();
        assert_eq!(test.p, 1.0);
        // In any unit; and a millionth more is farther.
        let [a, b] = [[0.1, 0.1, 0.3], [0.2, 0.0, 0.2]].map(|values| values.map(|one| one * 1e-9));
        assert_eq!(randomization(&a, &b, SAMPLES, SEED).unwrap().p, 1.0);
        let more = randomization(&[0.2, 0.2, 0.4 + 1e-6], &[0.0; 3], SAMPLES, SEED).unwrap();
        let less = randomization(&[0.2, -0.2, 0.4 + 1e-6], &[0.0; 3], SAMPLES, SEED).unwrap();
        assert_eq!((more.p, less.p), (0.25, 0.75));
    }

    #[test]
    fn nothing_to_test() {
        assert_eq!(randomization(&[], &[], SAMPLES, SEED), None);
        assert_eq!(randomization(&[0.1, 0.2], &[0.1, 0.2], SAMPLES, SEED), None);
        assert_eq!(randomization(&[f64::NAN, 0.2], &[0.1, 0.1], SAMPLES, SEED), None);
    }

    #[test]
    fn samples_come_near_the_whole() {
        // 40 topics, 26 better by 1 and 14 worse: the chance of 26 or more of 40 heads, twice, is
        // 0.0807 (binomial).
        let a: Vec<f64> = (0..40).map(|topic| if topic < 26 { 1.0 } else { -1.0 }).collect();
        let test = randomization(&a, &[0.0; 40], SAMPLES, SEED).unwrap();
        assert!(!test.exact && (test.p - 0.0807).abs() < 0.004, "{test:?}");
        assert_eq!(test, randomization(&a, &[0.0; 40], SAMPLES, SEED).unwrap());
        assert_ne!(test, randomization(&a, &[0.0; 40], SAMPLES, SEED + 1).unwrap());
        assert_eq!(randomization(&[1.0; 40], &[0.0; 40], 999, SEED).unwrap().p, 0.001);
    }

    /// The sum of the numbers, with a minus where `signs` has a bit.
    fn signed_sum(numbers: &[i32], signs: u32) -> i32 {
        let signed = numbers.iter().enumerate();
        signed.map(|(i, d)| if signs >> i & 1 == 1 { -d } else { *d }).sum()
    }

    /// The p-values of the test of first against second values, and of second against first.
    fn p_values(pairs: &[(f64, f64)]) -> [Option<f64>; 2] {
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let tests = [randomization(&a, &b, SAMPLES, SEED), randomization(&b, &a, SAMPLES, SEED)];
        tests.map(|test| test.map(|test| test.p))
    }

    proptest! {
        #[test]
        fn meeting_in_the_middle_is_counting_all(
            whole in proptest::collection::vec(-20..=20i32, 1..12),
        ) {
            let d: Vec<f64> = whole.iter().map(|d| f64::from(*d)).collect();
            let sum: i32 = whole.iter().sum();
            let far = (0..1u32 << d.len())
                .filter(|signs| signed_sum(&whole, *signs).abs() >= sum.abs())
                .count();
            let expected = far as f64 / f64::from(1u32 << d.len());
            match randomization(&d, &vec![0.0; d.len()], SAMPLES, SEED) {
                Some(test) => prop_assert_eq!(test.p, expected),
                None => prop_assert!(whole.iter().all(|d| *d == 0)),
            }
        }

        #[test]
        fn the_test_has_two_sides_and_no_order(
            pairs in proptest::collection::vec((0.0..1.0f64, 0.0..1.0f64), 1..20),
            turn in 0..20usize,
        ) {
            let mut turned = pairs.clone();
            turned.rotate_left(turn % pairs.len());
            let [there, back] = p_values(&pairs);
            prop_assert_eq!(there, back);
            prop_assert_eq!(there, p_values(&turned)[0]);
            prop_assert!(there.is_none_or(|p| p > 0.0 && p <= 1.0));
        }
    }
}
