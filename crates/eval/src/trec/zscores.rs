//! Lines of `topic measure mean deviation`, of a set of runs that others are compared with, into a table (trec_eval's `-Z`).

use super::input::{Input, shown};
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// Mean and standard deviation of measures under topics.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Zscores {
    topics: BTreeMap<String, BTreeMap<String, (f64, f64)>>,
}

impl Zscores {
    /// What trec_eval prints where there is no z-score.
    pub const MISSING: f64 = -1_000_000.0;

    /// How many standard deviations `value` lies above the mean. [`Zscores::MISSING`] where the file does not have the
    /// measure (by trec_eval's name) under the topic, or a value other than the mean has a deviation of 0.
    pub fn of(&self, topic: &str, measure: &str, value: f64) -> f64 {
        match self.topics.get(topic).and_then(|measures| measures.get(measure)) {
            Some((mean, deviation)) if *deviation != 0.0 => (value - mean) / deviation,
            Some((mean, _)) if value == *mean => 0.0,
            _ => Self::MISSING,
        }
    }
}

/// Reads the file at `path` (`-` is standard input), plain or gzip. Of several lines about the same, the last one stands.
///
/// # Errors
/// [`Error::Io`]; [`Error::Format`] with the line for one that does not have four columns, the last two of them numbers.
pub fn read(path: impl AsRef<Path>) -> Result<Zscores> {
    parse(&Input::open(path.as_ref())?)
}

/// As [`read`], from an open reader; messages call it `name`.
///
/// # Errors
/// As [`read`].
pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<Zscores> {
    parse(&Input::read(reader, name.as_ref())?)
}

const COLUMNS: &str = "four columns: topic measure mean deviation";

fn parse(input: &Input) -> Result<Zscores> {
    let mut topics: BTreeMap<String, BTreeMap<String, (f64, f64)>> = BTreeMap::new();
    for (number, line) in input.lines() {
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        let [topic, measure, mean, deviation] = fields[..] else {
            return Err(Error::format(input.line(number), shown(line), COLUMNS));
        };
        let finite = |text: &str| match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(Error::format(input.line(number), format!("'{text}'"), "a number")),
        };
        let pair = (finite(mean)?, finite(deviation)?);
        topics.entry(topic.to_owned()).or_default().insert(measure.to_owned(), pair);
    }
    if topics.is_empty() {
        return Err(Error::format(input.whole(), "no line", COLUMNS));
    }
    Ok(Zscores { topics })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_counted_in_deviations_from_the_mean() {
        let z = read_from("# one\n1 map 0.5 0.25\n1 num_rel 7 0\n".as_bytes(), "z").unwrap();
        assert_eq!(z.of("1", "map", 0.25), -1.0);
        assert_eq!((z.of("1", "num_rel", 7.0), z.of("1", "num_rel", 8.0)), (0.0, Zscores::MISSING));
        assert_eq!((z.of("2", "map", 1.0), z.of("1", "bpref", 1.0)), (Zscores::MISSING, Zscores::MISSING));
    }

    #[test]
    fn what_is_wrong_is_said_with_file_and_line() {
        let wrong = |text: &str| read_from(text.as_bytes(), "z").unwrap_err().to_string();
        assert_eq!(wrong("1 map 0.5"), format!("z:1: found '1 map 0.5', expected {COLUMNS}"));
        assert_eq!(wrong("\n1 map 0.5 nan"), "z:2: found 'nan', expected a number");
    }
}
