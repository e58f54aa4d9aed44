//! Margins of many rows at once, after QuickScorer (Lucchese et al., "QuickScorer: a fast algorithm
//! to rank documents with additive ensembles of regression trees", SIGIR 2015), which evaluates
//! trees by bit vectors. There a bit is a leaf of one row; here it is one of 64 rows, so that a
//! split is two operations for all of them, without a branch.
//!
//! 1. Each distinct threshold of a feature has a *plane*: a word with a bit for each row whose
//!    value reaches it. The values of a feature are gathered and compared with each of its
//!    thresholds, eight at a time.
//! 2. A split moves the bits of its plane from one leaf's word to that of the new leaf.
//! 3. The number of each row's leaf is read off the words of all leaves, a bit of the number at a
//!    time, and its value added.

use super::trees::{MAX_LEAVES, MISSING, Trees};
use std::collections::BTreeMap;
use std::ops::Range;
use wide::{i16x8, i32x8};

/// Rows of a batch: bits of a word.
const ROWS: usize = u64::BITS as usize;
/// Values that are compared together.
const TOGETHER: usize = 8;
/// Leaves of trees that are evaluated the faster way.
const FEW_LEAVES: usize = 32;

/// Trees, laid out for reading in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct TreePlanes {
    /// The features that are tested, and the planes of their thresholds.
    features: Vec<(usize, Range<usize>)>,
    /// The threshold of each plane.
    thresholds: Vec<i32>,
    trees: Vec<CompiledTree>,
}

#[derive(Debug, Clone, PartialEq)]
struct CompiledTree {
    /// The leaf that is split, and the plane of the rows that leave it.
    splits: Vec<(u8, u32)>,
    /// Filled up with zeros to [`FEW_LEAVES`], or to [`MAX_LEAVES`].
    leaves: Vec<i32>,
}

impl TreePlanes {
    pub fn new(trees: &Trees) -> Self {
        let mut thresholds: BTreeMap<u16, Vec<i32>> = BTreeMap::new();
        for split in trees.trees.iter().flat_map(|tree| &tree.splits) {
            thresholds.entry(split.feature).or_default().push(split.at_least);
        }
        let mut planes = Self::default();
        let mut plane = BTreeMap::new();
        for (feature, mut thresholds) in thresholds {
            thresholds.sort_unstable();
            thresholds.dedup();
            let first = planes.thresholds.len();
            for at_least in thresholds {
                plane.insert((feature, at_least), planes.thresholds.len() as u32);
                planes.thresholds.push(at_least);
            }
            planes.features.push((feature.into(), first..planes.thresholds.len()));
        }
        for tree in &trees.trees {
            let splits = tree
                .splits
                .iter()
                .map(|split| (split.from, plane[&(split.feature, split.at_least)]))
                .collect();
            let mut leaves = tree.leaves.clone();
            leaves.resize(if leaves.len() <= FEW_LEAVES { FEW_LEAVES } else { MAX_LEAVES }, 0);
            planes.trees.push(CompiledTree { splits, leaves });
        }
        planes
    }

    /// Adds the trees to the margins of rows.
    pub fn add(&self, rows: &[i32], features: usize, margins: &mut [i32]) {
        if features == 0 {
            return;
        }
        let mut planes = vec![0; self.thresholds.len()];
        for (rows, margins) in rows.chunks(ROWS * features).zip(margins.chunks_mut(ROWS)) {
            self.read(rows, features, &mut planes);
            self.add_batch(&planes, margins);
        }
    }

    /// Sets the planes of the rows of a batch.
    fn read(&self, rows: &[i32], features: usize, planes: &mut [u64]) {
        let mut values = [0; ROWS];
        for (feature, range) in &self.features {
            for (value, row) in values.iter_mut().zip(rows.chunks_exact(features)) {
                *value = row.get(*feature).copied().unwrap_or(MISSING);
            }
            let mut together = values.as_chunks().0.iter().map(|values| i32x8::new(*values));
            let values = std::array::from_fn(|_| together.next().unwrap_or_default());
            let thresholds = &self.thresholds[range.clone()];
            for (plane, at_least) in planes[range.clone()].iter_mut().zip(thresholds) {
                *plane = reach(&values, *at_least);
            }
        }
    }

    /// Adds the trees to the margins of the rows of a batch.
    fn add_batch(&self, planes: &[u64], margins: &mut [i32]) {
        let all = u64::MAX >> (ROWS - margins.len().clamp(1, ROWS));
        let mut sums = [0; ROWS];
        let used = &mut sums[..margins.len().next_multiple_of(8).min(ROWS)];
        for tree in &self.trees {
            match tree.leaves.first_chunk::<MAX_LEAVES>() {
                Some(leaves) => add_tree::<MAX_LEAVES, 8>(&tree.splits, leaves, all, planes, used),
                None => {
                    if let Some(leaves) = tree.leaves.first_chunk::<FEW_LEAVES>() {
                        add_tree::<FEW_LEAVES, 5>(&tree.splits, leaves, all, planes, used);
                    }
                }
            }
        }
        for (margin, sum) in margins.iter_mut().zip(sums) {
            *margin += sum;
        }
    }
}

/// A bit for each value that reaches a threshold.
#[inline]
fn reach(values: &[i32x8; ROWS / TOGETHER], at_least: i32) -> u64 {
    let at_least = i32x8::splat(at_least);
    let mut below = 0;
    for values in values.iter().rev() {
        let is_below = i16x8::from_i32x8_saturate(at_least.simd_gt(*values));
        below = below << TOGETHER | u64::from(is_below.to_bitmask());
    }
    !below
}

/// Adds the leaf of each row, eight rows at a time; `BITS` is the binary logarithm of `LEAVES`.
fn add_tree<const LEAVES: usize, const BITS: usize>(
    splits: &[(u8, u32)],
    leaves: &[i32; LEAVES],
    all: u64,
    planes: &[u64],
    sums: &mut [i32],
) {
    let mut rows = [0; LEAVES];
    rows[0] = all;
    for (new, (from, plane)) in (1..LEAVES).zip(splits) {
        let from = &mut rows[usize::from(*from) % LEAVES];
        let moved = *from & planes[*plane as usize];
        *from ^= moved;
        rows[new] = moved;
    }
    // Rows whose leaf has a bit in its number: the upper half of the words has the highest. Then
    // the halves are put together, and the upper half of what is left has the next.
    let mut digits = [0; BITS];
    for bit in (0..BITS).rev() {
        let (low, high) = rows[..2 << bit].split_at_mut(1 << bit);
        for (low, high) in low.iter_mut().zip(high) {
            digits[bit] |= *high;
            *low |= *high;
        }
    }
    for (at, sums) in sums.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let mut numbers = 0;
        for (bit, digit) in digits.iter().enumerate() {
            numbers |= SPREAD[digit.to_le_bytes()[at] as usize] << bit;
        }
        for (sum, leaf) in sums.iter_mut().zip(numbers.to_le_bytes()) {
            *sum += leaves[usize::from(leaf) % LEAVES];
        }
    }
}

/// The bits of a byte as the lowest bits of eight bytes.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};
