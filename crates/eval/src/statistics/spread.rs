//! Whether differences spread. Without spread there is nothing to compare their mean with: t, d_z,
//! Student's interval and tests of equivalence are undefined.

use super::paired::{differences, has_spread};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why the differences of two systems have no spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum NoSpread {
    /// There is one topic, or none.
    #[serde(rename = "one topic alone has no spread")]
    OneTopic,
    /// No topic differs.
    #[serde(rename = "no difference on any topic")]
    NoDifference,
    /// All topics differ by the same amount.
    #[serde(rename = "the same difference on every topic has no spread")]
    SameDifference,
}

/// The same words as in JSON.
impl fmt::Display for NoSpread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneTopic => "one topic alone has no spread",
            Self::NoDifference => "no difference on any topic",
            Self::SameDifference => "the same difference on every topic has no spread",
        })
    }
}

/// Says why the differences a - b have no spread; none if they have.
///
/// # Panics
/// If the slices differ in length.
pub fn no_spread(a: &[f64], b: &[f64]) -> Option<NoSpread> {
    let differences = differences(a, b);
    match differences[..] {
        [] | [_] => Some(NoSpread::OneTopic),
        _ if has_spread(&differences) => None,
        [0.0, ..] => Some(NoSpread::NoDifference),
        _ => Some(NoSpread::SameDifference),
    }
}

/// Returns a p-value of a test that needs spread, or why there is none.
///
/// # Errors
/// `why`.
pub fn or_no_spread(p: Option<f64>, why: Option<NoSpread>) -> Result<f64, NoSpread> {
    p.ok_or(why.unwrap_or(NoSpread::NoDifference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_no_spread_and_a_small_difference_is() {
        // The differences are .1 on paper.
        let (a, b) = ([0.3, 0.2, 0.1, 0.9], [0.2, 0.1, 0.0, 0.8]);
        assert_eq!(no_spread(&a, &b), Some(NoSpread::SameDifference));
        assert_eq!(no_spread(&b, &a), Some(NoSpread::SameDifference));
        assert_eq!(no_spread(&[0.1 + 0.2, 0.5], &[0.3, 0.5]), Some(NoSpread::NoDifference));
        assert_eq!(no_spread(&[0.3 + 1e-6, 0.5], &[0.3, 0.5]), None);
        assert_eq!(no_spread(&[0.3], &[0.2]), Some(NoSpread::OneTopic));
        assert_eq!(no_spread(&[], &[]), Some(NoSpread::OneTopic));
        let json = serde_json::to_value(NoSpread::SameDifference).unwrap();
        assert_eq!(json, NoSpread::SameDifference.to_string());
    }
}
