//! What crosses the border: Python values as one of a few kinds, so that jobs are filled and
//! checked without the GIL; and results as Python's dicts and lists.

use crate::errors::{Failure, Result};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyString};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::slice::from_ref;
use tamis::Error;

/// The most numbers that are taken from a list, which may be endless: one more than a sweep takes
/// of an axis.
const MAX: usize = 10_001;

/// The only key of an object that stands for what JSON has not: its value is how messages show it.
/// No setting is an object.
pub(crate) const OTHER: &str = "other";

/// A setting that was given.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Argument {
    pub name: String,
    pub given: Value,
}

/// The settings of a call, in the order given, without those that are None.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Arguments {
    /// Those that are not taken yet.
    pub left: Vec<Argument>,
    /// The names of those that the call takes.
    pub known: Vec<&'static str>,
}

impl<'py> FromPyObject<'_, 'py> for Arguments {
    type Error = Failure;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        let mut left = Vec::new();
        for (name, value) in given.cast::<PyDict>().map_err(PyErr::from)?.iter() {
            if !value.is_none() {
                let given = from_python(&value)?;
                left.push(Argument { name: name.extract()?, given });
            }
        }
        Ok(Self { left, known: Vec::new() })
    }
}

impl Arguments {
    /// Takes the settings that have these names, and returns a job with them as its fields. The
    /// name of a setting is that of its field, or stands before it: `remover=classifier`.
    pub fn take<T: DeserializeOwned>(&mut self, fields: &[&'static str]) -> Result<T> {
        let mut job = Map::new();
        for field in fields {
            let (setting, field) = field.split_once('=').unwrap_or((field, field));
            self.known.push(setting);
            let Some(at) = self.left.iter().position(|one| one.name == setting) else { continue };
            let Argument { given, .. } = self.left.remove(at);
            let mut value = match given {
                Value::Number(_) if setting == "margin" => json!(given.to_string()),
                _ => given.clone(),
            };
            // Each alone first, as serde does not say which one is wrong. One text may be a list.
            let alone = |value: &Value| serde_json::from_value::<T>(json!({ field: value }));
            if let (Value::String(_), Err(_)) = (&given, alone(&value))
                && alone(&json!([value])).is_ok()
            {
                value = json!([value]);
            }
            alone(&value).map_err(|why| refused(setting, &given, &why))?;
            job.insert(field.to_owned(), value);
        }
        serde_json::from_value(job.into()).map_err(|why| Failure::Panic(why.to_string()))
    }

    /// Refuses settings that were not taken, with the nearest one that could be.
    pub fn end(&self) -> Result<()> {
        let Some(Argument { name, .. }) = self.left.first() else { return Ok(()) };
        match Error::unknown_name("setting", name, self.known.iter().copied()) {
            Error::Setting(error) => Err(Failure::Input(error.to_string())),
            other => Err(other.into()),
        }
    }
}

/// Reads a Python value as JSON. A number without a fraction is whole.
fn from_python(value: &Bound<'_, PyAny>) -> Result<Value> {
    Ok(if let Ok(flag) = value.cast::<PyBool>() {
        json!(flag.is_true())
    } else if value.is_instance_of::<PyInt>() {
        let whole = value.extract::<i64>().map(Value::from);
        let whole = whole.or_else(|_| value.extract::<u64>().map(Value::from));
        whole.unwrap_or_else(|_| json!({ OTHER: shown(value) }))
    } else if value.is_instance_of::<PyFloat>() {
        match value.extract::<f64>()? {
            number if !number.is_finite() => json!({ OTHER: number.to_string() }),
            number if number.fract() == 0.0 && number.abs() < 9e15 => json!(number as i64),
            number => json!(number),
        }
    } else if let Ok(text) = value.cast::<PyString>() {
        text.extract::<String>().map_or_else(|_| json!({ OTHER: shown(value) }), Value::from)
    } else if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyDict>() {
        json!({ OTHER: shown(value) })
    } else {
        of_others(value)?
    })
}

/// Reads a path, a number of another library, or a list.
fn of_others(value: &Bound<'_, PyAny>) -> Result<Value> {
    if value.hasattr("__fspath__")? {
        return from_python(&value.call_method0("__fspath__")?);
    }
    if value.hasattr("dtype")?
        && value.hasattr("item")?
        && value.getattr("ndim").is_ok_and(|n| n.eq(0).unwrap_or(false))
    {
        return from_python(&value.call_method0("item")?);
    }
    let Ok(items) = value.try_iter() else { return Ok(json!({ OTHER: shown(value) })) };
    let mut list = Vec::new();
    for item in items {
        list.push(from_python(&item?)?);
        if list.len() >= MAX && !list[0].is_string() {
            break;
        }
    }
    Ok(list.into())
}

/// The value of the setting of this name as a type that it has.
pub(crate) fn read<T: DeserializeOwned>(name: &str, given: &Value) -> Result<T> {
    serde_json::from_value(given.clone()).map_err(|why| refused(name, given, &why))
}

pub(crate) fn each(given: &Value) -> &[Value] {
    given.as_array().map_or(from_ref(given), Vec::as_slice)
}

/// The failure of a value that serde refuses.
fn refused(name: &str, given: &Value, why: &serde_json::Error) -> Failure {
    let why = why.to_string();
    let (problem, expected) = why.rsplit_once(", expected ").unwrap_or((&why, ""));
    if problem.starts_with("unknown variant ") {
        let names = expected.trim_start_matches("one of ").replace('`', "");
        let names = match names.rsplit_once(", ") {
            Some((names, last)) => format!("{names} or {last}"),
            None => names,
        };
        return Error::settings(found(name, given, &names)).into();
    }
    if !problem.starts_with("invalid ") {
        let place = if why.starts_with(name) { String::new() } else { format!("{name}: ") };
        return Error::settings(format!("{place}{why}")).into();
    }
    let expected = match expected {
        "u32" => format!("a whole number from 0 to {}", u32::MAX),
        "u64" | "usize" => "a whole number from 0 to 2**64 - 1".to_owned(),
        "a nonzero u32" => format!("a whole number from 1 to {}", u32::MAX),
        "i32" => "a whole number".to_owned(),
        "f64" => "a number".to_owned(),
        "a boolean" => "True or False".to_owned(),
        _ => {
            // Lists are those of texts.
            let other = each(given).iter().find(|one| !one.is_string());
            return Failure::Input(found(name, other.unwrap_or(given), "a text"));
        }
    };
    Failure::Input(found(name, given, &expected))
}

/// The message of another value than expected.
pub(crate) fn found(name: &str, given: &Value, expected: &str) -> String {
    let found = match given {
        Value::Bool(flag) => if *flag { "True" } else { "False" }.to_owned(),
        Value::String(text) => format!("'{text}'"),
        Value::Array(list) => format!("a list of {} values", list.len()),
        other => other[OTHER].as_str().map_or_else(|| other.to_string(), str::to_owned),
    };
    format!("{name}: found {found}, expected {expected}")
}

/// A result as Python's dicts and lists, with the keys and the numbers of the program's JSON.
pub(crate) struct Plain(String);

impl Plain {
    pub fn of(value: &impl Serialize) -> Self {
        Self(tamis::json_line(value))
    }

    /// A name as the program's JSON has it.
    pub fn text(name: &impl Serialize) -> String {
        tamis::json_line(name).trim_matches(['"', '\n']).to_owned()
    }
}

impl<'py> IntoPyObject<'py> for Plain {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        py.import("json")?.call_method1("loads", (self.0,))
    }
}

/// A value and its type, not longer than a line of a message.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let class = value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    let text =
        value.repr().map_or_else(|_| String::new(), |text| text.to_string_lossy().into_owned());
    let short: String = text.chars().take(60).collect();
    let more = if short.len() < text.len() { "..." } else { "" };
    format!("{short}{more} ({class})")
}
