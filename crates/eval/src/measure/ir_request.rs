//! Parses requests as ir_measures writes them, `name(key=value,...)@k`. A measure takes the keys
//! that it takes in ir_measures, and `rel` and `judged_only` wherever they make sense.

use super::catalog::MEASURES;
use super::definition::{Numbers, Score};
use super::gains::Gains;
use super::instance::Instance;
use super::names::{rows_named, unknown};
use super::parameter::{MeasureParameter, expected_numbers, gains_of, rank, read_numbers};
use super::settings::MeasureSettings;
use super::trec_request::{with_defaults, with_parameter};
use crate::error::{Error, Result};

/// A request, split into its parts.
struct RequestParts<'a> {
    request: &'a str,
    name: &'a str,
    /// Keys and values between the brackets, in order.
    pairs: Vec<(&'a str, &'a str)>,
    cutoff: Option<&'a str>,
}

/// The parsed keys and values.
#[derive(Default)]
struct IrParameters<'a> {
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
    let parts = RequestParts::split(request)?;
    if keys_of(parts.name).is_none() {
        return Err(unknown(parts.name));
    }
    let parameters = parts.parameters()?;
    let name = match parameters.kind {
        Some(kind) if parts.name.eq_ignore_ascii_case("NumRet") => kind.to_owned(),
        Some(kind) => format!("{}({kind})", parts.name),
        None => parts.name.to_owned(),
    };
    let Some(row) = rows_named(&name).next() else { return Err(unknown(&name)) };
    let mut instances = match (MEASURES[row].score, parameters.cutoff) {
        (Score::WithNumbers(_, Numbers { ir: Some(_), .. }), cutoff) => {
            vec![parts.with_number(row, &parameters, cutoff)?]
        }
        (Score::ByGain(_), None) if !parameters.gains.are_grades() => {
            let parameter = gains_parameter(&parameters.gains);
            vec![Instance { row, settings: MeasureSettings::default(), parameter }]
        }
        (_, Some(cutoff)) => with_parameter(request, &name, cutoff)?,
        (_, None) => with_defaults(row),
    };
    for instance in &mut instances {
        let depth = instance.settings.depth;
        instance.settings = MeasureSettings { depth, ..parameters.settings.clone() };
        if let Score::ByGainAtRank(..) = MEASURES[instance.row].score {
            instance.settings.gains = Gains::new(parameters.gains.changed());
        }
    }
    Ok(instances)
}

/// Returns gains as the parameter of a measure, with their text as trec_eval writes it; nothing if
/// each grade is its own gain.
fn gains_parameter(gains: &Gains) -> MeasureParameter {
    let pairs: Vec<String> =
        gains.changed().iter().map(|(grade, gain)| format!("{grade}={gain}")).collect();
    if pairs.is_empty() {
        MeasureParameter::Nothing
    } else {
        MeasureParameter::Gains(gains.clone(), pairs.join(","))
    }
}

/// The error for a request whose brackets or cut-off cannot be read.
fn malformed(request: &str) -> Error {
    Error::setting(format!(
        "measure '{request}': expected name(key=value,...) or name(key=value,...)@k"
    ))
}

impl<'a> RequestParts<'a> {
    fn split(request: &'a str) -> Result<Self> {
        let Some((name, rest)) = request.split_once('(') else {
            let (name, cutoff) = request.split_once('@').ok_or_else(|| malformed(request))?;
            return Ok(Self { request, name, pairs: Vec::new(), cutoff: Some(cutoff) });
        };
        let (inner, behind) = rest.rsplit_once(')').ok_or_else(|| malformed(request))?;
        let cutoff = match behind.strip_prefix('@') {
            Some(cutoff) => Some(cutoff),
            None if behind.is_empty() => None,
            None => return Err(malformed(request)),
        };
        let mut pairs = Vec::new();
        for pair in split_outside_braces(inner) {
            let (key, value) = pair.split_once('=').ok_or_else(|| malformed(request))?;
            pairs.push((key.trim(), value.trim()));
        }
        Ok(Self { request, name, pairs, cutoff })
    }

    /// Parses the keys and values.
    fn parameters(&self) -> Result<IrParameters<'a>> {
        let mut parsed = IrParameters { cutoff: self.cutoff, ..IrParameters::default() };
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
            self.parse_pair(key, value, &mut parsed)?;
        }
        if parsed.kind.is_some_and(|kind| kind.starts_with("dcg")) && !parsed.gains.are_grades() {
            let message = "gains need dcg='log2'; dcg='exp-log2' has fixed gains, 2^grade - 1";
            return Err(Error::setting(format!("measure '{}': {message}", self.request)));
        }
        Ok(parsed)
    }

    /// Parses the value of one key, which the measure takes.
    fn parse_pair(&self, key: &str, value: &'a str, parsed: &mut IrParameters<'a>) -> Result<()> {
        match key {
            "rel" => {
                let level = value.parse().map_err(|_| self.wrong(key, value, "a whole number"))?;
                parsed.settings.level = Some(level);
                if self.name.eq_ignore_ascii_case("NumRet") {
                    parsed.kind = Some("NumRelRet");
                }
            }
            "judged_only" => parsed.settings.judged_only = self.truth(key, value)?,
            "relative" => {
                let relative = self.truth(key, value)?;
                parsed.kind = relative.then_some("relative=True");
            }
            "dcg" => match value.trim_matches(['\'', '"']) {
                "log2" => {}
                "exp-log2" => parsed.kind = Some("dcg='exp-log2'"),
                _ => return Err(self.wrong(key, value, "'log2' or 'exp-log2'")),
            },
            "gains" => {
                let expected = "gains of grades, such as {0:0,1:1,2:3}";
                parsed.gains = gains(value).ok_or_else(|| self.wrong(key, value, expected))?;
            }
            "alpha" => parsed.settings.reader.alpha = self.share(key, value)?,
            "beta" if number(self.name).is_none() => {
                parsed.settings.reader.beta = self.share(key, value)?;
            }
            "cutoff" | "recall" if parsed.cutoff.is_some() => {
                return Err(Error::setting(format!(
                    "measure '{}': found {key} and @, expected one of them",
                    self.request
                )));
            }
            "cutoff" | "recall" => parsed.cutoff = Some(value),
            _ => parsed.number = Some(value),
        }
        Ok(())
    }

    /// Parses a value that is true or false.
    fn truth(&self, key: &str, value: &str) -> Result<bool> {
        match value {
            "True" => Ok(true),
            "False" => Ok(false),
            _ => Err(self.wrong(key, value, "True or False")),
        }
    }

    /// Parses a number from 0 to 1.
    fn share(&self, key: &str, value: &str) -> Result<f64> {
        let share = value.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        share.ok_or_else(|| self.wrong(key, value, "a number from 0 to 1"))
    }

    /// A measure that takes a number, with an optional cut-off.
    fn with_number(
        &self,
        row: usize,
        parameters: &IrParameters,
        cutoff: Option<&str>,
    ) -> Result<Instance> {
        let Score::WithNumbers(_, numbers @ Numbers { ir: Some((key, _)), .. }) =
            MEASURES[row].score
        else {
            return Err(unknown(self.name));
        };
        let number = match parameters.number {
            Some(number) => Some(number.to_owned()),
            None => MEASURES[row].ir_default(self.name)?.map(|number| number.to_string()),
        };
        let parameter = match number {
            Some(typed) => {
                let read = read_numbers(&typed, &numbers)
                    .ok_or_else(|| self.wrong(key, &typed, &expected_numbers(&numbers)))?;
                MeasureParameter::Numbers(read, typed)
            }
            None => MeasureParameter::Nothing,
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
    let mut keys: Vec<&str> = Vec::new();
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
        keys.extend(has_variant(measure.ir_name, "dcg='exp-log2'").then_some("dcg"));
        keys.extend(has_variant(measure.ir_name, "relative=True").then_some("relative"));
        // With a level, NumRet is NumRelRet.
        keys.extend((measure.binary || measure.name == "num_ret").then_some("rel"));
        keys.push("judged_only");
        keys.extend(cutoff);
    }
    let mut unique = Vec::new();
    for key in keys {
        if !unique.contains(&key) {
            unique.push(key);
        }
    }
    Some(unique)
}

/// Returns whether the list has a measure of this name with this setting.
fn has_variant(ir_name: &str, setting: &str) -> bool {
    rows_named(&format!("{ir_name}({setting})")).next().is_some()
}

/// Returns the key of the number that a measure takes.
fn number(name: &str) -> Option<&'static str> {
    rows_named(name).find_map(|row| match MEASURES[row].score {
        Score::WithNumbers(_, numbers) => numbers.ir.map(|(key, _)| key),
        _ => None,
    })
}

fn gains(value: &str) -> Option<Gains> {
    gains_of(value.strip_prefix('{')?.strip_suffix('}')?, ':')
}

/// Splits at commas outside braces; an empty text has no parts.
fn split_outside_braces(text: &str) -> Vec<&str> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let mut depth = 0;
    let parts = text.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    parts.collect()
}

#[cfg(test)]
mod tests;
