//! Parses the values of a parameter (`11`, `0.2,0.33,1`, `1..=100`, `0.5..=3:0.5`, or a mixture),
//! languages, and numbers of bytes (`1048576`, `500k`, `64MiB`).

use crate::flags::meant;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tamis::request::numbers;
use tamis::shards::ShardNumber;
use tamis::{Decimal, language_code};

/// Parses a language given as a code or name, with or without a region (`en`, `eng`, `en-US`,
/// `english`), and returns its code, of two letters if there is one.
///
/// # Errors
/// Unknown languages: no classifier has words for them and they cannot be detected.
pub fn language(typed: &str) -> Result<String, String> {
    let code = language_code(typed).map(str::to_owned);
    code.ok_or_else(|| {
        "expected a language's code or English name, such as en, deu or german".to_owned()
    })
}

/// Returns the parser of a setting that is one of a few values. Each row has the value, its name,
/// and what help and completions say of it, without a full stop; nothing for one that they leave
/// out.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    rows: &'static [(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let names = rows
        .iter()
        .map(|(_, name, help)| PossibleValue::new(*name).help(*help).hide(help.is_empty()));
    PossibleValuesParser::new(names).try_map(|given| {
        let value = rows.iter().find(|(_, name, _)| *name == given).map(|(value, ..)| *value);
        value.ok_or("expected one of the possible values")
    })
}

/// Parses one or more values of a parameter, in the order written.
pub fn values(text: &str) -> Result<Vec<Decimal>, String> {
    let values = numbers(text).map_err(|error| meant::with_meant(error, meant_list(text)))?;
    // A repeated value would be a repeated point.
    let mut seen = std::collections::BTreeSet::new();
    Ok(values.into_iter().filter(|value| seen.insert(*value)).collect())
}

/// What a list was meant to be that cannot be read.
fn meant_list(text: &str) -> Option<String> {
    let is_list = |text: &String| numbers(text).is_ok();
    meant::values(text).filter(is_list).or_else(|| {
        let parts = text.split(',').map(|part| match numbers(part) {
            Ok(_) => Some(part.to_owned()),
            Err(_) => meant::values(part),
        });
        parts.collect::<Option<Vec<_>>>().map(|parts| parts.join(",")).filter(is_list)
    })
}

/// Suffixes and their bytes. Those with an `i` are powers of 1,024, as IEC 80000-13 has it; case
/// does not matter.
const UNITS: [(&str, u64); 11] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("k", 1_000),
    ("M", 1_000_000),
    ("G", 1_000_000_000),
    ("B", 1),
    ("", 1),
];

/// Parses a number of bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    known_bytes(text).ok_or_else(|| {
        let message = format!(
            "found '{text}', expected a whole number of bytes such as 1048576, 500k, 10M or 64MiB"
        );
        meant::with_meant(message, meant_bytes(text))
    })
}

/// The digits that a text begins with, and the rest.
fn split_number(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

fn known_bytes(text: &str) -> Option<u64> {
    let (number, suffix) = split_number(text);
    let (_, unit) =
        UNITS.iter().find(|(unit, _)| unit.eq_ignore_ascii_case(suffix.trim_start()))?;
    number.parse::<u64>().ok()?.checked_mul(*unit)
}

/// What a number of bytes was meant to be: half a unit, or one with a longer or larger name.
fn meant_bytes(text: &str) -> Option<String> {
    let (number, after) = split_number(text);
    let letter = after.chars().find(char::is_ascii_alphabetic)?;
    let unit = "kmgt".find(letter.to_ascii_lowercase())?;
    let whole: u64 = number.parse().ok()?;
    let tenths = after.strip_prefix('.').and_then(|rest| rest.chars().next()?.to_digit(10));
    let (amount, unit) = match tenths {
        Some(tenths) => (whole * 1000 + u64::from(tenths) * 100, unit.checked_sub(1)),
        None if unit == 3 => (whole * 1000, Some(2)),
        None => (whole, Some(unit)),
    };
    let unit = unit.map_or("", |unit| ["k", "M", "G"][unit.min(2)]);
    let meant = format!("{amount}{unit}");
    known_bytes(&meant).is_some().then_some(meant)
}

/// Parses a shard, such as `3/8`.
pub fn shard(text: &str) -> Result<ShardNumber, String> {
    text.parse().map_err(|error| {
        let (numbers, _) = meant::parts(text).unwrap_or_default();
        let meant = Some(numbers.join("/")).filter(|meant| meant.parse::<ShardNumber>().is_ok());
        meant::with_meant(error, meant)
    })
}

/// Parses a number of 1 or more.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| "expected a whole number of 1 or more".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        super::values(text).unwrap().iter().map(ToString::to_string).collect()
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
        for text in [
            "1..4",
            "4..=1",
            "1..=2:0",
            "",
            "a",
            "1..=",
            "1..=1000000000",
            "0..=1:0.000000001",
            "1..=9999,20000..=999999999",
        ] {
            assert!(super::values(text).unwrap_err().contains("expected"), "{text}");
        }
    }

    #[test]
    fn no_mixture_of_lists_and_ranges_has_too_many_values() {
        let list = (0..=10_000).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
        for text in [format!("{list},1..=999999999"), list, "1..=9999,1..=9999".to_owned()] {
            let message = super::values(&text).unwrap_err();
            assert!(
                message.ends_with("expected at most 10000 values; take larger steps"),
                "{message}"
            );
        }
        assert_eq!(values("1..=10000").len(), 10_000);
    }

    #[test]
    fn bytes_have_units() {
        let bytes = |text: &str| bytes(text).unwrap();
        assert_eq!(
            ["0", "7", "500k", "10M", "2G"].map(bytes),
            [0, 7, 500_000, 10_000_000, 2_000_000_000]
        );
        assert_eq!(
            ["1KiB", "64mib", "3 GiB", "5MB"].map(bytes),
            [1 << 10, 64 << 20, 3 << 30, 5_000_000]
        );
        for text in ["", "k", "-1", "1.5M", "1T", "1 2", "99999999999G", "0x10"] {
            let error = super::bytes(text).unwrap_err();
            assert!(error.contains(&format!("found '{text}'")), "{text}");
        }
    }
}
