//! Sweeps: measures every value of some thresholds against qrels in one pass over the index.

use super::builder::{JobBuilder, Setup};
use super::index::Index;
use super::results::Sweep;
use crate::job::{Judged, SweepJob};
use tamis_eval::statistics::Margin;
use tamis_eval::{Qrels, Topics};
use tamis_index::error::Result;
use tamis_search::Decimal;
use tamis_search::request::{SweepRequest, decimal};
use tamis_search::sweep::{RuleAxis, WeightAxis};

/// A sweep over thresholds. Created by [`Index::sweep`]; [`run`](Self::run) starts it.
///
/// The points of a sweep are the product of all values that are set, or with
/// [`separately`](Self::separately) the values of each axis alone. A threshold with one value holds
/// at every point.
pub type SweepBuilder<'a> = JobBuilder<'a, SweepJob>;

impl Index {
    /// Measures a range of thresholds against qrels, in one pass over the index.
    pub fn sweep(&self, topics: &Topics, qrels: &Qrels) -> SweepBuilder<'_> {
        let judged = Judged::in_memory(topics, qrels);
        JobBuilder::new(self, SweepJob { judged, ..SweepJob::default() })
    }
}

impl JobBuilder<'_, SweepJob> {
    /// Sweeps the minimum score of a block by a classifier, 0 to 1:
    /// `min_score("victor", [0.1, 0.3, 0.5])?`.
    ///
    /// # Errors
    /// A score that the index does not have.
    pub fn min_score(mut self, name: &str, values: impl IntoIterator<Item = f64>) -> Result<Self> {
        let score = self.setup.index.manifest().score(name)?;
        self.job.sweep.set_axis(&format!("min_{}", score.name()), values);
        Ok(self)
    }

    /// Sweeps labels: at each point a block must be content for one of these classifiers; `none`
    /// permits every block.
    ///
    /// # Errors
    /// A label that the index does not have.
    pub fn labels<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Result<Self> {
        let names: Vec<S> = names.into_iter().collect();
        let manifest = self.setup.index.manifest();
        RuleAxis::of_labels(manifest, names.iter().map(S::as_ref))?;
        self.job.sweep.set_axis("label", names.iter().map(S::as_ref));
        Ok(self)
    }

    /// Sweeps the weight of the rule of this name:
    /// `weight("title=kind = title: 3")?.weights("title", [1.0, 2.0, 3.0])?`.
    ///
    /// # Errors
    /// A weight out of range.
    pub fn weights(mut self, name: &str, values: impl IntoIterator<Item = f64>) -> Result<Self> {
        let values = values.into_iter().map(|value| decimal("weight", value));
        let axis = WeightAxis::new(name, values.collect::<Result<Vec<_>>>()?)?;
        let values = axis.values.iter().map(|weight| Decimal::from(*weight));
        self.job.sweep.set_axis(&axis.name(), values);
        Ok(self)
    }

    /// Sweeps any axis by its name: a bound on a feature (`max_tag_level`), a parameter of the
    /// ranking (`k1`, `model`), or what the other methods sweep. Values are as they are typed.
    pub fn axis<V: ToString>(mut self, name: &str, values: impl IntoIterator<Item = V>) -> Self {
        self.job.sweep.set_axis(name, values);
        self
    }

    /// Takes each threshold with several values alone, and the labels, instead of their product: a
    /// curve and a best point per axis over the same topics and the same unfiltered text.
    pub fn separately(mut self) -> Self {
        self.job.sweep.separately = true;
        self
    }

    /// Cross-validates the choice of the best point: it is chosen on all folds of topics but one
    /// and measured on that one, this many times. Default: no cross-validation.
    pub fn folds(mut self, folds: usize) -> Self {
        self.job.folds = Some(folds);
        self
    }

    /// Sets the permutations of the test whether any point is better than the unfiltered text; 0:
    /// no test. Default: 10 000.
    pub fn permutations(mut self, permutations: u32) -> Self {
        self.job.permutations = permutations;
        self
    }

    /// Sets the margin of the tests of equivalence with the unfiltered text. Default: 5 % of its
    /// mean.
    pub fn margin(mut self, margin: Margin) -> Self {
        self.job.margin = margin;
        self
    }

    /// Sets the random seed of folds and permutations.
    pub fn seed(mut self, seed: u64) -> Self {
        self.job.seed = seed;
        self
    }

    /// Sets what the report prints under "Reproduce".
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.job.output.command = Some(command.into());
        self
    }

    /// Searches and measures every point.
    ///
    /// # Errors
    /// Nothing to sweep, a setting out of range, qrels that judge none of the topics, more folds
    /// than topics, or an index that cannot be read.
    pub fn run(self) -> Result<Sweep> {
        Ok(self.job()?.run(self.setup.index, self.setup.watch)?.result)
    }

    /// Returns the sweep as a job.
    ///
    /// # Errors
    /// A threshold that no block can have.
    pub fn job(&self) -> Result<SweepJob> {
        self.setup.check()?;
        let Setup { request, threads, .. } = &self.setup;
        let sweep = SweepRequest { request: request.clone(), ..self.job.sweep.clone() };
        Ok(SweepJob { sweep, threads: *threads, ..self.job.clone() })
    }
}
