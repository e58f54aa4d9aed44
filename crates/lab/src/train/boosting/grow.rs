//! Grows a tree, always splitting the leaf that gains most (best-first; Shi, "Best-first decision
//! tree learning", 2007).

use super::columns::{BinColumn, BinnedColumns};
use super::fixed::{DerivativeSums, FixedUnits, Gradient};
use super::histogram::{self, Candidate, Histogram, TOGETHER};
use super::settings::BoostingSettings;
use rayon::prelude::*;
use std::ops::Range;
use tamis_blocks::classify::tamis::forest::{BoostedTree, Split};

/// From this number of rows times columns on, the work is shared among threads.
const WORTH_SHARING: usize = 1 << 15;

/// The rows of a training, in an order in which those of a leaf are next to each other.
pub(super) struct RowOrder {
    /// Rows that the tree is grown from.
    pub drawn: Vec<u32>,
    /// Rows that the tree is not grown from: they only get the values of its leaves.
    pub others: Vec<u32>,
}

/// A tree, and which rows are in which leaf.
pub(super) struct Grown {
    pub tree: BoostedTree,
    pub rows: Vec<LeafRows>,
    /// Column and gain of each split.
    pub gains: Vec<(usize, f64)>,
}

/// Where the rows of a leaf are in an [`RowOrder`].
pub(super) struct LeafRows {
    pub drawn: Range<usize>,
    pub others: Range<usize>,
}

struct GrowingLeaf<const BINS: usize> {
    rows: LeafRows,
    sums: DerivativeSums,
    /// By drawn column; empty if it cannot be split.
    histograms: Vec<Histogram<BINS>>,
    best: Option<Candidate>,
}

/// What stays the same while a tree grows.
pub(super) struct Grower<'a> {
    pub columns: &'a BinnedColumns,
    /// The columns that may be used.
    pub drawn: &'a [usize],
    pub gradients: &'a [Gradient],
    pub units: &'a FixedUnits,
    pub settings: &'a BoostingSettings,
}

impl Grower<'_> {
    /// Grows a tree, and sorts the rows by leaves.
    pub fn grow<const BINS: usize>(&self, order: &mut RowOrder) -> Grown {
        let units = self.units;
        let settings = self.settings;
        let rows = LeafRows { drawn: 0..order.drawn.len(), others: 0..order.others.len() };
        let mut sums = DerivativeSums::default();
        for gradient in self.ordered(&order.drawn) {
            sums += units.sums(&gradient);
        }
        let mut root = GrowingLeaf::<BINS> { rows, sums, histograms: Vec::new(), best: None };
        root.histograms = vec![[DerivativeSums::default(); BINS]; self.drawn.len()];
        self.measure(&order.drawn, &mut root, None);
        let mut leaves = vec![root];
        let mut splits = Vec::new();
        let mut gains = Vec::new();
        while leaves.len() < settings.leaves {
            let Some((from, best)) = best_leaf(&leaves) else { break };
            let column = &self.columns.all[best.column];
            let at_least = column.thresholds[best.at_least - 1];
            let mean = units.leaf(leaves[from].sums, settings);
            splits.push(Split { from: from as u8, feature: best.column as u16, at_least, mean });
            gains.push((best.column, best.gain));
            let more = splits.len() + 1 < settings.leaves;
            let new = self.split(column, best, order, &mut leaves[from], more);
            leaves.push(new);
        }
        let tree = BoostedTree {
            splits,
            leaves: leaves.iter().map(|leaf| units.leaf(leaf.sums, settings)).collect(),
        };
        Grown { tree, rows: leaves.into_iter().map(|leaf| leaf.rows).collect(), gains }
    }

    /// Splits a leaf; returns the new one. `more` says whether there will be more splits.
    fn split<const BINS: usize>(
        &self,
        column: &BinColumn,
        best: Candidate,
        order: &mut RowOrder,
        leaf: &mut GrowingLeaf<BINS>,
        more: bool,
    ) -> GrowingLeaf<BINS> {
        let bins = &column.bins;
        let rows = LeafRows {
            drawn: split_rows(&mut order.drawn, &mut leaf.rows.drawn, bins, best.at_least),
            others: split_rows(&mut order.others, &mut leaf.rows.others, bins, best.at_least),
        };
        let mut new =
            GrowingLeaf { rows, sums: leaf.sums - best.low, histograms: Vec::new(), best: None };
        leaf.sums = best.low;
        leaf.best = None;
        if more && (self.may_split(leaf.sums) || self.may_split(new.sums)) {
            // Only the smaller one is counted. The other has what is left.
            let all = std::mem::take(&mut leaf.histograms);
            let counted = vec![[DerivativeSums::default(); BINS]; all.len()];
            let swap = leaf.rows.drawn.len() < new.rows.drawn.len();
            let (small, large) = if swap { (&mut *leaf, &mut new) } else { (&mut new, &mut *leaf) };
            small.histograms = counted;
            large.histograms = all;
            self.measure(&order.drawn, small, Some(large));
        } else {
            leaf.histograms = Vec::new();
        }
        new
    }

    /// Whether a leaf with these sums has enough rows for two.
    fn may_split(&self, sums: DerivativeSums) -> bool {
        self.units.rows(sums) >= 2 * self.settings.min_data_in_leaf.max(1)
    }

    /// Counts the histograms of one leaf, takes them off those of the other, and finds the best
    /// split of both.
    fn measure<const BINS: usize>(
        &self,
        drawn: &[u32],
        counted: &mut GrowingLeaf<BINS>,
        mut other: Option<&mut GrowingLeaf<BINS>>,
    ) {
        let rows = &drawn[counted.rows.drawn.clone()];
        let gradients = self.ordered(rows);
        let leaves = LeafSums {
            rows,
            gradients: &gradients,
            counted: counted.sums,
            other: other.as_ref().map_or(counted.sums, |other| other.sums),
        };
        let shared = rows.len() * self.drawn.len() >= WORTH_SHARING;
        let mut others = other.as_mut().map(|other| other.histograms.chunks_mut(TOGETHER));
        let mut chunks = Vec::new();
        for (numbers, counted) in
            self.drawn.chunks(TOGETHER).zip(counted.histograms.chunks_mut(TOGETHER))
        {
            let other = others.as_mut().and_then(Iterator::next);
            chunks.push(Chunk { numbers, counted, other });
        }
        let found: Vec<BestSplits> = if shared {
            chunks.into_par_iter().map(|chunk| self.measure_chunk(chunk, &leaves)).collect()
        } else {
            chunks.into_iter().map(|chunk| self.measure_chunk(chunk, &leaves)).collect()
        };
        counted.best = found.iter().map(|best| best.counted).fold(None, better);
        if let Some(other) = other {
            other.best = found.iter().map(|best| best.other).fold(None, better);
        }
    }

    /// As [`Self::measure`], for some columns. Returns the best split of each leaf.
    fn measure_chunk<const BINS: usize>(
        &self,
        chunk: Chunk<BINS>,
        leaves: &LeafSums,
    ) -> BestSplits {
        let Chunk { numbers, counted, other } = chunk;
        let columns: Vec<&BinColumn> =
            numbers.iter().map(|number| &self.columns.all[*number]).collect();
        histogram::count(&columns, leaves.rows, leaves.gradients, self.units, counted);
        let best_of_counted = self.best_split(numbers, counted, leaves.counted);
        let Some(other) = other else {
            return BestSplits { counted: best_of_counted, other: None };
        };
        let pairs = other.as_flattened_mut().iter_mut().zip(counted.as_flattened());
        for (all, counted) in pairs {
            *all = *all - *counted;
        }
        let best_of_other = self.best_split(numbers, other, leaves.other);
        BestSplits { counted: best_of_counted, other: best_of_other }
    }

    /// Returns the best split of a leaf by these columns.
    fn best_split<const BINS: usize>(
        &self,
        numbers: &[usize],
        histograms: &[Histogram<BINS>],
        sums: DerivativeSums,
    ) -> Option<Candidate> {
        let mut best = None;
        for (number, histogram) in numbers.iter().zip(histograms) {
            let column = (*number, &self.columns.all[*number]);
            let found = histogram::best(column, histogram, sums, self.units, self.settings);
            best = better(best, found);
        }
        best
    }

    /// The gradients of these rows.
    fn ordered(&self, rows: &[u32]) -> Vec<Gradient> {
        rows.iter().map(|row| self.gradients[*row as usize]).collect()
    }
}

/// The histograms of some columns in two leaves.
struct Chunk<'a, const BINS: usize> {
    numbers: &'a [usize],
    /// Those of the leaf that is counted.
    counted: &'a mut [Histogram<BINS>],
    /// Those of the other leaf, still with the rows of both.
    other: Option<&'a mut [Histogram<BINS>]>,
}

/// The rows of the leaf that is counted, and the sums of both leaves.
struct LeafSums<'a> {
    rows: &'a [u32],
    /// By row, in the order of `rows`.
    gradients: &'a [Gradient],
    counted: DerivativeSums,
    other: DerivativeSums,
}

/// The best splits by some columns, of the leaf that is counted and of the other one.
struct BestSplits {
    counted: Option<Candidate>,
    other: Option<Candidate>,
}

/// The leaf whose best split gains most, the first of equals, and that split.
fn best_leaf<const BINS: usize>(leaves: &[GrowingLeaf<BINS>]) -> Option<(usize, Candidate)> {
    let mut best: Option<(usize, Candidate)> = None;
    for (number, leaf) in leaves.iter().enumerate() {
        let Some(candidate) = leaf.best else { continue };
        if best.is_none_or(|(_, best)| candidate.gain > best.gain) {
            best = Some((number, candidate));
        }
    }
    best
}

/// The better of two splits; of equal ones that of the lower column, which comes first.
fn better(one: Option<Candidate>, other: Option<Candidate>) -> Option<Candidate> {
    match (one, other) {
        (Some(one), Some(other)) if other.gain <= one.gain => Some(one),
        (one, other) => other.or(one),
    }
}

/// Splits a range of rows: shortens it to the rows below a bin, and returns the range of the
/// others, which are moved behind them.
fn split_rows(
    rows: &mut [u32],
    range: &mut Range<usize>,
    bins: &[u8],
    at_least: usize,
) -> Range<usize> {
    let low = partition(&mut rows[range.clone()], bins, at_least);
    let moved = range.start + low..range.end;
    range.end = moved.start;
    moved
}

/// Moves the rows whose bin is at least this one behind the others; both keep their order. Returns
/// the number of the others.
fn partition(rows: &mut [u32], bins: &[u8], at_least: usize) -> usize {
    let mut moved = vec![0; rows.len()];
    let mut low = 0;
    let mut high = 0;
    for at in 0..rows.len() {
        let row = rows[at];
        let moves = usize::from(usize::from(bins[row as usize]) >= at_least);
        // Both are written, and one of the two is kept: quicker than a branch that nothing
        // predicts.
        rows[low] = row;
        moved[high] = row;
        low += 1 - moves;
        high += moves;
    }
    rows[low..].copy_from_slice(&moved[..high]);
    low
}
