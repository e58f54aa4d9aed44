//! Random numbers for each named object, from one seed. They use integers only, so they are the
//! same on every machine.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The denominator of probabilities: `4369` means 0.04369.
pub const WHOLE: u32 = 100_000;

/// A random number generator for one object.
#[derive(Debug)]
pub struct Chance(Pcg32);

impl Chance {
    /// Returns the generator of the `index`-th object of a kind. Objects do not share a stream, so
    /// one more number drawn for a blog does not change its posts.
    pub fn new(seed: u64, kind: &str, index: usize) -> Self {
        let name = format!("{kind} {index}");
        let state = xxh3_64_with_seed(name.as_bytes(), seed);
        Self(Pcg32::new(state, seed))
    }

    /// Draws a number from 0 to `bound` - 1, all equally likely; 0 for a bound of 0 or 1.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).unwrap_or(u32::MAX).max(1);
        // Numbers from `fair` on would make the first residues more likely than the others.
        let fair = u32::MAX - u32::MAX % bound;
        loop {
            let drawn = self.0.next_u32();
            if drawn < fair {
                return (drawn % bound) as usize;
            }
        }
    }

    /// Returns true with this probability, in parts of [`WHOLE`].
    pub fn happens(&mut self, probability: u32) -> bool {
        self.below(WHOLE as usize) < probability as usize
    }

    /// Draws the number of trials up to and including the first success: the 1-displaced geometric
    /// distribution.
    pub fn trials(&mut self, probability: u32) -> usize {
        let mut trials = 1;
        while !self.happens(probability) {
            trials += 1;
        }
        trials
    }

    /// Picks one of these, all equally likely.
    ///
    /// # Panics
    /// If the slice is empty.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Draws an index, with probabilities proportional to these weights.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (i, &weight) in weights.iter().enumerate() {
            if left < weight {
                return i;
            }
            left -= weight;
        }
        0
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(seed: u64, kind: &str, index: usize) -> [usize; 8] {
        let mut chance = Chance::new(seed, kind, index);
        [0; 8].map(|_| chance.below(1000))
    }

    #[test]
    fn objects_of_the_same_name_choose_alike_and_others_do_not() {
        assert_eq!(draw(1, "post", 7), draw(1, "post", 7));
        assert_ne!(draw(1, "post", 7), draw(1, "post", 8));
        assert_ne!(draw(1, "post", 7), draw(1, "blog", 7));
        assert_ne!(draw(1, "post", 7), draw(2, "post", 7));
    }

    #[test]
    fn every_number_below_the_bound_is_drawn_about_equally_often() {
        let mut chance = Chance::new(3, "dice", 0);
        let mut seen = [0; 6];
        for _ in 0..60_000 {
            seen[chance.below(6)] += 1;
        }
        assert!(seen.iter().all(|&count| (9_500..10_500).contains(&count)), "{seen:?}");
        assert_eq!((chance.below(0), chance.below(1)), (0, 0));
    }

    #[test]
    fn trials_have_the_mean_of_the_geometric_distribution() {
        let mut chance = Chance::new(4, "trials", 0);
        let sum: usize = (0..50_000).map(|_| chance.trials(39_680)).sum();
        let mean = sum as f64 / 50_000.0;
        assert!((mean - 2.52).abs() < 0.05, "{mean}");
    }
}
