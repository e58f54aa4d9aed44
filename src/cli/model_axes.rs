//! The rankings of a sweep: parameters with several values are axes.

use super::model::{EXPANSION, ExpansionArgs};
use super::named::{GridArgs, distinct};
use super::parameters::{Flags, OfExpansion, OfModel};
use super::values::Values;
use std::collections::BTreeSet;
use tamis_index::error::{Error, Result};
use tamis_search::experiment::Rankings;
use tamis_search::experiment::catalog::{PARAMETERS, ParameterSpec, Role, parameter};
use tamis_search::experiment::parameter::{Parameter, Value};
use tamis_search::experiment::results::Axis;
use tamis_search::feedback::{Feedback, Method, Ranking};
use tamis_search::model::{MODELS, ModelSpec, Parameters, check_taken};
use tamis_search::sweep::check_points;

/// Models, their parameters and query expansion, each with one or more values.
#[derive(Debug, Clone, clap::Args)]
pub struct ModelAxesArgs {
    #[arg(long = "model", value_delimiter = ',', value_name = "NAMES", help = parameter("model").map(|spec| spec.help))]
    models: Vec<String>,
    #[command(flatten)]
    of_model: Flags<OfModel, Values>,
    #[command(flatten)]
    expansion: ExpansionArgs,
    #[command(flatten)]
    of_expansion: Flags<OfExpansion, Values>,
}

/// A ranking whose values are not checked yet.
#[derive(Clone)]
struct Draft {
    model: String,
    parameters: Parameters,
    method: Option<Method>,
    feedback: Feedback,
}

/// A parameter with the values from its flag or from `--grid`.
struct Given {
    spec: &'static ParameterSpec,
    values: Vec<Value>,
}

impl Given {
    /// The name of the flag without its dashes.
    fn flag(&self) -> String {
        self.spec.name.replace('_', "-")
    }

    /// The values as a user writes them.
    fn text(&self) -> String {
        self.values.iter().map(Value::to_string).collect::<Vec<_>>().join(",")
    }
}

impl ModelAxesArgs {
    /// Returns the rankings of a sweep, from these flags and from `--grid`. In the baseline, swept parameters take their
    /// defaults. If query expansion cannot use the default model, the baseline uses the first model of the list.
    ///
    /// # Errors
    /// A usage error for a value out of range, for a parameter that is given twice, and for one that has no effect.
    pub fn rankings(&self, grid: &GridArgs) -> Result<Rankings> {
        let given = self.given(grid)?;
        let mut base = Draft {
            model: MODELS[0].0.to_owned(),
            parameters: Parameters::default(),
            method: self.expansion.method(),
            feedback: EXPANSION,
        };
        let (fixed, axes): (Vec<&Given>, Vec<&Given>) = given.iter().partition(|given| given.values.len() == 1);
        check_points(axes.iter().map(|axis| axis.values.len()))?;
        fixed.iter().try_for_each(|fixed| base.set(fixed.spec.role, &fixed.values[0]))?;
        let all = product(&base, &axes)?;
        check_expanded(&given, &all)?;
        let first_model = all[0].model.clone();
        let baseline = base.ranking().or_else(|_| Draft { model: first_model, ..base }.ranking())?;
        check_parameters(&given, &baseline)?;
        let (mut parameters, mut rankings, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
        for (number, draft) in all.iter().enumerate() {
            let ranking = draft.ranking()?;
            let of_axes = draft.values(&axes, number);
            // Points that differ only in parameters that their models do not have are one point.
            if seen.insert(of_axes.clone()) {
                parameters.push(of_axes);
                rankings.push(ranking);
            }
        }
        let axes = axes.iter().map(|given| axis(given, &parameters)).collect();
        Ok(Rankings { axes, all: rankings, parameters, baseline })
    }

    /// Returns every parameter of the ranking that has a value, from its flag or from `--grid`.
    fn given(&self, grid: &GridArgs) -> Result<Vec<Given>> {
        let mut given = Vec::new();
        for spec in PARAMETERS.iter().filter(|spec| spec.role.is_of_ranking()) {
            match (self.by_flag(spec.role), grid.of_parameter(spec)?) {
                (by_flag, None) if by_flag.is_empty() => {}
                (by_flag, Some(values)) if by_flag.is_empty() => given.push(Given { spec, values }),
                (values, None) => given.push(Given { spec, values }),
                (values, Some(_)) => {
                    let flag =
                        if spec.role == Role::Feedback { values[0].to_string() } else { Given { spec, values }.flag() };
                    let message = format!("--{flag} and --grid {} both: expected one of them", spec.name);
                    return Err(Error::settings(message));
                }
            }
        }
        Ok(given)
    }

    /// Returns the values of a parameter's flag; none if it was not given.
    fn by_flag(&self, role: Role) -> Vec<Value> {
        match role {
            Role::Model => {
                let models: Vec<String> = self.models.iter().map(|name| name.to_ascii_lowercase()).collect();
                distinct(&models).into_iter().map(Value::Name).collect()
            }
            Role::Feedback => self.expansion.name().map(|name| Value::Name(name.to_owned())).into_iter().collect(),
            _ => {
                let values = self.of_model.get(role).or_else(|| self.of_expansion.get(role));
                values.map_or(Vec::new(), Values::as_parameter)
            }
        }
    }
}

/// Returns the product of the axes, the last one running fastest.
fn product(base: &Draft, axes: &[&Given]) -> Result<Vec<Draft>> {
    let mut all = vec![base.clone()];
    for axis in axes {
        let with = |(draft, value): (&Draft, &Value)| {
            let mut draft = draft.clone();
            draft.set(axis.spec.role, value).map(|()| draft)
        };
        let pairs = all.iter().flat_map(|draft| axis.values.iter().map(move |value| (draft, value)));
        all = pairs.map(with).collect::<Result<_>>()?;
    }
    Ok(all)
}

/// Returns the axis of a parameter, with the absent value last if some points do not have the parameter.
fn axis(given: &Given, points: &[Vec<Parameter>]) -> Axis {
    let is_absent = |parameter: &Parameter| parameter.name == given.spec.name && parameter.value.is_absent();
    let lacking = points.iter().flatten().any(is_absent);
    let values = given.values.iter().cloned().chain(lacking.then_some(Value::Absent)).collect();
    Axis { name: given.spec.name.to_owned(), values }
}

impl Draft {
    /// Sets a parameter of the ranking.
    fn set(&mut self, role: Role, value: &Value) -> Result<()> {
        match role {
            Role::Model => self.model = value.to_string(),
            Role::K1 => self.parameters.k1 = value.number(),
            Role::B => self.parameters.b = value.number(),
            Role::Mu => self.parameters.mu = value.number(),
            Role::Lambda => self.parameters.lambda = value.number(),
            Role::C => self.parameters.c = value.number(),
            Role::Feedback => self.method = method(value)?,
            Role::FeedbackTerms => self.feedback.terms = whole("fb-terms", value)?,
            Role::FeedbackPages => self.feedback.documents = whole("fb-docs", value)?,
            Role::OriginalWeight => {
                self.feedback.original_weight = value.number().unwrap_or(self.feedback.original_weight);
            }
            Role::Threshold(..) | Role::OtherThreshold | Role::Label => {}
        }
        Ok(())
    }

    /// Returns this draft's value on each axis, given its number in the product of the axes; absent if it has no such
    /// parameter.
    fn values(&self, axes: &[&Given], number: usize) -> Vec<Parameter> {
        let mut stride: usize = axes.iter().map(|axis| axis.values.len()).product();
        let value = |axis: &&Given| {
            stride /= axis.values.len();
            let value = &axis.values[number / stride % axis.values.len()];
            let lacks = if axis.spec.role.is_of_expansion() {
                self.method.is_none()
            } else {
                check_taken(&[&self.model], [(axis.spec.name, value.to_string())]).is_err()
            };
            Parameter::new(axis.spec.name, if lacks { Value::Absent } else { value.clone() })
        };
        axes.iter().map(value).collect()
    }

    fn ranking(&self) -> Result<Ranking> {
        let model = ModelSpec::new(&self.model, &self.parameters)?;
        let feedback = self.method.map(|method| Feedback { method, ..self.feedback });
        feedback.map_or(Ok(()), |feedback| feedback.check(&model))?;
        Ok(Ranking { model, feedback })
    }
}

/// Refuses parameters of query expansion if no point expands queries; clap sees only flags, not `--grid`.
fn check_expanded(given: &[Given], all: &[Draft]) -> Result<()> {
    let idle = given.iter().find(|given| given.spec.role.is_of_expansion());
    match idle.filter(|_| all.iter().all(|draft| draft.method.is_none())) {
        Some(idle) => {
            let (flag, found) = (idle.flag(), idle.text());
            Err(Error::settings(format!("--{flag}: found {found}, but no query is expanded; expected --rm3 as well")))
        }
        None => Ok(()),
    }
}

/// Refuses a parameter that no model takes: no model of the points, and, for a single value, not the baseline's either.
fn check_parameters(given: &[Given], baseline: &Ranking) -> Result<()> {
    let names = given.iter().find(|given| given.spec.role == Role::Model);
    let names = names.map_or(vec![MODELS[0].0.to_owned()], |given| given.values.iter().map(Value::to_string).collect());
    let models: Vec<&str> = names.iter().map(String::as_str).collect();
    let with_baseline: Vec<&str> = models.iter().copied().chain([baseline.model.name()]).collect();
    given.iter().try_for_each(|given| {
        let check = |models: &[&str]| check_taken(models, [(given.spec.name, given.text())]);
        let single = given.values.len() == 1;
        check(&models).or_else(|idle| if single { check(&with_baseline).or(Err(idle)) } else { Err(idle) })
    })
}

fn method(value: &Value) -> Result<Option<Method>> {
    match value.to_string().as_str() {
        "none" => Ok(None),
        "rm3" => Ok(Some(Method::Rm3)),
        "rm1-mixture" => Ok(Some(Method::Rm1Mixture)),
        other => Err(Error::settings(format!("--grid feedback: found {other}, expected none, rm3 or rm1-mixture"))),
    }
}

fn whole(flag: &str, value: &Value) -> Result<usize> {
    let refused = || Error::settings(format!("--{flag}: found {value}, expected a whole number"));
    value.whole().ok_or_else(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        model: ModelAxesArgs,
        #[command(flatten)]
        grid: GridArgs,
    }

    fn rankings(line: &str) -> Result<Rankings> {
        let typed = Line::try_parse_from(["sweep"].into_iter().chain(line.split_whitespace())).unwrap();
        typed.model.rankings(&typed.grid)
    }

    /// The values of every ranking.
    fn texts(rankings: &Rankings) -> Vec<String> {
        let text = |of_axes: &Vec<Parameter>| {
            of_axes.iter().map(|parameter| parameter.value.to_string()).collect::<Vec<_>>().join(" ")
        };
        rankings.parameters.iter().map(text).collect()
    }

    fn names(line: &str) -> Vec<String> {
        rankings(line).unwrap().all.iter().map(Ranking::to_string).collect()
    }

    #[test]
    fn flags_with_several_values_are_axes_the_last_running_fastest() {
        assert_eq!(names(""), ["bm25 k1=0.9 b=0.4"]);
        let line = "--b 0.1,0.2 --k1 1..=2";
        let expected = ["bm25 k1=1 b=0.1", "bm25 k1=1 b=0.2", "bm25 k1=2 b=0.1", "bm25 k1=2 b=0.2"];
        assert_eq!(names(line), expected);
        let found = rankings(line).unwrap();
        assert_eq!(found.axes.iter().map(|axis| axis.name.as_str()).collect::<Vec<_>>(), ["k1", "b"]);
        assert_eq!(found.baseline.to_string(), "bm25 k1=0.9 b=0.4");
        assert_eq!(names("--model dph,bm25,dph --k1 1"), ["dph", "bm25 k1=1 b=0.4"]);
    }

    #[test]
    fn a_grid_names_any_parameter_and_any_number_of_them() {
        let line = "--grid model=bm25,bm25-lucene --k1 1,2 --grid b=0..=1 --grid feedback=none,rm3 --fb-docs 5";
        let found = rankings(line).unwrap();
        assert_eq!(
            found.axes.iter().map(|axis| axis.name.as_str()).collect::<Vec<_>>(),
            ["model", "k1", "b", "feedback"]
        );
        assert_eq!(found.all.len(), 16);
        let second = "bm25 k1=1 b=0 rm3 fb-terms=10 fb-docs=5 original-query-weight=0.5";
        assert_eq!((found.all[0].to_string().as_str(), found.all[1].to_string().as_str()), ("bm25 k1=1 b=0", second));
        assert_eq!(found.baseline.to_string(), "bm25 k1=0.9 b=0.4");
    }

    #[test]
    fn what_a_model_does_not_have_makes_no_points() {
        let found = rankings("--model bm25,ql-dirichlet --k1 0.5,1 --mu 500,1000").unwrap();
        let expected =
            [["bm25", "0.5", "-"], ["bm25", "1", "-"], ["ql-dirichlet", "-", "500"], ["ql-dirichlet", "-", "1000"]];
        assert_eq!(texts(&found), expected.map(|values| values.join(" ")));
        assert_eq!(found.axes[1].values.iter().map(Value::to_string).collect::<Vec<_>>(), ["0.5", "1", "-"]);
        let found = rankings("--grid feedback=none,rm3 --grid fb_docs=5,10").unwrap();
        assert_eq!(texts(&found), ["none -", "rm3 5", "rm3 10"]);
        assert_eq!(found.all.len(), 3);
    }

    #[test]
    fn the_unfiltered_text_has_the_defaults_of_the_axes() {
        let baseline = |line: &str| rankings(line).unwrap().baseline.to_string();
        assert_eq!(baseline("--model dph,pl2 --b 0.7"), "bm25 k1=0.9 b=0.7");
        assert_eq!(baseline("--model ql-jm-indri --lambda 0.1..=0.9:0.1"), "ql-jm-indri lambda=0.4");
        assert!(baseline("--model ql-jm,ql-dirichlet --rm1-mixture").starts_with("ql-jm lambda=0.1 rm1-mixture"));
        let terms = baseline("--rm3 --fb-terms 5,20 --fb-docs 3");
        assert_eq!(terms, "bm25 k1=0.9 b=0.4 rm3 fb-terms=10 fb-docs=3 original-query-weight=0.5");
    }

    #[test]
    fn what_cannot_be_swept_is_refused_by_flag() {
        let refused = |line: &str, part: &str| {
            let said = crate::cli::message(&rankings(line).unwrap_err());
            assert!(said.contains(part), "{said}");
        };
        refused(
            "--k1 1,2 --model dph",
            "--k1: found 1,2, but the model dph takes no parameter; expected the model bm25 or",
        );
        refused(
            "--mu 7 --model pl2",
            "--mu: found 7, but the model pl2 takes only c; expected the model ql-dirichlet or",
        );
        refused("--mu 7 --model pl2,bm25", "the models pl2, bm25 take only k1, b, c;");
        refused("--b 0.1,0.2 --model dph,pl2", "--b: found 0.1,0.2, but the models dph, pl2 take only c;");
        refused("--fb-docs 1,2", "--fb-docs: found 1,2, but no query is expanded; expected --rm3 as well");
        refused("--grid fb_terms=5", "--fb-terms: found 5, but no query is expanded");
        refused("--fb-docs 1.5 --rm3", "--fb-docs: found 1.5, expected a whole number");
        refused("--b 0.5..=1.5:0.5", "--b: found 1.5, expected 0 to 1");
        refused("--model dph,bm52", "did you mean 'bm25'");
        refused("--model bm25,ql-jm-indri --rm3", "--rm3: found the model ql-jm-indri");
        refused("--k1 1 --grid k1=2", "--k1 and --grid k1 both: expected one of them");
        refused("--rm3 --grid feedback=none,rm3", "--rm3 and --grid feedback both");
        refused("--grid k1=1 --grid k1=2", "--grid k1 is given twice");
        refused("--grid feedback=rm4", "--grid feedback: found rm4, expected none, rm3 or rm1-mixture");
        refused("--grid model=bm52,dph", "did you mean 'bm25'");
    }
}
