//! Converts a program's threshold values to exact decimals.

use crate::Decimal;
use tamis_index::error::{Error, Result};

/// Converts a threshold to the decimal that a programmer wrote: `0.33` is 33/100, not the nearest binary fraction.
///
/// # Errors
/// A negative number, or one with more than 9 digits on either side of the point.
pub fn decimal(name: &'static str, value: f64) -> Result<Decimal> {
    value.to_string().parse().map_err(|problem: String| Error::setting(name, problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_float_means_its_shortest_decimal() {
        assert_eq!(decimal("min_density", 0.33).unwrap().to_string(), "0.33");
        assert_eq!(decimal("min_density", 11.0).unwrap().to_string(), "11");
        for refused in [-1.0, f64::NAN, f64::INFINITY, 1e-10] {
            assert!(decimal("min_density", refused).is_err(), "{refused}");
        }
    }
}
