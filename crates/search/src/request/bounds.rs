//! Bounds on features of blocks by their names, with values as they are typed.

use super::parameters::{PARAMETERS, Role, parameter};
use crate::experiment::parameter::Value;
use crate::rule::expression::is_feature;
use crate::rule::predicate::{Feature, Operator};
use crate::sweep::{MAX_VALUES, ThresholdAxis};
use crate::{Decimal, Predicate};
use std::collections::BTreeSet;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;

/// How the name of a minimum score begins.
pub(super) const MIN_SCORE: &str = "min_score.";

/// A bound on a feature of blocks.
pub(super) struct Bound<'a> {
    name: &'a str,
    feature: Feature,
    comparison: Operator,
}

/// Returns the bound of this name: `min_words`, `max_tag_level`, `min_score.victor`.
///
/// # Errors
/// [`Error::Setting`] for an unknown name, and a score that the index does not have.
pub(super) fn bound<'a>(name: &'a str, manifest: &Manifest) -> Result<Bound<'a>> {
    match ThresholdAxis::from_name(name, manifest) {
        Some(found) => found.map(|(feature, comparison)| Bound { name, feature, comparison }),
        None => Err(unknown_threshold(name)),
    }
}

/// Returns the feature and the comparison of a threshold's name, as far as the name shows.
///
/// # Errors
/// [`Error::Setting`] for an unknown name.
pub(super) fn bound_of_name(name: &str) -> Result<(String, Operator)> {
    if let Some((feature, comparison)) = parameter(name).and_then(|spec| spec.role.bound()) {
        return Ok((feature.name().to_owned(), comparison));
    }
    let known = ThresholdAxis::split_name(name).filter(|(feature, _)| is_feature(feature));
    let (feature, comparison) = known.ok_or_else(|| unknown_threshold(name))?;
    Ok((feature.to_owned(), comparison))
}

fn unknown_threshold(name: &str) -> Error {
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

/// The decimal of a value as it is typed.
///
/// # Errors
/// What is wrong with it.
pub(super) fn decimal_of(value: &Value) -> std::result::Result<Decimal, String> {
    match value {
        Value::Number(number) => Ok(*number),
        other => other.to_string().parse(),
    }
}

impl Bound<'_> {
    /// The rule of one value.
    ///
    /// # Errors
    /// [`Error::Setting`] for a value that no block can have.
    pub fn rule(&self, value: Decimal) -> Result<Predicate> {
        self.check(value)?;
        Ok(Predicate::Feature(self.feature, self.comparison, value))
    }

    /// The axis of these values, each once.
    ///
    /// # Errors
    /// [`Error::Setting`] for no value, too many, and one that no block can have.
    pub fn axis(&self, given: &[Value]) -> Result<ThresholdAxis> {
        let mut values = Vec::with_capacity(given.len());
        let mut seen = BTreeSet::new();
        for value in given {
            let value = self.value(value)?;
            if seen.insert(value) {
                values.push(value);
            }
        }
        if values.is_empty() {
            return Err(self.error("found no value, expected one or more".to_owned()));
        }
        if given.len() > MAX_VALUES {
            let expected = "expected at most that; take larger steps";
            return Err(self.error(format!("found more than {MAX_VALUES} values, {expected}")));
        }
        Ok(ThresholdAxis { feature: self.feature, comparison: self.comparison, values })
    }

    fn value(&self, value: &Value) -> Result<Decimal> {
        let value = decimal_of(value).map_err(|problem| self.error(problem))?;
        self.check(value)?;
        Ok(value)
    }

    fn check(&self, value: Decimal) -> Result<()> {
        value.check_for(self.feature).map_err(|problem| self.error(problem))
    }

    fn error(&self, problem: String) -> Error {
        error(self.name, problem)
    }
}

/// What is wrong with the value of a threshold.
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
