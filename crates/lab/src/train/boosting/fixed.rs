//! Gradients as integers: their sums are the same in any order, so a tree does not depend on the
//! number of threads.

use super::settings::{BoostingSettings, MAX_ROWS};
use std::ops::{Add, AddAssign, Sub};
use tamis_blocks::classify::tamis::forest::UNIT;

/// The first and second derivative of a row's loss by its margin, in [`FixedUnits`].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Gradient {
    first: i32,
    second: u32,
}

/// Sums over rows: of first derivatives; of second derivatives, with the number of rows in the low
/// bits.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct DerivativeSums {
    first: i64,
    second: u64,
}

impl Add for DerivativeSums {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { first: self.first + other.first, second: self.second + other.second }
    }
}

impl AddAssign for DerivativeSums {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for DerivativeSums {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { first: self.first - other.first, second: self.second - other.second }
    }
}

/// How large the integers are.
#[derive(Debug, Clone, Copy)]
pub(super) struct FixedUnits {
    /// Integers for a first derivative of 1, a power of two.
    first: f64,
    /// Integers for a second derivative of 1, a power of two.
    second: f64,
    /// Bits for the number of rows.
    counting: u32,
}

impl FixedUnits {
    /// Returns the finest units in which no sum of this many rows of at most this weight overflows.
    pub fn new(rows: usize, most_weight: f32) -> Self {
        let counting = usize::BITS - rows.min(MAX_ROWS).leading_zeros();
        // The power of two at or above the weight; the first derivative is at most the weight, the
        // second a quarter of it.
        let weight = f64::from(most_weight).max(f64::from(f32::MIN_POSITIVE));
        let mut above = 1.0;
        while above < weight {
            above *= 2.0;
        }
        while above / 2.0 >= weight {
            above /= 2.0;
        }
        let first = (1u64 << (62 - counting).min(30)) as f64;
        let second = (1u64 << (63 - 2 * counting).min(31)) as f64;
        Self { first: first / above, second: 4.0 * second / above, counting }
    }

    /// The derivatives of the weighted cross entropy of a label from 0 to 1, where `probability` is
    /// that of content.
    pub fn gradient(&self, probability: f64, label: f32, weight: f32) -> Gradient {
        let weight = f64::from(weight);
        let first = weight * (probability - f64::from(label)) * self.first;
        let second = weight * probability * (1.0 - probability) * self.second;
        Gradient { first: first.round() as i32, second: second.round() as u32 }
    }

    pub fn sums(&self, of: &Gradient) -> DerivativeSums {
        DerivativeSums {
            first: of.first.into(),
            second: (u64::from(of.second) << self.counting) | 1,
        }
    }

    pub fn rows(&self, sums: DerivativeSums) -> usize {
        (sums.second & ((1 << self.counting) - 1)) as usize
    }

    fn first(&self, sums: DerivativeSums) -> f64 {
        sums.first as f64 / self.first
    }

    fn second(&self, sums: DerivativeSums) -> f64 {
        (sums.second >> self.counting) as f64 / self.second
    }

    /// Whether these rows are enough for a leaf.
    pub fn may_be_leaf(&self, sums: DerivativeSums, settings: &BoostingSettings) -> bool {
        self.rows(sums) >= settings.min_data_in_leaf
            && self.second(sums) >= settings.min_sum_hessian_in_leaf
    }

    /// Twice the decrease of the loss by a leaf of these rows.
    pub fn score(&self, sums: DerivativeSums, settings: &BoostingSettings) -> f64 {
        let first = self.first(sums);
        first * first / (self.second(sums) + settings.lambda_l2)
    }

    /// The value that a leaf of these rows adds to the margin: a Newton step, at most eight units
    /// of log odds.
    pub fn leaf(&self, sums: DerivativeSums, settings: &BoostingSettings) -> i32 {
        let step =
            -self.first(sums) / (self.second(sums) + settings.lambda_l2).max(f64::MIN_POSITIVE);
        (step.clamp(-8.0, 8.0) * settings.learning_rate * f64::from(UNIT)).round() as i32
    }
}
