//! Settings of a call as a request, by the list of parameters.

use crate::errors::Result;
use crate::given::{Argument, Arguments, Given};
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
                    let typed = given.each().iter().map(|one| typed(spec, name, one));
                    sweep.set_axis(spec.name, typed.collect::<Result<Vec<_>>>()?);
                }
                Some(spec) => set(&mut sweep.request, spec, &argument)?,
                None if call == Call::Sweep && name == "labels" => {
                    sweep.set_axis("label", texts(&argument)?);
                }
                None if call == Call::Sweep && name == "separately" => {
                    sweep.separately = given.read(name)?;
                }
                None => match named_axis(name).filter(|_| call == Call::Sweep) {
                    Some(axis) => {
                        let values = given.each().iter().map(|one| one.read::<f64>(name));
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
        (Role::Title, _) => request.title = given.read(name)?,
        (Role::Collapse, _) => match given {
            Given::Flag(is_collapsed) => request.pages.collapse = *is_collapsed,
            Given::Text(date) => {
                request.pages.collapse = true;
                request.pages.collapse_date = Some(date.clone());
            }
            other => return Err(other.other(name, "True, False or a date")),
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

/// A text, or several.
fn texts(Argument { name, given }: &Argument) -> Result<Vec<String>> {
    given.each().iter().map(|one| one.read(name)).collect()
}

/// A value of a parameter as it is typed.
fn typed(spec: &ParameterSpec, name: &str, given: &Given) -> Result<String> {
    Ok(match (spec.role.shape(), given) {
        (Shape::Bound(BoundKind::Count), _) => given.read::<u32>(name)?.to_string(),
        // NaN and infinity have a word of the library.
        (Shape::Bound(BoundKind::Ratio) | Shape::Number, Given::Number(number)) => {
            number.to_string()
        }
        (Shape::Bound(BoundKind::Ratio) | Shape::Number, _) => given.read::<f64>(name)?.to_string(),
        (Shape::Count, _) => given.read::<usize>(name)?.to_string(),
        (Shape::Switch, _) => given.read::<bool>(name)?.to_string(),
        _ => given.read(name)?,
    })
}
