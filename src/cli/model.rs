//! How pages are ranked, as typed: a model with its parameters and what expands queries; in a sweep several of each.

use super::values::Values;
use crate::error::{Error, Result};
use crate::experiment::Rankings;
use crate::report::data;
use crate::search::Decimal;
use crate::search::feedback::{Feedback, Method, Ranking};
use crate::search::model::{MODELS, ModelSpec, Parameters, check_taken};

/// The retrieval model.
#[derive(Debug, Clone, clap::Args)]
pub struct ModelArgs {
    /// bm25, bm25-lucene, tfidf-lucene, ql-dirichlet, ql-jm, ql-dirichlet-indri, ql-jm-indri, dph or pl2
    #[arg(long, default_value = MODELS[0].0, value_name = "NAME")]
    model: String,
    /// Term frequency saturation of bm25 and bm25-lucene, 0 or more [default: 0.9]
    #[arg(long, value_name = "K1", allow_negative_numbers = true, value_parser = real)]
    k1: Option<f64>,
    /// Length normalisation of bm25 and bm25-lucene, 0 to 1 [default: 0.4]
    #[arg(long, value_name = "B", allow_negative_numbers = true, value_parser = real)]
    b: Option<f64>,
    /// Weight of the prior of Dirichlet smoothing, tokens [default: 1000; Indri's 2500]
    #[arg(long, value_name = "MU", allow_negative_numbers = true, value_parser = real)]
    mu: Option<f64>,
    /// The collection's share in Jelinek-Mercer smoothing, between 0 and 1 [default: 0.1; Indri's 0.4]
    #[arg(long, value_name = "LAMBDA", allow_negative_numbers = true, value_parser = real)]
    lambda: Option<f64>,
    /// Length normalisation of pl2, more than 0 [default: 1]
    #[arg(long, value_name = "C", allow_negative_numbers = true, value_parser = real)]
    c: Option<f64>,
    /// Expand queries by Anserini's RM3: terms of the best pages' permitted text, weighed by the pages' scores
    #[arg(long, group = "feedback")]
    rm3: bool,
    /// Expand queries by Lavrenko's RM1, mixed with the query: pages weigh as the query's likelihood (ql-... models)
    #[arg(long, group = "feedback", conflicts_with = "rm3")]
    rm1_mixture: bool,
    /// Terms that --rm3 or --rm1-mixture keeps
    #[arg(long, default_value_t = FEEDBACK.terms, value_name = "N", requires = "feedback")]
    #[arg(allow_negative_numbers = true, value_parser = whole)]
    fb_terms: usize,
    /// Best pages that --rm3 or --rm1-mixture reads
    #[arg(long, default_value_t = FEEDBACK.documents, value_name = "N", requires = "feedback")]
    #[arg(allow_negative_numbers = true, value_parser = whole)]
    fb_docs: usize,
    /// Share of the query's own words after --rm3 or --rm1-mixture, 0 to 1
    #[arg(long, default_value_t = FEEDBACK.original_weight, value_name = "SHARE", requires = "feedback")]
    #[arg(allow_negative_numbers = true, value_parser = real)]
    original_query_weight: f64,
}

/// A number; whether it is in range is for the model to say.
fn real(typed: &str) -> std::result::Result<f64, &'static str> {
    typed.parse().map_err(|_| "expected a number")
}

fn whole(typed: &str) -> std::result::Result<usize, &'static str> {
    typed.parse().map_err(|_| "expected a whole number, 1 or more")
}

/// The retrieval models of a sweep: what has several values is an axis.
#[derive(Debug, Clone, clap::Args)]
pub struct ModelAxesArgs {
    /// bm25, bm25-lucene, tfidf-lucene, ql-dirichlet, ql-jm, ql-dirichlet-indri, ql-jm-indri, dph or pl2, or several:
    /// bm25,dph
    #[arg(long = "model", default_value = MODELS[0].0, value_delimiter = ',', value_name = "NAMES")]
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
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true, requires = "feedback")]
    fb_terms: Option<Values>,
    /// Best pages that --rm3 or --rm1-mixture reads [default: 10]
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true, requires = "feedback")]
    fb_docs: Option<Values>,
    /// Share of the query's own words after --rm3 or --rm1-mixture, 0 to 1 [default: 0.5]
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true, requires = "feedback")]
    original_query_weight: Option<Values>,
}

impl ModelArgs {
    /// The model with its parameters, and how the query is expanded, if it is.
    ///
    /// # Errors
    /// A usage error for a value out of range, and for a parameter that the model does not take.
    pub fn ranking(&self) -> Result<Ranking> {
        let Self { k1, b, mu, lambda, c, .. } = *self;
        let parameters = Parameters { k1, b, mu, lambda, c };
        check_taken(&[&self.model], parameters.given().map(|(name, value)| (name, value.to_string())))?;
        let (terms, documents, original_weight) = (self.fb_terms, self.fb_docs, self.original_query_weight);
        let feedback = method(self.rm3, self.rm1_mixture);
        let feedback = feedback.map(|method| Feedback { method, terms, documents, original_weight });
        let model = ModelSpec::new(&self.model, &parameters)?;
        feedback.map_or(Ok(()), |feedback| feedback.check(&model))?;
        Ok(Ranking { model, feedback })
    }
}

/// What feedback is unless the user says otherwise; the method stands for either.
const FEEDBACK: Feedback = Feedback { method: Method::Rm3, terms: 10, documents: 10, original_weight: 0.5 };

fn method(rm3: bool, rm1_mixture: bool) -> Option<Method> {
    rm3.then_some(Method::Rm3).or(rm1_mixture.then_some(Method::Rm1Mixture))
}

/// A ranking before it is checked.
#[derive(Clone)]
struct Setting {
    model: String,
    parameters: Parameters,
    feedback: Feedback,
}

/// A flag that can be an axis: its name, its values as typed, and what one of them sets.
type Flag = (&'static str, Vec<String>, fn(&mut Setting, &str) -> Result<()>);

impl ModelAxesArgs {
    /// The rankings of a sweep. The unfiltered text's has the default of every parameter that is an axis; the default model
    /// too, or the first one of the list if the queries' expansion cannot use that.
    ///
    /// # Errors
    /// A usage error for a value out of range, for more than two axes, and for a parameter or an axis that changes nothing.
    pub fn rankings(&self) -> Result<Rankings> {
        let mut base = Setting { model: MODELS[0].0.to_owned(), parameters: Parameters::default(), feedback: FEEDBACK };
        let (one, axes): (Vec<Flag>, Vec<Flag>) =
            self.flags().into_iter().partition(|(_, values, _)| values.len() == 1);
        one.iter().try_for_each(|(_, values, set)| set(&mut base, &values[0]))?;
        if axes.len() > 2 {
            return Err(Error::Usage("three ranges: a sweep has one or two axes".into()));
        }
        let mut all = vec![base.clone()];
        for (_, values, set) in &axes {
            let with = |(setting, value): (&Setting, &String)| {
                let mut setting = setting.clone();
                set(&mut setting, value).map(|()| setting)
            };
            all = all.iter().flat_map(|s| values.iter().map(move |v| (s, v))).map(with).collect::<Result<_>>()?;
        }
        let all: Vec<Ranking> = all.iter().map(|setting| self.ranking(setting)).collect::<Result<_>>()?;
        let baseline =
            self.ranking(&base).or_else(|_| self.ranking(&Setting { model: self.models[0].clone(), ..base }))?;
        self.check_taken(&baseline)?;
        let axis = |(name, values, _): &Flag| data::Axis { name: name.replace('-', "_"), values: values.clone() };
        let rankings = Rankings { axes: axes.iter().map(axis).collect(), all, baseline };
        match rankings.idle() {
            Some(axis) => {
                let (name, values) = (axis.name.replace('_', "-"), axis.values.join(","));
                let expected = "a parameter that the model or the expansion of queries has";
                Err(Error::Usage(format!("--{name}: found {values}, but no point depends on it; expected {expected}")))
            }
            None => Ok(rankings),
        }
    }

    /// Refuses a parameter that no model takes: of the points', or, if it has one value, the baseline's.
    fn check_taken(&self, baseline: &Ranking) -> Result<()> {
        let models: Vec<&str> = self.models.iter().map(String::as_str).collect();
        let baseline = baseline.model.to_string();
        let with_baseline: Vec<&str> = models.iter().copied().chain(baseline.split(' ').take(1)).collect();
        self.flags().iter().try_for_each(|(name, values, _)| {
            let check = |models: &[&str]| check_taken(models, [(*name, values.join(","))]);
            check(&models)
                .or_else(|idle| if values.len() == 1 { check(&with_baseline).or(Err(idle)) } else { Err(idle) })
        })
    }

    fn ranking(&self, setting: &Setting) -> Result<Ranking> {
        let model = ModelSpec::new(&setting.model, &setting.parameters)?;
        let method = method(self.rm3, self.rm1_mixture);
        let feedback = method.map(|method| Feedback { method, ..setting.feedback });
        feedback.map_or(Ok(()), |feedback| feedback.check(&model))?;
        Ok(Ranking { model, feedback })
    }

    /// What is given.
    fn flags(&self) -> Vec<Flag> {
        let mut models = self.models.clone();
        let mut seen = std::collections::BTreeSet::new();
        // As with values: a model twice would be a point twice.
        models.retain(|model| seen.insert(model.clone()));
        let typed = |values: &Option<Values>| {
            values.as_ref().map_or(Vec::new(), |values| values.0.iter().map(Decimal::to_string).collect())
        };
        let flags: [Flag; 9] = [
            ("model", models, |setting, name| {
                setting.model = name.to_owned();
                Ok(())
            }),
            ("k1", typed(&self.k1), |s, value| number("k1", value).map(|value| s.parameters.k1 = Some(value))),
            ("b", typed(&self.b), |s, value| number("b", value).map(|value| s.parameters.b = Some(value))),
            ("mu", typed(&self.mu), |s, value| number("mu", value).map(|value| s.parameters.mu = Some(value))),
            ("lambda", typed(&self.lambda), |s, value| {
                number("lambda", value).map(|value| s.parameters.lambda = Some(value))
            }),
            ("c", typed(&self.c), |s, value| number("c", value).map(|value| s.parameters.c = Some(value))),
            ("fb-terms", typed(&self.fb_terms), |s, value| {
                number("fb-terms", value).map(|value| s.feedback.terms = value)
            }),
            ("fb-docs", typed(&self.fb_docs), |s, value| {
                number("fb-docs", value).map(|value| s.feedback.documents = value)
            }),
            ("original-query-weight", typed(&self.original_query_weight), |s, value| {
                number("original-query-weight", value).map(|value| s.feedback.original_weight = value)
            }),
        ];
        flags.into_iter().filter(|(_, values, _)| !values.is_empty()).collect()
    }
}

/// A value as `tamis search` reads it, so that a point is that search to the last bit.
fn number<T: std::str::FromStr>(flag: &str, value: &str) -> Result<T> {
    value.parse().map_err(|_| Error::Usage(format!("--{flag}: found {value}, expected a whole number")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        model: ModelAxesArgs,
    }

    fn rankings(line: &str) -> Result<Rankings> {
        Line::try_parse_from(["sweep"].into_iter().chain(line.split_whitespace())).unwrap().model.rankings()
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
        let alone = Line::try_parse_from(["sweep", "--fb-docs", "1,2"]).err().map(|said| said.to_string());
        assert!(alone.is_some_and(|said| said.contains("<--rm3|--rm1-mixture>")));
        refused("--fb-docs 1.5 --rm3", "--fb-docs: found 1.5, expected a whole number");
        refused("--b 0.5..=1.5:0.5", "--b: found 1.5, expected 0 to 1");
        refused("--model dph,bm52", "did you mean 'bm25'");
        refused("--model bm25,ql-jm-indri --rm3", "--rm3: found --model ql-jm-indri");
        refused("--k1 1,2 --b 0,1 --model bm25,bm25-lucene", "three ranges");
    }
}
