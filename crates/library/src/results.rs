//! The results of a sweep, of a comparison and of tuning, which can be written as reports.

use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use tamis_eval::statistics::{holm, paired_t};
use tamis_index::disk::results;
use tamis_index::error::Result;
use tamis_lab::accuracy::data::Accuracy as AccuracyData;
use tamis_report as report;
use tamis_search::experiment::results as data;
use tamis_search::tune;

/// Results of an experiment, which can be written as a report. The fields and readers are those of
/// the results themselves; measures are looked up by any name that
/// [`JobBuilder::measure`](super::JobBuilder::measure) takes.
// A type of its own, as reports stand on experiments.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Results<T>(pub(super) T);

/// The results of a sweep: the measures of every point, and of the unfiltered text.
pub type Sweep = Results<data::Sweep>;
/// The results of a comparison.
pub type Comparison = Results<data::LabelComparison>;
/// The rule that fits an index, with all that was tried.
pub type Tuned = Results<tune::Tuned>;
/// Scores of classifiers by pages with gold.
pub type Accuracy = Results<AccuracyData>;

impl<T> Deref for Results<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Results<T> {
    /// Returns all of it as one line of JSON.
    pub fn json(&self) -> String {
        report::json::one_line(&self.0)
    }
}

/// Writes a report into a folder that is empty, or has one of this kind or another.
fn write(
    folder: &Path,
    kind: &str,
    files: impl FnOnce(&report::Form) -> Result<Vec<PathBuf>>,
) -> Result<Vec<PathBuf>> {
    report::results_folder(folder)?;
    results::open(folder, kind, None, true)?;
    let written = files(&report::Form::default())?;
    results::close(folder)?;
    Ok(written)
}

impl Sweep {
    /// Writes `sweep.tsv`, `per_topic.tsv`, `sweep.json`, `report.html` and figures as SVG into a
    /// folder, with folds `folds.tsv` too, and returns their paths. Creates the folder. Removes
    /// what another experiment wrote there, and replaces no other file.
    ///
    /// # Errors
    /// A folder that holds an index, or a file that cannot be written.
    pub fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let folder = folder.as_ref();
        write(folder, "sweep", |form| report::sweep::write(self, folder, form))
    }

    /// Returns the table that the program prints for a sweep: all columns, or if a width is given
    /// those that have room in so many characters.
    pub fn table(&self, width: Option<usize>) -> String {
        report::sweep::table(self, width)
    }

    /// Returns the same table for LaTeX, with the package booktabs.
    pub fn latex(&self, form: &report::Form) -> String {
        report::sweep::latex(self, form)
    }

    /// Returns the columns of `sweep.tsv`; the unfiltered text is the first row.
    pub fn data(&self) -> report::table::Data<'_> {
        report::sweep::data(self)
    }

    /// Returns the columns of `per_topic.tsv`: a row per point, topic and measure, the unfiltered
    /// text first.
    pub fn per_topic_data(&self) -> report::table::Data<'_> {
        report::sweep::per_topic_data(self)
    }

    /// Returns the columns of `folds.tsv` over the folds and all topics; no row without folds.
    pub fn folds_data(&self) -> report::table::Data<'_> {
        report::sweep::folds_data(self)
    }

    /// Returns the points as `sweep.tsv` has them, without tests of equivalence.
    pub fn tsv(&self) -> String {
        report::sweep::tsv_without_equivalence(self)
    }
}

impl Comparison {
    /// Writes `compare.tsv`, `compare.json`, `per_topic.tsv`, `report.html` and figures as SVG into
    /// a folder, and returns their paths. Creates the folder. Removes what another experiment wrote
    /// there, and replaces no other file.
    ///
    /// # Errors
    /// A folder that holds an index, or a file that cannot be written.
    pub fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let folder = folder.as_ref();
        write(folder, "compare", |form| report::compare::write(&self.0, folder, form))
    }

    /// Returns the table that the program prints for a comparison: all columns, or if a width is
    /// given those that have room in so many characters.
    pub fn table(&self, width: Option<usize>) -> String {
        report::compare::table(&self.0, width)
    }

    /// Returns the table with the unfiltered text, the named rules and the best `most` of the other
    /// rows; `more` says how many are left out.
    pub fn best_rows(
        &self,
        most: usize,
        more: impl FnOnce(usize) -> String,
        width: Option<usize>,
    ) -> String {
        report::compare::best_rows(&self.0, most, more, width)
    }

    /// Returns the table for LaTeX, with the package booktabs.
    pub fn latex(&self, form: &report::Form) -> String {
        report::compare::latex(&self.0, form)
    }

    /// Returns the means of a measure, by its number, as a figure.
    pub fn figure(&self, measure: usize) -> report::figure::PageFigure {
        report::compare::figure(&self.0, measure)
    }

    /// Returns the columns of `compare.tsv`.
    pub fn data(&self) -> report::table::Data<'_> {
        report::compare::data(&self.0)
    }

    /// Returns the rows as `compare.tsv` has them.
    pub fn tsv(&self) -> String {
        report::compare::tsv(&self.0)
    }
}

impl Tuned {
    /// Writes `settings.tsv`, `tune.json`, `tune.svg` and `report.html` into a folder, and returns
    /// their paths. Creates the folder. Removes what another experiment wrote there, and replaces
    /// no other file.
    ///
    /// # Errors
    /// A folder that holds an index, or a file that cannot be written.
    pub fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let folder = folder.as_ref();
        let flags: Vec<String> = self.rule().parameters.iter().map(report::tune::flag).collect();
        write(folder, "tune", |form| report::tune::write(&self.0, &flags, folder, form))
    }

    /// Returns the columns of `settings.tsv`.
    pub fn data(&self) -> report::table::Data<'_> {
        report::tune::data(&self.0)
    }

    /// Returns what was found in words; `search` is the command into which the flags of the rule
    /// are pasted.
    pub fn summary(&self, search: &str) -> String {
        let flags: Vec<String> = self.rule().parameters.iter().map(report::tune::flag).collect();
        report::tune::summary(self, &flags, search)
    }
}

impl Accuracy {
    /// Returns the table that the program prints.
    pub fn table(&self) -> String {
        report::accuracy::table(&self.0)
    }
}

/// How the measures of a point of a sweep differ from those of another, over the same topics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PointDifference {
    /// The means of the point, less those of the other.
    pub differences: Vec<f64>,
    /// Two-sided p of the paired t-test of the two; none if the differences have no spread.
    pub p_values: Vec<Option<f64>>,
    /// The same after Holm's correction over all others.
    pub holm: Vec<Option<f64>>,
}

impl PointDifference {
    /// Compares a point with each of the others.
    pub fn of_each(point: &data::Point, others: &[&data::Point]) -> Vec<Self> {
        let compared = others.iter().map(|other| {
            let by_topic = point.per_topic.iter().zip(&other.per_topic);
            Self {
                differences: point.means.iter().zip(&other.means).map(|(a, b)| a - b).collect(),
                p_values: by_topic.map(|(a, b)| paired_t(a, b).map(|test| test.p)).collect(),
                holm: Vec::new(),
            }
        });
        let mut all: Vec<Self> = compared.collect();
        for measure in 0..point.means.len() {
            let p_values: Vec<_> = all.iter().map(|other| other.p_values[measure]).collect();
            for (other, p) in all.iter_mut().zip(holm(&p_values)) {
                other.holm.push(p);
            }
        }
        all
    }
}
