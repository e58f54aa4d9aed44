//! The best of many settings against a baseline: the permutation test of Westfall and Young
//! (Resampling-Based Multiple Testing, 1993), which accounts for picking the best after looking at
//! all.

use super::paired::{differences, tolerance};
use super::random::Random;

/// The result of [`max_statistic`].
#[derive(Debug, Clone, PartialEq)]
pub struct MaxStatistic {
    /// The setting with the largest statistic, the first of equals. Its mean need not be the
    /// highest: a smaller but steadier difference can have a larger statistic.
    pub best: usize,
    /// One-sided p-value of "no setting is better than the baseline", above 0 and at most 1. It
    /// equals that of the best one.
    pub p: f64,
    /// The p-value of each setting, adjusted for the whole family (single-step maxT); none for a
    /// setting without a difference.
    pub adjusted: Vec<Option<f64>>,
    /// Number of permutations evaluated, the observed one included.
    pub permutations: u64,
    /// Whether these are all possible permutations.
    pub exact: bool,
}

/// Tests whether any of `settings` is better than `baseline`; each holds one value per topic, in
/// the same order.
///
/// A permutation flips the sign of a topic's differences to the baseline, for *all settings at
/// once*: under the null hypothesis either sign is equally likely, and the settings of a sweep are
/// nearly the same system, so flipping whole topics preserves their correlation. The statistic is
/// the largest t over the settings (the mean over its standard error), so that a noisy setting does
/// not dominate. p is the share of permutations whose largest t is at least the observed one: of
/// all 2^n if they are at most `samples`, otherwise of that many random ones plus the observed one.
/// Sums that differ by no more than rounding count as equal. Returns none if no setting differs
/// from the baseline or a value is not a number.
///
/// # Panics
/// If a setting and the baseline differ in the number of topics.
pub fn max_statistic<S: AsRef<[f64]>>(
    baseline: &[f64],
    settings: &[S],
    samples: u32,
    seed: u64,
) -> Option<MaxStatistic> {
    let (columns, near): (Vec<Vec<f64>>, Vec<f64>) =
        settings.iter().map(|values| scaled(values.as_ref(), baseline)).unzip();
    if columns.iter().flatten().any(|d| !d.is_finite()) {
        return None;
    }
    let observed: Vec<Option<f64>> =
        columns.iter().map(|column| has_difference(column).then(|| column.iter().sum())).collect();
    let (best, highest) = observed
        .iter()
        .enumerate()
        .filter_map(|(i, t)| Some((i, (*t)?)))
        .reduce(|a, b| if b.1 > a.1 + near[a.0].max(near[b.0]) { b } else { a })?;
    // Only topics in which a setting differs: flipping the others changes nothing.
    let mut topics: Vec<Vec<f64>> = Vec::new();
    for topic in 0..baseline.len() {
        let differing = columns.iter().filter(|column| has_difference(column));
        let row: Vec<f64> = differing.map(|column| column[topic]).collect();
        if has_difference(&row) {
            topics.push(row);
        }
    }
    let maxima = maxima(&topics, samples, seed);
    let adjusted = observed.iter().zip(&near);
    Some(MaxStatistic {
        best,
        p: maxima.share_from(highest - near[best]),
        adjusted: adjusted.map(|(t, near)| Some(maxima.share_from((*t)? - near))).collect(),
        permutations: maxima.values.len() as u64,
        exact: maxima.exact,
    })
}

/// The differences over the root of the sum of their squares, and how far apart two sums of them
/// may be and still be equal. Flipping signs does not change that root, and t grows with the sum of
/// the scaled differences: t = sum · sqrt((n - 1) / (n - sum²)) with n topics. So comparing sums
/// compares t.
fn scaled(values: &[f64], baseline: &[f64]) -> (Vec<f64>, f64) {
    let differences = differences(values, baseline);
    let root = differences.iter().map(|d| d * d).sum::<f64>().sqrt();
    if root == 0.0 {
        return (differences, 0.0);
    }
    let near = values.len() as f64 * tolerance(&[values, baseline]) / root;
    (differences.into_iter().map(|d| d / root).collect(), near)
}

fn has_difference(differences: &[f64]) -> bool {
    differences.iter().any(|d| *d != 0.0)
}

/// The largest sum over the settings in every permutation, ascending.
struct Maxima {
    values: Vec<f64>,
    exact: bool,
}

impl Maxima {
    /// Returns the share of permutations whose largest sum is at least `least`.
    fn share_from(&self, least: f64) -> f64 {
        let below = self.values.partition_point(|value| *value < least);
        (self.values.len() - below) as f64 / self.values.len() as f64
    }
}

/// Permutes the signs of `topics`: all permutations if they are at most `samples`, otherwise that
/// many random ones and the observed one.
fn maxima(topics: &[Vec<f64>], samples: u32, seed: u64) -> Maxima {
    let mut sums = vec![0.0; topics[0].len()];
    let mut signs = vec![1.0; topics.len()];
    let mut values = Vec::new();
    let all = 1u64.checked_shl(topics.len() as u32).filter(|all| *all <= u64::from(samples));
    match all {
        Some(all) => {
            for permutation in 0..all {
                for (i, sign) in signs.iter_mut().enumerate() {
                    *sign = if permutation >> i & 1 == 1 { -1.0 } else { 1.0 };
                }
                values.push(largest_sum(topics, &signs, &mut sums));
            }
        }
        None => {
            values.push(largest_sum(topics, &signs, &mut sums));
            let mut random = Random::new(seed);
            for _ in 0..samples {
                random.signs(&mut signs);
                values.push(largest_sum(topics, &signs, &mut sums));
            }
        }
    }
    values.sort_by(f64::total_cmp);
    Maxima { values, exact: all.is_some() }
}

/// Returns the largest sum over the settings, with these signs of the topics. `sums` has room for a
/// number per setting.
fn largest_sum(topics: &[Vec<f64>], signs: &[f64], sums: &mut [f64]) -> f64 {
    sums.fill(0.0);
    for (sign, row) in signs.iter().zip(topics) {
        for (sum, difference) in sums.iter_mut().zip(row) {
            *sum += sign * difference;
        }
    }
    sums.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::paired_t::paired_t;
    use crate::statistics::random::SEED;
    use proptest::prelude::*;

    #[test]
    fn a_setting_that_hardly_differs_changes_no_other() {
        let topics = 40;
        let clear: Vec<f64> = (0..topics).map(|topic| f64::from(topic % 7) / 11.0 - 0.1).collect();
        let mut hardly = vec![0.0; clear.len()];
        hardly[3] = 1e-7;
        let zeros = vec![0.0; clear.len()];
        let alone = max_statistic(&zeros, &[&clear, &clear], 1000, SEED).unwrap();
        let beside = max_statistic(&zeros, &[&clear, &hardly], 1000, SEED).unwrap();
        // Its largest sum is 1 in every second permutation, below that of the other setting.
        assert_eq!((alone.best, beside.best), (0, 0));
        assert_eq!(alone.p, beside.p);
    }

    #[test]
    fn all_permutations_of_three_topics() {
        // Two settings, of differences 1 1 1 and 1 1 -1. Sums of the first's signs: 3 in one way of
        // 8; of the second's, 3 in another one; so a largest sum of 3 has 2 of 8. The second one is
        // 1, and a largest sum is at least that always.
        let found =
            max_statistic(&[0.0; 3], &[[1.0, 1.0, 1.0], [1.0, 1.0, -1.0]], 100, SEED).unwrap();
        assert_eq!((found.best, found.p, found.permutations, found.exact), (0, 0.25, 8, true));
        assert_eq!(found.adjusted[0], Some(0.25));
        // - - - gives -3 and -1, + + + 3; six of the eight have a sum of 1 in one of them or more.
        let at_least_one = (0..8u32)
            .filter(|permutation| {
                let [a, b, c] = [0, 1, 2].map(|i| if permutation >> i & 1 == 1 { -1 } else { 1 });
                (a + b + c).max(a + b - c) >= 1
            })
            .count();
        assert_eq!(found.adjusted[1], Some(at_least_one as f64 / 8.0));
    }

    #[test]
    fn a_sure_small_difference_beats_a_large_noisy_one() {
        let found =
            max_statistic(&[0.0; 4], &[[9.0, -7.0, 8.0, -6.0], [0.1, 0.1, 0.1, 0.2]], 100, SEED)
                .unwrap();
        assert_eq!(found.best, 1);
    }

    #[test]
    fn settings_and_topics_without_a_difference_do_not_count() {
        let one = max_statistic(&[0.0; 3], &[[1.0, 2.0, 3.0]], 100, SEED).unwrap();
        let same = max_statistic(&[0.0; 4], &[[0.0; 4], [1.0, 2.0, 0.0, 3.0]], 100, SEED).unwrap();
        assert_eq!((one.p, same.p, same.best), (0.125, 0.125, 1));
        assert_eq!(same.adjusted, [None, Some(0.125)]);
        assert_eq!(max_statistic(&[0.5; 3], &[[0.5; 3]], 100, SEED), None);
        assert_eq!(max_statistic(&[0.5; 3], &[[0.5, f64::NAN, 1.0]], 100, SEED), None);
        assert_eq!(max_statistic::<[f64; 0]>(&[], &[], 100, SEED), None);
    }

    /// The second setting differs by the same amounts as the first, as rounding left them.
    #[test]
    fn settings_that_are_equal_on_paper_are_equal() {
        let baseline = [0.2, 0.1, 0.0, 0.7];
        let first = [0.3, 0.2, 0.1, 0.6];
        let second = [0.2 + 0.1, 0.1 + 0.1, 0.0 + 0.1, 0.7 - 0.1];
        for settings in [[first, second], [second, first]] {
            let found = max_statistic(&baseline, &settings, 100, SEED).unwrap();
            assert_eq!((found.best, found.adjusted[0]), (0, found.adjusted[1]));
            assert_eq!(found.p, 5.0 / 16.0);
        }
        let rounded = max_statistic(&baseline, &[baseline.map(|b| b + 1e-15)], 100, SEED);
        assert_eq!(rounded, None);
        let small = max_statistic(&baseline, &[baseline.map(|b| b + 1e-6)], 100, SEED).unwrap();
        assert_eq!(small.p, 1.0 / 16.0);
    }

    /// Forty topics of pure chance, the best of fifty settings: its own p is small, that of the
    /// search is not.
    #[test]
    fn looking_at_many_settings_costs() {
        let mut random = Random::new(3);
        let settings: Vec<Vec<f64>> =
            (0..50).map(|_| (0..40).map(|_| random.below(1000) as f64 - 499.5).collect()).collect();
        let found = max_statistic(&[0.0; 40], &settings, 2000, SEED).unwrap();
        assert!(!found.exact && found.permutations == 2001);
        let own = paired_t(&settings[found.best], &[0.0; 40]).unwrap().p / 2.0;
        assert!(own < 0.05 && found.p > 4.0 * own, "{own} {}", found.p);
        assert_eq!(found, max_statistic(&[0.0; 40], &settings, 2000, SEED).unwrap());
    }

    /// Tests settings, whose differences to the baseline are the columns of these rows.
    fn test_rows(rows: &[Vec<i32>]) -> Option<MaxStatistic> {
        let columns: Vec<Vec<f64>> =
            (0..4).map(|column| rows.iter().map(|row| f64::from(row[column])).collect()).collect();
        max_statistic(&vec![0.0; rows.len()], &columns, 1000, SEED)
    }

    proptest! {
        #[test]
        fn p_is_that_of_the_best_and_order_does_not_matter(
            rows in proptest::collection::vec(proptest::collection::vec(-5..=5i32, 4), 1..9),
            turn in 0..9usize,
        ) {
            let mut turned = rows.clone();
            turned.rotate_left(turn % rows.len());
            let found = test_rows(&rows);
            let other = test_rows(&turned);
            prop_assert_eq!(found.as_ref().map(|f| f.p), other.map(|f| f.p));
            if let Some(found) = found {
                prop_assert!(found.exact && found.p > 0.0 && found.p <= 1.0);
                prop_assert_eq!(found.adjusted[found.best], Some(found.p));
                prop_assert!(found.adjusted.iter().flatten().all(|p| *p >= found.p));
            }
        }
    }
}
