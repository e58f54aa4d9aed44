//! How pages are ranked: how it is requested, and which ranking that is.

use super::Request;
use super::parameters::{PARAMETERS, Part, Role, parameter};
use crate::Method;
use crate::experiment::parameter::Value;
use crate::feedback::{Feedback, Ranking};
use crate::model::MODELS;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use tamis_index::error::{Error, Result};

/// Query expansion as it is requested. Numbers without a method are refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expansion {
    /// The method; none if queries are not expanded.
    pub method: Option<Method>,
    /// The number of terms that are kept.
    pub terms: Option<usize>,
    /// The number of pages that are read.
    pub documents: Option<usize>,
    /// The weight of the original query, 0 to 1.
    pub original_weight: Option<f64>,
}

impl Request {
    /// A request of the same ranking, and of nothing else.
    pub(super) fn of_ranking(&self) -> Self {
        let parameters = self.parameters;
        let expansion = self.expansion;
        Self { model: self.model.clone(), parameters, expansion, ..Self::default() }
    }

    /// The value of a parameter of the ranking, if it is given.
    pub(super) fn ranking_value(&self, role: Role) -> Option<Value> {
        let text = self.of_ranking().kept(role)?.take().pop()?;
        let Ok(value) = text.parse();
        Some(value)
    }

    /// The name of the model.
    pub(super) fn model_name(&self) -> &str {
        self.model.as_deref().unwrap_or(MODELS[0].0)
    }

    /// Returns the model and query expansion.
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown model, a value out of range, a parameter that the model
    /// does not take, and a model whose scores the expansion cannot use.
    pub fn ranking(&self) -> Result<Ranking> {
        Ranking::new(self.model_name(), &self.parameters, self.expansion.feedback()?)
    }
}

impl Expansion {
    /// Returns the method with its numbers; none if queries are not expanded.
    ///
    /// # Errors
    /// [`Error::Setting`] for a number without a method.
    pub fn feedback(&self) -> Result<Option<Feedback>> {
        let Some(method) = self.method else {
            let given = [
                ("fb_terms", self.terms.is_some()),
                ("fb_docs", self.documents.is_some()),
                ("original_query_weight", self.original_weight.is_some()),
            ];
            return match given.into_iter().find(|(_, is_given)| *is_given) {
                Some((name, _)) => {
                    let problem = "is a parameter of query expansion; switch on rm3 or rm1_mixture";
                    Err(Error::setting(name, problem))
                }
                None => Ok(None),
            };
        };
        let defaults = Feedback::new(method);
        Ok(Some(Feedback {
            method,
            terms: self.terms.unwrap_or(defaults.terms),
            documents: self.documents.unwrap_or(defaults.documents),
            original_weight: self.original_weight.unwrap_or(defaults.original_weight),
        }))
    }
}

impl From<Feedback> for Expansion {
    fn from(feedback: Feedback) -> Self {
        let Feedback { method, terms, documents, original_weight } = feedback;
        Self {
            method: Some(method),
            terms: Some(terms),
            documents: Some(documents),
            original_weight: Some(original_weight),
        }
    }
}

/// Reads a ranking as it is printed: `bm25 k1=0.9 b=0.4 rm3 fb-terms=10`. What is left out has its
/// default.
impl FromStr for Ranking {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut parts = text.split_whitespace();
        let mut request = Request::default();
        request.set("model", parts.next().unwrap_or_default())?;
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or(("feedback", part));
            let name = name.replace('-', "_");
            if parameter(&name).is_none_or(|spec| spec.role.part() != Part::Ranking) {
                let known = PARAMETERS.iter().filter(|spec| spec.role.is_axis_of_rankings());
                let known = known.map(|spec| spec.name);
                return Err(Error::unknown_name("parameter of the ranking", &name, known));
            }
            request.set(&name, value)?;
        }
        request.ranking()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ModelSpec, Parameters};
    use proptest::prelude::*;

    #[test]
    fn a_ranking_has_defaults_and_is_checked() {
        for (text, printed) in [
            ("bm25", "bm25 k1=0.9 b=0.4"),
            ("BM25 b=0.5", "bm25 k1=0.9 b=0.5"),
            ("dph rm3", "dph rm3 fb-terms=10 fb-docs=10 original-query-weight=0.5"),
        ] {
            assert_eq!(text.parse::<Ranking>().unwrap().to_string(), printed);
        }
        for (text, problem) in [
            ("bm26", "unknown model 'bm26'"),
            ("dph k1=1", "k1: found 1, but the model dph takes no parameter"),
            ("bm25 k1=x", "k1: found x, expected a number"),
            ("bm25 min-words=3", "unknown parameter of the ranking 'min_words'"),
            ("bm25 rm4", "feedback: found rm4, expected none, rm3 or rm1-mixture"),
            ("bm25 fb-docs=3", "fb_docs: is a parameter of query expansion"),
        ] {
            let message = text.parse::<Ranking>().unwrap_err().to_string();
            assert!(message.starts_with(problem), "{message}");
        }
    }

    proptest! {
        #[test]
        fn every_ranking_reads_again_as_it_prints(
            model in prop::sample::select(MODELS.map(|(name, ..)| name).to_vec()),
            numbers in (0.0f64..9.0, 0.0f64..1.0, 0.1f64..9e9, 0.01f64..0.99, 0.1f64..99.0),
            feedback in prop::option::of((0usize..2, 1usize..99, 1usize..99, 0.0f64..=1.0)),
        ) {
            let (k1, b, mu, lambda, c) = numbers;
            let [k1, b, mu, lambda, c] = [k1, b, mu, lambda, c].map(Some);
            let given = ModelSpec::new(model, &Parameters { k1, b, mu, lambda, c }).unwrap();
            let feedback = feedback.map(|(method, terms, documents, original_weight)| {
                Feedback { method: Method::ALL[method], terms, documents, original_weight }
            });
            let ranking = Ranking::new(model, &given.parameters(), feedback);
            if let Ok(ranking) = ranking {
                let again: Ranking = ranking.to_string().parse().unwrap();
                prop_assert_eq!(again.to_string(), ranking.to_string());
                prop_assert_eq!(again, ranking);
            }
        }
    }
}
