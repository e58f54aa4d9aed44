//! Compares every label with the unfiltered text and the best thresholds.

use super::builder::{JobBuilder, Setup};
use super::index::Index;
use super::results::Comparison;
use crate::job::{CompareJob, Judged};
use tamis_eval::statistics::Margin;
use tamis_eval::{Qrels, Topics};
use tamis_index::error::Result;
use tamis_search::experiment::compared_labels;

/// A comparison of labels. Created by [`Index::compare`]; [`run`](Self::run) starts it.
pub type ComparisonBuilder<'a> = JobBuilder<'a, CompareJob>;

impl Index {
    /// Compares the index's labels with the unfiltered text and the best thresholds.
    pub fn compare(&self, topics: &Topics, qrels: &Qrels) -> ComparisonBuilder<'_> {
        let judged = Judged::in_memory(topics, qrels);
        JobBuilder::new(self, CompareJob { judged, ..CompareJob::default() })
    }
}

impl JobBuilder<'_, CompareJob> {
    /// Compares these labels. Default: all that the index has.
    ///
    /// # Errors
    /// A label that the index does not have, or one named twice.
    pub fn labels<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Result<Self> {
        let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
        compared_labels(self.setup.index.manifest(), &names)?;
        self.job.labels = names;
        Ok(self)
    }

    /// Cross-validates the choice of each threshold: it is chosen on all folds of topics but one
    /// and measured on that one, this many times. Default: no cross-validation.
    pub fn folds(mut self, folds: usize) -> Self {
        self.job.folds = Some(folds);
        self
    }

    /// Sets the margin of the tests of equivalence with the unfiltered text. Default: 5 % of its
    /// mean.
    pub fn margin(mut self, margin: Margin) -> Self {
        self.job.margin = margin;
        self
    }

    /// Sets the random seed that assigns topics to folds.
    pub fn seed(mut self, seed: u64) -> Self {
        self.job.seed = seed;
        self
    }

    /// Searches and measures the unfiltered text, thresholds of 1 to 100 words and of a text
    /// density of 1 to 20, and every label.
    ///
    /// # Errors
    /// A setting out of range, qrels that judge none of the topics, more folds than topics, or an
    /// index that cannot be read.
    pub fn run(self) -> Result<Comparison> {
        Ok(self.job()?.run(self.setup.index, self.setup.watch)?.result)
    }

    /// Returns the comparison as a job.
    ///
    /// # Errors
    /// A threshold that no block can have.
    pub fn job(&self) -> Result<CompareJob> {
        self.setup.check()?;
        let Setup { request, threads, .. } = &self.setup;
        Ok(CompareJob { request: request.clone(), threads: *threads, ..self.job.clone() })
    }
}
