//! The contiguous stretch of a sequence with the greatest sum, for methods that keep one stretch of
//! a page.

use std::ops::Range;

/// Returns the stretch with the highest sum, and the sum; of several the first, then the shortest.
/// Without a sum above 0, the stretch is empty.
pub(crate) fn best_stretch(values: impl Iterator<Item = i64>) -> (Range<usize>, i64) {
    let mut best = 0..0;
    let mut most = 0;
    let mut sum = 0;
    let mut least = 0;
    let mut start = 0;
    for (i, value) in values.enumerate() {
        sum += value;
        if sum - least > most {
            best = start..i + 1;
            most = sum - least;
        }
        if sum < least {
            least = sum;
            start = i + 1;
        }
    }
    (best, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, over all pairs.
    fn as_published(values: &[i64]) -> (Range<usize>, i64) {
        let mut best = 0..0;
        let mut most = 0;
        for start in 0..values.len() {
            for end in start + 1..=values.len() {
                let sum: i64 = values[start..end].iter().sum();
                if sum > most {
                    best = start..end;
                    most = sum;
                }
            }
        }
        (best, most)
    }

    proptest::proptest! {
        #[test]
        fn one_pass_is_what_was_published(values in proptest::collection::vec(-3i64..4, 0..60)) {
            proptest::prop_assert_eq!(best_stretch(values.iter().copied()), as_published(&values));
        }
    }
}
