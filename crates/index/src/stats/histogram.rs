//! Histograms: numbers sorted into bins.

use serde::Serialize;

/// A bin of a histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The first value in it.
    pub from: u64,
    /// The last value in it; none if it has no end.
    pub to: Option<u64>,
    /// How many have one of these values; the histogram defines of what.
    pub count: u64,
}

/// Returns empty bins with these first values, in ascending order; the last bin ends with `last`,
/// if it has an end.
pub(super) fn empty(starts: &[u64], last: Option<u64>) -> Vec<Bin> {
    let mut bins = Vec::with_capacity(starts.len());
    for (number, &from) in starts.iter().enumerate() {
        let to = starts.get(number + 1).map(|next| next - 1).or(last);
        bins.push(Bin { from, to, count: 0 });
    }
    bins
}

/// Adds `count` to the bin of a value, which is not below the first bin.
pub(super) fn add(bins: &mut [Bin], value: u64, count: u64) {
    let bin = bins.partition_point(|bin| bin.from <= value) - 1;
    bins[bin].count += count;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_the_bin_that_begins_at_or_before_it() {
        let mut bins = empty(&[0, 1, 4], None);
        for value in 0..=5 {
            add(&mut bins, value, 10 + value);
        }
        let expected = [(0, Some(0), 10), (1, Some(3), 36), (4, None, 29)];
        assert_eq!(bins, expected.map(|(from, to, count)| Bin { from, to, count }));
    }

    #[test]
    fn the_last_bin_may_have_an_end() {
        assert_eq!(empty(&[0, 10], Some(20)).last().unwrap().to, Some(20));
    }
}
