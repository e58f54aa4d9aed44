//! What a builder sets: the request, the number of threads, the stop flag.

use super::index::Index;
use std::sync::atomic::{AtomicBool, Ordering};
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Result};
use tamis_index::index::storage::guarded;
use tamis_index::ingest::check_threads;
use tamis_search::model::{ModelSpec, Parameters};
use tamis_search::request::Request;
use tamis_search::rule::expression;
use tamis_search::rule::weights::WeightRule;
use tamis_search::{Predicate, Prepared, Weights};

/// What a builder asks of an index.
pub(super) struct Setup<'a> {
    pub index: &'a Index,
    pub request: Request,
    pub threads: Option<usize>,
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> Setup<'a> {
    pub fn new(index: &'a Index) -> Self {
        Self { index, request: Request::default(), threads: None, stop: None }
    }

    /// Sets a threshold, which is checked when the search starts.
    pub fn set_threshold(&mut self, name: &str, value: impl ToString) {
        self.request.set_threshold(name, &value.to_string());
    }

    pub fn add_rule(&mut self, rule: &str) -> Result<()> {
        expression::parse(rule, self.index.manifest())?;
        self.request.rules.push(rule.to_owned());
        Ok(())
    }

    pub fn add_weight(&mut self, rule: &str) -> Result<()> {
        WeightRule::parse(rule, self.index.manifest())?;
        self.request.weights.push(rule.to_owned());
        self.check_weights()
    }

    pub fn weigh_by(&mut self, score: &str) -> Result<()> {
        let manifest = self.index.manifest();
        let mut weights = Weights::default();
        if let Some(known) = &self.request.weight_by {
            weights.weigh_by(manifest.score(known)?)?;
        }
        weights.weigh_by(manifest.score(score)?)?;
        self.request.weight_by = Some(score.to_owned());
        self.check_weights()
    }

    pub fn add_sieve(&mut self) -> Result<()> {
        self.request.sieve = true;
        self.check_weights()
    }

    pub fn add_named_rule(&mut self, name: &str) -> Result<()> {
        self.request.set("rule", name)?;
        self.check_weights()
    }

    fn check_weights(&self) -> Result<()> {
        self.request.weights(self.index.manifest()).map(drop)
    }

    pub fn add_label(&mut self, label: &str) -> Result<()> {
        Predicate::label(self.index.manifest(), label)?;
        self.request.labels.push(label.to_owned());
        Ok(())
    }

    pub fn set_model(&mut self, model: &str) -> Result<()> {
        ModelSpec::new(model, &Parameters::default())?;
        self.request.model = Some(model.to_owned());
        Ok(())
    }

    /// Sets a filter of pages, and checks it.
    pub fn filter_pages(&mut self, name: &str, value: &str) -> Result<()> {
        self.request.set(name, value)?;
        self.check_pages()
    }

    /// Checks the filters of pages.
    pub fn check_pages(&self) -> Result<()> {
        self.request.pages.filter().map(drop)
    }

    /// Whether the caller wants to stop.
    pub fn stops(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Calls a function with the prepared request, on the requested threads, once `check` has
    /// passed the pages.
    pub fn search<T: Send>(
        &self,
        check: impl FnOnce(&Corpus) -> Result<()> + Send,
        work: impl FnOnce(Prepared<'_>) -> Result<T> + Send,
    ) -> Result<T> {
        self.with_corpus(|corpus| {
            check(corpus)?;
            work(Prepared::new(corpus, &self.request)?)
        })
    }

    /// Calls a function with the permitted pages, on the requested threads.
    pub fn with_corpus<T: Send>(
        &self,
        work: impl FnOnce(&Corpus) -> Result<T> + Send,
    ) -> Result<T> {
        self.index.check_files()?;
        let filter = self.request.pages.filter()?;
        let filtered =
            if filter.is_empty() { None } else { Some(self.index.corpus.with_pages(&filter)?) };
        let corpus = filtered.as_ref().unwrap_or(&self.index.corpus);
        self.request.check_tuned(corpus)?;
        let work = |corpus: &_| guarded(self.index.path(), || work(corpus));
        match self.threads {
            None => work(corpus),
            Some(threads) => {
                check_threads(threads)?;
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                pool.map_err(|e| Error::setting("threads", e.to_string()))?.install(|| work(corpus))
            }
        }
    }
}
