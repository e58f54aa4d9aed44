//! A table of integers as columns of bins: what a tree is grown from.

use rayon::prelude::*;
use std::ops::Range;
use tamis_blocks::classify::tamis::forest::MISSING;

/// The largest number of bins of a feature: a bin is a byte.
pub(super) const MAX_BINS: usize = 256;
/// The number of bins up to which histograms are small.
pub(super) const FEW_BINS: usize = 64;
/// Rows whose values decide about the bins, at most: with more, bins hardly change.
const SAMPLE: usize = 200_000;
/// Features that are read together: a cache line of a row.
const TOGETHER: usize = 16;

/// Rows of integer features; a value of [`MISSING`] is none.
#[derive(Debug, Clone, Copy)]
pub struct FeatureTable<'a> {
    pub rows: usize,
    /// The number of features of each row.
    pub features: usize,
    /// The features of the first row, then those of the next.
    pub values: &'a [i32],
}

impl FeatureTable<'_> {
    /// The features of a row.
    fn row(&self, row: usize) -> &[i32] {
        &self.values[row * self.features..(row + 1) * self.features]
    }
}

/// The bins of all values of a table, and what they mean.
#[derive(Debug, Clone)]
pub struct BinnedColumns {
    pub(super) rows: usize,
    /// The features, in the order of the table.
    pub(super) all: Vec<BinColumn>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct BinColumn {
    /// Ascending; a value's bin is the number of thresholds that it reaches.
    pub thresholds: Vec<i32>,
    /// The bin of each row.
    pub bins: Vec<u8>,
    /// Whether no tree may use it.
    pub hidden: bool,
}

impl BinnedColumns {
    /// Puts the values of a table into at most `most` bins per feature. The values of the `chosen`
    /// rows decide about the bins; so the pages that a model is judged on decide nothing.
    pub fn new(table: &FeatureTable, chosen: &[u32], most: usize) -> Self {
        let stride = chosen.len().div_ceil(SAMPLE).max(1);
        let sampled: Vec<u32> = chosen.iter().copied().step_by(stride).collect();
        let firsts: Vec<usize> = (0..table.features).step_by(TOGETHER).collect();
        let columns = firsts.into_par_iter().flat_map_iter(|first| {
            let features = first..table.features.min(first + TOGETHER);
            columns(table, features, &sampled, most)
        });
        Self { rows: table.rows, all: columns.collect() }
    }

    /// Hides these features from all trees, and shows the others.
    pub fn hide(&mut self, hidden: impl Fn(usize) -> bool) {
        for (feature, column) in self.all.iter_mut().enumerate() {
            column.hidden = hidden(feature);
        }
    }

    /// The largest number of bins of a column.
    pub(super) fn most_bins(&self) -> usize {
        self.all.iter().map(|column| column.thresholds.len() + 1).max().unwrap_or(0)
    }
}

/// Returns the columns of some features of a table. The `sampled` rows decide about the bins.
fn columns(
    table: &FeatureTable,
    features: Range<usize>,
    sampled: &[u32],
    most: usize,
) -> Vec<BinColumn> {
    let mut columns = Vec::with_capacity(features.len());
    for feature in features.clone() {
        let sample = sampled.iter().map(|row| table.row(*row as usize)[feature]).collect();
        let bins = Vec::with_capacity(table.rows);
        columns.push(BinColumn { thresholds: thresholds(sample, most), bins, hidden: false });
    }
    for row in 0..table.rows {
        for (column, value) in columns.iter_mut().zip(&table.row(row)[features.clone()]) {
            let bin = column.thresholds.partition_point(|threshold| threshold <= value);
            column.bins.push(bin as u8);
        }
    }
    columns
}

/// Returns the thresholds of a feature with these values: `most` bins at most, the lowest for
/// missing values if there are any. If there are too many different values, bins have about the
/// same number of rows, and a value that fills a bin alone gets one. A threshold is half way
/// between the values on its sides.
fn thresholds(mut values: Vec<i32>, most: usize) -> Vec<i32> {
    values.sort_unstable();
    let missing = values.partition_point(|value| *value == MISSING);
    let mut thresholds = Vec::new();
    let most = most.clamp(2, MAX_BINS) - usize::from(missing > 0);
    if missing > 0 && missing < values.len() {
        thresholds.push(MISSING + 1);
    }
    let groups: Vec<&[i32]> = values[missing..].chunk_by(|one, next| one == next).collect();
    let mut bins = most;
    let mut left = values.len() - missing;
    let mut filled = 0;
    for (i, group) in groups.iter().enumerate().skip(1) {
        filled += groups[i - 1].len();
        let target = left.div_ceil(bins);
        if groups.len() <= most || (bins > 1 && (filled >= target || group.len() >= target)) {
            let below = i64::from(groups[i - 1][0]);
            let above = i64::from(group[0]);
            thresholds.push((below + (above - below + 1) / 2) as i32);
            bins = bins.saturating_sub(1).max(1);
            left -= filled;
            filled = 0;
        }
    }
    thresholds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_have_a_bin_each() {
        assert_eq!(thresholds(vec![5, 1, 1, 2, 11, 5], 63), [2, 4, 8]);
        assert_eq!(thresholds(vec![7; 9], 63), [0; 0]);
        assert_eq!(thresholds(vec![MISSING, 3, MISSING, 4], 63), [MISSING + 1, 4]);
        assert_eq!((thresholds(vec![MISSING; 3], 63), thresholds(vec![], 63)), (vec![], vec![]));
        assert_eq!(thresholds(vec![i32::MAX, MISSING + 1], 63), [0]);
    }

    #[test]
    fn many_values_have_bins_of_like_size() {
        assert_eq!(thresholds((0..100).collect(), 4), [25, 50, 75]);
        // The many zeros get a bin, the others share what is left.
        let zeros = (-10..=10).chain([0; 79]).collect();
        assert_eq!(thresholds(zeros, 4), [0, 1, 6]);
        let bins = thresholds((0..10_000).map(|i| i * i % 7919).collect(), 63).len() + 1;
        assert!((60..=63).contains(&bins), "{bins}");
        assert_eq!(thresholds((0..10).chain([MISSING]).collect(), 3), [MISSING + 1, 5]);
    }

    #[test]
    fn values_are_in_the_bins_of_the_chosen_rows() {
        let values = [1, MISSING, 2, 7, 3, 7, 4, 8, 900, 9];
        let columns = BinnedColumns::new(
            &FeatureTable { rows: 5, features: 2, values: &values },
            &[0, 1, 2, 3],
            63,
        );
        let bins: Vec<&[u8]> = columns.all.iter().map(|column| &column.bins[..]).collect();
        assert_eq!(bins, [[0, 1, 2, 3, 3], [0, 1, 1, 2, 2]]);
    }
}
