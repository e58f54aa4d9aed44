//! What crosses the border: Python values as one of a few kinds, so that settings are read and
//! checked without the GIL; and results as Python's dicts and lists.

use crate::errors::{Failure, Result};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyString};
use serde::de::value::{Error as Unread, StrDeserializer};
use serde::{Deserialize, Serialize};
use tamis::Error;
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

/// A setting that was given.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Argument {
    /// Its name.
    pub name: String,
    /// Its value.
    pub given: Given,
}

/// The settings of a call, in the order given, without those that are None.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Arguments(pub Vec<Argument>);

impl<'py> FromPyObject<'_, 'py> for Arguments {
    type Error = Failure;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        let mut arguments = Vec::new();
        for (name, value) in given.cast::<PyDict>().map_err(PyErr::from)?.iter() {
            if !value.is_none() {
                let given = Given::from_python(&value)?;
                arguments.push(Argument { name: name.extract()?, given });
            }
        }
        Ok(Self(arguments))
    }
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

    /// The value as a type that the setting of this name has.
    pub fn read<T: Setting>(&self, name: &str) -> Result<T> {
        T::read(self).map_err(|wrong| {
            let (found, expected) = (wrong.shown(), T::expected());
            Failure::Input(format!("{name}: found {found}, expected {expected}"))
        })
    }

    /// The value, or several.
    pub fn each(&self) -> &[Self] {
        match self {
            Self::List(list) => list,
            one => std::slice::from_ref(one),
        }
    }
}

impl Argument {
    /// The value as a type that the setting has.
    pub fn read<T: Setting>(&self) -> Result<T> {
        self.given.read(&self.name)
    }

    /// The value as one of a few names.
    pub fn one_of<T: for<'de> Deserialize<'de>>(
        &self,
        setting: &'static str,
        names: &str,
    ) -> Result<T> {
        let text: String = self.read()?;
        T::deserialize(StrDeserializer::<Unread>::new(&text)).map_err(|_| {
            Error::setting(setting, format!("found '{text}', expected {names}")).into()
        })
    }
}

/// A type of settings.
pub(crate) trait Setting: Sized {
    /// Reads a value; returns the part of it that is of another type.
    fn read(given: &Given) -> std::result::Result<Self, &Given>;

    /// What messages expect.
    fn expected() -> String;
}

/// Makes types settings: what they read, and what messages expect.
macro_rules! settings {
    ($($type:ty: $expected:expr, $given:ident => $read:expr;)+) => {
        $(impl Setting for $type {
            fn read($given: &Given) -> std::result::Result<Self, &Given> {
                $read.ok_or($given)
            }

            fn expected() -> String {
                $expected.to_string()
            }
        })+
    };
}

settings! {
    bool: "True or False", given => if let Given::Flag(flag) = given { Some(*flag) } else { None };
    u32: format_args!("a whole number from 0 to {}", u32::MAX), given => whole(given);
    u64: format_args!("a whole number from 0 to {}", u64::MAX), given => whole(given);
    usize: format_args!("a whole number from 0 to {}", usize::MAX), given => whole(given);
    // A grade, which may be negative.
    i32: "a whole number", given => match given {
        Given::Whole(whole) => i32::try_from(*whole).ok(),
        _ => None,
    };
    f64: "a number", given => match given {
        Given::Whole(whole) => Some(*whole as f64),
        Given::Number(number) => Some(*number),
        _ => None,
    };
    String: "a text", given => match given {
        Given::Text(text) => Some(text.clone()),
        _ => None,
    };
    Margin: "per cent of the mean, such as '5%', or a difference, such as 0.02",
    given => match given {
        Given::Text(text) => text.parse().ok(),
        _ => f64::read(given).ok().and_then(|number| number.to_string().parse().ok()),
    };
}

/// A text, or several.
impl Setting for Vec<String> {
    fn read(given: &Given) -> std::result::Result<Self, &Given> {
        given.each().iter().map(String::read).collect()
    }

    fn expected() -> String {
        String::expected()
    }
}

impl<T: Setting> Setting for Option<T> {
    fn read(given: &Given) -> std::result::Result<Self, &Given> {
        T::read(given).map(Some)
    }

    fn expected() -> String {
        T::expected()
    }
}

/// A whole number that is not negative, within the bounds of its type.
fn whole<T: TryFrom<i128>>(given: &Given) -> Option<T> {
    let whole = match given {
        Given::Whole(whole) => *whole,
        Given::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => *number as i128,
        _ => return None,
    };
    T::try_from(whole).ok()
}

/// Does with every setting what stands beside its name; others are refused, with the nearest of
/// these names and of `known`.
macro_rules! fill {
    ($given:ident in $arguments:expr, $known:expr, { $($name:literal => $does:expr),+ $(,)? }) => {
        for $given in $arguments {
            match $given.name.as_str() {
                $($name => $does,)+
                other => {
                    let names: Vec<&str> = $known.into_iter().chain([$($name),+]).collect();
                    return Err($crate::given::unknown(other, &names));
                }
            }
        }
    };
}
pub(crate) use fill;

/// The error of a setting that does not exist, with the nearest one that does.
pub(crate) fn unknown(name: &str, known: &[&str]) -> Failure {
    match Error::unknown_name("setting", name, known.iter().copied()) {
        Error::Setting(error) => Failure::Input(error.to_string()),
        other => other.into(),
    }
}

/// A result as Python's dicts and lists, with the keys and the numbers of the program's JSON.
pub(crate) struct Plain(String);

impl Plain {
    pub fn of(value: &impl Serialize) -> Self {
        Self(tamis::json_line(value))
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
