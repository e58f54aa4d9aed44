//! Fills a request with the values of an address, and notes everything that is wrong. A server sets
//! limits that a program does not have: somebody else waits for the answer.

use super::names::{MAX_HITS, MAX_WEIGHTS, names, spec};
use crate::requests::Problem;
use tamis::request::{ParameterSpec, Request, Role, Shape};
use tamis::{Decimal, Error, Result};

/// Collects problems, so that a form shows all of them at once.
#[derive(Default)]
pub(super) struct FormProblems(pub Vec<Problem>);

impl FormProblems {
    /// Notes an error, at the setting that it names or else at `parameter`.
    pub fn note(&mut self, parameter: &str, error: &Error) {
        self.0.push(match error {
            Error::Setting(found) => {
                let is_known = names().any(|name| name == found.setting);
                let known = if is_known { found.setting } else { parameter };
                Problem::from_setting(known, found)
            }
            other => Problem::new(parameter, other.to_string()),
        });
    }
}

/// Returns the request of these pairs, and notes what is wrong with single values.
pub(super) fn read(pairs: &[(&'static str, String)], problems: &mut FormProblems) -> Request {
    let mut request = Request::default();
    let weights = pairs.iter().filter(|(name, _)| *name == "weight").count();
    if weights > MAX_WEIGHTS {
        let problem = format!("found {weights} rules of weights, expected at most {MAX_WEIGHTS}");
        problems.0.push(Problem::new("weight", problem));
    }
    for (name, value) in pairs {
        let Some(spec) = spec(name) else { continue };
        if spec.role == Role::Weight && weights > MAX_WEIGHTS {
            continue;
        }
        let set = check(spec, value).and_then(|()| request.set(name, value));
        if let Err(error) = set {
            problems.note(name, &error);
        }
    }
    request
}

/// Checks a value as a server does.
fn check(spec: &'static ParameterSpec, value: &str) -> Result<()> {
    match (spec.role, spec.role.shape()) {
        (Role::Hits, _) => check_whole(spec.name, value, MAX_HITS),
        (_, Shape::Count) => check_whole(spec.name, value, 100),
        (_, Shape::Number) => {
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
            number.map(drop).ok_or_else(|| Error::setting(spec.name, "expected a number"))
        }
        (_, Shape::Bound(_)) => {
            let bound = value.parse::<Decimal>();
            bound.map(drop).map_err(|problem| Error::setting(spec.name, problem.to_string()))
        }
        _ => Ok(()),
    }
}

/// Checks that a value is a whole number, 1 to `most`.
fn check_whole(name: &'static str, value: &str, most: usize) -> Result<()> {
    match value.parse::<f64>() {
        Ok(number) if number >= 1.0 && number.fract() == 0.0 && number <= most as f64 => Ok(()),
        _ => Err(Error::setting(
            name,
            format!("found '{value}', expected a whole number, 1 to {most}"),
        )),
    }
}
