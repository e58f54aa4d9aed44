//! Jobs over indexes on several machines. What needs no index is checked before the first round.

use super::rounds::Rounds;
use super::search::{Found, SearchJob, analyze};
use super::sweep::{SweepJob, tell_of_sweep};
use super::topics::{ByTopic, TopicsJob, without_result};
use super::{PageLists, Ranking};
use crate::results::{Results, Sweep};
use crate::watch::{Told, Watch};
use tamis_eval::trec::Topic;
use tamis_index::error::{Error, Result};
use tamis_search::experiment::check_folds;
use tamis_search::experiment::measures::{self, WORDS_HITS};
use tamis_search::request::{Request, SweepRequest};
use tamis_search::result::{Explained, Hit};
use tamis_search::shards::{Job, SweepJudgements, task_left};

impl SearchJob {
    /// Starts the search over so many shards.
    ///
    /// # Errors
    /// As [`check`](Self::check); no shard; lists that cannot be read; a setting that shards do not
    /// take.
    pub fn over_shards(&self, shards: usize) -> Result<Rounds<Vec<Found>>> {
        self.check()?;
        let mut request = with_lists(&self.request, &self.lists)?;
        let most = request.hits.unwrap_or(WORDS_HITS);
        request.hits = Some(self.skipped.saturating_add(most));
        let job = Job::find(self.words_alone(), request, shards)?;
        let search = self.clone();
        Ok(Rounds::new(job, Vec::new(), move |job, told| search.found_in(job, told)).typed())
    }

    /// Returns what a job that is done has found.
    fn found_in(&self, job: &Job, told: &Told<'_>) -> Result<Vec<Found>> {
        let counts = job.counts().ok_or_else(task_left)?;
        let mut analyzer = counts.manifest()?.recipe.analyzer()?;
        // What there is to tell of the query was told when it was counted.
        let analyzed = analyze(&mut analyzer, &self.query(), &Told::new(&()));
        let hits = job.hits()?.iter().take(1).flatten().skip(self.skipped).cloned().collect();
        Ok(self.found(hits, &analyzed, &mut analyzer, told))
    }

    /// Starts the explanation of the query over so many shards, and with a docno of the score of
    /// that page.
    ///
    /// # Errors
    /// As [`over_shards`](Self::over_shards).
    pub fn explain_over_shards(
        &self,
        docno: Option<&str>,
        shards: usize,
    ) -> Result<Rounds<Explained>> {
        self.check()?;
        let request = with_lists(&self.request, &self.lists)?;
        let docno = docno.map(str::to_owned);
        let job = Job::explain(self.words_alone(), request, docno, shards)?;
        let rounds = Rounds::new(job, Vec::new(), |job, _| {
            let explained = job.explained()?.first().cloned().ok_or_else(task_left)?;
            Ok(Explained { topic: None, ..explained })
        });
        Ok(rounds.typed())
    }

    /// The words as the only topic.
    fn words_alone(&self) -> Vec<(String, String)> {
        vec![(String::new(), self.words.clone())]
    }
}

impl TopicsJob {
    /// Starts the search over so many shards. Its result are the rankings of all topics, in their
    /// order; [`lines_of_run`](super::lines_of_run) writes them.
    ///
    /// # Errors
    /// As [`check`](Self::check); no shard; topics and lists that cannot be read; a setting that
    /// shards do not take.
    pub fn over_shards(&self, shards: usize) -> Result<Rounds<ByTopic<Ranking>>> {
        let (topics, request) = self.start()?;
        let job = Job::search(texts(&topics), request, shards)?;
        Ok(Rounds::new(job, Vec::new(), move |job, told| {
            let rankings = job.done()?.topics.iter();
            let rankings = rankings.map(|columns| columns.first().cloned().unwrap_or_default());
            Ok(by_topic(&topics, rankings, told))
        }))
    }

    /// Starts the same search, whose result are the pages with their best blocks: 10 per topic if
    /// the request does not say how many. They take one round more.
    ///
    /// # Errors
    /// As [`over_shards`](Self::over_shards).
    pub fn pages_over_shards(&self, shards: usize) -> Result<Rounds<ByTopic<Vec<Hit>>>> {
        let (topics, request) = self.start()?;
        let job = Job::find(texts(&topics), request, shards)?;
        Ok(Rounds::new(job, Vec::new(), move |job, told| {
            Ok(by_topic(&topics, job.hits()?.iter().cloned(), told))
        }))
    }

    /// Starts the explanation of every query over so many shards, and with a docno of the score of
    /// that page.
    ///
    /// # Errors
    /// As [`over_shards`](Self::over_shards).
    pub fn explain_over_shards(
        &self,
        docno: Option<&str>,
        shards: usize,
    ) -> Result<Rounds<Vec<Explained>>> {
        let (topics, request) = self.start()?;
        let job = Job::explain(texts(&topics), request, docno.map(str::to_owned), shards)?;
        Ok(Rounds::new(job, Vec::new(), |job, _| Ok(job.explained()?.to_vec())))
    }

    fn start(&self) -> Result<(Vec<Topic>, Request)> {
        self.check()?;
        let request = with_lists(&self.request, &self.lists)?;
        Ok((self.topics()?, request))
    }
}

impl SweepJob {
    /// Starts the sweep over so many shards. They cannot tell which judged documents are missing.
    /// The caller writes the results, if they are wanted as files.
    ///
    /// # Errors
    /// As [`check`](Self::check); a ranking that does not exist; topics, qrels and lists that
    /// cannot be read; qrels that judge none of the topics; more folds than topics; no shard; a
    /// setting that shards do not take, such as a folder for the results.
    pub fn over_shards(&self, shards: usize, watch: &dyn Watch) -> Result<Rounds<Sweep>> {
        let held = Told::new(&());
        let job = self.start(shards, &held);
        let held = held.into_notices();
        let job = job.inspect_err(|_| Told::new(watch).tell_all(held.iter().cloned()))?;
        Ok(Rounds::new(job, held, |job, told| {
            let sweep = job.swept()?;
            tell_of_sweep(&sweep, told);
            Ok(Results(sweep))
        }))
    }

    fn start(&self, shards: usize, told: &Told<'_>) -> Result<Job> {
        self.check()?;
        let measures = self.judged.measures(&measures::SWEEP)?;
        if self.runs {
            return Err(Error::setting("runs", "found true, expected false over shards"));
        }
        if self.output.folder.is_some() {
            let problem = "found a folder, expected none over shards; write the sweep at the end";
            return Err(Error::setting("output", problem));
        }
        let request = with_lists(&self.sweep.request, &self.lists)?;
        let sweep = SweepRequest { request, ..self.sweep.clone() };
        sweep.rankings()?;
        let mut judgements = self.judged.judgements(measures, self.validation(), told)?;
        let SweepJudgements { topics, origin, .. } = &mut judgements;
        check_folds(topics.iter().map(|topic| topic.id.as_str()), self.folds)?;
        origin.command = self.output.command().to_owned();
        origin.site = self.output.site.clone();
        Job::sweep(sweep, judgements, shards)
    }
}

/// Returns a request with its lists read. What it says of pages is checked.
fn with_lists(request: &Request, lists: &PageLists) -> Result<Request> {
    let mut request = request.clone();
    lists.read_each(&mut request.pages, |_| Ok(()))?;
    request.pages.filter()?;
    Ok(request)
}

fn texts(topics: &[Topic]) -> Vec<(String, String)> {
    topics.iter().map(|topic| (topic.id.clone(), topic.text.clone())).collect()
}

/// Returns what was found with its topics. Tells which have no result.
fn by_topic<T>(
    topics: &[Topic],
    found: impl Iterator<Item = Vec<T>>,
    told: &Told<'_>,
) -> ByTopic<Vec<T>> {
    let found: ByTopic<Vec<T>> = topics.iter().cloned().zip(found).collect();
    told.tell_all(without_result(found.iter().map(|(topic, found)| (topic, found.is_empty()))));
    found
}
