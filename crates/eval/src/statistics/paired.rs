//! Shared by all tests on paired values: when values are equal, differences, means, and p-values of
//! the normal distribution.

/// Values, differences and means are equal if they are no farther apart than this share of the
/// largest score. Rounding moves a measure by 1e-15 of it or so, and no judgement or change of
/// ranks by less than 1e-7.
const TOLERANCE: f64 = 1e-12;

/// Returns how far apart two of these scores, two of their differences or two means of those may
/// be, and still be equal on paper.
pub(super) fn tolerance(scores: &[&[f64]]) -> f64 {
    let sizes = scores.iter().copied().flatten().map(|score| score.abs());
    TOLERANCE * sizes.filter(|size| size.is_finite()).fold(0.0, f64::max)
}

/// The differences a - b, topic by topic. Those that are equal on paper are equal to the last bit,
/// whatever their signs, and no difference is 0: as floats 0.3 - 0.2 and 0.2 - 0.1 differ.
///
/// # Panics
/// If the slices differ in length: then they do not hold values of the same topics.
pub(crate) fn differences(a: &[f64], b: &[f64]) -> Vec<f64> {
    assert_eq!(a.len(), b.len(), "paired values are of the same topics");
    let differences = a.iter().zip(b).map(|(a, b)| a - b).collect();
    levelled(differences, tolerance(&[a, b]))
}

/// Gives all values whose sizes are no more than `tolerance` apart the least of these sizes; 0 is
/// one of them.
pub(super) fn levelled(mut values: Vec<f64>, tolerance: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].abs().total_cmp(&values[b].abs()));
    let mut level = 0.0;
    for place in order {
        let size = values[place].abs();
        if !size.is_finite() {
            break;
        }
        if size - level > tolerance {
            level = size;
        }
        values[place] = if level == 0.0 { 0.0 } else { level.copysign(values[place]) };
    }
    values
}

/// Whether the values are not all the same.
pub(super) fn has_spread(values: &[f64]) -> bool {
    values.iter().any(|value| *value != values[0])
}

/// The mean of at least one value.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The probability that a standard normal variable is at least as far from 0 as `z`. Uses libm's
/// erfc: statrs's is accurate to ten digits only.
pub(super) fn two_sided_normal(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_equal_on_paper_is_equal_and_small_differences_stay() {
        let tenths = differences(&[0.3, 0.2, 0.1, 0.8, 0.7], &[0.2, 0.1, 0.0, 0.9, 0.7]);
        assert!(tenths[..3].iter().all(|d| *d == tenths[0]), "{tenths:?}");
        assert_eq!((tenths[3], tenths[4]), (-tenths[0], 0.0));
        for (far, ties) in [(1e-15, true), (1e-6, false)] {
            for scale in [1e-9, 1.0, 1e9] {
                let scores = [0.5, 0.75 + far, 1.0].map(|score| scale * score);
                let found = differences(&scores, &[0.25, 0.5, 1.0 - far].map(|one| scale * one));
                assert_eq!(found[0] == found[1], ties, "{far} {scale}");
                assert_eq!(found[2] == 0.0, ties, "{far} {scale}");
            }
        }
        let odd = differences(&[f64::NAN, f64::INFINITY, 0.5], &[0.5, 0.5, 0.25]);
        assert!(odd[0].is_nan() && odd[1] == f64::INFINITY && odd[2] == 0.25);
    }
}
