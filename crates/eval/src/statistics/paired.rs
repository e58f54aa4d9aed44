//! Shared by all tests on paired values: differences, means, and p-values of the normal
//! distribution.

/// The differences a - b, topic by topic.
///
/// # Panics
/// If the slices differ in length: then they do not hold values of the same topics.
pub(super) fn differences(a: &[f64], b: &[f64]) -> Vec<f64> {
    assert_eq!(a.len(), b.len(), "paired values are of the same topics");
    a.iter().zip(b).map(|(a, b)| a - b).collect()
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
