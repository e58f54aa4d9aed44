//! Compares every label with the unfiltered text and the best thresholds.

use super::index::Index;
use super::judging::{COMMAND, Judging};
use super::results::Comparison;
use super::view::Setup;
use tamis_eval::statistics::{Margin, SEED};
use tamis_eval::{Qrels, Topics};
use tamis_index::error::Result;
use tamis_search::experiment::{Compared, Hooks, Rankings, compared_labels, measures, removers};

/// A comparison of labels. Created by [`Index::compare`]; [`run`](Self::run) starts it.
#[must_use = "a comparison does nothing until `run`"]
pub struct ComparisonBuilder<'a> {
    setup: Setup<'a>,
    judging: Judging<'a>,
    labels: Vec<(u32, String)>,
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
        self.labels = compared_labels(self.setup.index.manifest(), &names)?;
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
    /// A setting out of range, qrels that judge none of the topics, or an index that cannot be
    /// read.
    pub fn run(mut self) -> Result<Comparison> {
        self.judging.add_defaults(&measures::COMPARISON)?;
        let manifest = self.setup.index.manifest();
        if self.labels.is_empty() {
            self.labels = compared_labels(manifest, &removers(manifest))?;
        }
        self.setup.with_corpus(|corpus| {
            let rankings = Rankings::single(self.setup.request.ranking()?);
            let (experiment, _) = self.judging.experiment(rankings, &self.setup.request, corpus)?;
            let compared = self.setup.request.compared(manifest, self.labels.clone())?;
            let compared =
                Compared { folds: self.folds, seed: self.seed, margin: self.margin, ..compared };
            let stop = || self.setup.stops();
            let hooks = Hooks { stop: Some(&stop), ..Hooks::default() };
            Ok(Comparison(experiment.compare(
                &compared,
                self.judging.origin(corpus, COMMAND),
                hooks,
            )?))
        })
    }
}
