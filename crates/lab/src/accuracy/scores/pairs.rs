//! Shared by the scorers of tables and code: pairs what is in the gold with what was found, in
//! order, and scores the pairs.

/// From this similarity on, what is in the gold counts as found.
const FOUND: f64 = 0.5;

/// Similarities are added as whole numbers of this size, so that sums that are equal are so
/// whatever the order.
const UNIT: f64 = 1e-9;

/// What is in the gold, paired with what was found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GoldPairs {
    /// How much is in the gold.
    pub gold: usize,
    pub found: usize,
    /// The pairs: places in the gold and in what was found, both in order, and similarities, more
    /// than 0 and at most 1.
    pub pairs: Vec<(usize, usize, f64)>,
}

impl GoldPairs {
    /// Pairs in order, so that the sum of the similarities is largest, then the number of pairs.
    /// `similarities[i][j]`, 0 to 1, is that of the gold's i-th with the j-th of `found`.
    pub fn new(similarities: &[Vec<f64>], found: usize) -> Self {
        let gold = similarities.len();
        let value = |i: usize, j: usize| (similarities[i][j] / UNIT).round() as u64;
        // The best sum and number of pairs of the first i and the first j.
        let mut best = vec![vec![(0, 0); found + 1]; gold + 1];
        for i in 0..gold {
            for j in 0..found {
                let alone = best[i][j + 1].max(best[i + 1][j]);
                let (sum, pairs) = best[i][j];
                let value = value(i, j);
                let paired = if value > 0 { (sum + value, pairs + 1) } else { alone };
                best[i + 1][j + 1] = alone.max(paired);
            }
        }
        let mut pairs = Vec::new();
        let mut i = gold;
        let mut j = found;
        while i > 0 && j > 0 {
            if best[i][j] == best[i - 1][j] {
                i -= 1;
            } else if best[i][j] == best[i][j - 1] {
                j -= 1;
            } else {
                i -= 1;
                j -= 1;
                pairs.push((i, j, similarities[i][j]));
            }
        }
        pairs.reverse();
        Self { gold, found, pairs }
    }

    /// Returns the mean similarity, 0 to 1, over the pairs and all that is in none, which counts 0,
    /// in the gold or found. NaN if nothing is in the gold.
    pub fn score(&self) -> f64 {
        if self.gold == 0 {
            return f64::NAN;
        }
        // Not `sum`, whose nothing is -0.
        let sum = self.pairs.iter().fold(0.0, |sum, (_, _, similarity)| sum + similarity);
        sum / (self.gold + self.found - self.pairs.len()) as f64
    }

    /// Returns how much of the gold is in a pair whose similarity is at least .5.
    pub fn right(&self) -> usize {
        self.pairs.iter().filter(|(_, _, similarity)| *similarity >= FOUND).count()
    }

    /// Returns the share of the gold, 0 to 1, that is [right](Self::right). NaN if nothing is in
    /// the gold.
    pub fn recall(&self) -> f64 {
        self.right() as f64 / self.gold as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn pairs<const N: usize>(similarities: &[[f64; N]]) -> GoldPairs {
        let rows: Vec<Vec<f64>> = similarities.iter().map(|row| row.to_vec()).collect();
        GoldPairs::new(&rows, N)
    }

    #[test]
    fn pairs_do_not_cross() {
        let crossing = pairs(&[[0.1, 1.0], [0.75, 0.2]]);
        assert_eq!(crossing.pairs, [(0, 1, 1.0)]);
        // One pair, and one of each side alone.
        assert_eq!((crossing.score(), crossing.recall()), (1.0 / 3.0, 0.5));
        assert_eq!(pairs(&[[0.5, 1.0], [0.75, 0.6]]).pairs, [(0, 0, 0.5), (1, 1, 0.6)]);
    }

    #[test]
    fn what_is_in_no_pair_counts_nothing() {
        let missed = GoldPairs::new(&[vec![], vec![]], 0);
        assert_eq!((missed.score(), missed.recall()), (0.0, 0.0));
        let more = pairs(&[[0.25, 1.0, 0.0]]);
        assert_eq!((more.score(), more.recall(), more.right()), (1.0 / 3.0, 1.0, 1));
        let nothing_alike = pairs(&[[0.0]]);
        assert_eq!((nothing_alike.pairs.len(), nothing_alike.score()), (0, 0.0));
        let none = GoldPairs::new(&[], 3);
        assert!(none.score().is_nan() && none.recall().is_nan());
    }

    proptest! {
        #[test]
        fn a_score_is_the_same_in_both_directions(
            tenths in vec(vec(0..=10u8, 4), 1..6),
            found in 1..=4usize,
        ) {
            let value = |tenths: u8| f64::from(tenths) / 10.0;
            let rows: Vec<Vec<f64>> =
                tenths.iter().map(|row| row[..found].iter().map(|&v| value(v)).collect()).collect();
            let turned: Vec<Vec<f64>> =
                (0..found).map(|j| rows.iter().map(|row| row[j]).collect()).collect();
            let pairs = GoldPairs::new(&rows, found);
            let other = GoldPairs::new(&turned, rows.len());
            prop_assert!((pairs.score() - other.score()).abs() < 1e-12);
            prop_assert!((0.0..=1.0).contains(&pairs.score()));
            prop_assert!(pairs.pairs.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
        }
    }
}
