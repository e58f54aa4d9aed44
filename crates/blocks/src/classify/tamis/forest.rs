//! Gradient-boosted regression trees (Friedman, "Greedy function approximation: a gradient boosting
//! machine", Annals of Statistics 29, 2001) over integers: a row of features to the log odds that
//! it is content.
//!
//! The source fixes that a prediction is the sum of one leaf per tree. Ours is the arithmetic:
//! features, thresholds, and the values of leaves are integers, so a margin has the same bits on
//! every machine. A margin's unit is 2^-16 of log odds.
//!
//! A tree is the list of its splits in the order in which they were made, as trees that grow leaf
//! by leaf are. It begins as leaf 0; split `k`, counted from 0, moves the rows of a leaf `from`
//! whose feature is at least the threshold to the new leaf `k + 1`; all others stay. So a tree of
//! `n` splits has the leaves 0 to `n`, and its first splits are a tree, too. A missing value is the
//! lowest integer, so it stays at every split but one: a threshold of one more asks whether there
//! is a value.
//!
//! `planes.rs` has the fast way to margins; [`Forest::contributions`] walks a tree.

mod planes;
mod trees;

pub use trees::{BoostedTree, MAX_LEAVES, MAX_TREES, MISSING, Split, Trees, UNIT};

use planes::TreePlanes;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Boosted trees, checked and ready for use. Its serialized form is that of [`Trees`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Trees", into = "Trees")]
pub struct Forest {
    trees: Trees,
    planes: TreePlanes,
}

impl TryFrom<Trees> for Forest {
    type Error = String;

    /// Checks the trees. The error names the defect.
    fn try_from(trees: Trees) -> Result<Self, String> {
        if trees.trees.len() > MAX_TREES {
            return Err(format!("{} trees, which is more than {MAX_TREES}", trees.trees.len()));
        }
        for (number, tree) in trees.trees.iter().enumerate() {
            if let Some(defect) = tree.defect() {
                return Err(format!("tree {number}, which has {defect}"));
            }
        }
        let sum =
            i64::from(trees.bias).abs() + trees.trees.iter().map(BoostedTree::largest).sum::<i64>();
        if sum > i64::from(i32::MAX) {
            return Err(format!("margins up to {sum}, which is more than {}", i32::MAX));
        }
        Ok(Self { planes: TreePlanes::new(&trees), trees })
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

    /// Writes the margin of each row to `out`, which is emptied first. `rows` has `features` values
    /// per row. What a row lacks is [`MISSING`].
    pub fn margins(&self, rows: &[i32], features: usize, out: &mut Vec<i32>) {
        out.clear();
        out.resize(rows.len().checked_div(features).unwrap_or(0), self.trees.bias);
        // The planes cost as much for one row as for 64.
        match &mut out[..] {
            [margin] => {
                *margin += self.trees.trees.iter().map(|tree| tree.value(rows)).sum::<i32>();
            }
            margins => self.planes.add(rows, features, margins),
        }
    }

    /// The margin of no row in particular: the bias and the means of all roots.
    pub fn expected(&self) -> i32 {
        self.trees.bias + self.trees.trees.iter().map(BoostedTree::root).sum::<i32>()
    }

    /// Returns how much each feature moved the margin of a row, strongest first (Saabas,
    /// "Interpreting random forests", 2014): a split's move is the change from the mean of the leaf
    /// before it to that of the leaf after it. The moves sum to the margin less
    /// [`Forest::expected`].
    pub fn contributions(&self, row: &[i32]) -> Vec<(usize, i32)> {
        let mut moves: BTreeMap<usize, i64> = BTreeMap::new();
        for tree in &self.trees.trees {
            for (split, mean) in tree.path(row) {
                *moves.entry(usize::from(split.feature)).or_default() +=
                    i64::from(mean) - i64::from(split.mean);
            }
        }
        let mut moves: Vec<(usize, i32)> = moves
            .into_iter()
            .filter(|(_, sum)| *sum != 0)
            .map(|(feature, sum)| (feature, sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32))
            .collect();
        moves.sort_by_key(|(_, sum)| std::cmp::Reverse(sum.unsigned_abs()));
        moves
    }
}

/// The probability of a margin, from 0 to 65,535: the logistic function of its log odds. libm
/// computes the same on every machine.
pub fn probability(margin: i32) -> u16 {
    let odds = libm::exp(f64::from(margin) / f64::from(UNIT));
    // Infinite odds are a certainty, not a quotient of infinities.
    (f64::from(u16::MAX) / (1.0 + 1.0 / odds)).round() as u16
}

#[cfg(test)]
mod tests;
