//! Ranks of values; equal values share the mean of their ranks.

/// Returns the rank of every value, from 1; equal values share the mean of their ranks.
pub(super) fn ranks(values: &[f64]) -> TiedRanks {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut ties = 0.0;
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let count = equal.len() as f64;
        for &place in equal {
            ranks[place] = before as f64 + (count + 1.0) / 2.0;
        }
        ties += count.powi(3) - count;
        before += equal.len();
    }
    TiedRanks { ranks, ties }
}

#[derive(Debug, PartialEq)]
pub(super) struct TiedRanks {
    /// One per value, in the order of the values.
    pub ranks: Vec<f64>,
    /// The sum of t³ - t over all groups of t equal values, for tie corrections; 0 without ties.
    pub ties: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_their_ranks() {
        let given = ranks(&[3.0, 1.0, 3.0, 2.0, 3.0]);
        assert_eq!(given, TiedRanks { ranks: vec![4.0, 1.0, 4.0, 2.0, 4.0], ties: 24.0 });
        assert_eq!(ranks(&[0.0, -0.0]), TiedRanks { ranks: vec![1.5, 1.5], ties: 6.0 });
        assert_eq!(ranks(&[]), TiedRanks { ranks: vec![], ties: 0.0 });
    }
}
