//! The retrieval models of a sweep, as typed: what has several values is an axis.

use super::{FEEDBACK, method};
use crate::cli::grid::{GridArgs, check_points};
use crate::cli::values::Values;
use std::collections::BTreeSet;
use tamis::error::{Error, Result};
use tamis::experiment::Rankings;
use tamis::experiment::results::{Axis, NONE};
use tamis::search::Decimal;
use tamis::search::feedback::{Feedback, Method, Ranking};
use tamis::search::model::{MODELS, ModelSpec, Parameters, check_taken};

/// The retrieval models of a sweep: what has several values is an axis.
#[derive(Debug, Clone, clap::Args)]
pub struct ModelAxesArgs {
    /// bm25, bm25-lucene, tfidf-lucene, ql-dirichlet, ql-jm, ql-dirichlet-indri, ql-jm-indri, dph or pl2, or several:
    /// bm25,dph [default: bm25]
    #[arg(long = "model", value_delimiter = ',', value_name = "NAMES")]
    models: Vec<String>,
    /// Term frequency saturation of bm25 and bm25-lucene: 0.9, or 0.6,1.2, or 0.5..=2:0.25 [default: 0.9]
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    k1: Option<Values>,
    /// Length normalisation of bm25 and bm25-lucene, 0 to 1 [default: 0.4]
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    b: Option<Values>,
    /// Weight of the prior of Dirichlet smoothing, tokens [default: 1000; Indri's 2500]
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    mu: Option<Values>,
    /// The collection's share in Jelinek-Mercer smoothing, between 0 and 1 [default: 0.1; Indri's 0.4]
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    lambda: Option<Values>,
    /// Length normalisation of pl2, more than 0 [default: 1]
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    c: Option<Values>,
    /// Expand queries by Anserini's RM3: terms of the best pages' permitted text, weighed by the pages' scores
    #[arg(long, group = "feedback")]
    rm3: bool,
    /// Expand queries by Lavrenko's RM1, mixed with the query: pages weigh as the query's likelihood (ql-... models)
    #[arg(long, group = "feedback", conflicts_with = "rm3")]
    rm1_mixture: bool,
    /// Terms that --rm3 or --rm1-mixture keeps [default: 10]
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    fb_terms: Option<Values>,
    /// Best pages that --rm3 or --rm1-mixture reads [default: 10]
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    fb_docs: Option<Values>,
    /// Share of the query's own words after --rm3 or --rm1-mixture, 0 to 1 [default: 0.5]
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    original_query_weight: Option<Values>,
}

/// A ranking before it is checked.
#[derive(Clone)]
struct Setting {
    model: String,
    parameters: Parameters,
    method: Option<Method>,
    feedback: Feedback,
}

/// What one value of a parameter sets.
type Set = fn(&mut Setting, &str) -> Result<()>;

/// Everything that can be an axis, in the order of the report, by its flag; `feedback` has one flag per value.
const PARAMETERS: [(&str, Set); 10] = [
    ("model", |setting, name| {
        setting.model = name.to_owned();
        Ok(())
    }),
    ("k1", |setting, value| number("k1", value).map(|value| setting.parameters.k1 = Some(value))),
    ("b", |setting, value| number("b", value).map(|value| setting.parameters.b = Some(value))),
    ("mu", |setting, value| number("mu", value).map(|value| setting.parameters.mu = Some(value))),
    ("lambda", |setting, value| number("lambda", value).map(|value| setting.parameters.lambda = Some(value))),
    ("c", |setting, value| number("c", value).map(|value| setting.parameters.c = Some(value))),
    ("feedback", |setting, value| feedback(value).map(|method| setting.method = method)),
    ("fb-terms", |setting, value| number("fb-terms", value).map(|value| setting.feedback.terms = value)),
    ("fb-docs", |setting, value| number("fb-docs", value).map(|value| setting.feedback.documents = value)),
    ("original-query-weight", |setting, value| {
        number("original-query-weight", value).map(|value| setting.feedback.original_weight = value)
    }),
];

/// What only queries that are expanded have.
const EXPANSION: [&str; 3] = ["fb-terms", "fb-docs", "original-query-weight"];

/// The names that a grid may give values to.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    PARAMETERS.iter().map(|(name, _)| *name)
}

/// What is given of a parameter: its name, its values as typed, and what one of them sets.
type Given = (&'static str, Vec<String>, Set);

impl ModelAxesArgs {
    /// The rankings of a sweep: of these flags and of what a grid says besides. The unfiltered text's has the default of
    /// every parameter that is an axis; the default model too, or the first one of the list if the queries' expansion
    /// cannot use that.
    ///
    /// # Errors
    /// A usage error for a value out of range, for what is given twice, and for a parameter or an axis that changes nothing.
    pub fn rankings(&self, grid: &GridArgs) -> Result<Rankings> {
        let given = self.given(grid)?;
        let mut base = Setting {
            model: MODELS[0].0.to_owned(),
            parameters: Parameters::default(),
            method: method(self.rm3, self.rm1_mixture),
            feedback: FEEDBACK,
        };
        let (one, axes): (Vec<&Given>, Vec<&Given>) = given.iter().partition(|(_, values, _)| values.len() == 1);
        check_points(axes.iter().map(|(_, values, _)| values.len()))?;
        one.iter().try_for_each(|(_, values, set)| set(&mut base, &values[0]))?;
        let mut all = vec![base.clone()];
        for (_, values, set) in &axes {
            let with = |(setting, value): (&Setting, &String)| {
                let mut setting = setting.clone();
                set(&mut setting, value).map(|()| setting)
            };
            all = all.iter().flat_map(|s| values.iter().map(move |v| (s, v))).map(with).collect::<Result<_>>()?;
        }
        check_expanded(&given, &all)?;
        let first_model = all[0].model.clone();
        let baseline = base.ranking().or_else(|_| Setting { model: first_model, ..base }.ranking())?;
        check_parameters(&given, &baseline)?;
        let (mut parameters, mut rankings, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
        for (number, setting) in all.iter().enumerate() {
            let ranking = setting.ranking()?;
            let of_axes = setting.values(&axes, number);
            // Of points that differ in what their models do not have, the first one stands for all.
            if seen.insert(of_axes.clone()) {
                parameters.push(of_axes);
                rankings.push(ranking);
            }
        }
        let axis = |(number, (name, values, _)): (usize, &&Given)| {
            let lacking = parameters.iter().any(|of_axes: &Vec<String>| of_axes[number] == NONE);
            let values = values.iter().cloned().chain(lacking.then(|| NONE.to_owned())).collect();
            Axis { name: name.replace('-', "_"), values }
        };
        let axes = axes.iter().enumerate().map(axis).collect();
        Ok(Rankings { axes, all: rankings, parameters, baseline })
    }

    /// What flags and grid give, each parameter by one of them.
    fn given(&self, grid: &GridArgs) -> Result<Vec<Given>> {
        let mut given = Vec::new();
        for (name, set) in PARAMETERS {
            let (by_flag, by_grid) = (self.typed(name), grid.of_parameter(name)?);
            match (by_flag.is_empty(), by_grid) {
                (true, None) => {}
                (true, Some(values)) => given.push((name, values, set)),
                (false, None) => given.push((name, by_flag, set)),
                (false, Some(_)) => {
                    let flag = if name == "feedback" { by_flag[0].as_str() } else { name };
                    return Err(Error::settings(format!("--{flag} and --grid {name} both: expected one of them")));
                }
            }
        }
        Ok(given)
    }

    /// The values of a parameter's flag; none if it was not given.
    fn typed(&self, name: &str) -> Vec<String> {
        let values = match name {
            "model" => return distinct(&self.models),
            "feedback" => {
                let flags = [(self.rm3, "rm3"), (self.rm1_mixture, "rm1-mixture")];
                return flags.iter().filter(|(given, _)| *given).map(|(_, value)| (*value).to_owned()).collect();
            }
            "k1" => &self.k1,
            "b" => &self.b,
            "mu" => &self.mu,
            "lambda" => &self.lambda,
            "c" => &self.c,
            "fb-terms" => &self.fb_terms,
            "fb-docs" => &self.fb_docs,
            _ => &self.original_query_weight,
        };
        values.as_ref().map_or(Vec::new(), |values| values.0.iter().map(Decimal::to_string).collect())
    }
}

impl Setting {
    /// The value of each axis for the setting of this number in their product; [`NONE`] for what it does not have.
    fn values(&self, axes: &[&Given], number: usize) -> Vec<String> {
        let mut stride: usize = axes.iter().map(|(_, values, _)| values.len()).product();
        let value = |(name, values, _): &&Given| {
            stride /= values.len();
            let value = &values[number / stride % values.len()];
            let lacks = if EXPANSION.contains(name) {
                self.method.is_none()
            } else {
                check_taken(&[&self.model], [(*name, value.clone())]).is_err()
            };
            if lacks { NONE.to_owned() } else { value.clone() }
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

/// Refuses parameters of the queries' expansion where no point has one; clap sees flags alone, not a grid.
fn check_expanded(given: &[Given], all: &[Setting]) -> Result<()> {
    let idle = given.iter().find(|(name, ..)| EXPANSION.contains(name));
    match idle.filter(|_| all.iter().all(|setting| setting.method.is_none())) {
        Some((name, values, _)) => {
            let found = values.join(",");
            Err(Error::settings(format!("--{name}: found {found}, but no query is expanded; expected --rm3 as well")))
        }
        None => Ok(()),
    }
}

/// Refuses a parameter that no model takes: of the points', or, if it has one value, the baseline's.
fn check_parameters(given: &[Given], baseline: &Ranking) -> Result<()> {
    let of_points = given.iter().find(|(name, ..)| *name == "model").map(|(_, values, _)| values.as_slice());
    let models: Vec<&str> = of_points.map_or(vec![MODELS[0].0], |names| names.iter().map(String::as_str).collect());
    let baseline = baseline.model.to_string();
    let with_baseline: Vec<&str> = models.iter().copied().chain(baseline.split(' ').take(1)).collect();
    given.iter().try_for_each(|(name, values, _)| {
        let check = |models: &[&str]| check_taken(models, [(*name, values.join(","))]);
        check(&models).or_else(|idle| if values.len() == 1 { check(&with_baseline).or(Err(idle)) } else { Err(idle) })
    })
}

/// Each once: a model twice would be a point twice.
pub fn distinct(names: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.iter().filter(|name| seen.insert(*name)).cloned().collect()
}

fn feedback(value: &str) -> Result<Option<Method>> {
    match value {
        "none" => Ok(None),
        "rm3" => Ok(Some(Method::Rm3)),
        "rm1-mixture" => Ok(Some(Method::Rm1Mixture)),
        other => Err(Error::settings(format!("--grid feedback: found {other}, expected none, rm3 or rm1-mixture"))),
    }
}

/// A value as `tamis search` reads it, so that a point is that search to the last bit.
fn number<T: std::str::FromStr>(flag: &str, value: &str) -> Result<T> {
    value.parse().map_err(|_| Error::settings(format!("--{flag}: found {value}, expected a whole number")))
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
        assert_eq!(found.parameters, expected.map(|values| values.map(str::to_owned).to_vec()));
        assert_eq!(found.axes[1].values, ["0.5", "1", "-"]);
        let found = rankings("--grid feedback=none,rm3 --grid fb_docs=5,10").unwrap();
        assert_eq!(
            found.parameters,
            [["none", "-"], ["rm3", "5"], ["rm3", "10"]].map(|values| values.map(str::to_owned).to_vec())
        );
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
            let said = rankings(line).unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        refused(
            "--k1 1,2 --model dph",
            "--k1: found 1,2, but --model dph takes no parameter; expected --model bm25 or",
        );
        refused(
            "--mu 7 --model pl2",
            "--mu: found 7, but --model pl2 takes only --c; expected --model ql-dirichlet or",
        );
        refused("--mu 7 --model pl2,bm25", "--model pl2,bm25 take only --k1, --b, --c;");
        refused("--b 0.1,0.2 --model dph,pl2", "--b: found 0.1,0.2, but --model dph,pl2 take only --c;");
        refused("--fb-docs 1,2", "--fb-docs: found 1,2, but no query is expanded; expected --rm3 as well");
        refused("--grid fb_terms=5", "--fb-terms: found 5, but no query is expanded");
        refused("--fb-docs 1.5 --rm3", "--fb-docs: found 1.5, expected a whole number");
        refused("--b 0.5..=1.5:0.5", "--b: found 1.5, expected 0 to 1");
        refused("--model dph,bm52", "did you mean 'bm25'");
        refused("--model bm25,ql-jm-indri --rm3", "--rm3: found --model ql-jm-indri");
        refused("--k1 1 --grid k1=2", "--k1 and --grid k1 both: expected one of them");
        refused("--rm3 --grid feedback=none,rm3", "--rm3 and --grid feedback both");
        refused("--grid k1=1 --grid k1=2", "--grid k1 stands twice");
        refused("--grid feedback=rm4", "--grid feedback: found rm4, expected none, rm3 or rm1-mixture");
        refused("--grid model=bm52,dph", "did you mean 'bm25'");
    }
}
