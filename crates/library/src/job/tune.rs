//! Tuning: the rule that fits the pages of an index, without judgements or with a few.

use super::opening::SearchScope;
use super::{Judged, Outcome, Output, PageLists};
use crate::index::Index;
use crate::results::{Results, Tuned};
use crate::watch::{Steps, Told, Watch};
use serde::{Deserialize, Serialize};
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_report::tune as report;
use tamis_search::experiment::{Experiment, Hooks, Rankings, identity_of_tuning};
use tamis_search::request::Request;
use tamis_search::tune::{MEASURE, TuneSettings, steps, tune};

/// Tuning as it is wanted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TuneJob {
    /// How pseudo-topics are made and the rule is chosen.
    pub settings: TuneSettings,
    /// Judged topics besides, of which the first measure counts; none if there are none.
    pub judged: Option<Judged>,
    /// The files of the results.
    pub output: Output,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

impl TuneJob {
    /// Checks what needs no index, so that a wrong setting is found before one is opened.
    ///
    /// # Errors
    /// A font that this machine lacks, or a measure that does not exist.
    pub fn check(&self) -> Result<()> {
        self.output.form.check()?;
        let judged = self.judged.as_ref();
        judged.map_or(Ok(()), |judged| judged.measures(&[MEASURE]).map(drop))
    }

    /// Finds the rule, and writes the files of the results. Stores nothing: see
    /// [`Index::store_tuned`](crate::Index::store_tuned).
    ///
    /// # Errors
    /// An index that stores no titles, that does not know how often blocks repeat, or of which
    /// fewer than 30 titles can be queries; an unknown measure; qrels that judge none of the
    /// topics; a folder that holds other results; an index that cannot be read;
    /// [`Error::Interrupted`](crate::Error::Interrupted).
    pub fn run(&self, index: &Index, watch: &dyn Watch) -> Result<Outcome<Tuned>> {
        let told = Told::new(watch);
        self.check()?;
        let scope = SearchScope { index, lists: &PageLists::default(), threads: self.threads };
        let tuned = scope.with_pages(&Request::default(), &told, |opened, request| {
            let corpus = &opened.corpus;
            let judged = self.experiment(corpus, request, &told)?;
            self.output
                .open("tune", || identity_of_tuning(corpus, &self.settings, judged.as_ref()))?;
            self.tune(corpus, judged.as_ref(), &told)
        })?;
        let flags: Vec<String> = tuned.rule().parameters.iter().map(report::flag).collect();
        let written =
            self.output.write(|folder, form| report::write(&tuned, &flags, folder, form))?;
        self.output.close()?;
        Ok(Outcome { written, ..Outcome::new(Results(tuned), told) })
    }

    fn tune(
        &self,
        corpus: &Corpus,
        judged: Option<&Experiment<'_>>,
        told: &Told<'_>,
    ) -> Result<tamis_search::tune::Tuned> {
        let count = steps(corpus, judged.is_some())?;
        told.watch.begin(&Steps { count, unit: "settings", checkpoint: None });
        let step = || told.watch.step();
        let stop = || told.watch.stops();
        let hooks = Hooks { step: Some(&step), stop: Some(&stop), ..Hooks::default() };
        let tuned = tune(corpus, self.settings, judged, hooks)?;
        told.watch.end();
        Ok(tuned)
    }

    /// The experiment with the judged topics, if there are any.
    fn experiment<'c>(
        &self,
        corpus: &'c Corpus,
        request: &Request,
        told: &Told<'_>,
    ) -> Result<Option<Experiment<'c>>> {
        let Some(judged) = &self.judged else { return Ok(None) };
        let measures = judged.measures(&[MEASURE])?;
        let rankings = Rankings::single(request.ranking()?);
        let (experiment, _) = judged.experiment(corpus, measures, rankings, request, told)?;
        Ok(Some(experiment))
    }
}
