//! The ranking of a search: a model with its parameters, and query expansion.

use super::parameters::{Flags, OfExpansion, OfModel};
use tamis_index::error::Result;
use tamis_search::experiment::catalog::{Role, parameter};
use tamis_search::feedback::{Feedback, Method, Ranking};
use tamis_search::model::{MODELS, Parameters};

/// A retrieval model with its parameters, and query expansion.
#[derive(Debug, Clone, clap::Args)]
pub struct ModelArgs {
    #[arg(long, value_name = "NAME", help = parameter("model").map(|spec| spec.help))]
    model: Option<String>,
    #[command(flatten)]
    of_model: Flags<OfModel, f64>,
    #[command(flatten)]
    expansion: ExpansionArgs,
    #[command(flatten)]
    of_expansion: Flags<OfExpansion, f64>,
}

/// The method of query expansion.
#[derive(Debug, Clone, clap::Args)]
pub struct ExpansionArgs {
    /// Expand queries with Anserini's RM3: terms of the best pages' permitted text, weighted by the pages' scores
    #[arg(long, group = "feedback")]
    rm3: bool,
    /// Expand queries with Lavrenko's RM1, interpolated with the query; needs a ql-... model
    #[arg(long, group = "feedback", conflicts_with = "rm3")]
    rm1_mixture: bool,
}

/// The defaults of query expansion; the method is always replaced.
pub const EXPANSION: Feedback = Feedback::new(Method::Rm3);

impl ExpansionArgs {
    /// Returns the method, if queries are expanded.
    pub fn method(&self) -> Option<Method> {
        self.rm3.then_some(Method::Rm3).or(self.rm1_mixture.then_some(Method::Rm1Mixture))
    }

    /// Returns the name of the method's flag, without dashes.
    pub fn name(&self) -> Option<&'static str> {
        self.rm3.then_some("rm3").or(self.rm1_mixture.then_some("rm1-mixture"))
    }
}

impl ModelArgs {
    /// Returns the model with its parameters, and the query expansion.
    ///
    /// # Errors
    /// A usage error for a value out of range, and for a parameter that the model does not take.
    pub fn ranking(&self) -> Result<Ranking> {
        let name = self.model.as_deref().unwrap_or(MODELS[0].0);
        let value = |role| self.of_model.get(role).copied();
        let parameters = Parameters {
            k1: value(Role::K1),
            b: value(Role::B),
            mu: value(Role::Mu),
            lambda: value(Role::Lambda),
            c: value(Role::C),
        };
        Ranking::new(name, &parameters, self.feedback())
    }

    fn feedback(&self) -> Option<Feedback> {
        let whole = |role, default| self.of_expansion.get(role).map_or(default, |value| *value as usize);
        let weight = self.of_expansion.get(Role::OriginalWeight).copied();
        self.expansion.method().map(|method| Feedback {
            method,
            terms: whole(Role::FeedbackTerms, EXPANSION.terms),
            documents: whole(Role::FeedbackPages, EXPANSION.documents),
            original_weight: weight.unwrap_or(EXPANSION.original_weight),
        })
    }
}
