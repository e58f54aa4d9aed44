//! The paper's smoothing.

/// The kernel reaches this many lines to each side, and its standard deviation is as large: weights
/// exp(-j²/8), as in both ports of CETR that survive.
const RADIUS: usize = 2;

/// The weights of a line and of the lines at distance 1 and 2.
const KERNEL: [f64; RADIUS + 1] = [1.0, 0.882_496_902_584_595_4, 0.606_530_659_712_633_4];

/// Returns the values smoothed by a Gaussian kernel. At both ends, the weights of the neighbours
/// that are there are scaled to a sum of 1.
pub(super) fn smooth(values: &[f64]) -> Vec<f64> {
    let mut smoothed = Vec::with_capacity(values.len());
    for i in 0..values.len() {
        let start = i.saturating_sub(RADIUS);
        // Nearly all lines have all neighbours: their weights are known when this is compiled.
        smoothed.push(match values[start..].first_chunk::<{ 2 * RADIUS + 1 }>() {
            Some(window) if i >= RADIUS => weighted_mean(window, RADIUS),
            _ => weighted_mean(&values[start..values.len().min(i + RADIUS + 1)], i - start),
        });
    }
    smoothed
}

/// Returns the mean of values, weighted by their distance from the one at `middle`.
#[inline]
fn weighted_mean(values: &[f64], middle: usize) -> f64 {
    let mut sum = 0.0;
    let mut weights = 0.0;
    for (i, value) in values.iter().enumerate() {
        let weight = KERNEL[i.abs_diff(middle)];
        sum += weight * value;
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
