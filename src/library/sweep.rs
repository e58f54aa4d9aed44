//! Sweeps: measures every value of some thresholds against qrels in one pass over the index.

use super::index::Index;
use super::judging::{COMMAND, Judging};
use super::results::Sweep;
use super::view::ViewSettings;
use crate::error::Result;
use crate::experiment::number::decimal;
use crate::experiment::results as data;
use crate::experiment::thresholds::Thresholds;
use crate::experiment::{Beside, Choosing, measures};
use crate::search::Predicate;
use crate::search::sweep::{Grids, RuleAxis, WeightAxis, WeightGrid};
use tamis_eval::statistics;
use tamis_eval::{Qrels, Topics};

/// A sweep over thresholds. Created by [`Index::sweep`]; [`run`](Self::run) starts it.
///
/// The points of a sweep are the product of all values that are set, or with [`separately`](Self::separately) the values of
/// each axis alone. A threshold with one value holds at every point.
#[must_use = "a sweep does nothing until `run`"]
pub struct SweepBuilder<'a> {
    view: ViewSettings<'a>,
    judging: Judging<'a>,
    thresholds: Thresholds,
    labels: Option<RuleAxis>,
    separately: bool,
    weight_axes: Vec<WeightAxis>,
    choosing: Choosing,
    command: String,
}

impl Index {
    /// Measures a range of thresholds against qrels, in one pass over the index.
    pub fn sweep<'a>(&'a self, topics: &'a Topics, qrels: &'a Qrels) -> SweepBuilder<'a> {
        SweepBuilder::new(self, topics, qrels)
    }
}

impl<'a> SweepBuilder<'a> {
    fn new(index: &'a Index, topics: &'a Topics, qrels: &'a Qrels) -> Self {
        Self {
            view: ViewSettings::new(index),
            judging: Judging::new(topics, qrels),
            thresholds: Thresholds::default(),
            labels: None,
            separately: false,
            weight_axes: Vec::new(),
            choosing: Choosing { folds: None, seed: statistics::SEED, permutations: 10_000 },
            command: COMMAND.to_owned(),
        }
    }

    /// Sweeps the minimum words of a block, such as `1..=100`.
    pub fn min_words(mut self, values: impl IntoIterator<Item = u32>) -> Self {
        self.thresholds.set_all("min_words", values.into_iter().map(f64::from));
        self
    }

    /// Sweeps the maximum words of a block.
    pub fn max_words(mut self, values: impl IntoIterator<Item = u32>) -> Self {
        self.thresholds.set_all("max_words", values.into_iter().map(f64::from));
        self
    }

    /// Sweeps the minimum text density of a block, in words per full line of 80 characters.
    pub fn min_density(mut self, values: impl IntoIterator<Item = f64>) -> Self {
        self.thresholds.set_all("min_density", values);
        self
    }

    /// Sweeps the minimum link density of a block, 0 to 1: `[0.0, 0.33, 0.5]`.
    pub fn min_link_density(mut self, values: impl IntoIterator<Item = f64>) -> Self {
        self.thresholds.set_all("min_link_density", values);
        self
    }

    /// Sweeps the maximum link density of a block, 0 to 1: `[0.2, 0.33, 1.0]`.
    pub fn max_link_density(mut self, values: impl IntoIterator<Item = f64>) -> Self {
        self.thresholds.set_all("max_link_density", values);
        self
    }

    /// Sweeps the maximum number of pages of the index that hold a block of the same tokens, each URL once: `[1, 2, 5, 10, 100]`.
    pub fn max_repeats(mut self, values: impl IntoIterator<Item = u32>) -> Self {
        self.thresholds.set_all("max_repeats", values.into_iter().map(f64::from));
        self
    }

    /// Sweeps the maximum share of the other pages of a page's site that hold a block of the same tokens, 0 to 1.
    pub fn max_site_share(mut self, values: impl IntoIterator<Item = f64>) -> Self {
        self.thresholds.set_all("max_site_share", values);
        self
    }

    /// Sweeps the minimum score of a block by a classifier, 0 to 1: `min_score("victor", [0.1, 0.3, 0.5])?`.
    ///
    /// # Errors
    /// A score that the index does not have.
    pub fn min_score(mut self, name: &str, values: impl IntoIterator<Item = f64>) -> Result<Self> {
        self.thresholds.set_scores(self.view.index.manifest().score(name)?, values);
        Ok(self)
    }

    /// Sweeps labels: at each point a block must be content for one of these classifiers; `none` permits every block.
    ///
    /// # Errors
    /// A label that the index does not have.
    pub fn labels<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Result<Self> {
        let names: Vec<S> = names.into_iter().collect();
        self.labels = Some(RuleAxis::of_labels(self.view.index.manifest(), names.iter().map(S::as_ref))?);
        Ok(self)
    }

    /// Sweeps the weight of the rule of this name: `weight("title=kind = title: 3")?.weights("title", [1.0, 2.0, 3.0])?`.
    ///
    /// # Errors
    /// A weight out of range.
    pub fn weights(mut self, name: &str, values: impl IntoIterator<Item = f64>) -> Result<Self> {
        let values = values.into_iter().map(|value| decimal("weight", value)).collect::<Result<Vec<_>>>()?;
        self.weight_axes.push(WeightAxis::new(name, values)?);
        Ok(self)
    }

    judging_setters!();
    rule_setters!();
    view_setters!();

    /// Takes each threshold with several values alone, and the labels, instead of their product: a curve and a best point
    /// per axis over the same topics and the same unfiltered text.
    pub fn separately(mut self) -> Self {
        self.separately = true;
        self
    }

    /// Cross-validates the choice of the best point: it is chosen on all folds of topics but one and measured on that
    /// one, this many times. Default: no cross-validation.
    pub fn folds(mut self, folds: usize) -> Self {
        self.choosing.folds = Some(folds);
        self
    }

    /// Sets the permutations of the test whether any point is better than the unfiltered text; 0: no test. Default:
    /// 10 000.
    pub fn permutations(mut self, permutations: u32) -> Self {
        self.choosing.permutations = permutations;
        self
    }

    /// Sets the random seed of folds and permutations.
    pub fn seed(mut self, seed: u64) -> Self {
        self.choosing.seed = seed;
        self
    }

    /// Sets what the report prints under "How to repeat it".
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.command = command.into();
        self
    }

    /// Searches and measures every point.
    ///
    /// # Errors
    /// Nothing to sweep, a setting out of range, qrels that judge none of the topics, or an index that cannot be read.
    pub fn run(mut self) -> Result<Sweep> {
        self.judging.add_defaults(&measures::SWEEP)?;
        let labels = self.labels.clone().filter(|axis| !axis.values.is_empty());
        let weights = WeightGrid::new(self.view.weights.clone(), self.weight_axes.clone())?;
        let (rule, title) = (self.view.rule.clone(), self.view.title);
        let grids = self.thresholds.grids(self.separately, labels, weights, rule, title)?;
        self.view.with_corpus(|corpus| {
            let (experiment, unjudged) = self.judging.experiment(&self.view, corpus)?;
            let stop = || self.view.stops();
            let outcome = experiment.run_beside(&grids, Beside { stop: Some(&stop), ..Beside::default() })?;
            let mut sweep = experiment.report(&grids, &outcome, self.described(&grids));
            experiment.check_choices(&mut sweep, self.choosing)?;
            Ok(Sweep(data::Sweep { unjudged, ..sweep }))
        })
    }

    /// Returns a report with the names of its inputs, still without results.
    fn described(&self, grids: &Grids) -> data::Sweep {
        let rule = Some(&grids.first().side).filter(|rule| **rule != Predicate::All);
        data::Sweep {
            index: self.view.index.names(),
            topics_file: self.judging.topics_name.clone(),
            qrels_file: self.judging.qrels_name.clone(),
            analyzer: self.view.index.manifest().recipe.analyzer.clone(),
            filter: rule.map(ToString::to_string).unwrap_or_default(),
            weights: grids.first().weights.texts(),
            command: self.command.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..data::Sweep::default()
        }
    }
}
