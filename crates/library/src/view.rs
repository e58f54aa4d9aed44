//! What a builder sets: the request, the number of threads, the stop flag.

use super::index::Index;
use crate::watch::Watch;
use std::sync::atomic::AtomicBool;
use tamis_index::error::Result;
use tamis_search::model::{ModelSpec, Parameters};
use tamis_search::request::{Clause, Request, SIEVE};
use tamis_search::rule::expression;
use tamis_search::rule::weights::WeightRule;
use tamis_search::{Predicate, Weights};

/// What a builder asks of an index.
pub(super) struct Setup<'a> {
    pub index: &'a Index,
    pub request: Request,
    pub threads: Option<usize>,
    pub stop: Option<&'a AtomicBool>,
    /// Thresholds that are no numbers of blocks: below 0, or with too many digits.
    refused: Vec<(&'static str, String)>,
}

impl<'a> Setup<'a> {
    pub fn new(index: &'a Index) -> Self {
        Self { index, request: Request::default(), threads: None, stop: None, refused: Vec::new() }
    }

    /// Sets a threshold, which is checked when the search starts.
    pub fn set_threshold(&mut self, name: &'static str, value: impl ToString) {
        let value = value.to_string();
        self.refused.retain(|(other, _)| *other != name);
        if self.request.set_threshold(name, &value).is_err() {
            self.refused.push((name, value));
        }
    }

    pub fn add_rule(&mut self, rule: &str) -> Result<()> {
        expression::parse(rule, self.index.manifest())?;
        self.request.set("where", rule)
    }

    pub fn add_weight(&mut self, rule: &str) -> Result<()> {
        WeightRule::parse(rule, self.index.manifest())?;
        self.request.set("weight", rule)?;
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
        self.add_named_rule(SIEVE)
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
        self.request.add(Clause::label(label));
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

    /// What watches the job.
    ///
    /// # Errors
    /// The first threshold that is no number of a block, which its setter could not refuse.
    pub fn watch(&self) -> Result<&dyn Watch> {
        if let Some((name, value)) = self.refused.first() {
            Request::default().set_threshold(name, value)?;
        }
        Ok(match self.stop {
            Some(stop) => stop,
            None => &(),
        })
    }
}
