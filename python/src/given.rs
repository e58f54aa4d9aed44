//! A Python value as one of a few kinds, so that settings are read and checked without the GIL.

use crate::errors::{Failure, Result};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyString};
use tamis::eval::statistics::Margin;

/// The most numbers that are taken from a list, which may be endless: one more than a sweep takes
/// of an axis.
const MAX: usize = 10_001;

/// A value that was given for a setting.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Given {
    Flag(bool),
    Whole(i128),
    Number(f64),
    Text(String),
    List(Vec<Given>),
    /// Anything else, as Python shows it.
    Other(String),
}

/// Settings by name, in the order given, without those that are None.
pub(crate) type Arguments = Vec<(String, Given)>;

/// Reads the settings of a call.
pub(crate) fn settings(given: &Bound<'_, PyDict>) -> Result<Arguments> {
    let given = given.iter().filter(|(_, value)| !value.is_none());
    given
        .map(|(name, value)| Ok((name.extract::<String>()?, Given::from_python(&value)?)))
        .collect()
}

impl Given {
    /// Reads a Python value.
    pub fn from_python(value: &Bound<'_, PyAny>) -> Result<Self> {
        Ok(if let Ok(flag) = value.cast::<PyBool>() {
            Self::Flag(flag.is_true())
        } else if value.is_instance_of::<PyInt>() {
            value.extract().map_or_else(|_| Self::Other(shown(value)), Self::Whole)
        } else if value.is_instance_of::<PyFloat>() {
            Self::Number(value.extract()?)
        } else if let Ok(text) = value.cast::<PyString>() {
            text.extract().map_or_else(|_| Self::Other(shown(value)), Self::Text)
        } else if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyDict>() {
            Self::Other(shown(value))
        } else {
            Self::of_others(value)?
        })
    }

    /// Reads a path, a number of another library, or a list.
    fn of_others(value: &Bound<'_, PyAny>) -> Result<Self> {
        if value.hasattr("__fspath__")? {
            return Self::from_python(&value.call_method0("__fspath__")?);
        }
        if value.hasattr("dtype")?
            && value.hasattr("item")?
            && value.getattr("ndim").is_ok_and(|n| n.eq(0).unwrap_or(false))
        {
            return Self::from_python(&value.call_method0("item")?);
        }
        let Ok(items) = value.try_iter() else { return Ok(Self::Other(shown(value))) };
        let mut list = Vec::new();
        for item in items {
            list.push(Self::from_python(&item?)?);
            if list.len() >= MAX && !matches!(list[0], Self::Text(_)) {
                break;
            }
        }
        Ok(Self::List(list))
    }

    /// What a message shows of it.
    fn shown(&self) -> String {
        match self {
            Self::Flag(flag) => if *flag { "True" } else { "False" }.to_owned(),
            Self::Whole(whole) => whole.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => format!("'{text}'"),
            Self::List(list) => format!("a list of {} values", list.len()),
            Self::Other(shown) => shown.clone(),
        }
    }

    /// The error of a value of another kind.
    fn refused(&self, name: &str, expected: &str) -> Failure {
        Failure::Input(format!("{name}: found {}, expected {expected}", self.shown()))
    }

    /// A truth value.
    pub fn flag(&self, name: &str) -> Result<bool> {
        match self {
            Self::Flag(flag) => Ok(*flag),
            _ => Err(self.refused(name, "True or False")),
        }
    }

    /// A whole number within the bounds of its type.
    pub fn whole<T: TryFrom<i128> + Bounded>(&self, name: &str) -> Result<T> {
        let refused = || self.refused(name, &format!("a whole number from 0 to {}", T::MAX));
        let whole = match self {
            Self::Whole(whole) => *whole,
            Self::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => *number as i128,
            _ => return Err(refused()),
        };
        if whole < 0 { Err(refused()) } else { T::try_from(whole).map_err(|_| refused()) }
    }

    /// A grade: a whole number that may be negative.
    pub fn level(&self, name: &str) -> Result<i32> {
        let level = if let Self::Whole(whole) = self { i32::try_from(*whole).ok() } else { None };
        level.ok_or_else(|| self.refused(name, "a whole number"))
    }

    /// A number.
    pub fn number(&self, name: &str) -> Result<f64> {
        match self {
            Self::Whole(whole) => Ok(*whole as f64),
            Self::Number(number) => Ok(*number),
            _ => Err(self.refused(name, "a number")),
        }
    }

    /// A text.
    pub fn text(&self, name: &str) -> Result<&str> {
        match self {
            Self::Text(text) => Ok(text),
            _ => Err(self.refused(name, "a text")),
        }
    }

    /// A margin of equivalence: `"5%"`, or a difference as a number or text.
    pub fn margin(&self, name: &str) -> Result<Margin> {
        let typed = match self {
            Self::Text(text) => text.parse(),
            _ => self.number(name)?.to_string().parse(),
        };
        let expected = "per cent of the mean, such as '5%', or a difference, such as 0.02";
        typed.map_err(|_: String| self.refused(name, expected))
    }

    /// A text, or several.
    pub fn texts(&self, name: &str) -> Result<Vec<&str>> {
        self.each(|one| one.text(name))
    }

    /// A text, or several, as values of their own.
    pub fn owned_texts(&self, name: &str) -> Result<Vec<String>> {
        Ok(self.texts(name)?.into_iter().map(str::to_owned).collect())
    }

    /// A value, or several.
    pub fn each<'a, T>(&'a self, mut read: impl FnMut(&'a Self) -> Result<T>) -> Result<Vec<T>> {
        match self {
            Self::List(list) => list.iter().map(read).collect(),
            one => Ok(vec![read(one)?]),
        }
    }
}

/// A type of whole numbers with its largest one.
pub(crate) trait Bounded {
    const MAX: u64;
}

impl Bounded for u32 {
    const MAX: u64 = u32::MAX as u64;
}

impl Bounded for u64 {
    const MAX: u64 = u64::MAX;
}

impl Bounded for usize {
    const MAX: u64 = usize::MAX as u64;
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
