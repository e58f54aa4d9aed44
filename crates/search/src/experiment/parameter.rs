//! A parameter of a point: its name and its typed value. Files and tables show the value as text,
//! an absent one as `-`.

use crate::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// How an absent value is written.
const ABSENT: &str = "-";

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A number, exactly as written: a threshold, or a parameter of a model.
    Number(Decimal),
    /// A name: a model, a label, a method of query expansion.
    Name(String),
    /// The point does not have the parameter: `k1` where the model is `dph`.
    Absent,
}

/// A parameter with its value. JSON holds the value alone: the names of a point's parameters are
/// those of the sweep's axes, in the same order, and a name per value would double a large sweep's
/// JSON.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "Value")]
pub struct Parameter {
    /// The name of its axis, such as `min_words`.
    pub name: String,
    pub value: Value,
}

impl Parameter {
    /// A parameter of that name with that value.
    pub fn new(name: impl Into<String>, value: Value) -> Self {
        Self { name: name.into(), value }
    }
}

/// As it is read: the sweep that holds the point fills in the name.
impl From<Value> for Parameter {
    fn from(value: Value) -> Self {
        Self::new("", value)
    }
}

impl Serialize for Parameter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl Value {
    /// The nearest `f64` of a number.
    pub fn number(&self) -> Option<f64> {
        match self {
            // Parsing rounds once, so the result is the f64 that a search reads from the same text.
            Self::Number(number) => number.to_string().parse().ok(),
            Self::Name(_) | Self::Absent => None,
        }
    }

    /// A number that is written without a decimal point.
    pub fn whole(&self) -> Option<usize> {
        match self {
            Self::Number(number) => usize::try_from(number.as_whole()?).ok(),
            Self::Name(_) | Self::Absent => None,
        }
    }

    /// Whether the point does not have the parameter.
    pub fn is_absent(&self) -> bool {
        *self == Self::Absent
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => name.fmt(f),
            Self::Absent => ABSENT.fmt(f),
        }
    }
}

impl FromStr for Value {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        // `007` may be a label; as a number it would be printed as 7.
        let number = text.parse().ok().filter(|number: &Decimal| number.to_string() == text);
        Ok(match number {
            Some(number) => Self::Number(number),
            None if text == ABSENT => Self::Absent,
            None => Self::Name(text.to_owned()),
        })
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Ok(value) = String::deserialize(deserializer)?.parse();
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_back_as_written() {
        for text in ["11", "0.50", "-", "bm25", "007", "ql-dirichlet", "1.", ".5"] {
            let Ok(value) = text.parse::<Value>();
            assert_eq!(value.to_string(), text);
        }
        let Ok(half) = "0.50".parse::<Value>();
        assert_eq!((half.number(), half.whole()), (Some(0.5), None));
        assert_eq!("12".parse::<Value>().map(|value| value.whole()), Ok(Some(12)));
    }
}
