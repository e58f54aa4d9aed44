//! Parses requests as trec_eval writes them: `map`, `P.10,20`, `P_10`, `ndcg.1=3,2=9`, and
//! nicknames such as `official`.

use super::catalog::{MEASURES, NICKNAMES};
use super::definition::Score;
use super::gains::Gains;
use super::instance::Instance;
use super::names::{rows_named, unknown};
use super::parameter::{MeasureParameter, expected_numbers, gains_of, rank, read_numbers};
use super::settings::MeasureSettings;
use crate::error::{Error, Result};

/// Returns the instances of a nickname, or of a name without a parameter; none for anything else.
///
/// # Errors
/// As [`Measure::ir_default`](super::Measure).
pub(super) fn parse_bare(request: &str) -> Result<Option<Vec<Instance>>> {
    let nickname = NICKNAMES.iter().find(|(nickname, _)| request.eq_ignore_ascii_case(nickname));
    if let Some((_, names)) = nickname {
        let rows = names.split(' ').filter_map(|name| rows_named(name).next());
        return Ok(Some(rows.flat_map(with_defaults).collect()));
    }
    let Some(row) = rows_named(request).next() else { return Ok(None) };
    let instances = match MEASURES[row].ir_default(request)? {
        Some(number) => {
            let parameter = MeasureParameter::Numbers(vec![number], number.to_string());
            vec![Instance { row, settings: MeasureSettings::default(), parameter }]
        }
        None => with_defaults(row),
    };
    Ok(Some(instances))
}

/// Parses a name with a parameter.
///
/// # Errors
/// [`Error::Setting`] for an unknown name or an invalid parameter.
pub(super) fn parse_with_parameter(request: &str) -> Result<Vec<Instance>> {
    let (name, parameter) = split(request).ok_or_else(|| unknown(request))?;
    with_parameter(request, name, parameter)
}

/// Splits a request into name and parameter: `P_10` as printed, or `P.10,20`.
fn split(request: &str) -> Option<(&str, &str)> {
    if let Some((name, parameter)) = request.rsplit_once('_')
        && parameter.starts_with(|c: char| c.is_ascii_digit() || "-.p".contains(c))
        && rows_named(name).next().is_some()
    {
        return Some((name, parameter));
    }
    request.split_once('.')
}

/// Returns the row's instances with default parameters.
pub(super) fn with_defaults(row: usize) -> Vec<Instance> {
    let parameters = default_parameters(&MEASURES[row].score);
    instances(row, parameters.unwrap_or_else(|| vec![MeasureParameter::Nothing]))
}

/// Returns the row's instances with these parameters.
fn instances(row: usize, parameters: Vec<MeasureParameter>) -> Vec<Instance> {
    let mut instances = Vec::new();
    for parameter in parameters {
        instances.push(Instance { row, settings: MeasureSettings::default(), parameter });
    }
    instances
}

/// The default parameters of a score that has a value for each of them.
fn default_parameters(score: &Score) -> Option<Vec<MeasureParameter>> {
    match score {
        Score::AtRank(_, cutoffs)
        | Score::ByGainAtRank(_, cutoffs)
        | Score::OfSubtopicsAtRank(_, cutoffs, _) => {
            Some(cutoffs.iter().map(|&k| MeasureParameter::Rank(k)).collect())
        }
        Score::AtRecall(_, shares) | Score::AtMultiple(_, shares) => {
            Some(shares.iter().map(|&share| MeasureParameter::Share(share)).collect())
        }
        Score::PerGroup(inner) => default_parameters(inner),
        _ => None,
    }
}

/// Returns the first row of this name that takes `parameter`, with it.
///
/// # Errors
/// [`Error::Setting`] for an unknown name or an invalid parameter.
pub(super) fn with_parameter(request: &str, name: &str, parameter: &str) -> Result<Vec<Instance>> {
    let mut refused = match rows_named(name).next() {
        Some(_) => {
            Error::setting(format!("measure '{name}' takes no cut-off, but '{request}' gives one"))
        }
        None => unknown(name),
    };
    for row in rows_named(name) {
        match parameters(inner(&MEASURES[row].score), parameter) {
            Ok(parameters) => return Ok(instances(row, parameters)),
            Err(None) => {}
            Err(Some((found, expected))) => {
                let message = format!(
                    "measure '{}': found cut-off '{found}', expected {expected}",
                    MEASURES[row].name
                );
                refused = Error::setting(message);
            }
        }
    }
    Err(refused)
}

/// The parameters in a request. The error is what was found and expected, or none if the score
/// takes no parameter.
type TrecParameters = std::result::Result<Vec<MeasureParameter>, Option<(String, String)>>;

/// Parses a parameter for a score.
fn parameters(score: &Score, text: &str) -> TrecParameters {
    match score {
        Score::Tag
        | Score::One
        | Score::Whole(_)
        | Score::PerGroup(_)
        | Score::OfPreferences(_)
        | Score::OfSubtopics(..)
        | Score::OfSample(_) => Err(None),
        Score::AtRecall(..) => each_part(text, |part| share(part, 1.0), "a number from 0 to 1"),
        Score::AtMultiple(..) => {
            each_part(text, |part| share(part, MAX_MULTIPLE), "a number from 0")
        }
        Score::ByGain(_) => match gains(text) {
            Some(gains) => Ok(vec![MeasureParameter::Gains(gains, text.to_owned())]),
            None => {
                let expected = "gains of grades, such as 1=3,2=9.5".to_owned();
                Err(Some((text.to_owned(), expected)))
            }
        },
        Score::WithNumbers(_, numbers) => match read_numbers(text, numbers) {
            Some(read) => Ok(vec![MeasureParameter::Numbers(read, text.to_owned())]),
            None => Err(Some((text.to_owned(), expected_numbers(numbers)))),
        },
        Score::AtRank(..)
        | Score::ByGainAtRank(..)
        | Score::OfSubtopicsAtRank(..)
        | Score::Grades(_) => {
            each_part(text, |part| rank(part).map(MeasureParameter::Rank), "a whole number from 1")
        }
    }
}

/// Parses a list with commas, part by part.
fn each_part(
    text: &str,
    read: impl Fn(&str) -> Option<MeasureParameter>,
    expected: &str,
) -> TrecParameters {
    let mut parameters = Vec::new();
    for part in text.split(',') {
        match read(part) {
            Some(parameter) => parameters.push(parameter),
            None => return Err(Some((part.to_owned(), expected.to_owned()))),
        }
    }
    Ok(parameters)
}

/// Parses a number from 0 to `most`.
fn share(text: &str, most: f64) -> Option<MeasureParameter> {
    text.parse().ok().filter(|share| (0.0..=most).contains(share)).map(MeasureParameter::Share)
}

/// The highest multiple of R; no ranking is longer.
const MAX_MULTIPLE: f64 = 1e9;

/// The score that takes the parameter.
fn inner(score: &'static Score) -> &'static Score {
    if let Score::PerGroup(inner) = score { inner } else { score }
}

fn gains(text: &str) -> Option<Gains> {
    gains_of(text, '=')
}
