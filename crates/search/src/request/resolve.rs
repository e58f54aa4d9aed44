//! Resolves a request against the labels and scores of an index.

use super::bounds::bound;
use super::parameters::parameter;
use super::sweep::place;
use super::{Expansion, Pages, Request};
use crate::experiment::parameter::Parameter;
use crate::feedback::{Feedback, Ranking};
use crate::model::MODELS;
use crate::rule::{expression, sieve};
use crate::{BlockRule, Predicate, TitleRule, Weights};
use tamis_index::captures::Choice;
use tamis_index::corpus::PageFilter;
use tamis_index::corpus::pages::{dates, language_code};
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;

/// A request, checked against an index.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// The blocks that are permitted, titles aside.
    pub permits: Predicate,
    /// The treatment of titles.
    pub title: TitleRule,
    /// What blocks weigh.
    pub weights: Weights,
    /// The model and query expansion.
    pub ranking: Ranking,
    /// The pages that are searched.
    pub pages: PageFilter,
}

/// What is wrong with a parameter of a request.
#[derive(Debug)]
pub struct Problem {
    /// The parameter's name.
    pub parameter: &'static str,
    /// What is wrong.
    pub error: Error,
}

impl Resolved {
    /// The rule for blocks: which are permitted, titles included, and what they weigh.
    pub fn rule(&self) -> BlockRule {
        let permits = self.title.apply(self.permits.clone());
        BlockRule { permits, weights: self.weights.clone() }
    }
}

/// Collects what is wrong, so that all of it can be shown at once.
#[derive(Default)]
struct Problems(Vec<Problem>);

impl Problems {
    /// Returns the value, or notes what is wrong with a parameter.
    fn take<T>(&mut self, parameter: &'static str, value: Result<T>) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(error) => {
                self.0.push(Problem { parameter, error });
                None
            }
        }
    }

    /// Returns the value, or the first of the problems.
    fn first<T>(self, value: T) -> Result<T> {
        match self.0.into_iter().next() {
            Some(problem) => Err(problem.error),
            None => Ok(value),
        }
    }
}

impl Request {
    /// Resolves the request against an index with this manifest.
    ///
    /// # Errors
    /// Every parameter that is wrong: a bound, rule, label or score that the index does not have, a model, a date.
    pub fn resolve(&self, manifest: &Manifest) -> std::result::Result<Resolved, Vec<Problem>> {
        let mut problems = Problems::default();
        let permits = self.read_permits(manifest, &mut problems);
        let weights = self.read_weights(manifest, &mut problems);
        let ranking = problems.take("model", self.ranking());
        // An error of a date or of captures names its parameter, one of a language names none.
        let of_pages = if self.pages.codes().is_err() { "page_language" } else { "from" };
        let pages = problems.take(of_pages, self.pages.filter());
        match (ranking, pages) {
            (Some(ranking), Some(pages)) if problems.0.is_empty() => {
                Ok(Resolved { permits, title: self.title, weights, ranking, pages })
            }
            _ => Err(problems.0),
        }
    }

    /// Returns the blocks that are permitted, titles aside: thresholds in the order of the list, then rules, labels and kind.
    ///
    /// # Errors
    /// [`Error::Setting`] for a value that no block can have, a rule that does not parse, and a label or score that the index
    /// does not have.
    pub fn permits(&self, manifest: &Manifest) -> Result<Predicate> {
        let mut problems = Problems::default();
        let permits = self.read_permits(manifest, &mut problems);
        problems.first(permits)
    }

    /// Returns what blocks weigh.
    ///
    /// # Errors
    /// [`Error::Setting`] for a rule that does not parse, a weight out of range, and a score that the index does not have.
    pub fn weights(&self, manifest: &Manifest) -> Result<Weights> {
        let mut problems = Problems::default();
        let weights = self.read_weights(manifest, &mut problems);
        problems.first(weights)
    }

    /// Returns the rule for blocks: those that are permitted, titles included, and what they weigh.
    ///
    /// # Errors
    /// As [`permits`](Self::permits) and [`weights`](Self::weights).
    pub fn rule(&self, manifest: &Manifest) -> Result<BlockRule> {
        let permits = self.title.apply(self.permits(manifest)?);
        Ok(BlockRule { permits, weights: self.weights(manifest)? })
    }

    /// Returns the model and query expansion.
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown model, a value out of range, a parameter that the model does not take, and a model
    /// whose scores the expansion cannot use.
    pub fn ranking(&self) -> Result<Ranking> {
        let model = self.model.as_deref().unwrap_or(MODELS[0].0);
        Ranking::new(model, &self.parameters, self.expansion.feedback()?)
    }

    /// Returns the rules, labels and kind that must hold besides thresholds.
    ///
    /// # Errors
    /// As [`permits`](Self::permits).
    pub(super) fn side(&self, manifest: &Manifest) -> Result<Predicate> {
        let mut problems = Problems::default();
        let side = self.read_side(manifest, &mut problems);
        problems.first(side)
    }

    fn read_permits(&self, manifest: &Manifest, problems: &mut Problems) -> Predicate {
        let mut permits = Predicate::All;
        let mut thresholds: Vec<&Parameter> = self.thresholds.iter().collect();
        thresholds.sort_by_key(|threshold| place(&threshold.name));
        for Parameter { name, value } in thresholds {
            let rule = bound(name, manifest).and_then(|bound| bound.rule(value));
            let setting = parameter(name).map_or("min_score", |spec| spec.name);
            permits = permits.and(problems.take(setting, rule).unwrap_or(Predicate::All));
        }
        permits.and(self.read_side(manifest, problems))
    }

    fn read_side(&self, manifest: &Manifest, problems: &mut Problems) -> Predicate {
        let mut side = Predicate::All;
        for rule in &self.rules {
            let rule = problems.take("where", expression::parse(rule, manifest));
            side = side.and(rule.unwrap_or(Predicate::All));
        }
        for label in &self.labels {
            let label = problems.take("label", Predicate::label(manifest, label));
            side = side.and(label.unwrap_or(Predicate::All));
        }
        match self.kind {
            Some(kind) => side.and(Predicate::Kind(kind)),
            None => side,
        }
    }

    fn read_weights(&self, manifest: &Manifest, problems: &mut Problems) -> Weights {
        let typed = self.weights.iter().map(String::as_str);
        let mut weights = problems.take("weight", Weights::parse(typed, manifest)).unwrap_or_default();
        if let Some(score) = &self.weight_by {
            let by = manifest.score(score).and_then(|score| weights.weigh_by(score));
            problems.take("weight_by", by);
        }
        if self.sieve {
            let added = sieve::add_sieve(&mut weights, manifest);
            problems.take("sieve", added);
        }
        weights
    }
}

impl Expansion {
    /// Returns the method with its numbers; none if queries are not expanded.
    ///
    /// # Errors
    /// [`Error::Setting`] for a number without a method.
    pub fn feedback(&self) -> Result<Option<Feedback>> {
        let Some(method) = self.method else { return self.check_unused().map(|()| None) };
        let defaults = Feedback::new(method);
        Ok(Some(Feedback {
            method,
            terms: self.terms.unwrap_or(defaults.terms),
            documents: self.documents.unwrap_or(defaults.documents),
            original_weight: self.original_weight.unwrap_or(defaults.original_weight),
        }))
    }

    fn check_unused(&self) -> Result<()> {
        let given = [
            ("fb_terms", self.terms.is_some()),
            ("fb_docs", self.documents.is_some()),
            ("original_query_weight", self.original_weight.is_some()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => {
                let problem = "is a parameter of query expansion; switch on rm3 or rm1_mixture";
                Err(Error::setting(name, problem))
            }
            None => Ok(()),
        }
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

impl Pages {
    /// Returns the filter of pages.
    ///
    /// # Errors
    /// [`Error::Setting`] for an invalid date, an unknown language, and a date of captures that are not collapsed.
    pub fn filter(&self) -> Result<PageFilter> {
        Ok(PageFilter {
            docnos: self.docnos.as_ref().map(|docnos| docnos.iter().cloned().collect()),
            not_docnos: self.not_docnos.iter().cloned().collect(),
            dates: dates(self.from.as_deref(), self.to.as_deref())?,
            languages: self.codes()?,
            url_prefixes: self.url_prefixes.clone(),
            collapse: self.choice()?,
        })
    }

    /// The codes of the languages.
    fn codes(&self) -> Result<Vec<String>> {
        self.languages.iter().map(|written| language_code(written)).collect()
    }

    /// Which capture of a URL is searched; none for all.
    fn choice(&self) -> Result<Option<Choice>> {
        match (self.collapse, &self.collapse_date) {
            (false, None) => Ok(None),
            (false, Some(_)) => Err(Error::setting("collapse_date", "needs collapse")),
            (true, None) => Ok(Some(Choice::Newest)),
            (true, Some(date)) => Choice::nearest("collapse_date", date).map(Some),
        }
    }
}
