//! Gradient boosting of trees over histograms: the loss and the leaves are Friedman's ("Greedy
//! function approximation: a gradient boosting machine", 2001) with second derivatives (Chen and
//! Guestrin, "XGBoost", KDD 2016, section 2.2); bins, the growth of the best leaf first, and the
//! histogram of a sibling by subtraction are LightGBM's (Ke et al., NIPS 2017), and so are the
//! settings and their names. The loss is cross entropy; labels may be any shares from 0 to 1.
//!
//! Ours, so that the same table gives the same trees on every machine with any number of threads:
//! - gradients are rounded to integers as fine as their sums allow (23 bits or more up to a million
//!   rows), and the values of leaves to 2^-16 of log odds, so training sees the margins that the
//!   forest will compute;
//! - of splits with equal gain, that of the lower leaf, feature and threshold is made;
//! - each row is in a tree's sample on its own, so the sample's size varies a little;
//! - a missing value is the lowest value, and stays in the leaf that is split;
//! - a step is at most eight units of log odds before the rate, so that no leaf can decide alone
//!   without a penalty.

mod columns;
mod fixed;
mod grow;
mod histogram;
mod settings;
#[cfg(test)]
mod tests;

pub use columns::{BinnedColumns, FeatureTable};
pub use settings::BoostingSettings;

use super::draw::Draw;
use columns::{FEW_BINS, MAX_BINS};
use fixed::{FixedUnits, Gradient};
use grow::{Grower, Grown, RowOrder};
use rayon::prelude::*;
use tamis_blocks::classify::tamis::forest::{Forest, Trees, UNIT};
use tamis_index::error::{Error, Result};

/// Rows whose loss is summed together: a fixed number, so that sums do not depend on the number of
/// threads.
const CHUNK: usize = 1 << 12;

/// A forest, and how useful each feature was to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    pub forest: Forest,
    /// What the splits by each feature gained.
    pub gains: Vec<f64>,
}

/// Trains a forest on all rows of a table. `labels` and `weights` have a value for each row;
/// `report` receives the number of each tree, from 1, and the mean loss after it.
///
/// # Errors
/// A setting is out of its range.
pub fn train(
    table: &FeatureTable,
    labels: &[f32],
    weights: &[f32],
    settings: &BoostingSettings,
    report: &(dyn Fn(usize, f64) + Sync),
) -> Result<Trained> {
    let rows: Vec<u32> = (0..table.rows as u32).collect();
    train_on(
        &BinnedColumns::new(table, &rows, settings.max_bin),
        &rows,
        labels,
        weights,
        settings,
        report,
    )
}

/// Trains a forest on some rows of a table, as [`train`] does on all. `rows` are numbers of rows;
/// `labels` and `weights` have a value for each row of the table.
///
/// # Errors
/// A setting is out of its range.
pub fn train_on(
    columns: &BinnedColumns,
    rows: &[u32],
    labels: &[f32],
    weights: &[f32],
    settings: &BoostingSettings,
    report: &(dyn Fn(usize, f64) + Sync),
) -> Result<Trained> {
    Ok(boost(columns, rows, labels, weights, settings, report)?.0)
}

/// As [`train_on`]; returns the margins of all rows, too.
fn boost(
    columns: &BinnedColumns,
    rows: &[u32],
    labels: &[f32],
    weights: &[f32],
    settings: &BoostingSettings,
    report: &(dyn Fn(usize, f64) + Sync),
) -> Result<(Trained, Vec<i32>)> {
    settings.check(columns.all.len(), rows.len())?;
    let mut boosting = Boosting::new(columns, rows, labels, weights);
    let mut trees =
        Trees { bias: boosting.margins.first().copied().unwrap_or(0), trees: Vec::new() };
    let mut gains = vec![0.0; columns.all.len()];
    let mut draw = Draw::new(settings.seed, 0);
    boosting.differentiate(rows);
    for number in 1..=settings.trees {
        let (drawn, others) =
            rows.iter().copied().partition(|_| f64::from(draw.share()) < settings.bagging_fraction);
        let mut order = RowOrder { drawn, others };
        let features = features(columns, settings.feature_fraction, &mut draw);
        let gradients = &boosting.gradients;
        let units = &boosting.units;
        let grower = Grower { columns, drawn: &features, gradients, units, settings };
        let grown = if columns.most_bins() <= FEW_BINS {
            grower.grow::<FEW_BINS>(&mut order)
        } else {
            grower.grow::<MAX_BINS>(&mut order)
        };
        boosting.add(&grown, &order);
        for (column, gain) in &grown.gains {
            gains[*column] += gain;
        }
        trees.trees.push(grown.tree);
        report(number, boosting.differentiate(rows));
    }
    let forest = Forest::try_from(trees)
        .map_err(|defect| Error::settings(format!("the trained trees: {defect}")))?;
    Ok((Trained { forest, gains }, boosting.margins))
}

/// Draws the features of a tree among those that are not hidden and have more than one bin.
fn features(columns: &BinnedColumns, fraction: f64, draw: &mut Draw) -> Vec<usize> {
    let mut features: Vec<usize> = Vec::new();
    for (feature, column) in columns.all.iter().enumerate() {
        if !column.hidden && !column.thresholds.is_empty() {
            features.push(feature);
        }
    }
    draw.shuffle(&mut features);
    features.truncate((features.len() as f64 * fraction).ceil() as usize);
    features.sort_unstable();
    features
}

struct Boosting<'a> {
    labels: &'a [f32],
    weights: &'a [f32],
    units: FixedUnits,
    /// The sum of all weights.
    all: f64,
    margins: Vec<i32>,
    gradients: Vec<Gradient>,
}

impl<'a> Boosting<'a> {
    /// Begins with the log odds of the mean label.
    fn new(columns: &BinnedColumns, rows: &[u32], labels: &'a [f32], weights: &'a [f32]) -> Self {
        let mut all = 0.0;
        let mut content = 0.0;
        let mut most = 0.0f32;
        for row in rows {
            let weight = weights[*row as usize];
            all += f64::from(weight);
            content += f64::from(weight) * f64::from(labels[*row as usize]);
            most = most.max(weight);
        }
        let share = if all > 0.0 { (content / all).clamp(1e-6, 1.0 - 1e-6) } else { 0.5 };
        let bias = (libm::log(share / (1.0 - share)) * f64::from(UNIT)).round() as i32;
        let gradients = vec![Gradient::default(); columns.rows];
        Self {
            labels,
            weights,
            units: FixedUnits::new(rows.len(), most),
            all,
            margins: vec![bias; columns.rows],
            gradients,
        }
    }

    /// Computes the gradients of rows at their margins. Returns the mean loss.
    fn differentiate(&mut self, rows: &[u32]) -> f64 {
        let chunks: Vec<(Vec<Gradient>, f64)> =
            rows.par_chunks(CHUNK).map(|rows| self.differentiated(rows)).collect();
        let mut sum = 0.0;
        for (rows, (gradients, loss)) in rows.chunks(CHUNK).zip(chunks) {
            for (row, gradient) in rows.iter().zip(gradients) {
                self.gradients[*row as usize] = gradient;
            }
            sum += loss;
        }
        sum / self.all.max(f64::MIN_POSITIVE)
    }

    /// Returns the gradients of rows, and the sum of their losses.
    fn differentiated(&self, rows: &[u32]) -> (Vec<Gradient>, f64) {
        let mut gradients = Vec::with_capacity(rows.len());
        let mut sum = 0.0;
        for row in rows {
            let row = *row as usize;
            let odds = f64::from(self.margins[row]) / f64::from(UNIT);
            // Of the two exponentials, the one that cannot overflow.
            let small = libm::exp(-odds.abs());
            let probability = if odds < 0.0 { small / (1.0 + small) } else { 1.0 / (1.0 + small) };
            let label = self.labels[row];
            let weight = self.weights[row];
            gradients.push(self.units.gradient(probability, label, weight));
            let loss = odds.max(0.0) - f64::from(label) * odds + libm::log1p(small);
            sum += f64::from(weight) * loss;
        }
        (gradients, sum)
    }

    /// Adds the leaves of a tree to the margins of the rows in them.
    fn add(&mut self, grown: &Grown, order: &RowOrder) {
        for (value, leaf) in grown.tree.leaves.iter().zip(&grown.rows) {
            let drawn = &order.drawn[leaf.drawn.clone()];
            let others = &order.others[leaf.others.clone()];
            for row in drawn.iter().chain(others) {
                self.margins[*row as usize] += value;
            }
        }
    }
}
