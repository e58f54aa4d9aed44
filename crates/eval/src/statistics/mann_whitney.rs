//! Mann and Whitney's U (On a Test of Whether One of Two Random Variables Is Stochastically Larger
//! than the Other, Annals of Mathematical Statistics 18, 1947). It assumes two independent samples,
//! which two systems' scores on the same topics or documents are not. Some papers use it for them
//! anyway; a paired test has more power.

use super::paired::{has_spread, levelled, tolerance, two_sided_normal};
use super::ranks::ranks;

/// The result of a U test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MannWhitney {
    /// The number of pairs, one value of each sample, in which the value of `a` is larger; equal
    /// values count half.
    pub u: f64,
    /// Two-sided p-value, 0 to 1.
    pub p: f64,
}

/// Tests whether values of `a` tend to be larger or smaller than those of `b`; the samples may
/// differ in size. Uses the normal distribution with the variance corrected for ties and, with
/// `continuity`, a continuity correction of half a pair. Returns none if a sample is empty, all
/// values are equal, or a value is not a number.
pub fn mann_whitney(a: &[f64], b: &[f64], continuity: bool) -> Option<MannWhitney> {
    let all = levelled([a, b].concat(), tolerance(&[a, b]));
    if a.is_empty() || b.is_empty() || all.iter().any(|value| value.is_nan()) {
        return None;
    }
    let ranks = ranks(&all);
    let n_a = a.len() as f64;
    let n_b = b.len() as f64;
    let n = all.len() as f64;
    let u = ranks.ranks[..a.len()].iter().sum::<f64>() - n_a * (n_a + 1.0) / 2.0;
    let variance = n_a * n_b / 12.0 * (n + 1.0 - ranks.ties / (n * (n - 1.0)));
    // If all values are tied the variance is 0, but rounding may hide it.
    if !has_spread(&all) {
        return None;
    }
    let off = (u - n_a * n_b / 2.0).abs() - if continuity { 0.5 } else { 0.0 };
    Some(MannWhitney { u, p: two_sided_normal(off.max(0.0) / variance.sqrt()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pairs_are_counted() {
        // 3 beats 1 and 2; 2 beats 1 and ties with 2. Ties: one of two values. Variance 4/12·(5 -
        // 6/12) = 1.5.
        let test = mann_whitney(&[3.0, 2.0], &[1.0, 2.0], false).unwrap();
        assert_eq!(test.u, 3.5);
        assert!((test.p - two_sided_normal(1.5 / 1.5f64.sqrt())).abs() < 1e-15);
        let corrected = mann_whitney(&[3.0, 2.0], &[1.0, 2.0], true).unwrap();
        assert!((corrected.p - two_sided_normal(1.0 / 1.5f64.sqrt())).abs() < 1e-15);
    }

    #[test]
    fn nothing_to_test() {
        assert_eq!(mann_whitney(&[], &[1.0], true), None);
        assert_eq!(mann_whitney(&[1.0], &[], true), None);
        assert_eq!(mann_whitney(&[0.1; 7], &[0.1; 3], false), None);
        assert_eq!(mann_whitney(&[f64::NAN], &[0.1], false), None);
        assert_eq!(mann_whitney(&[0.1 + 0.2], &[0.3], false), None);
        assert_eq!(mann_whitney(&[0.3 + 1e-6], &[0.3], false).unwrap().u, 1.0);
    }

    proptest! {
        #[test]
        fn the_pairs_of_both_sides_are_all_and_order_does_not_matter(
            a in proptest::collection::vec(0..10u8, 1..40),
            b in proptest::collection::vec(0..10u8, 1..40),
            continuity: bool,
        ) {
            let [a, b] = [a, b].map(|values| values.into_iter().map(f64::from).collect::<Vec<_>>());
            let mut turned = a.clone();
            turned.reverse();
            let there = mann_whitney(&a, &b, continuity);
            prop_assert_eq!(there, mann_whitney(&turned, &b, continuity));
            if let (Some(there), Some(back)) = (there, mann_whitney(&b, &a, continuity)) {
                prop_assert_eq!(there.u + back.u, (a.len() * b.len()) as f64);
                prop_assert_eq!(there.p, back.p);
                prop_assert!((0.0..=1.0).contains(&there.p));
                let counted: f64 = a
                    .iter()
                    .flat_map(|a| {
                        b.iter().map(move |b| {
                            if a > b {
                                1.0
                            } else if a == b {
                                0.5
                            } else {
                                0.0
                            }
                        })
                    })
                    .sum();
                prop_assert_eq!(there.u, counted);
            }
        }
    }
}
