//! Gradient-boosted regression trees (Friedman, "Greedy function approximation: a gradient boosting machine", Annals of
//! Statistics 29, 2001) over integers: a row of features to the log odds that it is content.
//!
//! The source fixes that a prediction is the sum of one leaf per tree. Ours is the arithmetic: features, thresholds, and the
//! values of leaves are integers, so a margin has the same bits on every machine. A margin's unit is 2^-16 of log odds.
//!
//! A tree is the list of its splits in the order in which they were made, as trees that grow leaf by leaf are. It begins as
//! leaf 0; split `k`, counted from 0, moves the rows of a leaf `from` whose feature is at least the threshold to the new leaf
//! `k + 1`; all others stay. So a tree of `n` splits has the leaves 0 to `n`, and its first splits are a tree, too. A missing
//! value is the lowest integer, so it stays at every split but one: a threshold of one more asks whether there is a value.
//!
//! `planes.rs` has the fast way to margins; [`Forest::contributions`] walks a tree.

mod planes;

use planes::Planes;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A feature without a value. It is below every threshold.
pub const MISSING: i32 = i32::MIN;
/// A margin of this size is one unit of log odds.
pub const UNIT: i32 = 1 << 16;
/// The largest number of leaves of a tree.
pub const MOST_LEAVES: usize = 256;
/// The largest leaf or mean of a tree, in either direction: 256 units of log odds.
const LARGEST: i32 = 1 << 24;

/// Boosted trees, checked and ready for use. Its serialized form is that of [`Trees`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Trees", into = "Trees")]
pub struct Forest {
    trees: Trees,
    planes: Planes,
}

/// The trees of a forest as they are stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Trees {
    /// The margin before the first tree.
    pub bias: i32,
    /// The trees; their order does not matter to a margin.
    pub trees: Vec<Tree>,
}

/// A tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tree {
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

impl Tree {
    /// What the tree would add to any margin without splits.
    fn root(&self) -> i32 {
        self.splits.first().map_or(self.leaves[0], |split| split.mean)
    }

    /// The values of all leaves, those that were split too.
    fn values(&self) -> impl Iterator<Item = i32> {
        self.splits.iter().map(|split| split.mean).chain(self.leaves.iter().copied())
    }

    /// Returns what is wrong with it, if anything.
    fn flaw(&self) -> Option<String> {
        let (splits, leaves) = (self.splits.len(), self.leaves.len());
        if leaves != splits + 1 || leaves > MOST_LEAVES {
            return Some(format!(
                "{splits} splits and {leaves} leaves, expected a leaf more than splits and at most {MOST_LEAVES}"
            ));
        }
        let wrong = |(k, split): (usize, &Split)| usize::from(split.from) > k;
        if let Some(k) = self.splits.iter().enumerate().position(wrong) {
            return Some(format!("split {k} of leaf {}, expected one from 0 to {k}", self.splits[k].from));
        }
        let large = self.values().find(|value| value.unsigned_abs() > LARGEST.unsigned_abs())?;
        Some(format!("the value {large}, expected one from -{LARGEST} to {LARGEST}"))
    }
}

impl TryFrom<Trees> for Forest {
    type Error = String;

    /// Checks the trees. The error says what was found and what was expected.
    fn try_from(trees: Trees) -> Result<Self, String> {
        if let Some((tree, flaw)) = trees.trees.iter().enumerate().find_map(|(i, tree)| Some((i, tree.flaw()?))) {
            return Err(format!("found in tree {tree} {flaw}"));
        }
        let largest = |tree: &Tree| tree.values().map(|value| i64::from(value).abs()).max().unwrap_or(0);
        let sum = i64::from(trees.bias).abs() + trees.trees.iter().map(largest).sum::<i64>();
        if sum > i64::from(i32::MAX) {
            return Err(format!("found margins up to {sum}, expected at most {}", i32::MAX));
        }
        Ok(Self { planes: Planes::of(&trees), trees })
    }
}

impl From<Forest> for Trees {
    fn from(forest: Forest) -> Self {
        forest.trees
    }
}

impl Forest {
    /// The trees.
    pub fn trees(&self) -> &Trees {
        &self.trees
    }

    /// The number of features that a row must have: one more than the highest that a tree tests.
    pub fn features(&self) -> usize {
        let splits = self.trees.trees.iter().flat_map(|tree| &tree.splits);
        splits.map(|split| usize::from(split.feature) + 1).max().unwrap_or(0)
    }

    /// Writes the margin of each row to `out`, which is emptied first. `rows` has `features` values per row. What a row lacks
    /// is [`MISSING`].
    pub fn margins(&self, rows: &[i32], features: usize, out: &mut Vec<i32>) {
        out.clear();
        out.resize(rows.len().checked_div(features).unwrap_or(0), self.trees.bias);
        self.planes.add(rows, features, out);
    }

    /// The margin of no row in particular: the bias and the means of all roots.
    pub fn expected(&self) -> i32 {
        self.trees.bias + self.trees.trees.iter().map(Tree::root).sum::<i32>()
    }

    /// Returns how much each feature moved the margin of a row, strongest first (Saabas, "Interpreting random forests",
    /// 2014): a split's move is the change from the mean of the leaf before it to that of the leaf after it. The moves sum to
    /// the margin less [`Forest::expected`].
    pub fn contributions(&self, row: &[i32]) -> Vec<(usize, i32)> {
        let mut moves: BTreeMap<usize, i64> = BTreeMap::new();
        let mut moved = |split: &Split, mean: i32| {
            *moves.entry(usize::from(split.feature)).or_default() += i64::from(mean) - i64::from(split.mean);
        };
        for tree in &self.trees.trees {
            let (mut leaf, mut last) = (0, None);
            for (k, split) in tree.splits.iter().enumerate() {
                if usize::from(split.from) != leaf {
                    continue;
                }
                if let Some(last) = last.replace(split) {
                    moved(last, split.mean);
                }
                if row.get(usize::from(split.feature)).is_some_and(|value| *value >= split.at_least) {
                    leaf = k + 1;
                }
            }
            if let Some(last) = last {
                moved(last, tree.leaves[leaf]);
            }
        }
        let whole = |(feature, sum): (usize, i64)| (feature, sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
        let mut moves: Vec<(usize, i32)> = moves.into_iter().filter(|(_, sum)| *sum != 0).map(whole).collect();
        moves.sort_by_key(|(_, sum)| std::cmp::Reverse(sum.unsigned_abs()));
        moves
    }
}

/// The probability of a margin, from 0 to 65,535: the logistic function of its log odds. libm computes the same on every
/// machine.
pub fn probability(margin: i32) -> u16 {
    let odds = libm::exp(f64::from(margin) / f64::from(UNIT));
    // Infinite odds are a certainty, not a quotient of infinities.
    (f64::from(u16::MAX) / (1.0 + 1.0 / odds)).round() as u16
}

#[cfg(test)]
mod tests;
