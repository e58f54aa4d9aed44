//! Bounds on features of blocks by their names, with values as they are typed.

use super::parameters::{PARAMETERS, Role, parameter};
use crate::Decimal;
use crate::experiment::parameter::Value;
use crate::rule::predicate::{Feature, Operator};
use crate::sweep::{MAX_VALUES, ThresholdAxis};
use std::collections::BTreeSet;
use tamis_index::error::{Error, Result};

/// How the name of a minimum score begins.
pub(super) const MIN_SCORE: &str = "min_score.";

/// The error of a name that is no threshold's.
pub(super) fn unknown_threshold(name: &str) -> Error {
    let known = PARAMETERS.iter().filter(|spec| matches!(spec.role, Role::Threshold(..)));
    Error::unknown_name("threshold", name, known.map(|spec| spec.name))
}

/// Converts a number to the decimal that a programmer wrote: `0.33` is 33/100, not the nearest
/// binary fraction.
///
/// # Errors
/// [`Error::Setting`] for a negative number, or one with more than 9 digits on either side of the
/// point.
pub fn decimal(name: &'static str, value: f64) -> Result<Decimal> {
    value.to_string().parse().map_err(|problem: String| Error::setting(name, problem))
}

/// The decimal of a value of this setting, as it is typed.
///
/// # Errors
/// [`Error::Setting`] with what is wrong with it.
pub(super) fn decimal_of(name: &str, value: &Value) -> Result<Decimal> {
    value.to_string().parse().map_err(|problem| error(name, problem))
}

/// The axis of these values of a threshold, each once. `name` is that of the bound.
///
/// # Errors
/// [`Error::Setting`] for no value, too many, and one that no block can have.
pub(super) fn axis(
    name: &str,
    (feature, comparison): (Feature, Operator),
    given: &[Value],
) -> Result<ThresholdAxis> {
    let mut values = Vec::with_capacity(given.len());
    let mut seen = BTreeSet::new();
    for value in given {
        let value = decimal_of(name, value)?;
        value.check_for(feature).map_err(|problem| error(name, problem))?;
        if seen.insert(value) {
            values.push(value);
        }
    }
    if values.is_empty() {
        return Err(error(name, "found no value, expected one or more".to_owned()));
    }
    if given.len() > MAX_VALUES {
        let expected = "expected at most that; take larger steps";
        return Err(error(name, format!("found more than {MAX_VALUES} values, {expected}")));
    }
    Ok(ThresholdAxis { feature, comparison, values })
}

/// What is wrong with the value of a threshold, or with one of an axis of weights.
pub(super) fn error(name: &str, problem: String) -> Error {
    match parameter(name) {
        Some(spec) => Error::setting(spec.name, problem),
        None if name.starts_with(MIN_SCORE) => Error::setting("min_score", problem),
        None => Error::settings(format!("{name}: {problem}")),
    }
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
