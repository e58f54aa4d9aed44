//! Random signs, draws and orders from a seed, computed in integers only so that every machine
//! gives the same.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use schemars::JsonSchema;
use serde::Serialize;

/// The default number of random samples, where there are too many permutations to enumerate. The
/// standard error of a p-value of 0.05 is then 0.0007.
pub const SAMPLES: u32 = 100_000;

/// The default random seed.
pub const SEED: u64 = 1;

/// Number of random samples and random seed of a test that samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sampling {
    /// Number of samples; only if sampled.
    pub samples: u32,
    /// Random seed; only if sampled.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { samples: SAMPLES, seed: SEED }
    }
}

/// A random number generator. The same seed gives the same numbers.
pub struct Random(Pcg64Mcg);

impl Random {
    /// Starts the generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Returns a number from 0 to `bound` - 1. All are equally likely, up to `bound` in 2^64.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Fills `signs` with -1 and 1, equally likely.
    pub fn signs(&mut self, signs: &mut [f64]) {
        for signs in signs.chunks_mut(64) {
            let bits = self.0.next_u64();
            for (bit, sign) in signs.iter_mut().enumerate() {
                *sign = if bits >> bit & 1 == 1 { -1.0 } else { 1.0 };
            }
        }
    }

    /// Shuffles `items`; all orders are equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let mut one = Random::new(7);
        let mut other = Random::new(7);
        for _ in 0..8 {
            assert_eq!(one.below(1000), other.below(1000));
        }
        let mut one = Random::new(7);
        let mut first = [0.0; 100];
        let mut second = [0.0; 100];
        one.signs(&mut first);
        one.signs(&mut second);
        assert_ne!(first, second);
        assert!(first.iter().all(|sign: &f64| sign.abs() == 1.0));
    }

    #[test]
    fn every_order_of_three_comes_up_about_as_often() {
        let mut random = Random::new(1);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert!(
            seen.len() == 6 && seen.values().all(|times| (900..1100).contains(times)),
            "{seen:?}"
        );
    }
}
