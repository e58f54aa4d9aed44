//! Settings of a call as a request, by the list of parameters.

use crate::errors::Result;
use crate::given::{Argument, Arguments, Given};
use tamis::Error;
use tamis::request::{
    BoundKind, Call, Form, PARAMETERS, ParameterSpec, Request, Role, Shape, SweepRequest,
    of_keyword,
};

/// The settings of a call that are no part of its request.
pub(crate) type Rest<'a> = Vec<&'a Argument>;

/// The parameters that a call takes, by keyword.
pub(crate) fn keywords(call: Call) -> Vec<&'static str> {
    call.keywords().map(|(keyword, ..)| keyword).collect()
}

/// Reads the request of a search or of a comparison.
pub(crate) fn request(call: Call, given: &Arguments) -> Result<(Request, Rest<'_>)> {
    let (sweep, rest) = sweep_request(call, given)?;
    Ok((sweep.request, rest))
}

/// Reads the request of a sweep, or of another call as one without axes.
pub(crate) fn sweep_request(call: Call, given: &Arguments) -> Result<(SweepRequest, Rest<'_>)> {
    check_expansion(given)?;
    let mut sweep = SweepRequest::default();
    let mut rest = Vec::new();
    let is_sweep = call == Call::Sweep;
    for argument in &given.0 {
        let Argument { name, given } = argument;
        match of_keyword(name).filter(|spec| call.takes(spec.role)) {
            Some(spec) if call.has_axis(spec) => {
                let typed = given.each().iter().map(|one| typed(spec, name, one));
                sweep.set_axis(spec.name, typed.collect::<Result<Vec<_>>>()?);
            }
            Some(spec) => set(&mut sweep.request, spec, argument)?,
            None if is_sweep && name == "labels" => {
                sweep.set_axis("label", argument.read::<Vec<String>>()?);
            }
            None if is_sweep && name == "separately" => sweep.separately = argument.read()?,
            None => match named_axis(name).filter(|_| is_sweep) {
                Some(axis) => {
                    let values = given.each().iter().map(|one| one.read::<f64>(name));
                    sweep.set_axis(&axis, values.collect::<Result<Vec<_>>>()?);
                }
                None => rest.push(argument),
            },
        }
    }
    Ok((sweep, rest))
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
    match (spec.role, spec.role.shape()) {
        (Role::Title, _) => request.title = argument.one_of("title", "keep, drop or block")?,
        (Role::Collapse, _) => {
            request.pages.collapse = argument.given != Given::Flag(false);
            if !matches!(argument.given, Given::Flag(_)) {
                request.pages.collapse_date = argument.read()?;
            }
        }
        // No docno permits no page.
        (Role::Docnos, _) => {
            let docnos: Vec<String> = argument.read()?;
            request.pages.docnos = Some(docnos.into_iter().collect());
        }
        (_, Shape::Texts | Shape::Names) => {
            for text in argument.read::<Vec<String>>()? {
                request.set(spec.name, &text)?;
            }
        }
        _ => request.set(spec.name, &typed(spec, &argument.name, &argument.given)?)?,
    }
    Ok(())
}

/// A value of a parameter as it is typed.
fn typed(spec: &ParameterSpec, name: &str, given: &Given) -> Result<String> {
    Ok(match spec.role.shape() {
        Shape::Bound(BoundKind::Count) => given.read::<u32>(name)?.to_string(),
        Shape::Bound(BoundKind::Ratio) | Shape::Number => given.read::<f64>(name)?.to_string(),
        Shape::Count => given.read::<usize>(name)?.to_string(),
        Shape::Switch => given.read::<bool>(name)?.to_string(),
        Shape::Text | Shape::Texts | Shape::Names | Shape::Date | Shape::Choice(_) => {
            given.read(name)?
        }
    })
}

/// Refuses the numbers of query expansion without its method.
fn check_expansion(given: &Arguments) -> Result<()> {
    let mut specs = given.0.iter().filter_map(|argument| of_keyword(&argument.name));
    if specs.clone().any(|spec| spec.role == Role::Feedback) {
        return Ok(());
    }
    match specs.find(|spec| spec.role.is_of_expansion()) {
        Some(spec) => Err(Error::setting(spec.name, "needs feedback='rm3'").into()),
        None => Ok(()),
    }
}

/// The keywords of the list, and what a search, a sweep and a comparison take for each, if they
/// take it.
pub(crate) fn parameters() -> Vec<(&'static str, [Option<&'static str>; 3])> {
    let mut parameters = Vec::new();
    for spec in PARAMETERS.iter() {
        if let Some(keyword) = spec.keyword() {
            let calls = [Call::Search, Call::Sweep, Call::Comparison];
            parameters.push((keyword, calls.map(|call| call.form(spec).map(Form::name))));
        }
    }
    parameters
}
