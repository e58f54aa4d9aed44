//! Compares every label with the unfiltered text and the best thresholds.

use super::index::Index;
use super::judging::{COMMAND, Judging};
use super::results::position;
use super::view::Asking;
use std::path::{Path, PathBuf};
use tamis_eval::statistics::SEED;
use tamis_eval::{Qrels, Topics};
use tamis_index::disk::results;
use tamis_index::error::Result;
use tamis_report as report;
use tamis_search::experiment::results as data;
use tamis_search::experiment::{Beside, Compared, Rankings, compared_labels, measures};

/// A comparison of labels. Created by [`Index::compare`]; [`run`](Self::run) starts it.
#[must_use = "a comparison does nothing until `run`"]
pub struct ComparisonBuilder<'a> {
    asking: Asking<'a>,
    judging: Judging<'a>,
    labels: Vec<(u32, String)>,
    folds: Option<usize>,
    seed: u64,
}

/// The results of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison(data::LabelComparison);

/// One row of a comparison: one view of the index, measured with all topics.
#[derive(Debug, Clone, Copy)]
pub struct ComparisonRow<'a> {
    comparison: &'a data::LabelComparison,
    row: &'a data::Row,
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
        Self { asking: Asking::new(index), judging, labels: Vec::new(), folds: None, seed: SEED }
    }

    /// Compares these labels. Default: all that the index has.
    ///
    /// # Errors
    /// A label that the index does not have, or one named twice.
    pub fn labels<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Result<Self> {
        let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
        self.labels = compared_labels(self.asking.index.manifest(), &names)?;
        Ok(self)
    }

    /// Sees only blocks that meet this rule, in every row but the unfiltered text. Several rules must all be met.
    ///
    /// # Errors
    /// A rule that does not parse; the message gives the column.
    pub fn where_(mut self, rule: &str) -> Result<Self> {
        self.asking.add_rule(rule)?;
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
            self.labels = compared_labels(self.asking.index.manifest(), self.asking.index.labels())?;
        }
        let manifest = self.asking.index.manifest();
        self.asking.with_corpus(|corpus| {
            let Self { folds, seed, .. } = self;
            let rankings = Rankings::single(self.asking.request.ranking()?);
            let (experiment, _) = self.judging.experiment(rankings, corpus)?;
            let compared = Compared {
                labels: self.labels.clone(),
                rule: self.asking.request.permits(manifest)?,
                title: self.asking.request.title,
                weights: self.asking.request.weights(manifest)?,
                folds,
                seed,
            };
            let stop = || self.asking.stops();
            let beside = Beside { stop: Some(&stop), ..Beside::default() };
            Ok(Comparison(experiment.compare_beside(&compared, self.described(), beside)?))
        })
    }

    /// Returns a report with the names of its inputs, still without results.
    fn described(&self) -> data::LabelComparison {
        data::LabelComparison {
            index: self.asking.index.names(),
            topics_file: self.judging.topics_name.clone(),
            qrels_file: self.judging.qrels_name.clone(),
            analyzer: self.asking.index.manifest().recipe.analyzer.clone(),
            command: COMMAND.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..data::LabelComparison::default()
        }
    }
}

impl Comparison {
    /// The measures, by trec_eval's names.
    pub fn measures(&self) -> &[String] {
        &self.0.measures
    }

    /// The unfiltered text, the best threshold of each axis, then the labels.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = ComparisonRow<'_>> {
        self.0.rows.iter().map(|row| ComparisonRow { comparison: &self.0, row })
    }

    /// Writes `compare.tsv`, `compare.json`, `per_topic.tsv`, `report.html` and figures as SVG into a folder, and returns
    /// their paths. Creates the folder. Removes what another
    /// experiment wrote there, and replaces no other file.
    ///
    /// # Errors
    /// A folder that holds an index, or a file that cannot be written.
    pub fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let folder = folder.as_ref();
        report::results_folder(folder)?;
        results::open(folder, "compare", None, true)?;
        let written = report::compare::write(&self.0, folder, &[])?;
        results::close(folder)?;
        Ok(written)
    }

    /// Everything that was measured.
    #[doc(hidden)]
    pub fn data(&self) -> &data::LabelComparison {
        &self.0
    }

    /// Returns the table that the program prints for a comparison.
    pub fn table(&self) -> String {
        report::compare::table(&self.0)
    }
}

impl<'a> ComparisonRow<'a> {
    /// `unfiltered`, the rule of the threshold, or the label.
    pub fn name(&self) -> &'a str {
        &self.row.name
    }

    /// The number of thresholds of which this row is the best by the first measure, on these topics: expect less on others.
    /// 0 for the unfiltered text and for labels.
    pub fn chosen_from(&self) -> usize {
        self.row.chosen_from
    }

    /// The mean of a measure with the threshold chosen on other topics, see [`ComparisonBuilder::folds`]; none for other rows.
    pub fn held_out_mean(&self, measure: &str) -> Option<f64> {
        let held_out = self.row.held_out.as_ref()?;
        held_out.means.get(position(&self.comparison.measures, measure)?).copied()
    }

    /// The share of the text that the row searches: its permitted tokens by those of the unfiltered text. More than 1 if
    /// weights are above 1.
    pub fn kept(&self) -> f64 {
        self.row.point.kept
    }

    /// The mean of a measure over all topics; none if the comparison does not have it.
    pub fn mean(&self, measure: &str) -> Option<f64> {
        self.row.point.means.get(position(&self.comparison.measures, measure)?).copied()
    }

    /// Two-sided p of the paired t-test against the unfiltered text, with Holm's correction over all rows; none if no
    /// topic differs.
    pub fn corrected_p_value(&self, measure: &str) -> Option<f64> {
        self.row.holm.get(position(&self.comparison.measures, measure)?).copied().flatten()
    }
}
