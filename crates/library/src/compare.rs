//! Compares every label with the unfiltered text and the best thresholds.

use super::index::Index;
use super::judging::Judging;
use super::results::Comparison;
use super::view::Setup;
use crate::job::CompareJob;
use tamis_eval::statistics::{Margin, SEED};
use tamis_eval::{Qrels, Topics};
use tamis_index::error::Result;
use tamis_search::experiment::compared_labels;

/// A comparison of labels. Created by [`Index::compare`]; [`run`](Self::run) starts it.
#[must_use = "a comparison does nothing until `run`"]
pub struct ComparisonBuilder<'a> {
    setup: Setup<'a>,
    judging: Judging<'a>,
    labels: Vec<String>,
    folds: Option<usize>,
    seed: u64,
    margin: Margin,
}

impl Index {
    /// Compares the index's labels with the unfiltered text and the best thresholds.
    pub fn compare<'a>(&'a self, topics: &'a Topics, qrels: &'a Qrels) -> ComparisonBuilder<'a> {
        ComparisonBuilder::new(self, topics, qrels)
    }
}

impl<'a> ComparisonBuilder<'a> {
    fn new(index: &'a Index, topics: &'a Topics, qrels: &'a Qrels) -> Self {
        let judging = Judging::new(topics, qrels);
        Self {
            setup: Setup::new(index),
            judging,
            labels: Vec::new(),
            folds: None,
            seed: SEED,
            margin: Margin::default(),
        }
    }

    /// Compares these labels. Default: all that the index has.
    ///
    /// # Errors
    /// A label that the index does not have, or one named twice.
    pub fn labels<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Result<Self> {
        let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
        compared_labels(self.setup.index.manifest(), &names)?;
        self.labels = names;
        Ok(self)
    }

    /// Sees only blocks that meet this rule, in every row but the unfiltered text. Several rules
    /// must all be met.
    ///
    /// # Errors
    /// A rule that does not parse; the message gives the column.
    pub fn where_(mut self, rule: &str) -> Result<Self> {
        self.setup.add_rule(rule)?;
        Ok(self)
    }

    /// Cross-validates the choice of each threshold: it is chosen on all folds of topics but one
    /// and measured on that one, this many times. Default: no cross-validation.
    pub fn folds(mut self, folds: usize) -> Self {
        self.folds = Some(folds);
        self
    }

    /// Sets the margin of the tests of equivalence with the unfiltered text. Default: 5 % of its
    /// mean.
    pub fn margin(mut self, margin: Margin) -> Self {
        self.margin = margin;
        self
    }

    /// Sets the random seed that assigns topics to folds.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    judging_setters!();
    view_setters!();

    /// Searches and measures the unfiltered text, thresholds of 1 to 100 words and of a text
    /// density of 1 to 20, and every label.
    ///
    /// # Errors
    /// A setting out of range, qrels that judge none of the topics, more folds than topics, or an
    /// index that cannot be read.
    pub fn run(self) -> Result<Comparison> {
        Ok(self.job().run(self.setup.index, self.setup.watch()?)?.result)
    }

    /// Returns the comparison as a job.
    pub fn job(&self) -> CompareJob {
        let Setup { request, threads, .. } = &self.setup;
        CompareJob {
            request: request.clone(),
            judged: self.judging.judged(),
            labels: self.labels.clone(),
            folds: self.folds,
            margin: self.margin,
            seed: self.seed,
            threads: *threads,
            ..CompareJob::default()
        }
    }
}
