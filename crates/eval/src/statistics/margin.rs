//! The margin of an equivalence test: how far a mean may be from that of the baseline and still
//! count as equal. From a text, `5%` or `0.02`, to a distance in units of a measure.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// How far a mean may be from that of the baseline and still count as equal. It says what a loss
/// is that matters, so it is named before looking at results, not computed from them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Margin {
    /// Per cent of the baseline's mean: above 0, below 100.
    Percent(f64),
    /// A difference of the measure, above 0.
    Absolute(f64),
}

// Never NaN: both come from a text that is checked.
impl Eq for Margin {}

/// 5 % of the baseline's mean.
impl Default for Margin {
    fn default() -> Self {
        Self::Percent(5.0)
    }
}

impl Margin {
    /// Returns the margin as a difference of a measure whose baseline has this mean. It is 0, and
    /// nothing can be tested, for per cent of a mean of 0.
    pub fn around(self, mean: f64) -> f64 {
        match self {
            Self::Percent(percent) => percent / 100.0 * mean.abs(),
            Self::Absolute(difference) => difference,
        }
    }
}

impl FromStr for Margin {
    type Err = String;

    /// Parses `5%`, or `0.02`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (number, is_percent) = match text.strip_suffix('%') {
            Some(number) => (number.trim_end(), true),
            None => (text, false),
        };
        let most = if is_percent { 100.0 } else { f64::INFINITY };
        match number.parse::<f64>() {
            Ok(number) if number > 0.0 && number < most && is_percent => Ok(Self::Percent(number)),
            Ok(number) if number > 0.0 && number < most => Ok(Self::Absolute(number)),
            _ => Err(format!(
                "found '{text}', expected per cent of the baseline's mean, such as 5%, or a \
                 difference of the measure, such as 0.02"
            )),
        }
    }
}

/// As it is typed: `5%`, `0.02`.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percent(percent) => write!(f, "{percent}%"),
            Self::Absolute(difference) => write!(f, "{difference}"),
        }
    }
}

impl Serialize for Margin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Margin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_per_cent_or_a_difference() {
        for (text, margin, around) in [
            ("5%", Margin::Percent(5.0), 0.025),
            ("2.5 %", Margin::Percent(2.5), 0.0125),
            ("0.02", Margin::Absolute(0.02), 0.02),
        ] {
            assert_eq!(text.parse(), Ok(margin));
            assert!((margin.around(0.5) - around).abs() < 1e-15);
            assert_eq!(margin.around(-0.5), margin.around(0.5));
            assert_eq!(margin.to_string().parse(), Ok(margin));
        }
        assert_eq!(
            (Margin::default().to_string(), Margin::default().around(0.0)),
            ("5%".into(), 0.0)
        );
        for text in ["", "%", "0", "0%", "-5%", "100%", "nan", "inf", "5 percent", "1e999"] {
            let error = text.parse::<Margin>().unwrap_err();
            assert!(error.contains(&format!("found '{text}'")), "{error}");
        }
    }
}
