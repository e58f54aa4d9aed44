//! A set of blocks.

/// A set of blocks of a segment, one bit per block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows(pub(super) Vec<u64>);

impl Rows {
    /// Returns the empty set for a segment with this number of blocks.
    pub fn new(rows: u64) -> Self {
        Self(vec![0; rows.div_ceil(64) as usize])
    }

    /// Adds a block. Its number must be less than the number given to [`Rows::new`].
    pub fn insert(&mut self, row: u32) {
        self.0[row as usize / 64] |= 1 << (row % 64);
    }

    /// Returns the set over the blocks that `keeps` is true for, which are numbered anew.
    pub fn kept(&self, keeps: &[bool]) -> Self {
        let mut rows = Self::new(keeps.iter().filter(|keeps| **keeps).count() as u64);
        let mut new = 0;
        for (row, keeps) in (0..).zip(keeps) {
            if *keeps {
                if self.contains(row) {
                    rows.insert(new);
                }
                new += 1;
            }
        }
        rows
    }

    /// Whether the set contains a block.
    pub fn contains(&self, row: u32) -> bool {
        self.0[row as usize / 64] >> (row % 64) & 1 == 1
    }

    /// Returns eight blocks a byte, the first in the lowest bit.
    pub(in crate::index) fn bytes(&self, range: std::ops::Range<usize>) -> Vec<u8> {
        range.map(|byte| (self.0[byte / 8] >> (byte % 8 * 8)) as u8).collect()
    }

    /// Returns the number of blocks in the set.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Returns the sets of several segments as that of one with the blocks of all,
    /// `(set, number of blocks)` each.
    pub fn joined<'r>(parts: impl Iterator<Item = (&'r Self, u64)> + Clone) -> Self {
        let mut all = Self::new(parts.clone().map(|(_, rows)| rows).sum());
        let mut first = 0;
        for (part, rows) in parts {
            for row in 0..rows as u32 {
                if part.contains(row) {
                    all.insert(first + row);
                }
            }
            first += rows as u32;
        }
        all
    }
}
