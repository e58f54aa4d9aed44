//! Margins of many rows at once, after QuickScorer (Lucchese et al., "QuickScorer: a fast algorithm to rank documents with
//! additive ensembles of regression trees", SIGIR 2015), which evaluates trees by bit vectors. There a bit is a leaf of one
//! row; here it is one of 64 rows, so that a split is two operations for all of them, without a branch.
//!
//! 1. Each distinct threshold of a feature has a *plane*: a word with a bit for each row whose value reaches it. The
//!    thresholds that a value reaches are counted, without a branch, and the bit of the highest is set; then each plane takes
//!    the bits of the plane above it. Rows of a page resemble the row before: where some neighbouring features are the same,
//!    they are counted once and set the bits of all these rows.
//! 2. A split moves the bits of its plane from one leaf's word to that of the new leaf.
//! 3. The number of each row's leaf is read off the words of all leaves, a bit of the number at a time, and its value added.

use super::trees::{MISSING, MOST_LEAVES, Split, Trees};
use std::collections::BTreeMap;
use std::ops::Range;

/// Rows of a batch: bits of a word.
const ROWS: usize = u64::BITS as usize;
/// Features that are compared with those of the row before: two vector instructions.
const TOGETHER: usize = 8;
/// Leaves of trees that are evaluated the faster way.
const FEW_LEAVES: usize = 32;
/// Thresholds that are compared together.
const COMPARED: usize = 8;

/// Trees, laid out for reading in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Planes {
    /// The first of [`TOGETHER`] features, and their readers.
    groups: Vec<(usize, Range<usize>)>,
    readers: Vec<Reader>,
    /// Those of each reader ascend and are filled up with the highest integer.
    thresholds: Vec<[i32; COMPARED]>,
    /// The number of planes.
    planes: usize,
    trees: Vec<Compiled>,
}

/// The thresholds of a feature.
#[derive(Debug, Clone, PartialEq)]
struct Reader {
    feature: usize,
    /// The plane of the rows below all of its thresholds. Those of the thresholds follow.
    first: usize,
    thresholds: Range<usize>,
}

impl Reader {
    fn planes(&self) -> Range<usize> {
        self.first..self.first + 1 + COMPARED * self.thresholds.len()
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Compiled {
    /// The leaf that is split, and the plane of the rows that leave it.
    splits: Vec<(u8, u32)>,
    /// Filled up with zeros to [`FEW_LEAVES`], or to [`MOST_LEAVES`].
    leaves: Vec<i32>,
}

impl Planes {
    pub fn of(trees: &Trees) -> Self {
        let mut thresholds: BTreeMap<u16, Vec<i32>> = BTreeMap::new();
        for split in trees.trees.iter().flat_map(|tree| &tree.splits) {
            thresholds.entry(split.feature).or_default().push(split.at_least);
        }
        let mut planes = Self::default();
        let mut plane = BTreeMap::new();
        for (feature, mut of) in thresholds {
            of.sort_unstable();
            of.dedup();
            let first = usize::from(feature) / TOGETHER * TOGETHER;
            if planes.groups.last().is_none_or(|(last, _)| *last != first) {
                planes.groups.push((first, planes.readers.len()..0));
            }
            plane.extend((planes.planes + 1..).zip(&of).map(|(plane, at_least)| ((feature, *at_least), plane)));
            of.resize(of.len().next_multiple_of(COMPARED), i32::MAX);
            let from = planes.thresholds.len();
            planes.thresholds.extend(of.as_chunks().0);
            let thresholds = from..planes.thresholds.len();
            planes.readers.push(Reader { feature: feature.into(), first: planes.planes, thresholds });
            planes.planes += 1 + of.len();
            planes.groups.iter_mut().last().into_iter().for_each(|(_, readers)| readers.end = planes.readers.len());
        }
        for tree in &trees.trees {
            let compile = |split: &Split| (split.from, plane[&(split.feature, split.at_least)] as u32);
            let mut leaves = tree.leaves.clone();
            leaves.resize(if leaves.len() <= FEW_LEAVES { FEW_LEAVES } else { MOST_LEAVES }, 0);
            planes.trees.push(Compiled { splits: tree.splits.iter().map(compile).collect(), leaves });
        }
        planes
    }

    /// Adds the trees to the margins of rows.
    pub fn add(&self, rows: &[i32], features: usize, margins: &mut [i32]) {
        if features == 0 {
            return;
        }
        let mut planes = vec![0; self.planes];
        for (rows, margins) in rows.chunks(ROWS * features).zip(margins.chunks_mut(ROWS)) {
            self.read(rows, features, &mut planes);
            self.add_batch(&planes, margins);
        }
    }

    /// Sets the planes of the rows of a batch.
    fn read(&self, rows: &[i32], features: usize, planes: &mut [u64]) {
        planes.fill(0);
        for (first, readers) in &self.groups {
            let readers = &self.readers[readers.clone()];
            let mut rows = rows.chunks_exact(features).enumerate().peekable();
            while let Some((number, row)) = rows.next() {
                let mut bits = 1u64 << number;
                while let Some((number, _)) = rows.next_if(|(_, next)| same(row, next, *first)) {
                    bits |= 1 << number;
                }
                for reader in readers {
                    let value = row.get(reader.feature).copied().unwrap_or(MISSING);
                    let reached = reached(&self.thresholds[reader.thresholds.clone()], value);
                    planes[reader.first + reached] |= bits;
                }
            }
        }
        for reader in &self.readers {
            let planes = &mut planes[reader.planes()];
            for plane in (2..planes.len()).rev() {
                planes[plane - 1] |= planes[plane];
            }
        }
    }

    /// Adds the trees to the margins of the rows of a batch.
    fn add_batch(&self, planes: &[u64], margins: &mut [i32]) {
        let all = u64::MAX >> (ROWS - margins.len().clamp(1, ROWS));
        let mut sums = [0; ROWS];
        let used = &mut sums[..margins.len().next_multiple_of(8).min(ROWS)];
        for tree in &self.trees {
            match tree.leaves.first_chunk::<MOST_LEAVES>() {
                Some(leaves) => add_tree::<MOST_LEAVES, 8>(&tree.splits, leaves, all, planes, used),
                None => {
                    if let Some(leaves) = tree.leaves.first_chunk::<FEW_LEAVES>() {
                        add_tree::<FEW_LEAVES, 5>(&tree.splits, leaves, all, planes, used);
                    }
                }
            }
        }
        margins.iter_mut().zip(sums).for_each(|(margin, sum)| *margin += sum);
    }
}

/// How many thresholds a value reaches.
#[inline]
fn reached(thresholds: &[[i32; COMPARED]], value: i32) -> usize {
    let mut counts = [0u32; COMPARED];
    for some in thresholds {
        counts.iter_mut().zip(some).for_each(|(count, at_least)| *count += u32::from(value >= *at_least));
    }
    counts.iter().sum::<u32>() as usize
}

/// Whether two rows have the same features of a group. Where a row ends, others are compared, too.
#[inline]
fn same(one: &[i32], other: &[i32], first: usize) -> bool {
    let first = first.min(one.len().saturating_sub(TOGETHER));
    match (one[first..].first_chunk::<TOGETHER>(), other[first..].first_chunk::<TOGETHER>()) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
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
    // Rows whose leaf has a bit in its number: the upper half of the words has the highest. Then the halves are put together,
    // and the upper half of what is left has the next.
    let mut digits = [0; BITS];
    for bit in (0..BITS).rev() {
        let (low, high) = rows[..2 << bit].split_at_mut(1 << bit);
        for (low, high) in low.iter_mut().zip(high) {
            digits[bit] |= *high;
            *low |= *high;
        }
    }
    for (at, sums) in sums.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let spread = |(bit, digit): (usize, &u64)| SPREAD[digit.to_le_bytes()[at] as usize] << bit;
        let numbers = digits.iter().enumerate().map(spread).fold(0, |sum, digit| sum | digit);
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
