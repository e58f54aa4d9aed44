//! Trees as they are stored, and what is wrong with them.

use serde::{Deserialize, Serialize};

/// A feature without a value. It is below every threshold.
pub const MISSING: i32 = i32::MIN;
/// A margin of this size is one unit of log odds.
pub const UNIT: i32 = 1 << 16;
/// The largest number of leaves of a tree.
pub const MAX_LEAVES: usize = 256;
/// The largest number of trees: it bounds the memory of a forest that is read from a file, and the
/// time for a row.
pub const MAX_TREES: usize = 10_000;
/// The largest leaf or mean of a tree, in either direction: 256 units of log odds.
const LARGEST: i32 = 1 << 24;

/// The trees of a forest as they are stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Trees {
    /// The margin before the first tree.
    pub bias: i32,
    /// The trees; their order does not matter to a margin.
    pub trees: Vec<BoostedTree>,
}

/// A tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoostedTree {
    /// The splits, in the order in which they were made.
    pub splits: Vec<Split>,
    /// What each leaf adds to the margin: one more than there are splits.
    pub leaves: Vec<i32>,
}

/// A split of a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u8, u16, i32, i32)", into = "(u8, u16, i32, i32)")]
pub struct Split {
    /// The leaf that is split.
    pub from: u8,
    /// The feature that is tested.
    pub feature: u16,
    /// Rows whose feature is at least this go to the new leaf.
    pub at_least: i32,
    /// What the leaf would have added to the margin without the split.
    pub mean: i32,
}

impl From<(u8, u16, i32, i32)> for Split {
    fn from((from, feature, at_least, mean): (u8, u16, i32, i32)) -> Self {
        Self { from, feature, at_least, mean }
    }
}

impl From<Split> for (u8, u16, i32, i32) {
    fn from(split: Split) -> Self {
        (split.from, split.feature, split.at_least, split.mean)
    }
}

impl BoostedTree {
    /// What the tree would add to any margin without splits.
    pub(super) fn root(&self) -> i32 {
        self.splits.first().map_or(self.leaves[0], |split| split.mean)
    }

    /// The values of all leaves, those that were split too.
    pub(super) fn values(&self) -> impl Iterator<Item = i32> {
        self.splits.iter().map(|split| split.mean).chain(self.leaves.iter().copied())
    }

    /// The greatest value of a leaf, sign aside.
    pub(super) fn largest(&self) -> i64 {
        self.values().map(|value| i64::from(value).abs()).max().unwrap_or(0)
    }

    /// What the tree adds to the margin of a row.
    pub(super) fn value(&self, row: &[i32]) -> i32 {
        let mut leaf = 0;
        for (new, split) in (1..).zip(&self.splits) {
            let value = row.get(usize::from(split.feature)).copied().unwrap_or(MISSING);
            if usize::from(split.from) == leaf && value >= split.at_least {
                leaf = new;
            }
        }
        self.leaves[leaf]
    }

    /// Returns the splits of the leaves that a row is in, each with the mean of the leaf after it.
    pub(super) fn path(&self, row: &[i32]) -> Vec<(&Split, i32)> {
        let mut splits: Vec<&Split> = Vec::new();
        let mut leaf = 0;
        for (k, split) in self.splits.iter().enumerate() {
            if usize::from(split.from) != leaf {
                continue;
            }
            splits.push(split);
            if row.get(usize::from(split.feature)).is_some_and(|value| *value >= split.at_least) {
                leaf = k + 1;
            }
        }
        let later = splits.iter().skip(1).map(|split| split.mean);
        let means: Vec<i32> = later.chain([self.leaves[leaf]]).collect();
        splits.into_iter().zip(means).collect()
    }

    /// Returns what is wrong with it, if anything.
    pub(super) fn defect(&self) -> Option<String> {
        let splits = self.splits.len();
        let leaves = self.leaves.len();
        if leaves != splits + 1 || leaves > MAX_LEAVES {
            return Some(format!(
                "{splits} splits and {leaves} leaves, not a leaf more than splits and at most \
                 {MAX_LEAVES}"
            ));
        }
        for (k, split) in self.splits.iter().enumerate() {
            if usize::from(split.from) > k {
                return Some(format!("split {k} of leaf {}, not of one from 0 to {k}", split.from));
            }
        }
        let large = self.values().find(|value| value.unsigned_abs() > LARGEST.unsigned_abs())?;
        Some(format!("the value {large}, not one from -{LARGEST} to {LARGEST}"))
    }
}
