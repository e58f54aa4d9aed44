//! Pseudo-relevance feedback: the best pages of a first search to a longer, weighted query for a second one. The text of a
//! page is its permitted text under the view, as everything else is. Two definitions:
//!
//! * RM3 as Anserini has it (`Rm3Reranker`; Yang, Fang and Lin, JDIQ 10(4), 2018). Of each page the terms of 2 to 20
//!   characters, all of them a to z or digits, that stand in a tenth of the pages at most; of these the heaviest `terms`, as
//!   shares of their sum; over the pages, shares times scores, summed; of these the heaviest `terms` again.
//! * Lavrenko and Croft's RM1 (SIGIR 2001): sum over the pages of P(w|d) P(d|q), with tf / |d| unsmoothed as in Indri, and
//!   the pages' likelihoods as shares of their sum; the heaviest `terms` of it.
//!
//! Either is mixed with the query's own words, all as shares of 1. Equal weights are ordered by the term.

use super::corpus::Corpus;
use super::model::{ModelSpec, Scores, Statistics};
use super::postings;
use super::predicate::Predicate;
use super::query::Query;
use super::rank;
use super::texts::Texts;
use super::top::Hit;
use super::view::View;
use crate::error::{Error, Result};
use crate::index::recipe::Store;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// How pages become words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Anserini's RM3: pages weigh as much as their scores.
    Rm3,
    /// Lavrenko's RM1: pages weigh as much as the likelihood of the query.
    Rm1Mixture,
}

/// Feedback with its parameters, as the user chose it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feedback {
    /// How pages become words.
    pub method: Method,
    /// Terms that are kept, 1 or more.
    pub terms: usize,
    /// Pages that are read, 1 or more.
    pub documents: usize,
    /// The share of the query's own words, 0 to 1.
    pub original_weight: f64,
}

impl Feedback {
    /// The method's flag, without its dashes.
    fn name(&self) -> &'static str {
        match self.method {
            Method::Rm3 => "rm3",
            Method::Rm1Mixture => "rm1-mixture",
        }
    }

    /// Checks the parameters, and that the model's scores can weigh pages.
    ///
    /// # Errors
    /// A usage error that names the flag.
    pub fn check(&self, model: &ModelSpec) -> Result<()> {
        let refuse = |flag: &str, found: String, expected: &str| {
            Err(Error::settings(format!("--{flag}: found {found}, expected {expected}")))
        };
        if self.terms == 0 {
            return refuse("fb-terms", "0".into(), "1 or more");
        }
        if self.documents == 0 {
            return refuse("fb-docs", "0".into(), "1 or more");
        }
        if !(0.0..=1.0).contains(&self.original_weight) {
            return refuse("original-query-weight", self.original_weight.to_string(), "0 to 1");
        }
        match (self.method, model.scores()) {
            (Method::Rm3, Scores::LogLikelihood) => {
                let expected = "a model with scores above 0, for pages weigh as much; or --rm1-mixture";
                refuse("rm3", format!("--model {model}"), expected)
            }
            (Method::Rm1Mixture, Scores::Weights) => {
                let expected = "a query likelihood model (ql-...), for pages weigh as much as that; or --rm3";
                refuse("rm1-mixture", format!("--model {model}"), expected)
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Feedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { terms, documents, original_weight, .. } = self;
        write!(f, "{} fb-terms={terms} fb-docs={documents} original-query-weight={original_weight}", self.name())
    }
}

/// How pages are ranked: a model, and what expands its queries, if anything does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranking {
    /// The model with its parameters.
    pub model: ModelSpec,
    /// How queries are expanded.
    pub feedback: Option<Feedback>,
}

impl Ranking {
    /// The names and parameters of which a report makes its name: `bm25`, `k1=0.9`, `b=0.4`, `rm3`, `fb-terms=10`, ...
    pub fn parts(&self) -> Vec<String> {
        let parameters = self.model.parameters();
        let mut parts = vec![self.model.name().to_owned()];
        parts.extend(parameters.given().map(|(name, value)| format!("{name}={value}")));
        if let Some(Feedback { terms, documents, original_weight, .. }) = &self.feedback {
            parts.extend(self.feedback.map(|feedback| feedback.name().to_owned()));
            parts.extend([format!("fb-terms={terms}"), format!("fb-docs={documents}")]);
            parts.push(format!("original-query-weight={original_weight}"));
        }
        parts
    }
}

/// As reports name it.
impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts().join(" "))
    }
}

/// Searches one view, with feedback or without.
pub struct Searcher<'a> {
    corpus: &'a Corpus,
    view: &'a View,
    model: &'a ModelSpec,
    feedback: Option<Feedback>,
    texts: Arc<Texts>,
    /// In how many pages of the view a term stands, for the terms for which that was asked.
    frequencies: Mutex<HashMap<String, u64>>,
}

/// Terms with their weights.
type Weights = Vec<(String, f64)>;

impl<'a> Searcher<'a> {
    /// A searcher of this view.
    ///
    /// # Errors
    /// As [`Feedback::check`]; [`Error::Index`] for feedback from an index that keeps no text.
    pub fn new(corpus: &'a Corpus, view: &'a View, model: &'a ModelSpec, feedback: Option<Feedback>) -> Result<Self> {
        if let Some(feedback) = feedback {
            feedback.check(model)?;
            if let Some(index) = corpus.indexes.iter().find(|index| index.manifest.recipe.store == Store::None) {
                let message = format!(
                    "keeps no text (--store none), and --{} reads that of the best pages; index the collection again \
                     with --store text",
                    feedback.name()
                );
                return Err(Error::Index { path: index.path.clone(), message });
            }
        }
        let texts = Arc::new(Texts::new(corpus)?);
        Ok(Self { corpus, view, model, feedback, texts, frequencies: Mutex::default() })
    }

    /// The best `hits` pages, ordered as [`rank::search`] orders them.
    pub fn search(&self, query: &Query, hits: usize) -> Result<Vec<Hit>> {
        rank::search(self.corpus, self.view, &*self.query(query)?, self.model, hits)
    }

    /// The query that is searched: itself, or what feedback makes of it. Without pages, or without a term in them, it stays
    /// as it is.
    pub fn query<'q>(&self, query: &'q Query) -> Result<Cow<'q, Query>> {
        let Some(feedback) = &self.feedback else { return Ok(Cow::Borrowed(query)) };
        let pages = rank::search(self.corpus, self.view, query, self.model, feedback.documents)?;
        let weights = match feedback.method {
            Method::Rm3 => self.rm3(&pages, feedback.terms)?,
            Method::Rm1Mixture => self.rm1(&pages)?,
        };
        let weights = shares(heaviest(weights, feedback.terms));
        if weights.is_empty() {
            return Ok(Cow::Borrowed(query));
        }
        let (own, clauses) = (feedback.original_weight, query.clauses());
        let mut expanded = Query::default();
        query.terms.iter().for_each(|(term, weight)| expanded.add(term, own * (weight / clauses)));
        weights.iter().for_each(|(term, share)| expanded.add(term, (1.0 - own) * share));
        Ok(Cow::Owned(expanded))
    }

    /// Anserini's weights of the terms of these pages.
    fn rm3(&self, pages: &[Hit], terms: usize) -> Result<BTreeMap<String, f64>> {
        let mut weights = BTreeMap::new();
        for page in pages {
            let mut counts = self.texts.counts(self.corpus, self.view, page.document)?;
            // The heaviest first: few need to be asked for their pages. Equal ones by the term, which its number stands for.
            counts.counts.sort_unstable_by_key(|&(term, count)| (Reverse(count), term));
            let mut kept = Vec::new();
            for &(number, count) in &counts.counts {
                let term = counts.term(number);
                if is_plain(term) && self.is_rare(term)? {
                    kept.push((term.to_owned(), f64::from(count)));
                }
                if kept.len() == terms {
                    break;
                }
            }
            for (term, share) in shares(kept) {
                *weights.entry(term).or_insert(0.0) += share * f64::from(page.score);
            }
        }
        Ok(weights)
    }

    /// Lavrenko's weights of the terms of these pages.
    fn rm1(&self, pages: &[Hit]) -> Result<BTreeMap<String, f64>> {
        let best = pages.first().map_or(0.0, |page| f64::from(page.score));
        let likelihood = |page: &Hit| (f64::from(page.score) - best).exp();
        let sum: f64 = pages.iter().map(likelihood).sum();
        let mut weights = BTreeMap::new();
        for page in pages {
            let counts = self.texts.counts(self.corpus, self.view, page.document)?;
            let length: u32 = counts.counts.iter().map(|(_, count)| count).sum();
            let of_page = likelihood(page) / sum;
            for &(number, count) in &counts.counts {
                let (term, share) = (counts.term(number), f64::from(count) / f64::from(length));
                match weights.get_mut(term) {
                    Some(weight) => *weight += of_page * share,
                    None => _ = weights.insert(term.to_owned(), of_page * share),
                }
            }
        }
        Ok(weights)
    }

    /// Whether a term stands in a tenth of the view's pages at most.
    fn is_rare(&self, term: &str) -> Result<bool> {
        let is_rare = |pages: u64| pages * 10 <= self.view.statistics.pages;
        let lock = || self.frequencies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pages) = lock().get(term) {
            return Ok(is_rare(*pages));
        }
        // What the index counts, without regard to the view, is no less; and it costs nothing.
        let pages = match postings::pages_at_most(self.corpus, term)? {
            at_most if is_rare(at_most) => at_most,
            _ => rank::pages(self.corpus, self.view, term)?,
        };
        lock().insert(term.to_owned(), pages);
        Ok(is_rare(pages))
    }
}

/// Opens these views one after the other, each with a searcher for each of its rankings, for `search`, which gets the view's number as
/// well: per view its counts, and what came of it. A query has other words in every view, so there is no pass over postings
/// to share: it costs as much as single searches, but that a page's text is read once for all.
pub fn each_view<T>(
    corpus: &Corpus,
    views: &[(Predicate, &[Ranking])],
    search: impl Fn(usize, &[Searcher<'_>]) -> Result<T>,
) -> Result<Vec<(Statistics, T)>> {
    corpus.order()?;
    let texts = Arc::new(Texts::new(corpus)?);
    let of_view = |(number, (predicate, rankings)): (usize, &(Predicate, &[Ranking]))| {
        let view = View::new(corpus, predicate);
        let mut searchers = Vec::with_capacity(rankings.len());
        for Ranking { model, feedback } in *rankings {
            searchers.push(Searcher { texts: texts.clone(), ..Searcher::new(corpus, &view, model, *feedback)? });
        }
        Ok((view.statistics, search(number, &searchers)?))
    };
    views.iter().enumerate().map(of_view).collect()
}

/// Whether Anserini's feedback looks at a term at all.
fn is_plain(term: &str) -> bool {
    (2..=20).contains(&term.len()) && term.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9'))
}

/// The heaviest first, equal ones by the term.
fn ordered(mut weights: Weights) -> Weights {
    weights.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    weights
}

/// The heaviest of these that weigh anything. Scores of divergence models can be below 0.
fn heaviest(weights: BTreeMap<String, f64>, terms: usize) -> Weights {
    let mut weights = ordered(weights.into_iter().filter(|(_, weight)| *weight > 0.0).collect());
    weights.truncate(terms);
    weights
}

/// The weights as shares of their sum.
fn shares(mut weights: Weights) -> Weights {
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    weights.iter_mut().for_each(|(_, weight)| *weight /= sum);
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Parameters;

    const RM3: Feedback = Feedback { method: Method::Rm3, terms: 10, documents: 10, original_weight: 0.5 };

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
            assert_eq!((RM3.check(&model(name)).is_ok(), rm1.check(&model(name)).is_ok()), (by_rm3, by_rm1), "{name}");
        }
        let said = rm1.check(&model("bm25")).unwrap_err().to_string();
        assert!(said.contains("--rm1-mixture: found --model bm25") && said.contains("--rm3"), "{said}");
    }

    #[test]
    fn parameters_out_of_range_are_refused_by_flag() {
        let model = ModelSpec::new("bm25", &Parameters::default()).unwrap();
        let refused = [
            (Feedback { terms: 0, ..RM3 }, "--fb-terms"),
            (Feedback { documents: 0, ..RM3 }, "--fb-docs"),
            (Feedback { original_weight: 1.1, ..RM3 }, "--original-query-weight"),
        ];
        for (feedback, flag) in refused {
            assert!(feedback.check(&model).unwrap_err().to_string().contains(flag));
        }
    }

    #[test]
    fn plain_terms_are_short_and_of_letters_and_digits() {
        for (term, plain) in [("ab", true), ("2016", true), ("a", false), ("e.g", false), ("häuser", false)] {
            assert_eq!(is_plain(term), plain, "{term}");
        }
        assert!(is_plain(&"a".repeat(20)) && !is_plain(&"a".repeat(21)));
    }

    #[test]
    fn equal_weights_are_ordered_by_the_term() {
        let weights = [("c", 2.0), ("b", 2.0), ("a", 1.0), ("d", -1.0)].map(|(term, weight)| (term.to_owned(), weight));
        let kept = heaviest(BTreeMap::from(weights), 2);
        assert_eq!(shares(kept), [("b".to_owned(), 0.5), ("c".to_owned(), 0.5)]);
    }
}
