//! An axis as a text: `min_words=1..=100`, `k1=0.5..=2:0.5`, `label=none,bte`,
//! `weight.title=1..=5`. What is printed reads back as it is; numbers in equal steps are printed as
//! ranges that have the same decimals.

use super::clause::{as_key, split_key};
use super::parameters::parameter;
use crate::Decimal;
use crate::experiment::parameter::Value;
use crate::experiment::results::Axis;
use crate::rule::expression::{in_quotes, split_names};
use crate::sweep::MAX_VALUES;
use std::fmt;
use std::str::FromStr;
use tamis_index::error::{Error, Result};

/// How many numbers are printed as a range, at least.
const SHORTEST_RANGE: usize = 3;

/// Reads numbers: `11`, `0.2,0.33,1`, `1..=100`, `0.5..=3:0.5`, or a mixture, in the order written.
///
/// # Errors
/// What is wrong: no number, a range that does not go up or has no end, more than
/// [`MAX_VALUES`] numbers.
pub fn numbers(text: &str) -> std::result::Result<Vec<Decimal>, String> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        numbers.extend(run(part)?);
        check_count(part, numbers.len())?;
    }
    Ok(numbers)
}

/// Reads one number, or the numbers of `from..=to` or `from..=to:step`; both ends are included.
fn run(part: &str) -> std::result::Result<Vec<Decimal>, String> {
    let Some((from, to)) = part.split_once("..") else { return Ok(vec![part.parse()?]) };
    let Some(to) = to.strip_prefix('=') else {
        return Err(format!(
            "found '{part}', expected a range with its end, such as 1..=100 or 0.5..=3:0.5"
        ));
    };
    let (to, step) = to.split_once(':').unwrap_or((to, "1"));
    let mut value: Decimal = from.parse()?;
    let to: Decimal = to.parse()?;
    let step: Decimal = step.parse()?;
    if step == Decimal::whole(0) || value > to {
        return Err(format!(
            "found '{part}', expected a range that goes up, in steps of more than 0"
        ));
    }
    let mut numbers = Vec::new();
    while value <= to {
        // Before the range is expanded: it may have billions of values.
        check_count(part, numbers.len())?;
        numbers.push(value);
        value = value.plus(step);
    }
    Ok(numbers)
}

fn check_count(part: &str, count: usize) -> std::result::Result<(), String> {
    if count <= MAX_VALUES {
        return Ok(());
    }
    Err(format!("found '{part}', expected at most {MAX_VALUES} values; take larger steps"))
}

/// Whether the values of an axis are names, so that none is a range.
fn is_named(name: &str) -> bool {
    parameter(name).is_some_and(|spec| spec.role.is_named())
}

/// How many of these values are a range from the first, and its step.
fn range(values: &[Value]) -> Option<(usize, Decimal)> {
    let [Value::Number(first), Value::Number(second), ..] = values else { return None };
    let step = first.step_to(*second)?;
    let is_next = |pair: &&[Value]| match pair {
        [Value::Number(a), Value::Number(b)] => a.plus(step).is_written_as(*b),
        _ => false,
    };
    let length = 1 + values.windows(2).take_while(is_next).count();
    (length >= SHORTEST_RANGE).then_some((length, step))
}

/// Prints a value of an axis of names.
fn as_name(value: &Value) -> String {
    let text = value.to_string();
    let Value::Name(name) = value else { return text };
    let Ok(read) = name.trim().parse::<Value>();
    let is_plain = read == *value && !name.is_empty() && !name.contains([',', '"']);
    if is_plain { text } else { in_quotes(name) }
}

/// The texts of the values of an axis of numbers, those in equal steps as ranges.
fn number_texts(values: &[Value]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = values;
    while let [first, ..] = rest {
        let (length, step) = range(rest).unwrap_or((1, Decimal::whole(1)));
        let is_one = step.is_written_as(Decimal::whole(1));
        texts.push(match (first, &rest[length - 1]) {
            (Value::Name(name), _) => in_quotes(name),
            (first, _) if length == 1 => first.to_string(),
            (first, last) if is_one => format!("{first}..={last}"),
            (first, last) => format!("{first}..={last}:{step}"),
        });
        rest = &rest[length..];
    }
    texts
}

/// `NAME=VALUES`; reading it gives the same axis.
impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = match is_named(&self.name) {
            true => self.values.iter().map(as_name).collect(),
            false => number_texts(&self.values),
        };
        write!(f, "{}={}", as_key(&self.name), texts.join(","))
    }
}

impl FromStr for Axis {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, written) = split_key(text)?;
        let is_named = is_named(&name);
        let mut values = Vec::new();
        let parts = if written.is_empty() { Vec::new() } else { split_names(written) };
        for (part, is_quoted) in parts {
            add_values(&part, is_quoted, is_named, &mut values)
                .map_err(|problem| Error::settings(format!("{name}: {problem}")))?;
        }
        Ok(Self { name, values })
    }
}

/// Adds what one part of a list says.
fn add_values(
    part: &str,
    is_quoted: bool,
    is_named: bool,
    values: &mut Vec<Value>,
) -> std::result::Result<(), String> {
    if is_quoted {
        values.push(Value::Name(part.to_owned()));
    } else if is_named {
        let Ok(value) = part.trim().parse();
        values.push(value);
    } else if part == Value::Absent.to_string() {
        values.push(Value::Absent);
    } else {
        values.extend(run(part)?.into_iter().map(Value::Number));
    }
    check_count(part, values.len())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    fn axis(text: &str) -> Axis {
        text.parse().unwrap()
    }

    #[test]
    fn numbers_in_equal_steps_are_ranges() {
        for (text, printed) in [
            ("min_words=1,2,3,4", "min_words=1..=4"),
            ("max_repeats=1,2,3,5,10..=100:10", "max_repeats=1..=3,5,10..=100:10"),
            ("k1=0.5..=2:0.5", "k1=0.5..=2.0:0.5"),
            ("k1=0.5,1,1.5,2", "k1=0.5,1,1.5,2"),
            ("b=1.0,2.0,3.0,1", "b=1.0..=3.0,1"),
            ("b=1,1.50,2.00", "b=1..=2.00:0.50"),
            ("label=none,1,2,3, bte", "label=none,1,2,3,bte"),
            ("weight.title=2,1", "weight.title=2,1"),
            ("k1=-,\"x\",\"5\"", "k1=-,\"x\",\"5\""),
            ("min_words=", "min_words="),
        ] {
            assert_eq!(axis(text).to_string(), printed);
            assert_eq!(axis(printed), axis(text));
        }
    }

    #[test]
    fn what_is_no_axis_is_refused() {
        for (text, problem) in [
            ("k1", "found 'k1', expected a name, an equals sign and a value"),
            ("k1=x", "k1: found 'x', expected a decimal of 0 or more"),
            ("k1=1..2", "k1: found '1..2', expected a range with its end"),
            ("k1=1..=9999,1..=9999", "k1: found '1..=9999', expected at most 10000 values"),
        ] {
            let message = text.parse::<Axis>().unwrap_err().to_string();
            assert!(message.starts_with(problem), "{message}");
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        prop_oneof![
            "[0-9]{1,2}(\\.[0-9]{1,2})?".prop_map(|text| Value::Number(text.parse().unwrap())),
            (0u32..9).prop_map(|number| Value::Number(Decimal::whole(number))),
            "\\PC{0,9}".prop_map(Value::Name),
            "[0-9.,=\" -]{0,9}".prop_map(Value::Name),
            Just(Value::Absent),
        ]
    }

    pub(crate) fn axes() -> impl Strategy<Value = Axis> {
        let name = prop_oneof![
            prop::sample::select(vec!["min_words", "k1", "label", "model", "weight.title"])
                .prop_map(str::to_owned),
            "min_score\\.\\PC{0,9}",
            "[=\"a]{1,4}",
        ];
        let run = (0u32..99, 1u32..5, 1usize..9).prop_map(|(first, step, length)| {
            let numbers = (first..).step_by(step as usize).take(length);
            numbers.map(|number| Value::Number(Decimal::whole(number))).collect::<Vec<_>>()
        });
        let values = prop_oneof![
            prop::collection::vec(values(), 0..9),
            prop::collection::vec(run, 1..4).prop_map(|runs| runs.concat()),
        ];
        (name, values).prop_map(|(name, values)| Axis { name, values })
    }

    proptest! {
        #[test]
        fn every_axis_reads_again_as_it_prints(axis in axes()) {
            let text = axis.to_string();
            let again: Axis = text.parse().map_err(|error| {
                TestCaseError::fail(format!("{text}: {error}"))
            })?;
            // As it is written, not only of the same value.
            let texts = |axis: &Axis| axis.values.iter().map(Value::to_string).collect::<Vec<_>>();
            prop_assert_eq!(texts(&again), texts(&axis));
            prop_assert_eq!(again, axis);
        }
    }
}
