//! Settings of a call as a request, by the list of parameters.

use crate::errors::{Failure, Result};
use crate::given::{Arguments, Given};
use tamis::request::{
    BoundKind, Call, Form, PARAMETERS, ParameterSpec, Request, Role, Shape, SweepRequest,
    of_keyword,
};
use tamis::{Error, TitleRule};

/// The settings of a call that are no part of its request.
pub(crate) type Rest<'a> = Vec<(&'a str, &'a Given)>;

/// The settings beside the parameters.
fn others(call: Call) -> Vec<&'static str> {
    let judged = ["labels", "measures", "level", "folds", "margin", "seed"];
    let own: &[&[&str]] = match call {
        Call::Search => &[],
        Call::Topics => &[&["tag"]],
        Call::Sweep => &[&judged, &["separately", "permutations"]],
        Call::Comparison => &[&judged],
    };
    [&own.concat()[..], &["threads"]].concat()
}

/// The error of a setting that a call does not take, with the nearest one that it does.
fn not_taken(call: Call, name: &str) -> Failure {
    let listed = call.keywords().map(|(keyword, ..)| keyword);
    let known: Vec<&str> = listed.chain(others(call)).collect();
    unknown(name, &known)
}

/// Reads the request of a search or of a comparison.
pub(crate) fn request(call: Call, given: &Arguments) -> Result<(Request, Rest<'_>)> {
    let (sweep, rest) = read(call, given)?;
    Ok((sweep.request, rest))
}

/// Reads the request of a sweep.
pub(crate) fn sweep_request(given: &Arguments) -> Result<(SweepRequest, Rest<'_>)> {
    read(Call::Sweep, given)
}

fn read(call: Call, given: &Arguments) -> Result<(SweepRequest, Rest<'_>)> {
    check_expansion(given)?;
    let mut sweep = SweepRequest::default();
    let mut rest = Vec::new();
    for (name, given) in given {
        match of_keyword(name).filter(|spec| call.takes(spec.role)) {
            Some(spec) if call.has_axis(spec) => {
                sweep.set_axis(spec.name, given.each(|one| typed(spec, name, one))?);
            }
            Some(spec) => set(&mut sweep.request, spec, name, given)?,
            None if !others(call).contains(&name.as_str()) => {
                let axis = Some(name.as_str()).filter(|_| call == Call::Sweep).and_then(named_axis);
                let axis = axis.ok_or_else(|| not_taken(call, name))?;
                sweep.set_axis(&axis, given.each(|one| one.number(name))?);
            }
            None if call == Call::Sweep && name == "labels" => {
                sweep.set_axis("label", given.texts(name)?);
            }
            None if name == "separately" => sweep.separately = given.flag(name)?,
            None => rest.push((name.as_str(), given)),
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
fn set(request: &mut Request, spec: &ParameterSpec, name: &str, given: &Given) -> Result<()> {
    match (spec.role, spec.role.shape()) {
        (Role::Title, _) => request.title = title(given)?,
        (Role::Collapse, _) => {
            request.pages.collapse = *given != Given::Flag(false);
            if !matches!(given, Given::Flag(_)) {
                request.pages.collapse_date = Some(given.text(name)?.to_owned());
            }
        }
        // No docno permits no page.
        (Role::Docnos, _) => {
            let docnos = given.texts(name)?.into_iter().map(str::to_owned);
            request.pages.docnos = Some(docnos.collect());
        }
        (_, Shape::Texts | Shape::Names) => {
            for text in given.texts(name)? {
                request.set(spec.name, text)?;
            }
        }
        _ => request.set(spec.name, &typed(spec, name, given)?)?,
    }
    Ok(())
}

/// A value of a parameter as it is typed.
fn typed(spec: &ParameterSpec, name: &str, given: &Given) -> Result<String> {
    Ok(match spec.role.shape() {
        Shape::Bound(BoundKind::Count) => given.whole::<u32>(name)?.to_string(),
        Shape::Bound(BoundKind::Ratio) | Shape::Number => given.number(name)?.to_string(),
        Shape::Count => given.whole::<usize>(name)?.to_string(),
        Shape::Switch => given.flag(name)?.to_string(),
        Shape::Text | Shape::Texts | Shape::Names | Shape::Date | Shape::Choice(_) => {
            given.text(name)?.to_owned()
        }
    })
}

/// Refuses the numbers of query expansion without its method.
fn check_expansion(given: &Arguments) -> Result<()> {
    let mut specs = given.iter().filter_map(|(name, _)| of_keyword(name));
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

/// The error of a setting that does not exist, with the nearest one that does.
pub(crate) fn unknown(name: &str, known: &[&str]) -> Failure {
    match Error::unknown_name("setting", name, known.iter().copied()) {
        Error::Setting(error) => Failure::Input(error.to_string()),
        other => other.into(),
    }
}

/// Reads how the title is treated.
fn title(given: &Given) -> Result<TitleRule> {
    match given.text("title")? {
        "keep" => Ok(TitleRule::Keep),
        "drop" => Ok(TitleRule::Drop),
        "block" => Ok(TitleRule::Block),
        other => Err(one_of("title", other, "keep, drop or block")),
    }
}

/// The error of a name that is none of a few.
pub(crate) fn one_of(setting: &'static str, found: &str, expected: &str) -> Failure {
    Error::setting(setting, format!("found '{found}', expected {expected}")).into()
}
