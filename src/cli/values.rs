//! Values of a parameter as typed: `11`, `0.2,0.33,1`, `1..=100`, `0.5..=3:0.5`, and mixtures of these.

use crate::search::Decimal;
use std::str::FromStr;

/// More values than this are a typing error rather than a wish.
const MOST_VALUES: usize = 10_000;

/// One or more values of a parameter, in the order written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values(pub Vec<Decimal>);

impl FromStr for Values {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut values = Vec::new();
        for part in text.split(',') {
            match part.split_once("..") {
                Some((from, to)) => range(part, from, to, &mut values)?,
                None => values.push(part.parse()?),
            }
        }
        // A value twice would be a point twice.
        let mut distinct: Vec<Decimal> = Vec::with_capacity(values.len());
        let mut seen = std::collections::BTreeSet::new();
        distinct.extend(values.into_iter().filter(|value| seen.insert(*value)));
        Ok(Self(distinct))
    }
}

/// `from..=to` or `from..=to:step`; both ends are included.
fn range(part: &str, from: &str, to: &str, values: &mut Vec<Decimal>) -> Result<(), String> {
    let Some(to) = to.strip_prefix('=') else {
        return Err(format!("found '{part}', expected a range with its end, such as 1..=100 or 0.5..=3:0.5"));
    };
    let (to, step) = to.split_once(':').unwrap_or((to, "1"));
    let (mut value, to, step): (Decimal, Decimal, Decimal) = (from.parse()?, to.parse()?, step.parse()?);
    if step == Decimal::whole(0) || value > to {
        return Err(format!("found '{part}', expected a range that goes up, in steps of more than 0"));
    }
    while value <= to {
        if values.len() == MOST_VALUES {
            return Err(format!("found '{part}', expected at most {MOST_VALUES} values"));
        }
        values.push(value);
        value = value.plus(step);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        text.parse::<Values>().unwrap().0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn ranges_include_both_ends_and_lists_keep_their_order() {
        assert_eq!(values("1..=4"), ["1", "2", "3", "4"]);
        assert_eq!(values("0.5..=2:0.5"), ["0.5", "1.0", "1.5", "2.0"]);
        assert_eq!(values("0.33,0.2,5..=6"), ["0.33", "0.2", "5", "6"]);
        assert_eq!(values("11"), ["11"]);
    }

    #[test]
    fn what_is_no_range_is_refused_with_the_text() {
        for text in ["1..4", "4..=1", "1..=2:0", "", "a", "1..=", "1..=99999999"] {
            assert!(text.parse::<Values>().unwrap_err().contains("expected"), "{text}");
        }
    }
}
