//! How trees are grown.

use super::columns::MAX_BINS;
use tamis_blocks::classify::tamis::forest::{MAX_LEAVES, MAX_TREES};
use tamis_index::error::{Error, Result};

/// The largest number of rows: with more, second derivatives would have fewer than 15 bits.
pub(super) const MAX_ROWS: usize = (1 << 24) - 1;

/// How trees are grown. The names are LightGBM's.
#[derive(Debug, Clone, PartialEq)]
pub struct BoostingSettings {
    /// The number of trees, at most 10,000.
    pub trees: usize,
    /// The most leaves of a tree, at most 256.
    pub leaves: usize,
    /// The factor of a leaf's value.
    pub learning_rate: f64,
    /// The share of the features that a tree may use.
    pub feature_fraction: f64,
    /// The share of the rows that a tree is grown from.
    pub bagging_fraction: f64,
    /// The fewest rows of a leaf.
    pub min_data_in_leaf: usize,
    /// The lowest sum of second derivatives of a leaf.
    pub min_sum_hessian_in_leaf: f64,
    /// A number that is added to sums of second derivatives, so that small leaves have small
    /// values.
    pub lambda_l2: f64,
    /// The most bins of a feature, at most 256.
    pub max_bin: usize,
    /// The seed of the samples.
    pub seed: u64,
}

impl Default for BoostingSettings {
    fn default() -> Self {
        Self {
            trees: 100,
            leaves: 31,
            learning_rate: 0.12,
            feature_fraction: 0.5,
            bagging_fraction: 0.7,
            min_data_in_leaf: 60,
            min_sum_hessian_in_leaf: 0.05,
            lambda_l2: 5.0,
            max_bin: 63,
            seed: 1,
        }
    }
}

impl BoostingSettings {
    /// Checks the settings, and the size of a table.
    ///
    /// # Errors
    /// One of them is out of its range.
    pub(super) fn check(&self, features: usize, rows: usize) -> Result<()> {
        let shares = [
            ("feature_fraction", self.feature_fraction),
            ("bagging_fraction", self.bagging_fraction),
        ];
        for (name, share) in shares {
            if !(share > 0.0 && share <= 1.0) {
                return out_of_range(format!("{name} {share}"), "a number above 0, up to 1");
            }
        }
        let numbers = [("leaves", self.leaves, MAX_LEAVES), ("max_bin", self.max_bin, MAX_BINS)];
        for (name, number, most) in numbers {
            if !(2..=most).contains(&number) {
                return out_of_range(format!("{name} {number}"), &format!("2 to {most}"));
            }
        }
        let sizes = [
            ("features", features, 1 << 16),
            ("rows", rows, MAX_ROWS),
            ("trees", self.trees, MAX_TREES),
        ];
        for (name, number, most) in sizes {
            if number > most {
                return out_of_range(format!("{number} {name}"), &format!("at most {most}"));
            }
        }
        let sizes = [
            ("learning_rate", self.learning_rate),
            ("lambda_l2", self.lambda_l2),
            ("min_sum_hessian_in_leaf", self.min_sum_hessian_in_leaf),
        ];
        for (name, size) in sizes {
            if !(size >= 0.0 && size.is_finite()) {
                return out_of_range(format!("{name} {size}"), "0 or more");
            }
        }
        Ok(())
    }
}

fn out_of_range(found: String, expected: &str) -> Result<()> {
    Err(Error::settings(format!("{found}, expected {expected}")))
}
