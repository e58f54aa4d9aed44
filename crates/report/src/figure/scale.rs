//! Maps values to pixels and chooses round numbers for ticks.

use tamis_search::experiment::parameter::Value;

/// A linear map from values to pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxisScale {
    domain: (f64, f64),
    range: (f64, f64),
}

impl AxisScale {
    /// Returns the map from the values `domain` to the pixels `range`.
    pub fn new(domain: (f64, f64), range: (f64, f64)) -> Self {
        Self { domain, range }
    }

    /// Returns the first and the last value.
    pub fn domain(&self) -> (f64, f64) {
        self.domain
    }

    /// Returns the pixels of the first and the last value.
    pub fn ends(&self) -> (f64, f64) {
        self.range
    }

    /// Returns the pixel of a value; the middle if the domain is a single value, the start for NaN.
    pub fn at(&self, value: f64) -> f64 {
        let (lo, hi) = self.domain;
        let (from, to) = self.range;
        if hi <= lo {
            return (from + to) / 2.0;
        }
        let share = (value - lo) / (hi - lo);
        if share.is_finite() { from + share * (to - from) } else { from }
    }
}

/// Returns the distance between about `count` ticks from `lo` to `hi`: 1, 2 or 5 times a power of
/// ten.
pub fn step(lo: f64, hi: f64, count: usize) -> f64 {
    let rough = (hi - lo) / count.max(1) as f64;
    if !rough.is_finite() || rough <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powi(rough.log10().floor() as i32);
    let factor =
        [1.0, 2.0, 5.0].into_iter().find(|f| rough <= f * power * 1.000001).unwrap_or(10.0);
    factor * power
}

/// Returns the multiples of [`step`] from `lo` to `hi` inclusive, with their labels.
pub fn ticks(lo: f64, hi: f64, count: usize) -> Vec<(f64, String)> {
    let step = step(lo, hi, count);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let first = (lo / step - 1e-6).ceil() as i64;
    let last = (hi / step + 1e-6).floor() as i64;
    (first..=last)
        .map(|i| i as f64 * step)
        .map(|value| (value, format!("{:.decimals$}", value + 0.0)))
        .collect()
}

/// A range without values, which any value widens.
pub const EMPTY: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// Returns the ends of a range, widened to contain all values.
pub fn widened(range: (f64, f64), values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut low, mut high) = range;
    for value in values {
        low = low.min(value);
        high = high.max(value);
    }
    (low, high)
}

/// Returns the ends of an axis that contains 0 and all values and ends at a tick: `(lo, hi)`.
pub fn from_zero(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (lo, hi) = widened((0.0, 0.0), values.filter(|v| v.is_finite()));
    if lo == hi { (0.0, 1.0) } else { at_ticks(lo, hi) }
}

/// Returns the ends of an axis that contains all values and ends at ticks: `(lo, hi)`. For figures
/// that compare points with each other and not with 0.
pub fn around(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (lo, hi) = widened(EMPTY, values.filter(|v| v.is_finite()));
    if lo < hi { at_ticks(lo, hi) } else { from_zero([lo].into_iter()) }
}

/// Widens a range to ticks.
fn at_ticks(lo: f64, hi: f64) -> (f64, f64) {
    let step = step(lo, hi, 5);
    ((lo / step + 1e-6).floor() * step, (hi / step - 1e-6).ceil() * step)
}

/// Whether values have an order, which names have not: their points are not joined.
pub fn are_ordered(values: &[Value]) -> bool {
    values.iter().all(|value| value.number().is_some())
}

/// Returns the positions of values on an axis: their numbers if all are numbers, otherwise 0, 1, 2,
/// ...
pub fn positions(values: &[Value]) -> Vec<f64> {
    let numbers: Option<Vec<f64>> = values.iter().map(Value::number).collect();
    numbers.unwrap_or_else(|| (0..values.len()).map(|i| i as f64).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(lo: f64, hi: f64, count: usize) -> String {
        ticks(lo, hi, count).into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(0.0, 0.5, 5), "0.0 0.1 0.2 0.3 0.4 0.5");
        assert_eq!(labels(1.0, 100.0, 10), "10 20 30 40 50 60 70 80 90 100");
        assert_eq!(labels(0.0, 0.04, 5), "0.00 0.01 0.02 0.03 0.04");
        assert_eq!(labels(3.0, 3.0, 5), "3");
    }

    #[test]
    fn an_axis_starts_at_zero_and_ends_at_a_tick() {
        let (lo, hi) = from_zero([0.266, 0.384].into_iter());
        assert_eq!(lo, 0.0);
        assert!((hi - 0.4).abs() < 1e-9);
        assert_eq!(from_zero([0.0].into_iter()), (0.0, 1.0));
        assert_eq!(from_zero([f64::NAN].into_iter()), (0.0, 1.0));
    }

    #[test]
    fn an_axis_around_values_ends_at_ticks() {
        let (lo, hi) = around([0.312, 0.384].into_iter());
        assert!((lo - 0.3).abs() < 1e-9 && (hi - 0.4).abs() < 1e-9, "{lo} {hi}");
        assert_eq!(around([0.0].into_iter()), (0.0, 1.0));
        assert_eq!(around([].into_iter()), (0.0, 1.0));
    }

    #[test]
    fn a_single_value_is_in_the_middle() {
        assert_eq!(AxisScale::new((7.0, 7.0), (0.0, 10.0)).at(7.0), 5.0);
    }
}
