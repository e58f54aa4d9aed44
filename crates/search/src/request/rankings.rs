//! The rankings of a sweep: parameters of the ranking with several values are axes.

use super::Request;
use super::parameters::{PARAMETERS, ParameterSpec, Role, Shape};
use super::sweep::SweepRequest;
use crate::experiment::Rankings;
use crate::experiment::parameter::{Parameter, Value};
use crate::experiment::results::Axis;
use crate::feedback::Ranking;
use crate::model::{MODELS, ModelSpec, check_taken};
use crate::sweep::check_points;
use std::collections::BTreeSet;
use tamis_index::error::{Error, Result};

/// A parameter with its values, as they are typed.
struct GivenParameter {
    spec: &'static ParameterSpec,
    values: Vec<Value>,
}

impl GivenParameter {
    /// The values as a user writes them.
    fn text(&self) -> String {
        self.values.iter().map(Value::to_string).collect::<Vec<_>>().join(",")
    }
}

impl SweepRequest {
    /// Returns the rankings of the sweep. In that of the unfiltered text, swept parameters take
    /// their defaults; if query expansion cannot use the default model, it uses the first model of
    /// the axis.
    ///
    /// # Errors
    /// [`Error::Setting`] for a value out of range, a parameter that is given twice, one that has
    /// no effect, and too many rankings.
    pub fn rankings(&self) -> Result<Rankings> {
        let given = self.given()?;
        let mut base = self.request.of_ranking();
        let (fixed, axes): (Vec<&GivenParameter>, Vec<&GivenParameter>) =
            given.iter().partition(|given| given.values.len() == 1);
        check_points(axes.iter().map(|axis| axis.values.len()))?;
        for fixed in fixed.iter().filter(|given| self.axis(given.spec.name).is_some()) {
            set(&mut base, fixed.spec, &fixed.values[0])?;
        }
        let points = product(&base, &axes)?;
        check_expanded(&given, &points)?;
        let baseline = ranking(&base).or_else(|_| {
            base.model.clone_from(&points[0].0.model);
            ranking(&base)
        })?;
        check_parameters(&given, &baseline)?;
        let mut parameters = Vec::new();
        let mut rankings = Vec::new();
        let mut seen = BTreeSet::new();
        for (point, mut of_axes) in points {
            let ranking = ranking(&point)?;
            for (parameter, axis) in of_axes.iter_mut().zip(&axes) {
                if lacks(&point, axis.spec, &parameter.value) {
                    parameter.value = Value::Absent;
                }
            }
            // Points that differ only in parameters that their models do not have are one point.
            if seen.insert(of_axes.clone()) {
                parameters.push(of_axes);
                rankings.push(ranking);
            }
        }
        let axes = axes.iter().map(|given| axis(given, &parameters)).collect();
        Ok(Rankings { axes, all: rankings, parameters, baseline })
    }

    /// Returns every parameter of the ranking that has a value.
    fn given(&self) -> Result<Vec<GivenParameter>> {
        let mut given = Vec::new();
        for spec in PARAMETERS.iter().filter(|spec| spec.role.is_axis_of_rankings()) {
            let values = match (self.request.ranking_value(spec.role), self.axis(spec.name)) {
                (None, None) => continue,
                (Some(value), None) => vec![value],
                (None, Some(axis)) => distinct(spec.role, &axis.values),
                (Some(_), Some(_)) => {
                    let problem = "is given twice; expected all its values in one place";
                    return Err(Error::setting(spec.name, problem));
                }
            };
            if values.is_empty() {
                return Err(Error::setting(spec.name, "found no value, expected one or more"));
            }
            given.push(GivenParameter { spec, values });
        }
        Ok(given)
    }
}

/// Each value once: a model given twice would be the same point twice. The case of names does not
/// matter.
fn distinct(role: Role, values: &[Value]) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    let mut distinct = Vec::new();
    for value in values {
        let value = match value {
            Value::Name(name) if role.is_named() => Value::Name(name.to_ascii_lowercase()),
            value => value.clone(),
        };
        if seen.insert(value.clone()) {
            distinct.push(value);
        }
    }
    distinct
}

/// A point of the rankings: a request of nothing else, whose values are not checked yet, and its
/// values on the axes.
type RankingPoint = (Request, Vec<Parameter>);

/// Returns the product of the axes, the last one running fastest.
fn product(base: &Request, axes: &[&GivenParameter]) -> Result<Vec<RankingPoint>> {
    let mut all = vec![(base.clone(), Vec::new())];
    for GivenParameter { spec, values } in axes {
        let mut with_axis = Vec::with_capacity(all.len() * values.len());
        for (request, parameters) in &all {
            for value in values {
                let mut request = request.clone();
                set(&mut request, spec, value)?;
                let mut parameters: Vec<Parameter> = parameters.clone();
                parameters.push(Parameter::new(spec.name, value.clone()));
                with_axis.push((request, parameters));
            }
        }
        all = with_axis;
    }
    Ok(all)
}

/// Returns the axis of a parameter, with the absent value last if some points do not have the
/// parameter.
fn axis(given: &GivenParameter, points: &[Vec<Parameter>]) -> Axis {
    let lacking = points
        .iter()
        .flatten()
        .any(|parameter| parameter.name == given.spec.name && parameter.value.is_absent());
    let values = given.values.iter().cloned().chain(lacking.then_some(Value::Absent)).collect();
    Axis { name: given.spec.name.to_owned(), values }
}

/// Sets a parameter of the ranking.
fn set(request: &mut Request, spec: &'static ParameterSpec, value: &Value) -> Result<()> {
    // A count is a number of the axis: `+5` would be a name there.
    if spec.role.shape() == Shape::Count && value.whole().is_none() {
        let problem = format!("found {value}, expected a whole number");
        return Err(Error::setting(spec.name, problem));
    }
    request.set(spec.name, &value.to_string())
}

/// Whether the ranking of a request has no such parameter.
fn lacks(request: &Request, spec: &ParameterSpec, value: &Value) -> bool {
    if spec.role.is_of_expansion() {
        return request.expansion.method.is_none();
    }
    check_taken(&[request.model_name()], [(spec.name, value.to_string())]).is_err()
}

/// The ranking of a request; without a method of expansion, its numbers have no effect.
fn ranking(request: &Request) -> Result<Ranking> {
    let model = ModelSpec::new(request.model_name(), &request.parameters)?;
    let feedback = request.expansion.feedback().ok().flatten();
    feedback.map_or(Ok(()), |feedback| feedback.check(&model))?;
    Ok(Ranking { model, feedback })
}

/// How the refusal of an expansion's parameters without a method ends; the program names the flag
/// instead.
pub const EXPECTED_RM3: &str = "expected rm3 as well";

/// Refuses parameters of query expansion if no point expands queries.
fn check_expanded(given: &[GivenParameter], points: &[RankingPoint]) -> Result<()> {
    let idle = given.iter().find(|given| given.spec.role.is_of_expansion());
    match idle.filter(|_| points.iter().all(|(point, _)| point.expansion.method.is_none())) {
        Some(idle) => {
            let problem =
                format!("found {}, but no query is expanded; {EXPECTED_RM3}", idle.text());
            Err(Error::setting(idle.spec.name, problem))
        }
        None => Ok(()),
    }
}

/// Refuses a parameter that no model takes: no model of the points, and, for a single value, not
/// the baseline's either.
fn check_parameters(given: &[GivenParameter], baseline: &Ranking) -> Result<()> {
    let names = given.iter().find(|given| given.spec.role == Role::Model);
    let names = names.map_or(vec![MODELS[0].0.to_owned()], |given| {
        given.values.iter().map(Value::to_string).collect()
    });
    let models: Vec<&str> = names.iter().map(String::as_str).collect();
    let with_baseline: Vec<&str> = models.iter().copied().chain([baseline.model.name()]).collect();
    for given in given {
        let taken = |models: &[&str]| check_taken(models, [(given.spec.name, given.text())]);
        if given.values.len() > 1 || taken(&with_baseline).is_err() {
            taken(&models)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A request of settings `k1=1` and axes `k1=1,2`.
    fn request(line: &str) -> SweepRequest {
        let mut request = SweepRequest::default();
        for (name, values) in line.split_whitespace().filter_map(|typed| typed.split_once('=')) {
            match name.strip_prefix('+') {
                Some(name) => request.request.set(name, values).unwrap(),
                None => request.set_axis(name, values.split(',')),
            }
        }
        request
    }

    fn rankings(line: &str) -> Rankings {
        request(line).rankings().unwrap()
    }

    /// The values of every ranking.
    fn texts(rankings: &Rankings) -> Vec<String> {
        let mut texts = Vec::new();
        for of_axes in &rankings.parameters {
            let values = of_axes.iter().map(|parameter| parameter.value.to_string());
            texts.push(values.collect::<Vec<_>>().join(" "));
        }
        texts
    }

    fn names(line: &str) -> Vec<String> {
        rankings(line).all.iter().map(Ranking::to_string).collect()
    }

    #[test]
    fn parameters_with_several_values_are_axes_the_last_running_fastest() {
        assert_eq!(names(""), ["bm25 k1=0.9 b=0.4"]);
        let line = "b=0.1,0.2 k1=1,2";
        let expected = ["bm25 k1=1 b=0.1", "bm25 k1=1 b=0.2", "bm25 k1=2 b=0.1", "bm25 k1=2 b=0.2"];
        assert_eq!(names(line), expected);
        let found = rankings(line);
        assert_eq!(
            found.axes.iter().map(|axis| axis.name.as_str()).collect::<Vec<_>>(),
            ["k1", "b"]
        );
        assert_eq!(found.baseline.to_string(), "bm25 k1=0.9 b=0.4");
        assert_eq!(names("model=dph,BM25,dph +k1=1"), ["dph", "bm25 k1=1 b=0.4"]);
    }

    #[test]
    fn any_number_of_parameters_may_be_axes() {
        let line = "model=bm25,bm25-lucene k1=1,2 b=0,1 feedback=none,rm3 +fb_docs=5";
        let found = rankings(line);
        let axes: Vec<&str> = found.axes.iter().map(|axis| axis.name.as_str()).collect();
        assert_eq!(axes, ["model", "k1", "b", "feedback"]);
        assert_eq!(found.all.len(), 16);
        assert_eq!(found.all[0].to_string(), "bm25 k1=1 b=0");
        let second = "bm25 k1=1 b=0 rm3 fb-terms=10 fb-docs=5 original-query-weight=0.5";
        assert_eq!(found.all[1].to_string(), second);
        assert_eq!(found.baseline.to_string(), "bm25 k1=0.9 b=0.4");
    }

    #[test]
    fn what_a_model_does_not_have_makes_no_points() {
        let found = rankings("model=bm25,ql-dirichlet k1=0.5,1 mu=500,1000");
        let expected = ["bm25 0.5 -", "bm25 1 -", "ql-dirichlet - 500", "ql-dirichlet - 1000"];
        assert_eq!(texts(&found), expected);
        let of_k1: Vec<String> = found.axes[1].values.iter().map(Value::to_string).collect();
        assert_eq!(of_k1, ["0.5", "1", "-"]);
        let found = rankings("feedback=none,rm3 fb_docs=5,10");
        assert_eq!(texts(&found), ["none -", "rm3 5", "rm3 10"]);
        assert_eq!(found.all.len(), 3);
    }

    fn baseline(line: &str) -> String {
        rankings(line).baseline.to_string()
    }

    #[test]
    fn the_unfiltered_text_has_the_defaults_of_the_axes() {
        assert_eq!(baseline("model=dph,pl2 +b=0.7"), "bm25 k1=0.9 b=0.7");
        assert_eq!(baseline("model=ql-jm-indri lambda=0.1,0.9"), "ql-jm-indri lambda=0.4");
        let mixture = baseline("model=ql-jm,ql-dirichlet +rm1_mixture=true");
        assert!(mixture.starts_with("ql-jm lambda=0.1 rm1-mixture"));
        let terms = baseline("+rm3=true fb_terms=5,20 +fb_docs=3");
        assert_eq!(terms, "bm25 k1=0.9 b=0.4 rm3 fb-terms=10 fb-docs=3 original-query-weight=0.5");
    }

    /// Checks that a request is refused, and that the message has this part.
    fn refused(line: &str, part: &str) {
        let message = request(line).rankings().unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }

    #[test]
    fn what_cannot_be_swept_is_refused_by_name() {
        refused(
            "k1=1,2 model=dph",
            "k1: found 1,2, but the model dph takes no parameter; expected the model bm25 or",
        );
        refused(
            "+mu=7 model=pl2",
            "mu: found 7, but the model pl2 takes only c; expected the model ql-dirichlet or",
        );
        refused("+mu=7 model=pl2,bm25", "the models pl2, bm25 take only k1, b, c;");
        refused(
            "b=0.1,0.2 model=dph,pl2",
            "b: found 0.1,0.2, but the models dph, pl2 take only c;",
        );
        let idle = format!("but no query is expanded; {EXPECTED_RM3}");
        refused("fb_docs=1,2", &format!("fb_docs: found 1,2, {idle}"));
        refused("fb_terms=5", &format!("fb_terms: found 5, {idle}"));
        refused("fb_docs=1.5 +rm3=true", "fb_docs: found 1.5, expected a whole number");
        refused("b=0.5,1,1.5", "b: found 1.5, expected 0 to 1");
        refused("model=dph,bm52", "did you mean 'bm25'");
        refused("model=bm25,ql-jm-indri +rm3=true", "rm3: found the model ql-jm-indri");
        refused("+k1=1 k1=2", "k1: is given twice");
        refused("feedback=rm4", "feedback: found rm4, expected none, rm3 or rm1-mixture");
        refused("k1=-1,2", "k1: found -1, expected 0 or more");
    }
}
