//! A job over indexes on several machines, round by round: what it asks of every shard, and what is
//! to be known once all have answered.

use super::Outcome;
use super::pages::of_filtered;
use super::prepared::{notices_of_grids, notices_of_rule, of_empty_view, of_little_text};
use super::search::{TypedQuery, analyze};
use crate::notice::Notice;
use crate::watch::{Told, Watch};
use tamis_index::error::Result;
use tamis_index::index::Manifest;
use tamis_search::request::{Request, SweepRequest};
use tamis_search::shards::{Answer, Job, Question, Task, ViewCounts, task_left};
use tamis_search::view::little_text::LittleText;

/// A job over shards. Every [`task`](Self::task) goes to all of them, and what they answer is
/// [taken](Self::take), until the job is done. A cluster has to do no more than move these values,
/// which serialise to bytes.
///
/// ```no_run
/// use tamis::job::SearchJob;
/// use tamis::shards::Shard;
///
/// # fn main() -> tamis::Result<()> {
/// let shards = [Shard::open("shard-1", None)?, Shard::open("shard-2", None)?];
/// let mut job = SearchJob { words: "market".to_owned(), ..SearchJob::default() };
/// job.request.set("min_words", "11")?;
/// let mut rounds = job.over_shards(shards.len())?;
/// while let Some(task) = rounds.task() {
///     // On a cluster: send `task.to_bytes()` to every machine, and read what comes back with
///     // `Answer::from_bytes`.
///     let answers = shards.iter().map(|shard| shard.answer(task)).collect::<Result<_, _>>()?;
///     rounds.take(answers, &())?;
/// }
/// for found in rounds.outcome()?.result {
///     println!("{} {}", found.hit.rank, found.hit.docno);
/// }
/// # Ok(())
/// # }
/// ```
pub struct Rounds<T> {
    job: Job,
    /// Whether its words were typed, so that there is no topic to name.
    is_typed: bool,
    /// Notices of what the shards do not have. They are told behind those of the shards, as on one
    /// index.
    held: Vec<Notice>,
    is_counted: bool,
    finish: Box<Finish<T>>,
    result: Option<T>,
    notices: Vec<Notice>,
}

/// Makes the result of a job that is done.
type Finish<T> = dyn Fn(&Job, &Told<'_>) -> Result<T> + Send;

impl<T> Rounds<T> {
    pub(super) fn new(
        job: Job,
        held: Vec<Notice>,
        finish: impl Fn(&Job, &Told<'_>) -> Result<T> + Send + 'static,
    ) -> Self {
        Self {
            job,
            is_typed: false,
            held,
            is_counted: false,
            finish: Box::new(finish),
            result: None,
            notices: Vec::new(),
        }
    }

    /// The same of words that were typed.
    pub(super) fn typed(self) -> Self {
        Self { is_typed: true, ..self }
    }

    /// The task that every shard must answer now; none once the job is done.
    pub fn task(&self) -> Option<&Task> {
        self.job.task()
    }

    /// Takes the answers of all shards to the task, in any order, alone or [added](Answer::add)
    /// together. What the job notices is told as it comes.
    ///
    /// # Errors
    /// Answers of other shards or to another task; shards that do not belong together; a page in
    /// two shards; settings that no index takes; a page to explain that no shard sees.
    pub fn take(&mut self, answers: Vec<Answer>, watch: &dyn Watch) -> Result<()> {
        let told = Told::new(watch);
        let taken = self.take_and_tell(answers, &told);
        self.notices.extend(told.into_notices());
        taken
    }

    fn take_and_tell(&mut self, answers: Vec<Answer>, told: &Told<'_>) -> Result<()> {
        let taken = self.job.take(answers);
        if !self.is_counted && self.job.counts().is_some() {
            self.is_counted = true;
            self.tell_of_counts(taken.is_ok(), told)?;
            told.tell_all(std::mem::take(&mut self.held));
        }
        taken?;
        if self.job.task().is_none() {
            self.result = Some((self.finish)(&self.job, told)?);
        }
        Ok(())
    }

    /// The result.
    ///
    /// # Errors
    /// A job with a task left.
    pub fn result(&self) -> Result<&T> {
        self.result.as_ref().ok_or_else(task_left)
    }

    /// The result, and all that was noticed.
    ///
    /// # Errors
    /// A job with a task left.
    pub fn outcome(self) -> Result<Outcome<T>> {
        let result = self.result.ok_or_else(task_left)?;
        Ok(Outcome { result, notices: self.notices, written: Vec::new() })
    }

    /// Tells what the first count shows: of the shards, the filters and the rule, and if the job
    /// goes on, of what the rule leaves and of the queries.
    fn tell_of_counts(&self, goes_on: bool, told: &Told<'_>) -> Result<()> {
        let Some(counts) = self.job.counts() else { return Ok(()) };
        let request = self.job.request();
        told.tell_all(of_shards(counts));
        if request.search_request().is_tuned() {
            told.tell_all(counts.outdated_rule().map(Notice::outdated_rule));
        }
        told.tell_all(self.job.filtered()?.iter().flat_map(of_filtered));
        let manifest = counts.manifest()?;
        match &request.question {
            Question::Sweep(sweep) => told.tell_all(of_sweep(sweep, &manifest)?),
            Question::Search(search) => {
                told.tell_all(notices_of_rule(search, &manifest)?);
                if goes_on {
                    told.tell_all(of_view(counts, search, &manifest)?);
                    self.tell_of_queries(search.query_syntax, &manifest, told)?;
                }
            }
        }
        Ok(())
    }

    fn tell_of_queries(&self, operators: bool, manifest: &Manifest, told: &Told<'_>) -> Result<()> {
        let mut analyzer = manifest.recipe.analyzer()?;
        for (id, text) in &self.job.request().topics {
            let topic = (!self.is_typed).then_some(id.as_str());
            analyze(&mut analyzer, &TypedQuery { topic, text, operators }, told);
        }
        Ok(())
    }
}

/// The notices of the shards themselves.
fn of_shards(counts: &ViewCounts) -> Vec<Notice> {
    let lacking = counts.lacking().into_iter();
    let mut notices: Vec<Notice> = lacking
        .map(|(label, pages)| Notice::LabelMissing { label: label.to_owned(), pages })
        .collect();
    notices.extend(counts.missing_shards().map(|shards| Notice::ShardsMissing { shards }));
    notices
}

/// The notices of what no block can meet in a sweep.
fn of_sweep(sweep: &SweepRequest, manifest: &Manifest) -> Result<Vec<Notice>> {
    let rankings = sweep.rankings()?.all.len();
    notices_of_grids(sweep, &sweep.grids(manifest, rankings)?, manifest)
}

/// The notices of what the rule of a search leaves.
fn of_view(counts: &ViewCounts, search: &Request, manifest: &Manifest) -> Result<Vec<Notice>> {
    let Some(view) = counts.views.first() else { return Ok(Vec::new()) };
    let little = LittleText::of_sums(view, counts.tokens, &search.rule(manifest)?);
    let mut notices: Vec<Notice> = little.map(of_little_text).into_iter().collect();
    notices.extend((view.pages == 0).then(|| of_empty_view(counts.pages)));
    Ok(notices)
}
