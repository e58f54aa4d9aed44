//! Means and standard deviations of a set of reference runs: lines of
//! `topic measure mean deviation` (trec_eval's `-Z`).

use super::input::{columns, shown};
use super::limits::Limits;
use super::lines::{Lines, has_content};
use crate::error::{Error, Result};
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

/// Mean and standard deviation of each measure for each topic.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Zscores {
    /// By topic and measure, with a blank between them.
    by_name: HashMap<String, (f64, f64)>,
}

impl Zscores {
    /// Reads the file at `path` (`-` is standard input), plain or gzip. If several lines are about
    /// the same measure and topic, the last one counts.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read. [`Error::Format`] with the line for a line without
    /// four columns, or whose last two are not numbers; also for a file without lines, and for one
    /// of more than 64 MiB (decompressed) or 2,000,000 lines.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        parse(Lines::open(path.as_ref(), Limits::JUDGEMENTS)?)
    }

    /// Reads from an open reader; messages call it `name`.
    ///
    /// # Errors
    /// As [`Zscores::read`].
    pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<Self> {
        parse(Lines::new(reader, name.as_ref(), Limits::JUDGEMENTS)?)
    }

    /// The value that trec_eval prints where there is no z-score.
    pub const MISSING: f64 = -1_000_000.0;

    /// Returns the z-score: how many standard deviations `value` is above the mean.
    /// [`Zscores::MISSING`] if the file does not have the measure (by trec_eval's name) for the
    /// topic, or if the deviation is 0 and the value is not the mean.
    pub fn zscore(&self, topic: &str, measure: &str, value: f64) -> f64 {
        match self.by_name.get(&name(topic, measure)) {
            Some((mean, deviation)) if *deviation != 0.0 => (value - mean) / deviation,
            Some((mean, _)) if value == *mean => 0.0,
            _ => Self::MISSING,
        }
    }
}

const COLUMNS: &str = "four columns: topic measure mean deviation";

fn name(topic: &str, measure: &str) -> String {
    [topic, " ", measure].concat()
}

fn parse(mut lines: Lines<'_>) -> Result<Zscores> {
    let mut by_name = HashMap::new();
    while let Some((_, line)) = lines.next_line()? {
        if has_content(line) {
            let (name, pair) = record(line)
                .map_err(|(found, expected)| Error::format(lines.place(), found, expected))?;
            by_name.insert(name, pair);
        }
    }
    if by_name.is_empty() {
        return Err(Error::format(lines.whole(), "no line", COLUMNS));
    }
    Ok(Zscores { by_name })
}

/// What was found in a line, and what was expected.
type Wrong = (String, &'static str);

/// Parses a line to its name, and the mean and deviation.
fn record(line: &str) -> std::result::Result<(String, (f64, f64)), Wrong> {
    let [topic, measure, mean, deviation] = columns(line).ok_or_else(|| (shown(line), COLUMNS))?;
    Ok((name(topic, measure), (finite(mean)?, finite(deviation)?)))
}

/// Parses a number that is finite.
fn finite(text: &str) -> std::result::Result<f64, Wrong> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err((shown(text), "a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_z_score_counts_deviations_from_the_mean() {
        let z =
            Zscores::read_from("# one\n1 map 0.5 0.25\n1 num_rel 7 0\n".as_bytes(), "z").unwrap();
        assert_eq!(z.zscore("1", "map", 0.25), -1.0);
        assert_eq!(
            (z.zscore("1", "num_rel", 7.0), z.zscore("1", "num_rel", 8.0)),
            (0.0, Zscores::MISSING)
        );
        assert_eq!(
            (z.zscore("2", "map", 1.0), z.zscore("1", "bpref", 1.0)),
            (Zscores::MISSING, Zscores::MISSING)
        );
    }

    #[test]
    fn errors_name_file_and_line() {
        for (text, message) in [
            ("1 map 0.5", format!("z:1: found '1 map 0.5', expected {COLUMNS}")),
            ("\n1 map 0.5 nan", "z:2: found 'nan', expected a number".to_owned()),
        ] {
            let error = Zscores::read_from(text.as_bytes(), "z").unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
