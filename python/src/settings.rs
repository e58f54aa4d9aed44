//! Settings of a call as a request, by the list of parameters.

use crate::errors::Failure;
use crate::errors::Result;
use crate::given::{Argument, Arguments, OTHER, each, found, read};
use serde_json::Value;
use tamis::Error;
use tamis::request::{
    BoundKind, Call, ParameterSpec, Request, Role, Shape, SweepRequest, of_keyword,
};

impl Arguments {
    /// Takes the request of a search or of a comparison.
    pub fn request(&mut self, call: Call) -> Result<Request> {
        Ok(self.sweep_request(call)?.request)
    }

    /// Takes the request of a sweep, or of another call as one without axes.
    pub fn sweep_request(&mut self, call: Call) -> Result<SweepRequest> {
        self.check_expansion()?;
        self.known.extend(call.keywords().map(|(keyword, ..)| keyword));
        let mut sweep = SweepRequest::default();
        let mut left = Vec::new();
        for argument in std::mem::take(&mut self.left) {
            let Argument { name, given } = &argument;
            match of_keyword(name).filter(|spec| call.takes(spec.role)) {
                Some(spec) if call.has_axis(spec) => {
                    let typed = each(given).iter().map(|one| typed(spec, name, one));
                    sweep.set_axis(spec.name, typed.collect::<Result<Vec<_>>>()?);
                }
                Some(spec) => set(&mut sweep.request, spec, &argument)?,
                None if call == Call::Sweep && name == "labels" => {
                    sweep.set_axis("label", texts(&argument)?);
                }
                None if call == Call::Sweep && name == "separately" => {
                    sweep.separately = read(name, given)?;
                }
                None => match named_axis(name).filter(|_| call == Call::Sweep) {
                    Some(axis) => {
                        let values = each(given).iter().map(|one| read::<f64>(name, one));
                        sweep.set_axis(&axis, values.collect::<Result<Vec<_>>>()?);
                    }
                    None => left.push(argument),
                },
            }
        }
        self.left = left;
        Ok(sweep)
    }

    /// Refuses the numbers of query expansion without its method.
    fn check_expansion(&self) -> Result<()> {
        let mut specs = self.left.iter().filter_map(|argument| of_keyword(&argument.name));
        if specs.clone().any(|spec| spec.role == Role::Feedback) {
            return Ok(());
        }
        match specs.find(|spec| spec.role.is_of_expansion()) {
            Some(spec) => Err(Error::setting(spec.name, "needs feedback='rm3'").into()),
            None => Ok(()),
        }
    }
}

/// The axis of a setting that names a score or a rule: `min_score:victor`, `weights:title`.
fn named_axis(setting: &str) -> Option<String> {
    match setting.split_once(':')? {
        ("min_score", score) => {
            let score = score.strip_prefix("score.").unwrap_or(score);
            Some(format!("min_score.{score}"))
        }
        ("weights", rule) => Some(format!("weight.{rule}")),
        _ => None,
    }
}

/// Sets a parameter, with one value or several.
fn set(request: &mut Request, spec: &ParameterSpec, argument: &Argument) -> Result<()> {
    let Argument { name, given } = argument;
    match (spec.role, spec.role.shape()) {
        (Role::Title, _) => request.title = read(name, given)?,
        (Role::Collapse, _) => match given {
            Value::Bool(is_collapsed) => request.pages.collapse = *is_collapsed,
            Value::String(date) => {
                request.pages.collapse = true;
                request.pages.collapse_date = Some(date.clone());
            }
            other => return Err(Failure::Input(found(name, other, "True, False or a date"))),
        },
        // No docno permits no page.
        (Role::Docnos, _) => request.pages.docnos = Some(texts(argument)?.into_iter().collect()),
        (_, Shape::Texts | Shape::Names) => {
            for text in texts(argument)? {
                request.set(spec.name, &text)?;
            }
        }
        _ => request.set(spec.name, &typed(spec, name, given)?)?,
    }
    Ok(())
}

fn texts(Argument { name, given }: &Argument) -> Result<Vec<String>> {
    each(given).iter().map(|one| read(name, one)).collect()
}

/// A value of a parameter as it is typed.
fn typed(spec: &ParameterSpec, name: &str, given: &Value) -> Result<String> {
    Ok(match spec.role.shape() {
        Shape::Bound(BoundKind::Count) => read::<u32>(name, given)?.to_string(),
        Shape::Bound(BoundKind::Ratio) | Shape::Number => number(name, given)?,
        Shape::Count => read::<usize>(name, given)?.to_string(),
        Shape::Switch => read::<bool>(name, given)?.to_string(),
        _ => read(name, given)?,
    })
}

/// A number as it is typed. Of NaN and infinity the library says what is wrong.
fn number(name: &str, given: &Value) -> Result<String> {
    match given[OTHER].as_str() {
        Some(other) if other.parse::<f64>().is_ok() => Ok(other.to_owned()),
        _ => Ok(read::<f64>(name, given)?.to_string()),
    }
}
