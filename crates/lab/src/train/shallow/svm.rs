//! Linear support vector machines on features normalized to 0 to 1, as Weka's SMO has them by
//! default (C = 1, an error costs the block's weight; two classes per machine, and votes where
//! there are more).
//!
//! SMO solves the dual problem by pairs of multipliers (Platt 1998). With a linear kernel the same
//! problem is solved faster one multiplier at a time (Hsieh et al. 2008): the bias becomes the
//! weight of a constant feature. That makes the bias part of the margin, which changes the solution
//! little where C is large against it. Blocks are visited in a pseudo-random order with a fixed
//! seed.

use super::table::BlockTable;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use tamis_blocks::classify::trained::Linear;

/// Cost of an error, per word.
const C: f64 = 1.0;
/// Maximum number of passes over the blocks.
const PASSES: usize = 300;
/// A pass in which no gradient is larger ends the training.
const TOLERANCE: f64 = 1e-3;
/// Value of the constant feature.
const CONSTANT: f64 = 1.0;

/// The machines of all pairs of classes.
#[derive(Debug, Clone, PartialEq)]
pub struct Machines {
    kinds: usize,
    /// The two classes, and a function that is above 0 for the second.
    pairs: Vec<(usize, usize, Linear)>,
}

impl Machines {
    /// Trains a machine for each pair of classes.
    pub fn train(table: &BlockTable, seed: u64) -> Self {
        let kinds = table.names.len();
        let pairs: Vec<(usize, usize)> =
            (0..kinds).flat_map(|a| (a + 1..kinds).map(move |b| (a, b))).collect();
        let machines = pairs.into_par_iter().map(|(a, b)| (a, b, linear(table, a, b, seed)));
        Self { kinds, pairs: machines.collect() }
    }

    /// Returns the share of the votes for each class.
    pub fn votes(&self, values: &[f64]) -> Vec<f64> {
        let mut votes = vec![0.0; self.kinds];
        for (a, b, machine) in &self.pairs {
            let class = if machine.value(values) > 0.0 { *b } else { *a };
            votes[class] += 1.0 / self.pairs.len() as f64;
        }
        votes
    }

    /// Returns the only machine, if there are two classes.
    pub fn single(mut self) -> Option<Linear> {
        if self.pairs.len() == 1 { self.pairs.pop().map(|(_, _, machine)| machine) } else { None }
    }
}

/// Trains a machine for two of a table's classes.
fn linear(table: &BlockTable, no: usize, yes: usize, seed: u64) -> Linear {
    // Ranges as they are stored.
    let mut least: Vec<f32> = Vec::with_capacity(table.columns.len());
    let mut greatest: Vec<f32> = Vec::with_capacity(table.columns.len());
    for column in &table.columns {
        least.push(column.iter().copied().fold(f64::INFINITY, f64::min) as f32);
        greatest.push(column.iter().copied().fold(f64::NEG_INFINITY, f64::max) as f32);
    }
    let rows: Vec<usize> =
        (0..table.len()).filter(|&row| [no, yes].contains(&table.classes[row])).collect();
    let scaled: Vec<Vec<f64>> =
        rows.iter().map(|&row| scaled(table, row, &least, &greatest)).collect();
    let signs: Vec<f64> =
        rows.iter().map(|&row| if table.classes[row] == yes { 1.0 } else { -1.0 }).collect();
    let costs: Vec<f64> = rows.iter().map(|&row| C * table.weights[row]).collect();
    let weights = solve(&scaled, &signs, &costs, seed);
    let (bias, weights) = weights.split_last().map_or((0.0, Vec::new()), |(bias, rest)| {
        ((bias * CONSTANT) as f32, rest.iter().map(|weight| *weight as f32).collect())
    });
    Linear { features: table.features.clone(), least, greatest, weights, bias }
}

/// Returns the features of a block, each from 0 to 1 in its range, and the constant one.
fn scaled(table: &BlockTable, row: usize, least: &[f32], greatest: &[f32]) -> Vec<f64> {
    let mut scaled = Vec::with_capacity(table.columns.len() + 1);
    for ((column, least), greatest) in table.columns.iter().zip(least).zip(greatest) {
        let least = f64::from(*least);
        let range = f64::from(*greatest) - least;
        scaled.push(if range > 0.0 { (column[row] - least) / range } else { 0.0 });
    }
    scaled.push(CONSTANT);
    scaled
}

/// Minimizes |w|²/2 + the costs of the hinge losses, by coordinate descent in the dual.
fn solve(rows: &[Vec<f64>], signs: &[f64], costs: &[f64], seed: u64) -> Vec<f64> {
    let mut descent = Descent {
        rows,
        signs,
        costs,
        squares: rows.iter().map(|row| row.iter().map(|x| x * x).sum()).collect(),
        weights: vec![0.0; rows.first().map_or(0, Vec::len)],
        multipliers: vec![0.0; rows.len()],
    };
    let mut random = Pcg32::seed_from_u64(seed);
    // Blocks whose multiplier stays at a bound leave the passes until the others have converged
    // (Hsieh et al., section 3.2).
    let mut active: Vec<usize> = (0..rows.len()).collect();
    let mut ceiling = f64::INFINITY;
    let mut floor = f64::NEG_INFINITY;
    for _ in 0..PASSES {
        for i in (1..active.len()).rev() {
            active.swap(i, (random.next_u64() % (i as u64 + 1)) as usize);
        }
        let SvmPass { kept, least, greatest } = descent.pass(&active, floor, ceiling);
        let all = kept.len() == rows.len();
        active = kept;
        if greatest - least <= TOLERANCE {
            if all {
                break;
            }
            active = (0..rows.len()).collect();
            ceiling = f64::INFINITY;
            floor = f64::NEG_INFINITY;
            continue;
        }
        ceiling = if greatest > 0.0 { greatest } else { f64::INFINITY };
        floor = if least < 0.0 { least } else { f64::NEG_INFINITY };
    }
    descent.weights
}

/// The state of a coordinate descent.
struct Descent<'a> {
    rows: &'a [Vec<f64>],
    /// 1 or -1 for each row.
    signs: &'a [f64],
    costs: &'a [f64],
    /// The squared length of each row.
    squares: Vec<f64>,
    weights: Vec<f64>,
    /// One per row, from 0 to its cost.
    multipliers: Vec<f64>,
}

/// The result of a pass over the active rows.
struct SvmPass {
    /// The rows that stay active.
    kept: Vec<usize>,
    /// The least and the greatest projected gradient.
    least: f64,
    greatest: f64,
}

impl Descent<'_> {
    /// Moves the multiplier of each active row to its best value. Leaves out rows at a bound whose
    /// gradient is beyond `floor` or `ceiling`.
    fn pass(&mut self, active: &[usize], floor: f64, ceiling: f64) -> SvmPass {
        let mut greatest = f64::NEG_INFINITY;
        let mut least = f64::INFINITY;
        let mut kept = Vec::with_capacity(active.len());
        for &i in active {
            let row = &self.rows[i];
            let sign = self.signs[i];
            let cost = self.costs[i];
            let product = row.iter().zip(&self.weights).map(|(x, w)| x * w).sum::<f64>();
            let gradient = sign * product - 1.0;
            let multiplier = self.multipliers[i];
            let is_at_floor = multiplier <= 0.0;
            let is_at_cost = multiplier >= cost;
            if (is_at_floor && gradient > ceiling) || (is_at_cost && gradient < floor) {
                continue;
            }
            let projected = if is_at_floor {
                gradient.min(0.0)
            } else if is_at_cost {
                gradient.max(0.0)
            } else {
                gradient
            };
            kept.push(i);
            greatest = greatest.max(projected);
            least = least.min(projected);
            if projected.abs() > 1e-12 && self.squares[i] > 0.0 {
                let next = (multiplier - gradient / self.squares[i]).clamp(0.0, cost);
                let step = (next - multiplier) * sign;
                self.multipliers[i] = next;
                for (weight, x) in self.weights.iter_mut().zip(row) {
                    *weight += step * x;
                }
            }
        }
        SvmPass { kept, least, greatest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::shallow::table::heaviest;

    fn table(columns: &[&[f64]], classes: &[usize], weights: &[f64]) -> BlockTable {
        BlockTable {
            features: (0..columns.len()).map(|i| format!("f{i}")).collect(),
            columns: columns.iter().map(|column| column.to_vec()).collect(),
            names: (0..=*classes.iter().max().unwrap()).map(|class| class.to_string()).collect(),
            classes: classes.into(),
            weights: weights.into(),
        }
    }

    #[test]
    fn the_margin_is_the_widest() {
        let table = table(&[&[0.0, 2.5, 7.5, 10.0]], &[0, 0, 1, 1], &[1e6; 4]);
        let machine = linear(&table, 0, 1, 1);
        // The two inner blocks are at the margin.
        assert!((machine.value(&[2.5]) + 1.0).abs() < 1e-2, "{machine:?}");
        assert!((machine.value(&[7.5]) - 1.0).abs() < 1e-2, "{machine:?}");
        assert!(machine.value(&[4.9]) < 0.0 && machine.value(&[5.1]) > 0.0);
    }

    #[test]
    fn a_heavy_block_costs_more() {
        let values: &[f64] = &[0.0, 1.0, 1.0, 2.0];
        let [first_heavy, second_heavy] =
            [[1.0, 50.0, 1.0, 1.0], [1.0, 1.0, 50.0, 1.0]].map(|weights| {
                linear(&table(&[values], &[0, 0, 1, 1], &weights), 0, 1, 1).value(&[1.0])
            });
        assert!(first_heavy < 0.0 && second_heavy > 0.0);
    }

    #[test]
    fn a_feature_of_one_value_changes_nothing() {
        let values: &[f64] = &[0.0, 1.0, 3.0, 4.0];
        let one: &[f64] = &[7.0; 4];
        let with = linear(&table(&[values, one], &[0, 0, 1, 1], &[1.0; 4]), 0, 1, 1);
        let without = linear(&table(&[values], &[0, 0, 1, 1], &[1.0; 4]), 0, 1, 1);
        assert_eq!(with.value(&[2.0, 7.0]), without.value(&[2.0]));
    }

    #[test]
    fn machines_of_three_classes_vote() {
        let table = table(&[&[0.0, 1.0, 5.0, 6.0, 10.0, 11.0]], &[0, 0, 1, 1, 2, 2], &[1000.0; 6]);
        let machines = Machines::train(&table, 1);
        let classes = [0.0, 5.5, 11.0].map(|value| heaviest(&machines.votes(&[value])));
        assert_eq!(classes, [0, 1, 2]);
        assert!((machines.votes(&[0.0]).iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(machines.clone().single(), None);
        assert_eq!(machines, Machines::train(&table, 1));
    }

    #[test]
    fn a_class_without_blocks_does_not_stop_it() {
        let table = table(&[&[0.0, 1.0]], &[0, 2], &[1.0; 2]);
        assert_eq!(Machines::train(&table, 1).votes(&[0.5]).len(), 3);
    }
}
