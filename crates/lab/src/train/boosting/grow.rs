//! Grows a tree, always splitting the leaf that gains most (best-first; Shi, "Best-first decision
//! tree learning", 2007).

use super::columns::{Column, Columns};
use super::fixed::{Gradient, Sums, Units};
use super::histogram::{self, Candidate, Histogram, TOGETHER};
use super::settings::BoostingSettings;
use rayon::prelude::*;
use std::ops::Range;
use tamis_blocks::classify::tamis::forest::{Split, Tree};

/// Rows times columns from which it pays to share the work among threads.
const WORTH_SHARING: usize = 1 << 15;

/// The rows of a training, in an order in which those of a leaf are next to each other.
pub(super) struct Order {
    /// Rows that the tree is grown from.
    pub drawn: Vec<u32>,
    /// Rows that only get its leaves' values.
    pub others: Vec<u32>,
}

/// A tree, and which rows are in which leaf.
pub(super) struct Grown {
    pub tree: Tree,
    /// For each leaf its rows in [`Order::drawn`] and in [`Order::others`].
    pub rows: Vec<[Range<usize>; 2]>,
    /// Column and gain of each split.
    pub gains: Vec<(usize, f64)>,
}

struct Leaf<const BINS: usize> {
    rows: [Range<usize>; 2],
    sums: Sums,
    /// By drawn column; empty if it cannot be split.
    histograms: Vec<Histogram<BINS>>,
    best: Option<Candidate>,
}

/// What stays the same while a tree grows.
pub(super) struct Grower<'a> {
    pub columns: &'a Columns,
    /// The columns that may be used.
    pub drawn: &'a [usize],
    /// By row.
    pub gradients: &'a [Gradient],
    pub units: &'a Units,
    pub settings: &'a BoostingSettings,
}

impl Grower<'_> {
    /// Grows a tree, and sorts the rows by leaves.
    pub fn grow<const BINS: usize>(&self, order: &mut Order) -> Grown {
        let units = self.units;
        let settings = self.settings;
        let rows = [0..order.drawn.len(), 0..order.others.len()];
        let sums = self
            .ordered(&order.drawn)
            .iter()
            .map(|of| units.sums(of))
            .fold(Sums::default(), |sum, of| sum + of);
        let mut root = Leaf::<BINS> { rows, sums, histograms: Vec::new(), best: None };
        root.histograms = vec![[Sums::default(); BINS]; self.drawn.len()];
        self.measure(&order.drawn, &mut root, None);
        let mut leaves = vec![root];
        let mut splits = Vec::new();
        let mut gains = Vec::new();
        while leaves.len() < settings.leaves {
            let candidates =
                leaves.iter().enumerate().filter_map(|(leaf, of)| Some((leaf, of.best?)));
            let better = |one: (usize, Candidate), other: (usize, Candidate)| {
                if other.1.gain > one.1.gain { other } else { one }
            };
            let Some((from, best)) = candidates.reduce(better) else { break };
            let column = &self.columns.all[best.column];
            let at_least = column.thresholds[best.at_least - 1];
            let mean = units.leaf(leaves[from].sums, settings);
            splits.push(Split { from: from as u8, feature: best.column as u16, at_least, mean });
            gains.push((best.column, best.gain));
            let new = self.split(
                column,
                best,
                order,
                &mut leaves[from],
                splits.len() + 1 < settings.leaves,
            );
            leaves.push(new);
        }
        let tree = Tree {
            splits,
            leaves: leaves.iter().map(|leaf| units.leaf(leaf.sums, settings)).collect(),
        };
        Grown { tree, rows: leaves.into_iter().map(|leaf| leaf.rows).collect(), gains }
    }

    /// Splits a leaf; returns the new one. `more` says whether there will be more splits.
    fn split<const BINS: usize>(
        &self,
        column: &Column,
        best: Candidate,
        order: &mut Order,
        leaf: &mut Leaf<BINS>,
        more: bool,
    ) -> Leaf<BINS> {
        let moved = |rows: &mut [u32], range: &mut Range<usize>| {
            let low = partition(&mut rows[range.clone()], &column.bins, best.at_least);
            let moved = range.start + low..range.end;
            range.end = moved.start;
            moved
        };
        let rows = [
            moved(&mut order.drawn, &mut leaf.rows[0]),
            moved(&mut order.others, &mut leaf.rows[1]),
        ];
        let mut new = Leaf { rows, sums: leaf.sums - best.low, histograms: Vec::new(), best: None };
        (leaf.sums, leaf.best) = (best.low, None);
        let may_split = |leaf: &Leaf<BINS>| {
            self.units.rows(leaf.sums) >= 2 * self.settings.min_data_in_leaf.max(1)
        };
        if more && (may_split(leaf) || may_split(&new)) {
            // Only the smaller one is counted. The other has what is left.
            let all = std::mem::take(&mut leaf.histograms);
            let counted = vec![[Sums::default(); BINS]; all.len()];
            let swap = leaf.rows[0].len() < new.rows[0].len();
            let (small, large) = if swap { (&mut *leaf, &mut new) } else { (&mut new, &mut *leaf) };
            (small.histograms, large.histograms) = (counted, all);
            self.measure(&order.drawn, small, Some(large));
        } else {
            leaf.histograms = Vec::new();
        }
        new
    }

    /// Counts the histograms of one leaf, takes them off those of the other, and finds the best
    /// split of both.
    fn measure<const BINS: usize>(
        &self,
        drawn: &[u32],
        counted: &mut Leaf<BINS>,
        mut other: Option<&mut Leaf<BINS>>,
    ) {
        let rows = &drawn[counted.rows[0].clone()];
        let gradients = self.ordered(rows);
        let sums = [counted.sums, other.as_ref().map_or(counted.sums, |other| other.sums)];
        let measure = |(numbers, out, others): (
            &[usize],
            &mut [Histogram<BINS>],
            Option<&mut [Histogram<BINS>]>,
        )| {
            let columns: Vec<&Column> =
                numbers.iter().map(|number| &self.columns.all[*number]).collect();
            histogram::count(&columns, rows, &gradients, self.units, out);
            let best = |histograms: &[Histogram<BINS>], sums: Sums| {
                let columns = numbers.iter().copied().zip(columns.iter().copied());
                let best =
                    |(column, of)| histogram::best(column, of, sums, self.units, self.settings);
                columns.zip(histograms).map(best).fold(None, better)
            };
            let of_other = others.and_then(|others| {
                let pairs = others.as_flattened_mut().iter_mut().zip(out.as_flattened());
                pairs.for_each(|(all, counted)| *all = *all - *counted);
                best(others, sums[1])
            });
            (best(out, sums[0]), of_other)
        };
        let shared = rows.len() * self.drawn.len() >= WORTH_SHARING;
        let mut others = other.as_mut().map(|other| other.histograms.chunks_mut(TOGETHER));
        let chunks = self.drawn.chunks(TOGETHER).zip(counted.histograms.chunks_mut(TOGETHER));
        let work: Vec<_> = chunks
            .map(|(numbers, out)| (numbers, out, others.as_mut().and_then(Iterator::next)))
            .collect();
        let found: Vec<_> = if shared {
            work.into_par_iter().map(measure).collect()
        } else {
            work.into_iter().map(measure).collect()
        };
        counted.best = found.iter().map(|(best, _)| *best).fold(None, better);
        if let Some(other) = other {
            other.best = found.iter().map(|(_, best)| *best).fold(None, better);
        }
    }

    /// The gradients of these rows.
    fn ordered(&self, rows: &[u32]) -> Vec<Gradient> {
        rows.iter().map(|row| self.gradients[*row as usize]).collect()
    }
}

/// The better of two splits; of equal ones that of the lower column, which comes first.
fn better(one: Option<Candidate>, other: Option<Candidate>) -> Option<Candidate> {
    match (one, other) {
        (Some(one), Some(other)) if other.gain <= one.gain => Some(one),
        (one, other) => other.or(one),
    }
}

/// Moves the rows whose bin is at least this one behind the others, which keep their order, as they
/// do. Returns the number of the others.
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
