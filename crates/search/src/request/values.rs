//! Values of parameters as they are typed.

use super::parameters::{PARAMETERS, ParameterSpec, Role};
use crate::rule::expression::split_names;
use std::str::FromStr;
use tamis_index::error::{Error, Result};

/// The error of a name that is no parameter's, or of one that has no single value.
pub(super) fn unknown(name: &str) -> Error {
    let known = PARAMETERS.iter().filter(|spec| spec.role != Role::OtherThreshold);
    Error::unknown_name("setting", name, known.map(|spec| spec.name))
}

/// Reads names with commas between, as they are: an empty one is refused where the others are
/// checked, for whoever writes one may mean another. A name in quotes may have commas.
pub(super) fn names(value: &str) -> Vec<String> {
    split_names(value).into_iter().map(|(name, _)| name).collect()
}

pub(super) fn switch(spec: &'static ParameterSpec, value: &str) -> Result<bool> {
    read(spec, value, "true or false")
}

pub(super) fn number(spec: &'static ParameterSpec, value: &str) -> Result<f64> {
    read(spec, value, "a number")
}

pub(super) fn whole(spec: &'static ParameterSpec, value: &str) -> Result<usize> {
    read(spec, value, "a whole number")
}

fn read<T: FromStr>(spec: &'static ParameterSpec, value: &str, expected: &str) -> Result<T> {
    value
        .parse()
        .map_err(|_| Error::setting(spec.name, format!("found {value}, expected {expected}")))
}
