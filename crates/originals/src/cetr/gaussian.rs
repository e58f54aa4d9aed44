//! The paper's smoothing.

/// The kernel reaches this many lines to each side, and its standard deviation is as large: weights
/// exp(-j²/8), as in both ports of CETR that survive.
const RADIUS: usize = 2;

/// The weights of a line and of the lines at distance 1 and 2.
const KERNEL: [f64; RADIUS + 1] = [1.0, 0.882_496_902_584_595_4, 0.606_530_659_712_633_4];

/// Returns the values smoothed by a Gaussian kernel. At both ends, the weights of the neighbours
/// that are there are scaled to a sum of 1.
pub(super) fn smooth(values: &[f64]) -> Vec<f64> {
    (0..values.len()).map(|i| weighted_mean(values, i)).collect()
}

/// Returns the weighted mean of the values around `i`.
fn weighted_mean(values: &[f64], i: usize) -> f64 {
    let window = i.saturating_sub(RADIUS)..values.len().min(i + RADIUS + 1);
    let mut sum = 0.0;
    let mut weights = 0.0;
    for j in window {
        let weight = KERNEL[i.abs_diff(j)];
        sum += weight * values[j];
        weights += weight;
    }
    sum / weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_is_that_of_the_ports() {
        let kernel = smooth(&[0.0, 0.0, 1.0, 0.0, 0.0])[2..].to_vec();
        assert!((kernel[0] - 0.2514).abs() < 1e-4, "{kernel:?}");
        assert!(
            (smooth(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])[4] / kernel[0] - (-1.0f64 / 8.0).exp())
                .abs()
                < 1e-9
        );
        assert!(
            (smooth(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0])[2] / kernel[0] - (-0.5f64).exp()).abs()
                < 1e-9
        );
        assert!(smooth(&[3.0; 4]).iter().all(|value| (value - 3.0).abs() < 1e-12));
        assert!(smooth(&[]).is_empty());
    }
}
