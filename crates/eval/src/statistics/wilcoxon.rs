//! Wilcoxon's signed-rank test (Individual Comparisons by Ranking Methods, Biometrics Bulletin 1,
//! 1945): compares the ranks of the topics that gained with the ranks of those that lost.

use super::paired::{differences, two_sided_normal};
use super::ranks::ranks;

/// The most topics for which the exact distribution is used; above it the normal one is as good. As
/// in scipy.
const EXACT_TOPICS: usize = 50;

/// How topics without a difference are treated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Zeros {
    /// They are dropped before ranking, as Wilcoxon does.
    #[default]
    Wilcox,
    /// They take the lowest ranks, which are then dropped (Pratt, Remarks on Zeros and Ties in the
    /// Wilcoxon Signed Rank Procedures, JASA 54, 1959), so that large differences weigh less when
    /// there are many zeros.
    Pratt,
}

/// The result of a signed-rank test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignedRank {
    /// The smaller of the two rank sums, of topics that gained and of topics that lost.
    pub w: f64,
    /// Whether p is from the exact rather than the normal distribution.
    pub exact: bool,
    /// Two-sided p-value, 0 to 1.
    pub p: f64,
}

/// Tests `a` against `b`, one value per topic in the same order. The test is exact for at most 50
/// topics without ties or zeros; otherwise it uses the normal distribution without continuity
/// correction, with the variance corrected for ties. Returns none if no topic differs or a value is
/// not a number.
///
/// Differences that are equal on paper tie: as floats, 0.3 - 0.2 and 0.2 - 0.1 are not equal, so
/// measures like P@10 would hardly ever tie and topics would be ranked by rounding errors. In one
/// test case that turns a p of 0.63 into 0.36. [`signed_rank`] takes differences as they are.
///
/// # Panics
/// If the slices differ in length.
pub fn wilcoxon(a: &[f64], b: &[f64], zeros: Zeros) -> Option<SignedRank> {
    signed_rank(&differences(a, b), zeros, None)
}

/// Like [`wilcoxon`], for differences, which are taken as they are. `exact` forces the exact
/// distribution for any number of topics (then there is no result if ranks are tied) or the normal
/// one.
pub fn signed_rank(differences: &[f64], zeros: Zeros, exact: Option<bool>) -> Option<SignedRank> {
    if differences.iter().any(|d| !d.is_finite()) {
        return None;
    }
    let mut ranked = differences.to_vec();
    if zeros == Zeros::Wilcox {
        ranked.retain(|d| *d != 0.0);
    }
    let sizes: Vec<f64> = ranked.iter().map(|d| d.abs()).collect();
    let ranks = ranks(&sizes);
    let n = ranked.len() as f64;
    let zero_count = ranked.iter().filter(|d| **d == 0.0).count() as f64;
    if zero_count == n {
        return None;
    }
    let with_ranks = ranked.iter().zip(&ranks.ranks);
    let gained: f64 = with_ranks.clone().filter(|(d, _)| **d > 0.0).map(|(_, rank)| rank).sum();
    let lost: f64 = with_ranks.filter(|(d, _)| **d < 0.0).map(|(_, rank)| rank).sum();
    let w = gained.min(lost);
    let enumerable = ranks.ties == 0.0 && ranked.len() == differences.len() && zero_count == 0.0;
    if exact.unwrap_or(enumerable && ranked.len() <= EXACT_TOPICS) {
        return enumerable.then(|| SignedRank { w, exact: true, p: exact_p(ranked.len(), w) });
    }
    // Zeros are not in the rank sums, so their mean, variance and ties are subtracted.
    let mean = (n * (n + 1.0) - zero_count * (zero_count + 1.0)) / 4.0;
    let ties = ranks.ties - (zero_count.powi(3) - zero_count);
    let variance = (sum_of_squares(n) - sum_of_squares(zero_count)) / 24.0 - ties / 48.0;
    Some(SignedRank { w, exact: false, p: two_sided_normal((w - mean) / variance.sqrt()) })
}

/// Six times the sum of the squares of the numbers from 1 to n.
fn sum_of_squares(n: f64) -> f64 {
    n * (n + 1.0) * (2.0 * n + 1.0)
}

/// Twice the share of all signs of the ranks 1 to n for which the ranks of one sign sum to at most
/// `w`.
fn exact_p(n: usize, w: f64) -> f64 {
    // shares[s] is the probability of a sum of s with the ranks so far; each next rank is in the
    // sum with probability 1/2.
    let mut shares = vec![0.0; n * (n + 1) / 2 + 1];
    shares[0] = 1.0;
    for rank in 1..=n {
        for sum in (0..=rank * (rank + 1) / 2).rev() {
            let with = if sum >= rank { shares[sum - rank] } else { 0.0 };
            shares[sum] = (shares[sum] + with) / 2.0;
        }
    }
    (2.0 * shares[..=w as usize].iter().sum::<f64>()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_signs_of_four_topics() {
        // Of the 16 signs of ranks 1 to 4, two have a smaller sum of 0 and two one of 1.
        for (differences, w, p) in [
            ([0.1, 0.2, 0.3, 0.4], 0.0, 0.125),
            ([-0.1, 0.2, 0.3, 0.4], 1.0, 0.25),
            ([-0.1, 0.2, 0.3, -0.4], 5.0, 1.0),
        ] {
            let found = signed_rank(&differences, Zeros::Wilcox, None).unwrap();
            assert_eq!(found, SignedRank { w, exact: true, p });
        }
    }

    #[test]
    fn equal_differences_tie_whatever_rounding_left_of_them() {
        let a = [0.3, 0.2, 0.1, 0.8];
        let b = [0.2, 0.1, 0.0, 0.9];
        let test = wilcoxon(&a, &b, Zeros::Wilcox).unwrap();
        assert_eq!((test.w, test.exact), (2.5, false));
        // By hand: mean 5, variance 4·5·9/24 - (4³ - 4)/48 = 6.25, z = -1, and that far out lies
        // 0.3173 of the normal.
        assert!((test.p - 0.317_310_507_862_914).abs() < 1e-12, "{}", test.p);
        let as_floats: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
        assert_ne!(signed_rank(&as_floats, Zeros::Wilcox, None).unwrap().w, 2.5);
        // In any unit, and a small difference stays one.
        let small = a.map(|value| value * 1e-9);
        assert_eq!(wilcoxon(&small, &b.map(|value| value * 1e-9), Zeros::Wilcox), Some(test));
        let apart =
            wilcoxon(&[0.3, 0.2 + 1e-6, 0.1 + 2e-6, 0.8 + 3e-6], &b, Zeros::Wilcox).unwrap();
        assert!(apart.exact, "{apart:?}");
    }

    #[test]
    fn pratt_ranks_the_zeros_and_leaves_their_ranks_out() {
        // Ranks 1.5 1.5 3 4 5, of which 3 4 5 count: W 4, mean (30 - 6) / 4 = 6, variance (330 -
        // 30) / 24 = 12.5.
        let pratt = signed_rank(&[0.0, 0.0, 0.1, -0.2, 0.3], Zeros::Pratt, None).unwrap();
        assert_eq!((pratt.w, pratt.exact), (4.0, false));
        assert!((pratt.p - two_sided_normal(-2.0 / 12.5f64.sqrt())).abs() < 1e-15);
    }

    #[test]
    fn nothing_to_test() {
        for zeros in [Zeros::Wilcox, Zeros::Pratt] {
            assert_eq!(wilcoxon(&[], &[], zeros), None);
            assert_eq!(wilcoxon(&[0.1, 0.2], &[0.1, 0.2], zeros), None);
            assert_eq!(wilcoxon(&[f64::NAN, 0.2], &[0.1, 0.1], zeros), None);
        }
        assert_eq!(signed_rank(&[0.5, 0.5], Zeros::Wilcox, Some(true)), None);
        assert_eq!(signed_rank(&[0.5, 0.0], Zeros::Wilcox, Some(true)), None);
    }

    /// Tests first against second values, in tenths, and second against first.
    fn both_ways(pairs: &[(u8, u8)], zeros: Zeros) -> [Option<SignedRank>; 2] {
        let (a, b): (Vec<f64>, Vec<f64>) =
            pairs.iter().map(|(a, b)| (f64::from(*a) / 10.0, f64::from(*b) / 10.0)).unzip();
        [wilcoxon(&a, &b, zeros), wilcoxon(&b, &a, zeros)]
    }

    proptest! {
        #[test]
        fn the_test_has_two_sides_and_no_order(
            pairs in proptest::collection::vec((0..=10u8, 0..=10u8), 1..60),
            turn in 0..60usize,
            pratt: bool,
        ) {
            let zeros = if pratt { Zeros::Pratt } else { Zeros::Wilcox };
            let mut turned = pairs.clone();
            turned.rotate_left(turn % pairs.len());
            let [there, back] = both_ways(&pairs, zeros);
            prop_assert_eq!(there, back);
            prop_assert_eq!(there, both_ways(&turned, zeros)[0]);
            prop_assert!(there.is_none_or(|test| (0.0..=1.0).contains(&test.p)));
            // Without zeros the two treatments are one.
            let moved: Vec<(u8, u8)> = pairs.into_iter().filter(|(a, b)| a != b).collect();
            prop_assert_eq!(
                both_ways(&moved, Zeros::Pratt)[0],
                both_ways(&moved, Zeros::Wilcox)[0]
            );
        }
    }
}
