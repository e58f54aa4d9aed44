//! The results of a sweep.

use std::path::{Path, PathBuf};
use tamis_eval::measure;
use tamis_index::disk::results;
use tamis_index::error::Result;
use tamis_report as report;
use tamis_search::experiment::parameter::Parameter;
use tamis_search::experiment::results as data;
use tamis_search::shards::Job;

/// The results of a sweep: the measures of every point, and of the unfiltered text.
///
/// Measures are looked up by any name that [`SweepBuilder::measure`](super::SweepBuilder::measure) takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    data: data::Sweep,
    unjudged: Vec<String>,
}

/// One point of a sweep: one view of the index, measured with all topics.
#[derive(Debug, Clone, Copy)]
pub struct SweepPoint<'a> {
    sweep: &'a data::Sweep,
    point: &'a data::Point,
}

impl Sweep {
    pub(super) fn new(data: data::Sweep, unjudged: Vec<String>) -> Self {
        Self { data, unjudged }
    }

    /// Returns the results of a sweep over shards.
    ///
    /// # Errors
    /// A search, or a job that is not done.
    pub fn of_job(job: &Job) -> Result<Self> {
        let (data, unjudged) = job.swept()?;
        Ok(Self::new(data, unjudged))
    }

    /// The measures, by trec_eval's names: `P_10`.
    pub fn measures(&self) -> &[String] {
        &self.data.measures
    }

    /// The ids of the topics that were measured.
    pub fn topics(&self) -> &[String] {
        &self.data.topics
    }

    /// The ids of the topics that were left out because the qrels do not judge them.
    pub fn unjudged(&self) -> &[String] {
        &self.unjudged
    }

    /// The points, the last parameter running fastest.
    pub fn points(&self) -> impl ExactSizeIterator<Item = SweepPoint<'_>> {
        self.data.points.iter().map(|point| self.point(point))
    }

    /// The same searches on the unfiltered text.
    pub fn baseline(&self) -> SweepPoint<'_> {
        self.point(&self.data.baseline)
    }

    /// The point with the highest mean of the first measure; the first of equals.
    pub fn best(&self) -> SweepPoint<'_> {
        self.point(&self.data.points[self.data.best[0]])
    }

    /// The point with the highest mean of a measure; none if the sweep does not have it.
    pub fn best_by(&self, measure: &str) -> Option<SweepPoint<'_>> {
        Some(self.point(&self.data.points[self.data.best[position(&self.data.measures, measure)?]]))
    }

    /// The best point of a measure on each axis of a sweep that takes them [`separately`](super::SweepBuilder::separately), in
    /// the order of the axes; none for other sweeps and for an unknown measure.
    pub fn best_of_each_axis(&self, measure: &str) -> Vec<SweepPoint<'_>> {
        let Some(measure) = position(&self.data.measures, measure) else { return Vec::new() };
        self.data.alone.iter().map(|alone| self.point(&self.data.points[alone.points[alone.best[measure]]])).collect()
    }

    /// The cross-validated mean of a measure: each topic measured at the point that is best on other folds. None
    /// without [`SweepBuilder::folds`](super::SweepBuilder::folds).
    pub fn held_out_mean(&self, measure: &str) -> Option<f64> {
        let choice = self.data.choices.get(position(&self.data.measures, measure)?)?;
        choice.held_out.as_ref().map(|held_out| held_out.mean)
    }

    /// Writes `sweep.tsv`, `per_topic.tsv`, `sweep.json`, `report.html` and figures as SVG into a folder, with folds
    /// `folds.tsv` too, and returns their paths. Creates the folder. Removes what another
    /// experiment wrote there, and replaces no other file.
    ///
    /// # Errors
    /// A folder that holds an index, or a file that cannot be written.
    pub fn write(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let folder = folder.as_ref();
        report::results_folder(folder)?;
        results::open(folder, "sweep", None, true)?;
        let written = report::write(&self.data, folder, &[])?;
        results::close(folder)?;
        Ok(written)
    }

    /// Returns the table that the program prints for a sweep.
    pub fn table(&self) -> String {
        report::terminal::table(&self.data)
    }

    /// Returns the whole sweep as one line of JSON.
    pub fn json(&self) -> String {
        report::json::sweep(&self.data)
    }

    /// Everything that was measured.
    #[doc(hidden)]
    pub fn data(&self) -> &data::Sweep {
        &self.data
    }

    fn point<'a>(&'a self, point: &'a data::Point) -> SweepPoint<'a> {
        SweepPoint { sweep: &self.data, point }
    }
}

impl<'a> SweepPoint<'a> {
    /// Its parameters with their values; none for the baseline.
    pub fn parameters(&self) -> Vec<&'a Parameter> {
        self.point.parameters.iter().filter(|parameter| !parameter.value.is_absent()).collect()
    }

    /// The value of a threshold at this point; none if the sweep does not have it.
    pub fn threshold(&self, name: &str) -> Option<f64> {
        self.parameters().into_iter().find(|parameter| parameter.name == name)?.value.number()
    }

    /// The mean of a measure over all topics; none if the sweep does not have it.
    pub fn mean(&self, measure: &str) -> Option<f64> {
        self.point.means.get(position(&self.sweep.measures, measure)?).copied()
    }

    /// The values of a measure, in the order of [`Sweep::topics`]; none if the sweep does not have it.
    pub fn per_topic(&self, measure: &str) -> Option<&'a [f64]> {
        self.point.per_topic.get(position(&self.sweep.measures, measure)?).map(Vec::as_slice)
    }

    /// Two-sided p of the paired t-test against the unfiltered text; none if no topic differs.
    pub fn p_value(&self, measure: &str) -> Option<f64> {
        self.point.p_values.get(position(&self.sweep.measures, measure)?).copied().flatten()
    }

    /// The share of judged pages among the first ten results, 0 to 1.
    pub fn judged_at_10(&self) -> f64 {
        self.point.judged_10
    }

    /// Pages with at least one permitted token.
    pub fn pages(&self) -> u64 {
        self.point.pages
    }

    /// Permitted tokens, each as often as its block's weight says.
    pub fn tokens(&self) -> u64 {
        self.point.tokens
    }

    /// The share of the text that the point searches: its permitted tokens by those of the unfiltered text. More than 1 if
    /// weights are above 1.
    pub fn kept(&self) -> f64 {
        self.point.kept
    }
}

/// The place of a measure among these, by any of its names.
pub(super) fn position(measures: &[String], name: &str) -> Option<usize> {
    let printed = measure::parse(name).ok()?.first()?.name();
    measures.iter().position(|measure| *measure == printed)
}
