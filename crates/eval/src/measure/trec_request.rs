//! Parses requests as trec_eval writes them: `map`, `P.10,20`, `P_10`, `ndcg.1=3,2=9`, and
//! nicknames such as `official`.

use super::catalog::{MEASURES, NICKNAMES};
use super::definition::Score;
use super::gains::Gains;
use super::instance::Instance;
use super::names::{rows_named, unknown};
use super::parameter::{Parameter, expected_numbers, gains_of, rank, read_numbers};
use super::settings::MeasureSettings;
use crate::error::{Error, Result};

/// Returns the instances of a nickname, or of a name without a parameter; none for anything else.
///
/// # Errors
/// As [`Measure::default_of_ir`](super::Measure).
pub(super) fn usual(request: &str) -> Result<Option<Vec<Instance>>> {
    if let Some((_, names)) =
        NICKNAMES.iter().find(|(nickname, _)| request.eq_ignore_ascii_case(nickname))
    {
        return Ok(Some(
            names
                .iter()
                .filter_map(|name| rows_named(name).next())
                .flat_map(with_defaults)
                .collect(),
        ));
    }
    let Some(row) = rows_named(request).next() else { return Ok(None) };
    Ok(Some(match MEASURES[row].default_of_ir(request)? {
        Some(number) => {
            let parameter = Parameter::Numbers(vec![number], number.to_string());
            vec![Instance { row, settings: MeasureSettings::default(), parameter }]
        }
        None => with_defaults(row),
    }))
}

/// Parses a name with a parameter.
///
/// # Errors
/// [`Error::Setting`] for an unknown name or an invalid parameter.
pub(super) fn typed(request: &str) -> Result<Vec<Instance>> {
    let (name, parameter) = split(request).ok_or_else(|| unknown(request))?;
    with_parameter(request, name, parameter)
}

/// Splits a request into name and parameter: `P_10` as printed, or `P.10,20`.
fn split(request: &str) -> Option<(&str, &str)> {
    let is_parameter =
        |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || "-.p".contains(c));
    let printed =
        |(name, tail): &(&str, &str)| is_parameter(tail) && rows_named(name).next().is_some();
    request.rsplit_once('_').filter(printed).or_else(|| request.split_once('.'))
}

/// Returns the row's instances with default parameters.
pub(super) fn with_defaults(row: usize) -> Vec<Instance> {
    let instance = |parameter| Instance { row, settings: MeasureSettings::default(), parameter };
    match usual_parameters(&MEASURES[row].score) {
        None => vec![instance(Parameter::Nothing)],
        Some(parameters) => parameters.into_iter().map(instance).collect(),
    }
}

/// The default parameters of a score that has a value for each of them.
fn usual_parameters(score: &Score) -> Option<Vec<Parameter>> {
    match score {
        Score::AtRank(_, cutoffs)
        | Score::ByGainAtRank(_, cutoffs)
        | Score::OfSubtopicsAtRank(_, cutoffs, _) => {
            Some(cutoffs.iter().map(|&k| Parameter::Rank(k)).collect())
        }
        Score::AtRecall(_, shares) | Score::AtMultiple(_, shares) => {
            Some(shares.iter().map(|&share| Parameter::Share(share)).collect())
        }
        Score::PerGroup(inner) => usual_parameters(inner),
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
            Ok(parameters) => {
                let instance =
                    |parameter| Instance { row, settings: MeasureSettings::default(), parameter };
                return Ok(parameters.into_iter().map(instance).collect());
            }
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

/// Parses a parameter for a score. The error is what was found and expected, or none if the score
/// takes no parameter.
fn parameters(
    score: &Score,
    text: &str,
) -> std::result::Result<Vec<Parameter>, Option<(String, String)>> {
    let each = |read: &dyn Fn(&str) -> Option<Parameter>, expected: &str| {
        let one =
            |part: &str| read(part).ok_or_else(|| Some((part.to_owned(), expected.to_owned())));
        text.split(',').map(one).collect()
    };
    let share = |text: &str, most: f64| {
        text.parse().ok().filter(|share| (0.0..=most).contains(share)).map(Parameter::Share)
    };
    let wrong = |expected: String| Some((text.to_owned(), expected));
    match score {
        Score::Tag
        | Score::One
        | Score::Whole(_)
        | Score::PerGroup(_)
        | Score::OfPreferences(_)
        | Score::OfSubtopics(..)
        | Score::OfSample(_) => Err(None),
        Score::AtRecall(..) => each(&|text| share(text, 1.0), "a number from 0 to 1"),
        Score::AtMultiple(..) => each(&|text| share(text, MOST_MULTIPLE), "a number from 0"),
        Score::ByGain(_) => gains(text)
            .map(|gains| vec![Parameter::Gains(gains, text.to_owned())])
            .ok_or_else(|| wrong("gains of grades, such as 1=3,2=9.5".to_owned())),
        Score::WithNumbers(_, numbers) => read_numbers(text, numbers)
            .map(|read| vec![Parameter::Numbers(read, text.to_owned())])
            .ok_or_else(|| wrong(expected_numbers(numbers))),
        Score::AtRank(..)
        | Score::ByGainAtRank(..)
        | Score::OfSubtopicsAtRank(..)
        | Score::Grades(_) => {
            each(&|text| rank(text).map(Parameter::Rank), "a whole number from 1")
        }
    }
}

/// The highest multiple of R; no ranking is longer.
const MOST_MULTIPLE: f64 = 1e9;

/// The score that takes the parameter.
fn inner(score: &'static Score) -> &'static Score {
    if let Score::PerGroup(inner) = score { inner } else { score }
}

fn gains(text: &str) -> Option<Gains> {
    gains_of(text, '=')
}
