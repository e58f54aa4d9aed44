//! The random choices of a training. They use integers and sums only, so they are the same on every
//! machine.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

/// Random numbers from a seed.
pub struct Draw(Pcg32);

impl Draw {
    /// The numbers of a seed; `stream` distinguishes several trainings of one seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(Pcg32::new(seed, stream))
    }

    /// A number from 0 to `bound` - 1, equally likely to within 2^-32 x bound.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// A number from 0 to 1, without 1.
    pub fn share(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    /// A number that is close to normal, with mean 0 and standard deviation 1, but not further from
    /// 0 than 2: the sum of twelve numbers, drawn again if it is outside.
    #[cfg(any(feature = "originals", test))]
    pub fn normal(&mut self) -> f32 {
        loop {
            let sum = (0..12).map(|_| self.share()).sum::<f32>() - 6.0;
            if sum.abs() <= 2.0 {
                return sum;
            }
        }
    }

    /// Shuffles items (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(seed: u64, stream: u64) -> [usize; 4] {
        let mut draw = Draw::new(seed, stream);
        [0; 4].map(|_| draw.below(1 << 20))
    }

    #[test]
    fn numbers_are_as_promised() {
        let mut draw = Draw::new(3, 0);
        let normal: Vec<f32> = (0..10_000).map(|_| draw.normal()).collect();
        let mean = normal.iter().sum::<f32>() / 1e4;
        let variance = normal.iter().map(|n| n * n).sum::<f32>() / 1e4;
        // A normal distribution cut at two standard deviations has variance 0.774.
        assert!(mean.abs() < 0.03 && (variance - 0.774).abs() < 0.03, "{mean} {variance}");
        assert!((0..1000).all(|_| draw.below(3) < 3 && (0.0..1.0).contains(&draw.share())));
        let mut order: Vec<usize> = (0..20).collect();
        draw.shuffle(&mut order);
        assert_ne!(order, (0..20).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn streams_differ_and_seeds_repeat() {
        assert_eq!(numbers(1, 0), numbers(1, 0));
        assert!(numbers(1, 0) != numbers(1, 1) && numbers(1, 0) != numbers(2, 0));
    }
}
