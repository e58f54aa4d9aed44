//! A sweep: every value of some axes, measured against qrels in one pass over the index.

use super::judged::of_margin;
use super::opening::SearchScope;
use super::prepared::notices_of_grids;
use super::{Judged, Outcome, Output, PageLists};
use crate::index::Index;
use crate::notice::Notice;
use crate::results::{Results, Sweep};
use crate::watch::{Steps, Told, Watch};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tamis_eval::statistics::Margin;
use tamis_eval::trec::run as trec_run;
use tamis_index::disk;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_report as report;
use tamis_search::experiment::measures::{self, RUN_HITS};
use tamis_search::experiment::results as data;
use tamis_search::experiment::results::Point;
use tamis_search::experiment::{
    CHECKPOINT, Experiment, Hooks, RankingScores, TopicCheckpoint, Validation, retrieved,
};
use tamis_search::request::SweepRequest;
use tamis_search::sweep::{Grids, SweepOutcome as Searched};

/// A sweep as it is wanted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SweepJob {
    /// What all points share, and the axes.
    pub sweep: SweepRequest,
    /// Lists of pages in files.
    pub lists: PageLists,
    /// Topics, qrels and measures.
    pub judged: Judged,
    /// The number of folds of topics over which the choice of the best point is cross-validated,
    /// if it is.
    pub folds: Option<usize>,
    /// The permutations of the test whether any point beats the unfiltered text; 0 for no test.
    pub permutations: u32,
    /// The margin of the tests of equivalence with the unfiltered text.
    pub margin: Margin,
    /// The random seed of folds and permutations.
    pub seed: u64,
    /// Whether the run of every point is written, to a folder `runs` of the output.
    pub runs: bool,
    /// The files of the results. A checkpoint in the folder keeps the scores of finished topics,
    /// unless runs are written.
    pub output: Output,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

impl Default for SweepJob {
    fn default() -> Self {
        let Validation { folds, seed, permutations, margin } = Validation::default();
        Self {
            sweep: SweepRequest::default(),
            lists: PageLists::default(),
            judged: Judged::default(),
            folds,
            permutations,
            margin,
            seed,
            runs: false,
            output: Output::default(),
            threads: None,
        }
    }
}

/// The folder of runs in the folder of results.
const RUNS: &str = "runs";

impl SweepJob {
    /// Checks what needs no index, so that a wrong setting is found before one is opened.
    ///
    /// # Errors
    /// A font that this machine lacks, or a measure that does not exist.
    pub fn check(&self) -> Result<()> {
        self.output.form.check()?;
        self.judged.measures(&measures::SWEEP).map(drop)
    }

    /// Searches and measures every point, and nothing more: the choice of the best one is not
    /// checked, nothing is written. Without axes the rule of the request is the only point.
    ///
    /// # Errors
    /// As [`run`](Self::run), but for folds and files.
    pub fn measured(&self, index: &Index, watch: &dyn Watch) -> Result<Outcome<Sweep>> {
        let told = Told::new(watch);
        let sweep =
            self.with_work(index, &told, SweepRequest::grids_or_point, |work, unjudged| {
                work.experiment.check_size(work.grids, 0)?;
                work.experiment.check_weights(work.grids)?;
                let sweep = data::Sweep { unjudged, ..work.report(&work.search(None, &told)?) };
                tell_of_sweep(&sweep, &told);
                Ok(sweep)
            })?;
        Ok(Outcome::new(Results(sweep), told))
    }

    /// Searches and measures every point, and writes the files of the results.
    ///
    /// # Errors
    /// Nothing to sweep, or too much; a setting out of range; qrels that judge none of the topics;
    /// more folds than topics; a folder that holds other results; an index that cannot be read;
    /// [`Error::Interrupted`].
    pub fn run(&self, index: &Index, watch: &dyn Watch) -> Result<Outcome<Sweep>> {
        let told = Told::new(watch);
        let (sweep, written) =
            self.with_work(index, &told, SweepRequest::grids, |work, unjudged| {
                work.run(unjudged, &told)
            })?;
        Ok(Outcome { written, ..Outcome::new(Results(sweep), told) })
    }

    /// Calls a function with the sweep whose inputs are there, and with the topics without
    /// judgements.
    fn with_work<T: Send>(
        &self,
        index: &Index,
        told: &Told<'_>,
        grids: fn(&SweepRequest, &Manifest, usize) -> Result<Grids>,
        work: impl FnOnce(SweepWork<'_>, Vec<String>) -> Result<T> + Send,
    ) -> Result<T> {
        self.check()?;
        let measures = self.judged.measures(&measures::SWEEP)?;
        let scope = SearchScope { index, lists: &self.lists, threads: self.threads };
        let request = &self.sweep.request;
        scope.with_pages(request, told, |opened, request| {
            let corpus = &opened.corpus;
            let sweep = SweepRequest { request: request.clone(), ..self.sweep.clone() };
            let rankings = sweep.rankings()?;
            let manifest = &corpus.indexes[0].manifest;
            let grids = grids(&sweep, manifest, rankings.all.len())?;
            told.tell_all(notices_of_grids(&sweep, &grids, manifest)?);
            let (experiment, unjudged) =
                self.judged.experiment(corpus, measures, rankings, request, told)?;
            let experiment = self.with_runs(experiment, request.hits);
            work(SweepWork { job: self, index, experiment: &experiment, grids: &grids }, unjudged)
        })
    }

    pub(super) fn validation(&self) -> Validation {
        let Self { folds, seed, permutations, margin, .. } = *self;
        Validation { folds, seed, permutations, margin }
    }

    /// Keeps the rankings of all points, if their runs are written, as deep as runs are.
    fn with_runs<'c>(&self, experiment: Experiment<'c>, hits: Option<usize>) -> Experiment<'c> {
        let deep = self.runs && hits.is_none();
        let hits = if deep { experiment.hits.max(RUN_HITS) } else { experiment.hits };
        Experiment { hits, keep_runs: self.runs, ..experiment }
    }
}

/// A sweep whose inputs are there.
struct SweepWork<'a> {
    job: &'a SweepJob,
    index: &'a Index,
    experiment: &'a Experiment<'a>,
    grids: &'a Grids,
}

impl SweepWork<'_> {
    fn run(&self, unjudged: Vec<String>, told: &Told<'_>) -> Result<(data::Sweep, Vec<PathBuf>)> {
        let Self { job, experiment, grids, .. } = *self;
        experiment.check_size(grids, 0)?;
        experiment.check_weights(grids)?;
        experiment.check_folds(job.folds)?;
        let validation = job.validation();
        job.output.open("sweep", || experiment.identity_of_sweep(grids, validation))?;
        let checkpoint = self.checkpoint(told)?;
        let outcome = self.search(checkpoint.as_ref(), told)?;
        let mut sweep = data::Sweep { unjudged, ..self.report(&outcome) };
        experiment.check_choices(&mut sweep, validation)?;
        experiment.explain(&mut sweep, grids)?;
        tell_of_sweep(&sweep, told);
        let written = job.output.write(|folder, form| {
            let written = report::sweep::write(&sweep, folder, form)?;
            if job.runs {
                self.write_runs(&sweep, &outcome, folder)?;
            }
            Ok(written)
        })?;
        told.watch.end();
        checkpoint.map_or(Ok(()), TopicCheckpoint::remove)?;
        job.output.close()?;
        Ok((sweep, written))
    }

    /// The file that keeps finished topics; none if nothing does.
    fn checkpoint_file(&self) -> Option<PathBuf> {
        let folder = self.job.output.folder.as_ref().filter(|_| !self.job.runs);
        folder.map(|folder| folder.join(CHECKPOINT))
    }

    /// Opens the checkpoint. A checkpoint holds no rankings, so there is none with runs.
    fn checkpoint(&self, told: &Told<'_>) -> Result<Option<TopicCheckpoint>> {
        let Some(file) = self.checkpoint_file() else { return Ok(None) };
        let folder = file.parent().unwrap_or(Path::new(""));
        let checkpoint = TopicCheckpoint::open(folder, self.experiment, self.grids)?;
        let known = checkpoint.known();
        if checkpoint.other {
            told.tell(Notice::DamagedCheckpoint { checkpoint: file });
        } else if known > 0 {
            let Steps { count, unit, .. } = self.steps();
            told.tell(Notice::Resuming { checkpoint: file, known, steps: count, unit });
        }
        Ok(Some(checkpoint))
    }

    fn steps(&self) -> Steps {
        let unit = if self.experiment.expands() { "topics of views" } else { "topics" };
        let count = self.experiment.steps(self.grids);
        Steps { count, unit, checkpoint: self.checkpoint_file() }
    }

    fn search(
        &self,
        checkpoint: Option<&TopicCheckpoint>,
        told: &Told<'_>,
    ) -> Result<Searched<RankingScores>> {
        told.watch.begin(&self.steps());
        let step = || told.watch.step();
        let stop = || told.watch.stops();
        let hooks = Hooks { checkpoint, step: Some(&step), stop: Some(&stop) };
        self.experiment.run_with_hooks(self.grids, hooks)
    }

    fn report(&self, outcome: &Searched<RankingScores>) -> data::Sweep {
        let Self { job, index, experiment, grids } = *self;
        let command = job.command(index.paths());
        let origin = job.output.origin(index, &job.judged, command);
        experiment.report(grids, outcome, origin)
    }

    fn write_runs(
        &self,
        sweep: &data::Sweep,
        outcome: &Searched<RankingScores>,
        folder: &Path,
    ) -> Result<()> {
        let unfiltered = [("unfiltered".to_owned(), &outcome.baseline)];
        let points = sweep.points.iter().map(run_name).zip(&outcome.points);
        let runs: Vec<_> = unfiltered.into_iter().chain(points).collect();
        let files: Vec<String> =
            runs.iter().map(|(name, _)| format!("{RUNS}/{}", run_file(name))).collect();
        disk::results::announce(folder, &files)?;
        let folder = folder.join(RUNS);
        report::results_folder(&folder)?;
        for (name, scored) in &runs {
            self.write_run(scored, &folder, name)?;
        }
        Ok(())
    }

    fn write_run(&self, scored: &[RankingScores], folder: &Path, name: &str) -> Result<()> {
        let order = self.experiment.corpus.order()?;
        let path = folder.join(run_file(name));
        let mut text = Vec::new();
        for (topic, scored) in self.experiment.topics.iter().zip(scored) {
            let ranking = retrieved(order, &scored.ranking)?;
            trec_run::write(&mut text, &topic.id, ranking, name)
                .map_err(|error| Error::io("write", &path, error))?;
        }
        disk::save(&path, text)
    }
}

/// Tells of margins that say nothing, and of a sweep without text.
pub(super) fn tell_of_sweep(sweep: &data::Sweep, told: &Told<'_>) {
    told.tell_all(of_margin(sweep.margin, &sweep.measures, &sweep.baseline.means));
    if sweep.points.iter().all(|point| point.pages == 0) {
        told.tell(Notice::NoTextAtAnyPoint);
    }
}

/// Returns the name of the run of a point: its parameters.
fn run_name(point: &Point) -> String {
    let had = point.parameters.iter().filter(|parameter| !parameter.value.is_absent());
    let named = had.map(|parameter| format!("{}-{}", parameter.name, parameter.value));
    named.collect::<Vec<_>>().join("_")
}

/// Returns the file name of a run.
fn run_file(name: &str) -> String {
    format!("{name}.run.txt")
}
