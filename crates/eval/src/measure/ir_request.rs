//! Parses requests as ir_measures writes them, `name(key=value,...)@k`. A measure takes the keys
//! that it takes in ir_measures, and `rel` and `judged_only` wherever they make sense.

use super::catalog::MEASURES;
use super::definition::{Numbers, Score};
use super::gains::Gains;
use super::instance::Instance;
use super::names::{rows_named, unknown};
use super::parameter::{Parameter, expected_numbers, gains_of, rank, read_numbers};
use super::settings::MeasureSettings;
use super::trec_request::{with_defaults, with_parameter};
use crate::error::{Error, Result};

/// A request, split into its parts.
struct Written<'a> {
    request: &'a str,
    name: &'a str,
    /// Keys and values between the brackets, in order.
    pairs: Vec<(&'a str, &'a str)>,
    /// The text after `@`.
    cutoff: Option<&'a str>,
}

/// The parsed keys and values.
#[derive(Default)]
struct ParsedParameters<'a> {
    settings: MeasureSettings,
    gains: Gains,
    /// The number that the measure has a key for.
    number: Option<&'a str>,
    cutoff: Option<&'a str>,
    /// The setting that selects another measure of the list.
    kind: Option<&'static str>,
}

/// Parses a request with brackets or `@`.
///
/// # Errors
/// As [`super::parse`]; also for a key that the measure does not take, with those that it takes.
pub(super) fn parse(request: &str) -> Result<Vec<Instance>> {
    let written = Written::read(request)?;
    if keys_of(written.name).is_none() {
        return Err(unknown(written.name));
    }
    let said = written.said()?;
    let name = match said.kind {
        Some(kind) if written.name.eq_ignore_ascii_case("NumRet") => kind.to_owned(),
        Some(kind) => format!("{}({kind})", written.name),
        None => written.name.to_owned(),
    };
    let Some(row) = rows_named(&name).next() else { return Err(unknown(&name)) };
    let mut instances = match (MEASURES[row].score, said.cutoff) {
        (Score::WithNumbers(_, Numbers { ir: Some(_), .. }), cutoff) => {
            vec![written.with_number(row, &said, cutoff)?]
        }
        (Score::ByGain(_), None) if !said.gains.are_grades() => {
            let typed: Vec<String> =
                said.gains.changed().iter().map(|(g, gain)| format!("{g}={gain}")).collect();
            let gains = Parameter::Gains(said.gains.clone(), typed.join(","));
            let parameter = if typed.is_empty() { Parameter::Nothing } else { gains };
            vec![Instance { row, settings: MeasureSettings::default(), parameter }]
        }
        (_, Some(cutoff)) => with_parameter(request, &name, cutoff)?,
        (_, None) => with_defaults(row),
    };
    for instance in &mut instances {
        let depth = instance.settings.depth;
        instance.settings = MeasureSettings { depth, ..said.settings.clone() };
        if let Score::ByGainAtRank(..) = MEASURES[instance.row].score {
            instance.settings.gains = Gains::new(said.gains.changed());
        }
    }
    Ok(instances)
}

impl<'a> Written<'a> {
    fn read(request: &'a str) -> Result<Self> {
        let malformed = || {
            Error::setting(format!(
                "measure '{request}': expected name(key=value,...) or name(key=value,...)@k"
            ))
        };
        let Some((name, rest)) = request.split_once('(') else {
            let (name, cutoff) = request.split_once('@').ok_or_else(malformed)?;
            return Ok(Self { request, name, pairs: Vec::new(), cutoff: Some(cutoff) });
        };
        let (inner, behind) = rest.rsplit_once(')').ok_or_else(malformed)?;
        let cutoff = match behind.strip_prefix('@') {
            Some(cutoff) => Some(cutoff),
            None if behind.is_empty() => None,
            None => return Err(malformed()),
        };
        let pair = |pair: &'a str| {
            let (key, value) = pair.split_once('=').ok_or_else(malformed)?;
            Ok((key.trim(), value.trim()))
        };
        let pairs = split_outside_braces(inner).into_iter().map(pair).collect::<Result<_>>()?;
        Ok(Self { request, name, pairs, cutoff })
    }

    fn said(&self) -> Result<ParsedParameters<'a>> {
        let mut said = ParsedParameters { cutoff: self.cutoff, ..ParsedParameters::default() };
        let keys = keys_of(self.name).unwrap_or_default();
        for (at, &(key, value)) in self.pairs.iter().enumerate() {
            if !keys.contains(&key) {
                return Err(self.refuse(key, &keys));
            }
            if self.pairs[..at].iter().any(|(before, _)| *before == key) {
                return Err(Error::setting(format!(
                    "measure '{}': found {key} twice, expected it once",
                    self.request
                )));
            }
            let wrong = |expected: &str| self.wrong(key, value, expected);
            let share = || value.parse().ok().filter(|share| (0.0..=1.0).contains(share));
            match key {
                "rel" => {
                    said.settings.level = Some(value.parse().map_err(|_| wrong("a whole number"))?);
                    if self.name.eq_ignore_ascii_case("NumRet") {
                        said.kind = Some("NumRelRet");
                    }
                }
                "judged_only" => {
                    said.settings.judged_only =
                        truth(value).ok_or_else(|| wrong("True or False"))?
                }
                "relative" => {
                    let relative = truth(value).ok_or_else(|| wrong("True or False"))?;
                    said.kind = relative.then_some("relative=True");
                }
                "dcg" => match value.trim_matches(['\'', '"']) {
                    "log2" => {}
                    "exp-log2" => said.kind = Some("dcg='exp-log2'"),
                    _ => return Err(wrong("'log2' or 'exp-log2'")),
                },
                "gains" => {
                    said.gains = gains(value)
                        .ok_or_else(|| wrong("gains of grades, such as {0:0,1:1,2:3}"))?
                }
                "alpha" => {
                    said.settings.reader.alpha =
                        share().ok_or_else(|| wrong("a number from 0 to 1"))?
                }
                "beta" if number(self.name).is_none() => {
                    said.settings.reader.beta =
                        share().ok_or_else(|| wrong("a number from 0 to 1"))?;
                }
                "cutoff" | "recall" if said.cutoff.is_some() => {
                    let message = format!(
                        "measure '{}': found {key} and @, expected one of them",
                        self.request
                    );
                    return Err(Error::setting(message));
                }
                "cutoff" | "recall" => said.cutoff = Some(value),
                _ => said.number = Some(value),
            }
        }
        if said.kind.is_some_and(|kind| kind.starts_with("dcg")) && !said.gains.are_grades() {
            let message = "gains need dcg='log2'; dcg='exp-log2' has fixed gains, 2^grade - 1";
            return Err(Error::setting(format!("measure '{}': {message}", self.request)));
        }
        Ok(said)
    }

    /// A measure that takes a number, with an optional cut-off.
    fn with_number(
        &self,
        row: usize,
        said: &ParsedParameters,
        cutoff: Option<&str>,
    ) -> Result<Instance> {
        let Score::WithNumbers(_, numbers @ Numbers { ir: Some((key, _)), .. }) =
            MEASURES[row].score
        else {
            return Err(unknown(self.name));
        };
        let of_ir =
            if said.number.is_none() { MEASURES[row].default_of_ir(self.name)? } else { None };
        let parameter =
            match said.number.map(str::to_owned).or(of_ir.map(|number| number.to_string())) {
                Some(typed) => {
                    let read = read_numbers(&typed, &numbers);
                    let read =
                        read.ok_or_else(|| self.wrong(key, &typed, &expected_numbers(&numbers)))?;
                    Parameter::Numbers(read, typed)
                }
                None => Parameter::Nothing,
            };
        let depth = match cutoff {
            Some(_) if key != "p" => {
                let message = format!(
                    "measure '{}' takes no cut-off, but '{}' gives one",
                    self.name, self.request
                );
                return Err(Error::setting(message));
            }
            Some(k) => {
                Some(rank(k).ok_or_else(|| self.wrong("cutoff", k, "a whole number from 1"))?)
            }
            None => None,
        };
        let settings = MeasureSettings { depth, ..MeasureSettings::default() };
        Ok(Instance { row, settings, parameter })
    }

    fn wrong(&self, key: &str, value: &str, expected: &str) -> Error {
        Error::setting(format!(
            "measure '{}': {key}: found '{value}', expected {expected}",
            self.request
        ))
    }

    fn refuse(&self, key: &str, keys: &[&str]) -> Error {
        let taken = match keys {
            [] => "takes nothing in brackets".to_owned(),
            _ => format!("takes {}", keys.join(", ")),
        };
        Error::setting(format!(
            "measure '{}': found {key}, but {} {taken}",
            self.request, self.name
        ))
    }
}

/// Returns the keys that a measure takes, ir_measures' own first; none if the name is unknown.
fn keys_of(name: &str) -> Option<Vec<&'static str>> {
    let mut rows = rows_named(name).peekable();
    rows.peek()?;
    let mut keys = Vec::new();
    for row in rows {
        let measure = &MEASURES[row];
        let (own, cutoff): (&[&str], Option<&str>) = match measure.score {
            Score::Tag
            | Score::One
            | Score::Grades(_)
            | Score::PerGroup(_)
            | Score::OfPreferences(_)
            | Score::OfSample(_) => continue,
            Score::Whole(_) => (&[], None),
            Score::AtRank(..) => (&[], Some("cutoff")),
            Score::AtRecall(..) => (&[], Some("recall")),
            Score::AtMultiple(..) => (&[], None),
            Score::ByGain(_) => (&["gains"], None),
            Score::ByGainAtRank(..) => (&["gains"], Some("cutoff")),
            Score::WithNumbers(_, Numbers { ir: Some(("p", _)), .. }) => {
                (&["p", "rel"], Some("cutoff"))
            }
            Score::WithNumbers(_, Numbers { ir: Some(("beta", _)), .. }) => (&["beta"], None),
            Score::WithNumbers(..) => (&[], None),
            Score::OfSubtopics(_, own) => (own, None),
            Score::OfSubtopicsAtRank(_, _, own) => (own, Some("cutoff")),
        };
        keys.extend(own);
        // These keys select another row of the list.
        let other =
            |with: &str| rows_named(&format!("{}({with})", measure.ir_name)).next().is_some();
        keys.extend(other("dcg='exp-log2'").then_some("dcg"));
        keys.extend(other("relative=True").then_some("relative"));
        // With a level, NumRet is NumRelRet.
        keys.extend((measure.binary || measure.name == "num_ret").then_some("rel"));
        keys.push("judged_only");
        keys.extend(cutoff);
    }
    let first = |at: usize| !keys[..at].contains(&keys[at]);
    Some((0..keys.len()).filter(|&at| first(at)).map(|at| keys[at]).collect())
}

/// Returns the key of the number that a measure takes.
fn number(name: &str) -> Option<&'static str> {
    rows_named(name).find_map(|row| match MEASURES[row].score {
        Score::WithNumbers(_, numbers) => numbers.ir.map(|(key, _)| key),
        _ => None,
    })
}

fn truth(value: &str) -> Option<bool> {
    match value {
        "True" => Some(true),
        "False" => Some(false),
        _ => None,
    }
}

fn gains(value: &str) -> Option<Gains> {
    gains_of(value.strip_prefix('{')?.strip_suffix('}')?, ':')
}

/// Splits at commas outside braces; an empty text has no parts.
fn split_outside_braces(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let outside = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    };
    if text.trim().is_empty() { Vec::new() } else { text.split(outside).collect() }
}

#[cfg(test)]
mod tests;
