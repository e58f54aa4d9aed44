//! Pseudo-relevance feedback: expands a query with terms from the best pages of a first search, for
//! a second search. Only the text of a page that the view permits counts. There are two methods:
//!
//! * RM3 as in Anserini (`Rm3Reranker`; Yang, Fang and Lin, JDIQ 10(4), 2018). From each page it
//!   takes the terms of 2 to 20 characters, all a to z or digits, that occur in at most a tenth of
//!   the pages; keeps the `terms` heaviest, as shares of their sum; sums shares times scores over
//!   the pages; and keeps the `terms` heaviest of the result.
//! * RM1 of Lavrenko and Croft (SIGIR 2001): the sum over the pages of P(w|d) P(d|q), where P(w|d)
//!   is tf / |d|, unsmoothed as in Indri, and P(d|q) is the page's likelihood as a share of their
//!   sum; keeps the `terms` heaviest.
//!
//! The result is mixed with the original query; the weights of each are shares of 1. Equal weights
//! are ordered by term.

pub(crate) mod expansion;

use super::model::{ModelSpec, Parameters, Scores, Statistics, check_taken};
use super::query::Query;
use super::rank;
use super::view::View;
pub use crate::feedback::expansion::{Feedback, Method};
use crate::feedback::expansion::{FeedbackEvidence, expand};
use crate::rank::postings;
use crate::rank::texts::ReadTerms;
use crate::rank::top::Ranked;
use crate::rule::weights::BlockRule;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::recipe::Store;

impl Feedback {
    /// The published defaults of a method: ten terms of ten pages, half the weight on the original
    /// query.
    pub const fn new(method: Method) -> Self {
        Self { method, terms: 10, documents: 10, original_weight: 0.5 }
    }

    /// Checks that every index stores the texts that feedback reads.
    ///
    /// # Errors
    /// [`Error::Index`] with one that does not.
    pub(crate) fn check_texts(&self, corpus: &Corpus) -> Result<()> {
        match corpus.indexes.iter().find(|index| index.manifest.recipe.store == Store::None) {
            None => Ok(()),
            Some(index) => {
                let message = format!(
                    "stores no texts, and {} reads those of the best pages",
                    self.method.name()
                );
                Err(Error::index(&index.path, message).with_remedy(Remedy::StoreTexts))
            }
        }
    }

    /// Checks the parameters, and that the method can use the model's scores as weights.
    ///
    /// # Errors
    /// [`Error::Setting`] with the parameter, or the method.
    pub fn check(&self, model: &ModelSpec) -> Result<()> {
        let refuse = |setting: &'static str, found: String, expected: &str| {
            Err(Error::setting(setting, format!("found {found}, expected {expected}")))
        };
        if self.terms == 0 {
            return refuse("fb_terms", "0".into(), "1 or more");
        }
        if self.documents == 0 {
            return refuse("fb_docs", "0".into(), "1 or more");
        }
        if !(0.0..=1.0).contains(&self.original_weight) {
            return refuse("original_query_weight", self.original_weight.to_string(), "0 to 1");
        }
        match (self.method, model.scores()) {
            (Method::Rm3, Scores::LogLikelihood) => {
                let expected =
                    "a model with scores above 0, which weight the pages; or use rm1-mixture";
                refuse("rm3", format!("the model {model}"), expected)
            }
            (Method::Rm1Mixture, Scores::Weights) => {
                let expected =
                    "a query likelihood model (ql-...), whose scores weight the pages; or use rm3";
                refuse("rm1_mixture", format!("the model {model}"), expected)
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Feedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { terms, documents, original_weight, .. } = self;
        write!(
            f,
            "{} fb-terms={terms} fb-docs={documents} original-query-weight={original_weight}",
            self.method.name()
        )
    }
}

/// How pages are ranked: a model, and feedback, if any.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranking {
    /// The model with its parameters.
    pub model: ModelSpec,
    /// How queries are expanded, if they are.
    pub feedback: Option<Feedback>,
}

impl Ranking {
    /// Checks a model with its parameters and the query expansion, and puts them together.
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown model, a value out of range, a parameter that the model
    /// does not take, or a model whose scores the expansion cannot use.
    pub fn new(model: &str, parameters: &Parameters, feedback: Option<Feedback>) -> Result<Self> {
        check_taken(&[model], parameters.given().map(|(name, value)| (name, value.to_string())))?;
        let model = ModelSpec::new(model, parameters)?;
        feedback.map_or(Ok(()), |feedback| feedback.check(&model))?;
        Ok(Self { model, feedback })
    }

    /// The names and parameters of which a report makes its name: `bm25`, `k1=0.9`, `b=0.4`, `rm3`,
    /// `fb-terms=10`, ...
    pub fn parts(&self) -> Vec<String> {
        let parameters = self.model.parameters();
        let mut parts = vec![self.model.name().to_owned()];
        parts.extend(parameters.given().map(|(name, value)| format!("{name}={value}")));
        if let Some(Feedback { terms, documents, original_weight, .. }) = &self.feedback {
            parts.extend(self.feedback.map(|feedback| feedback.method.name().to_owned()));
            parts.extend([format!("fb-terms={terms}"), format!("fb-docs={documents}")]);
            parts.push(format!("original-query-weight={original_weight}"));
        }
        parts
    }
}

impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts().join(" "))
    }
}

/// Searches one view, with feedback or without.
pub struct Searcher<'a> {
    pub(crate) corpus: &'a Corpus,
    pub(crate) view: &'a View,
    pub(crate) model: &'a ModelSpec,
    feedback: Option<Feedback>,
    texts: Arc<ReadTerms>,
    /// Cached df of terms in the view.
    frequencies: Mutex<HashMap<String, u64>>,
}

impl<'a> Searcher<'a> {
    /// Returns a searcher of this view.
    ///
    /// # Errors
    /// As [`Feedback::check`]; [`Error::Setting`] for a model without a formula for the view's
    /// fractional weights; [`Error::Index`] for feedback from an index that does not store text.
    pub fn new(
        corpus: &'a Corpus,
        view: &'a View,
        model: &'a ModelSpec,
        feedback: Option<Feedback>,
    ) -> Result<Self> {
        Self::check(corpus, view, model, feedback)?;
        let texts = Arc::new(ReadTerms::new(corpus)?);
        Ok(Self { corpus, view, model, feedback, texts, frequencies: Mutex::default() })
    }

    /// Checks that a view can be searched so.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn check(
        corpus: &Corpus,
        view: &View,
        model: &ModelSpec,
        feedback: Option<Feedback>,
    ) -> Result<()> {
        model.check_unit(view.statistics.unit)?;
        if let Some(feedback) = feedback {
            feedback.check(model)?;
            feedback.check_texts(corpus)?;
        }
        Ok(())
    }

    /// Returns the best `hits` pages, ordered as by [`rank::search`].
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn search(&self, query: &Query, hits: usize) -> Result<Vec<Ranked>> {
        rank::search(self.corpus, self.view, &*self.query(query)?, self.model, hits)
    }

    /// Returns the query, expanded by feedback if there is feedback. If the first search finds no
    /// pages or no terms, the query stays the same.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn query<'q>(&self, query: &'q Query) -> Result<Cow<'q, Query>> {
        let Some(feedback) = &self.feedback else { return Ok(Cow::Borrowed(query)) };
        let mut pages = Vec::with_capacity(feedback.documents.min(1000));
        for hit in rank::search(self.corpus, self.view, query, self.model, feedback.documents)? {
            let counts = self.texts.counts(self.corpus, self.view, hit.document)?;
            pages.push(FeedbackEvidence { score: hit.score, counts });
        }
        expand(feedback, query, pages, self.view.statistics.unit, |term| self.is_rare(term))
    }

    /// Whether a term occurs in at most a tenth of the view's pages.
    fn is_rare(&self, term: &str) -> Result<bool> {
        let is_rare = |pages: u64| pages * 10 <= self.view.statistics.pages;
        let lock = || self.frequencies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pages) = lock().get(term) {
            return Ok(is_rare(*pages));
        }
        // The index's own count costs nothing, and no view has more pages.
        let pages = match postings::pages_at_most(self.corpus, term)? {
            at_most if is_rare(at_most) => at_most,
            _ => rank::counts(self.corpus, self.view, term)?.pages,
        };
        lock().insert(term.to_owned(), pages);
        Ok(is_rare(pages))
    }
}

/// Evaluates these views one after the other, and calls `search` with each view's number and one
/// searcher per ranking. Returns the statistics and the result of each view. Expanded queries
/// differ between views, so views cannot share a pass over the postings: the cost is that of single
/// searches, except that each page's text is read only once.
///
/// # Errors
/// As [`Searcher::new`], and those of `search`. A view whose text all has the weight 0 is empty.
pub fn each_view<T>(
    corpus: &Corpus,
    views: &[(BlockRule, &[Ranking])],
    search: impl Fn(usize, &[Searcher<'_>]) -> Result<T>,
) -> Result<Vec<(Statistics, T)>> {
    corpus.order()?;
    let texts = Arc::new(ReadTerms::new(corpus)?);
    let mut found = Vec::with_capacity(views.len());
    for (number, (rule, rankings)) in views.iter().enumerate() {
        let view = View::evaluate(corpus, rule)?;
        let mut searchers = Vec::with_capacity(rankings.len());
        for Ranking { model, feedback } in *rankings {
            searchers.push(Searcher {
                texts: texts.clone(),
                ..Searcher::new(corpus, &view, model, *feedback)?
            });
        }
        found.push((view.statistics, search(number, &searchers)?));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;

    const RM3: Feedback =
        Feedback { method: Method::Rm3, terms: 10, documents: 10, original_weight: 0.5 };

    #[test]
    fn a_method_takes_the_models_whose_scores_it_can_use() {
        let rm1 = Feedback { method: Method::Rm1Mixture, ..RM3 };
        let model = |name: &str| ModelSpec::new(name, &Parameters::default()).unwrap();
        for (name, by_rm3, by_rm1) in [
            ("bm25", true, false),
            ("dph", true, false),
            ("ql-dirichlet", true, true),
            ("ql-jm", true, true),
            ("ql-dirichlet-indri", false, true),
            ("ql-jm-indri", false, true),
        ] {
            assert_eq!(
                (RM3.check(&model(name)).is_ok(), rm1.check(&model(name)).is_ok()),
                (by_rm3, by_rm1),
                "{name}"
            );
        }
        let message = rm1.check(&model("bm25")).unwrap_err().to_string();
        assert!(
            message.contains("rm1_mixture: found the model bm25") && message.contains("use rm3"),
            "{message}"
        );
    }

    #[test]
    fn parameters_out_of_range_are_refused_by_name() {
        let model = ModelSpec::new("bm25", &Parameters::default()).unwrap();
        let refused = [
            (Feedback { terms: 0, ..RM3 }, "fb_terms"),
            (Feedback { documents: 0, ..RM3 }, "fb_docs"),
            (Feedback { original_weight: 1.1, ..RM3 }, "original_query_weight"),
        ];
        for (feedback, name) in refused {
            assert!(feedback.check(&model).unwrap_err().to_string().starts_with(name));
        }
    }
}
