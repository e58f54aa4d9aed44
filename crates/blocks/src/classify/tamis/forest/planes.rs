//! Margins of many rows at once, after QuickScorer (Lucchese et al., "QuickScorer: a fast algorithm to rank documents with
//! additive ensembles of regression trees", SIGIR 2015), which evaluates trees by bit vectors. There a bit is a leaf of one
//! row; here it is one of 64 rows, so that a split is two operations for all of them, without a branch.
//!
//! 1. Each distinct threshold of a feature has a *plane*: a word with a bit for each row whose value reaches it. A row's
//!    value is searched among the thresholds of its feature and sets the bit of the highest that it reaches; then each plane
//!    takes the bits of the plane above it.
//! 2. A split moves the bits of its plane from one leaf's word to that of the new leaf.
//! 3. The number of each row's leaf is read off the words of all leaves, a bit of the number at a time, and its value added.

use super::{MISSING, MOST_LEAVES, Trees};
use std::collections::BTreeMap;

/// Rows of a batch: bits of a word.
const ROWS: usize = u64::BITS as usize;
/// Leaves of trees that are evaluated the faster way.
const FEW_LEAVES: usize = 32;

/// Trees, laid out for reading in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Planes {
    /// What is looked up in each row, those with few thresholds first.
    readers: Vec<Reader>,
    /// The thresholds of each reader, ascending, filled up to a power of two with the highest integer.
    thresholds: Vec<i32>,
    trees: Vec<Compiled>,
}

/// A feature and its thresholds.
#[derive(Debug, Clone, PartialEq)]
struct Reader {
    feature: usize,
    /// Where its thresholds and its planes begin. The first plane is that of all rows below all thresholds.
    from: usize,
    /// The power of two: rounds of the search.
    rounds: u32,
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
        let mut features: Vec<(u32, u16, Vec<i32>)> = Vec::with_capacity(thresholds.len());
        for (feature, mut of) in thresholds {
            of.sort_unstable();
            of.dedup();
            features.push(((of.len() + 1).next_power_of_two().ilog2(), feature, of));
        }
        features.sort_by_key(|(rounds, feature, _)| (*rounds, *feature));
        let mut planes = Self::default();
        let mut of_feature = BTreeMap::new();
        for (rounds, feature, of) in features {
            let from = planes.thresholds.len();
            planes.thresholds.extend(of);
            planes.thresholds.resize(from + (1 << rounds), i32::MAX);
            of_feature.insert(feature, planes.readers.len());
            planes.readers.push(Reader { feature: feature.into(), from, rounds });
        }
        for tree in &trees.trees {
            let compile = |split: &super::Split| {
                let reader = &planes.readers[of_feature[&split.feature]];
                let known = &planes.thresholds[reader.from..reader.from + (1 << reader.rounds)];
                let below = known.partition_point(|threshold| *threshold < split.at_least);
                (split.from, (reader.from + below + 1) as u32)
            };
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
        let mut planes = vec![0; self.thresholds.len()];
        for (rows, margins) in rows.chunks(ROWS * features).zip(margins.chunks_mut(ROWS)) {
            planes.fill(0);
            self.add_batch(&mut planes, rows.chunks_exact(features), margins);
        }
    }

    fn add_batch<'a>(&self, planes: &mut [u64], rows: impl Iterator<Item = &'a [i32]>, margins: &mut [i32]) {
        for (row, values) in rows.enumerate() {
            self.read(values, 1 << row, planes);
        }
        for reader in &self.readers {
            let planes = &mut planes[reader.from..reader.from + (1 << reader.rounds)];
            let mut above = 0;
            for plane in planes.iter_mut().rev() {
                above |= *plane;
                *plane = above;
            }
        }
        let all = u64::MAX >> (ROWS - margins.len().clamp(1, ROWS));
        let mut sums = [0; ROWS];
        for tree in &self.trees {
            match tree.leaves.first_chunk::<MOST_LEAVES>() {
                Some(leaves) => add_tree::<MOST_LEAVES, 8>(&tree.splits, leaves, all, planes, &mut sums),
                None => {
                    if let Some(leaves) = tree.leaves.first_chunk::<FEW_LEAVES>() {
                        add_tree::<FEW_LEAVES, 5>(&tree.splits, leaves, all, planes, &mut sums);
                    }
                }
            }
        }
        margins.iter_mut().zip(sums).for_each(|(margin, sum)| *margin += sum);
    }

    /// Sets the bit of a row in the plane of the highest threshold that each of its values reaches.
    fn read(&self, row: &[i32], bit: u64, planes: &mut [u64]) {
        for reader in &self.readers {
            let value = row.get(reader.feature).copied().unwrap_or(MISSING);
            let size = 1 << reader.rounds;
            let thresholds = &self.thresholds[reader.from..reader.from + size];
            let (mut reached, mut step) = (0, size / 2);
            while step > 0 {
                reached += if value >= thresholds[reached + step - 1] { step } else { 0 };
                step /= 2;
            }
            planes[reader.from + reached] |= bit;
        }
    }
}

/// Adds the leaf of each row; `BITS` is the binary logarithm of `LEAVES`.
fn add_tree<const LEAVES: usize, const BITS: usize>(
    splits: &[(u8, u32)],
    leaves: &[i32; LEAVES],
    all: u64,
    planes: &[u64],
    sums: &mut [i32; ROWS],
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
