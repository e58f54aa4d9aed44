//! Compares every label with the unfiltered text and the best thresholds.

use super::index::Index;
use super::judging::{COMMAND, Judging};
use super::results::Comparison;
use super::view::ViewSettings;
use crate::error::Result;
use crate::experiment::results as data;
use crate::experiment::{Beside, Compared, compared_labels, measures};
use tamis_eval::statistics::SEED;
use tamis_eval::{Qrels, Topics};

/// A comparison of labels. Created by [`Index::compare`]; [`run`](Self::run) starts it.
#[must_use = "a comparison does nothing until `run`"]
pub struct ComparisonBuilder<'a> {
    view: ViewSettings<'a>,
    judging: Judging<'a>,
    labels: Vec<(u32, String)>,
    folds: Option<usize>,
    seed: u64,
}

impl Index {
    /// Compares the index's labels with the unfiltered text and the best thresholds.
    pub fn compare<'a>(&'a self, topics: &'a Topics, qrels: &'a Qrels) -> ComparisonBuilder<'a> {
        ComparisonBuilder::new(self, topics, qrels)
    }
}

impl<'a> ComparisonBuilder<'a> {
    fn new(index: &'a Index, topics: &'a Topics, qrels: &'a Qrels) -> Self {
        let (view, judging) = (ViewSettings::new(index), Judging::new(topics, qrels));
        Self { view, judging, labels: Vec::new(), folds: None, seed: SEED }
    }

    /// Compares these labels. Default: all that the index has.
    ///
    /// # Errors
    /// A label that the index does not have, or one named twice.
    pub fn labels<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Result<Self> {
        let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
        self.labels = compared_labels(self.view.index.manifest(), &names)?;
        Ok(self)
    }

    /// Sees only blocks that meet this rule, in every row but the unfiltered text. Several rules must all be met.
    ///
    /// # Errors
    /// A rule that does not parse; the message gives the column.
    pub fn where_(mut self, rule: &str) -> Result<Self> {
        self.view.add_rule(rule)?;
        Ok(self)
    }

    /// Cross-validates the choice of each threshold: it is chosen on all folds of topics but one and measured on that one,
    /// this many times. Default: no cross-validation.
    pub fn folds(mut self, folds: usize) -> Self {
        self.folds = Some(folds);
        self
    }

    /// Sets the random seed that deals topics to folds.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    judging_setters!();
    view_setters!();

    /// Searches and measures the unfiltered text, thresholds of 1 to 100 words and of a text density of 1
    /// to 20, and every label.
    ///
    /// # Errors
    /// A setting out of range, qrels that judge none of the topics, or an index that cannot be read.
    pub fn run(mut self) -> Result<Comparison> {
        self.judging.add_defaults(&measures::COMPARISON)?;
        if self.labels.is_empty() {
            self.labels = compared_labels(self.view.index.manifest(), self.view.index.labels())?;
        }
        self.view.with_corpus(|corpus| {
            let (experiment, _) = self.judging.experiment(&self.view, corpus)?;
            let ViewSettings { rule, title, weights, .. } = &self.view;
            let (rule, weights, labels) = (rule.clone(), weights.clone(), self.labels.clone());
            let (folds, seed) = (self.folds, self.seed);
            let compared = Compared { labels, rule, title: *title, weights, folds, seed };
            let stop = || self.view.stops();
            let beside = Beside { stop: Some(&stop), ..Beside::default() };
            Ok(Comparison(experiment.compare_beside(&compared, self.described(), beside)?))
        })
    }

    /// Returns a report with the names of its inputs, still without results.
    fn described(&self) -> data::LabelComparison {
        data::LabelComparison {
            index: self.view.index.names(),
            topics_file: self.judging.topics_name.clone(),
            qrels_file: self.judging.qrels_name.clone(),
            analyzer: self.view.index.manifest().recipe.analyzer.clone(),
            command: COMMAND.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..data::LabelComparison::default()
        }
    }
}
