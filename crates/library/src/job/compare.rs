//! A comparison of the labels of an index with the unfiltered text, the best thresholds, the sieve
//! and the tuned rule.

use super::judged::of_margin;
use super::opening::SearchScope;
use super::prepared::tell_of_request;
use super::{Judged, Outcome, Output, PageLists};
use crate::index::Index;
use crate::notice::Notice;
use crate::results::{Comparison, Results};
use crate::watch::{Told, Watch};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use tamis_eval::statistics::{Margin, SEED};
use tamis_index::blocks::classify::{Argument, CLASSIFIERS};
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_index::index::Manifest;
use tamis_report::compare as report;
use tamis_search::experiment::results::LabelComparison;
use tamis_search::experiment::{
    Compared, Experiment, Hooks, Rankings, compared_labels, measures, removers,
};
use tamis_search::request::Request;

/// A comparison as it is wanted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CompareJob {
    /// What all rows but the unfiltered text share.
    pub request: Request,
    /// Lists of pages in files.
    pub lists: PageLists,
    /// Topics, qrels and measures.
    pub judged: Judged,
    /// The labels that are compared; all of the index if empty.
    pub labels: Vec<String>,
    /// The number of folds of topics over which the choice of each threshold is cross-validated,
    /// if it is.
    pub folds: Option<usize>,
    /// The margin of the tests of equivalence with the unfiltered text.
    pub margin: Margin,
    /// The random seed of the folds.
    pub seed: u64,
    /// The files of the results.
    pub output: Output,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

impl Default for CompareJob {
    fn default() -> Self {
        Self {
            request: Request::default(),
            lists: PageLists::default(),
            judged: Judged::default(),
            labels: Vec::new(),
            folds: None,
            margin: Margin::default(),
            seed: SEED,
            output: Output::default(),
            threads: None,
        }
    }
}

impl CompareJob {
    /// Checks what needs no index, so that a wrong setting is found before one is opened.
    ///
    /// # Errors
    /// A font that this machine lacks, a measure or a model that does not exist.
    pub fn check(&self) -> Result<()> {
        self.output.form.check()?;
        self.judged.measures(&measures::COMPARISON)?;
        self.request.ranking().map(drop)
    }

    /// Searches and measures the unfiltered text, thresholds of 1 to 100 words and of a text
    /// density of 1 to 20, the named rules and every label, and writes the files of the results.
    ///
    /// # Errors
    /// A setting out of range; qrels that judge none of the topics; more folds than topics; a
    /// folder that holds other results; an index that cannot be read;
    /// [`Error::Interrupted`](crate::Error::Interrupted).
    pub fn run(&self, index: &Index, watch: &dyn Watch) -> Result<Outcome<Comparison>> {
        let told = Told::new(watch);
        self.check()?;
        let measures = self.judged.measures(&measures::COMPARISON)?;
        let rankings = Rankings::single(self.request.ranking()?);
        let scope = SearchScope { index, lists: &self.lists, threads: self.threads };
        let (comparison, written) = scope.with_pages(&self.request, &told, |opened, request| {
            let corpus = &opened.corpus;
            told.tell_all(without_repeats(corpus));
            let labels = self.compared_labels(index.manifest())?;
            let (experiment, _) =
                self.judged.experiment(corpus, measures, rankings, request, &told)?;
            tell_of_request(corpus, request, &told)?;
            let compared = request.compared(index.manifest(), labels)?;
            self.compare(index, &experiment, compared, &told)
        })?;
        told.tell_all(self.missing(index));
        Ok(Outcome { written, ..Outcome::new(Results(comparison), told) })
    }

    fn compare(
        &self,
        index: &Index,
        experiment: &Experiment<'_>,
        compared: Compared,
        told: &Told<'_>,
    ) -> Result<(LabelComparison, Vec<PathBuf>)> {
        let Self { folds, seed, margin, .. } = *self;
        let compared = Compared { folds, seed, margin, ..compared };
        experiment.check_folds(folds)?;
        self.output.open("compare", || experiment.identity_of_comparison(&compared))?;
        let command = self.command(index.paths());
        let origin = self.output.origin(index, &self.judged, command);
        let stop = || told.watch.stops();
        let hooks = Hooks { stop: Some(&stop), ..Hooks::default() };
        let comparison = experiment.compare(&compared, origin, hooks)?;
        tell_of_comparison(&comparison, margin, told);
        let written = self.output.write(|folder, form| report::write(&comparison, folder, form))?;
        self.output.close()?;
        Ok((comparison, written))
    }

    /// The labels with their bits.
    fn compared_labels(&self, manifest: &Manifest) -> Result<Vec<(u32, String)>> {
        if self.labels.is_empty() {
            return compared_labels(manifest, &removers(manifest));
        }
        compared_labels(manifest, &self.labels)
    }

    /// The notice of removers without a label, if all labels are compared.
    fn missing(&self, index: &Index) -> Option<Notice> {
        let manifest = index.manifest();
        let plain = CLASSIFIERS.iter().filter(|one| !matches!(one.argument, Argument::Required(_)));
        let is_missing = |name: &str| !manifest.classifiers.iter().any(|has| has == name);
        let removers = plain.filter(|one| is_missing(one.name)).count();
        (self.labels.is_empty() && removers > 0)
            .then(|| Notice::RemoversMissing { index: index.path().to_owned(), removers })
    }
}

/// The notices of indexes that do not know how often their blocks repeat. Of one that is not
/// finished a notice tells already.
fn without_repeats(corpus: &Corpus) -> Vec<Notice> {
    let unknown = corpus
        .indexes
        .iter()
        .filter(|index| index.manifest.finished && index.repeats.get().is_none());
    unknown.map(|index| Notice::RepeatsUnknown { index: index.path.clone() }).collect()
}

fn tell_of_comparison(comparison: &LabelComparison, margin: Margin, told: &Told<'_>) {
    let unfiltered = &comparison.rows[0].point.means;
    told.tell_all(of_margin(margin, &comparison.measures, unfiltered));
    let empty = comparison.rows.iter().filter(|row| row.point.pages == 0);
    let rows: Vec<String> = empty.map(|row| row.name.clone()).collect();
    if !rows.is_empty() {
        told.tell(Notice::RowsWithoutText { rows });
    }
}
