//! How pages are ranked, as typed: a model with its parameters and what expands queries; in a sweep several of each.

pub mod axes;

use tamis::error::Result;
use tamis::search::feedback::{Feedback, Method, Ranking};
use tamis::search::model::{MODELS, ModelSpec, Parameters, check_taken};

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
