//! Sums of gradients by bin, and the best split that they show.

use super::columns::BinColumn;
use super::fixed::{DerivativeSums, FixedUnits, Gradient};
use super::settings::BoostingSettings;

/// Features whose bins are counted together: a row's gradient is read once for all, and no sum
/// waits for the one before.
pub(super) const TOGETHER: usize = 4;

/// The sums of the bins of a feature.
pub(super) type Histogram<const BINS: usize> = [DerivativeSums; BINS];

/// A split that a histogram shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Candidate {
    /// The decrease of the loss, to second order.
    pub gain: f64,
    pub column: usize,
    /// The lowest bin of the rows that move to the new leaf.
    pub at_least: usize,
    /// The sums of the rows that stay.
    pub low: DerivativeSums,
}

/// Adds the gradients of rows to the histograms of at most [`TOGETHER`] columns.
pub(super) fn count<const BINS: usize>(
    columns: &[&BinColumn],
    rows: &[u32],
    gradients: &[Gradient],
    units: &FixedUnits,
    out: &mut [Histogram<BINS>],
) {
    if let (Some(four), Some(out)) =
        (columns.first_chunk::<TOGETHER>(), out.first_chunk_mut::<TOGETHER>())
    {
        return count_together(four.map(|column| &column.bins[..]), rows, gradients, units, out);
    }
    for (column, out) in columns.iter().zip(out) {
        count_together([&column.bins], rows, gradients, units, std::array::from_mut(out));
    }
}

fn count_together<const BINS: usize, const N: usize>(
    columns: [&[u8]; N],
    rows: &[u32],
    gradients: &[Gradient],
    units: &FixedUnits,
    out: &mut [Histogram<BINS>; N],
) {
    for (row, gradient) in rows.iter().zip(gradients) {
        let sums = units.sums(gradient);
        for (bins, out) in columns.iter().zip(out.iter_mut()) {
            out[usize::from(bins[*row as usize]) % BINS] += sums;
        }
    }
}

/// Returns the split of a leaf by a column that gains most, the one at the lowest bin of equal
/// ones.
pub(super) fn best<const BINS: usize>(
    (number, column): (usize, &BinColumn),
    histogram: &Histogram<BINS>,
    all: DerivativeSums,
    units: &FixedUnits,
    settings: &BoostingSettings,
) -> Option<Candidate> {
    let mut best: Option<Candidate> = None;
    let mut low = DerivativeSums::default();
    let before = units.score(all, settings);
    for (bin, sums) in histogram.iter().enumerate().take(column.thresholds.len()) {
        low += *sums;
        let high = all - low;
        if !units.may_be_leaf(low, settings) {
            continue;
        }
        if !units.may_be_leaf(high, settings) {
            break;
        }
        let gain = units.score(low, settings) + units.score(high, settings) - before;
        if gain > best.map_or(0.0, |best| best.gain) {
            best = Some(Candidate { gain, column: number, at_least: bin + 1, low });
        }
    }
    best
}
