//! A job: a search or a sweep over shards, round by round.

use super::answer::{Answer, Found, Page, Ranks, Texts};
use super::asked::{Asked, Question};
use super::counts::Counts;
use super::identity::Identity;
use super::merge::check_shape;
use super::resolved::Resolved;
use super::sweep::Judged;
use super::task::Task;
use crate::experiment::measures::RUN_HITS;
use crate::experiment::{check_tag, none_passes, results};
use crate::feedback::expansion::{Evidence, expand};
use crate::feedback::{Feedback, Method};
use crate::rank::texts::Counts as PageCounts;
use crate::request::{Request, SweepRequest};
use crate::{BlockRule, Query};
use std::collections::BTreeSet;
use tamis_eval::trec::run;
use tamis_index::error::{Error, Result};

/// A search or a sweep over shards.
///
/// ```no_run
/// # use tamis_search::request::Request;
/// # use tamis_search::shards::{Answer, Job, Shard};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let shard = "shard-00001";
/// let mut request = Request::default();
/// request.set("min_words", "11")?;
/// let topics = vec![("1".to_owned(), "market".to_owned())];
/// let shards = [Shard::open(&shard, None)?];
/// let mut job = Job::search(topics, request, shards.len())?;
/// while let Some(task) = job.task() {
///     // On a cluster: `task.to_bytes()` to every machine, `Answer::from_bytes` of what comes back.
///     let answers: Vec<Answer> = shards.iter().map(|shard| shard.answer(task)).collect::<Result<_, _>>()?;
///     job.take(answers)?;
/// }
/// print!("{}", String::from_utf8(job.run("tamis")?)?);
/// # Ok(())
/// # }
/// ```
pub struct Job {
    asked: Asked,
    judged: Option<Judged>,
    task: Option<Task>,
    /// The sums of the first count.
    totals: Option<Counts>,
    /// What feedback read.
    texts: Option<Texts>,
    ranks: Option<Ranks>,
}

impl Job {
    /// Starts a search for topics (id and text) over so many shards. It ends with [`run`](Self::run).
    ///
    /// # Errors
    /// [`Error::Setting`] for no shard or no topic.
    pub fn search(topics: Vec<(String, String)>, request: Request, shards: usize) -> Result<Self> {
        let hits = request.hits.unwrap_or(RUN_HITS);
        Self::start(Asked { topics, question: Question::Search(request), hits, shards }, None)
    }

    /// Starts a sweep over so many shards, with the topics of `judged`. It ends with
    /// [`swept`](Self::swept); the crate `tamis` makes its `Sweep` of that.
    ///
    /// # Errors
    /// As [`search`](Self::search); a number of folds that does not fit the topics.
    pub fn sweep(request: SweepRequest, judged: Judged, shards: usize) -> Result<Self> {
        let topics = judged.topics();
        let hits = judged.hits()?;
        let asked = Asked { topics, question: Question::Sweep(request), hits, shards };
        Self::start(asked, Some(judged))
    }

    fn start(asked: Asked, judged: Option<Judged>) -> Result<Self> {
        if asked.shards == 0 {
            return Err(Error::setting("shards", "found none, expected one or more"));
        }
        if asked.topics.is_empty() {
            return Err(Error::setting("topics", "found none, expected one or more"));
        }
        let task = Some(Task::Count(asked.clone(), None));
        Ok(Self { asked, judged, task, totals: None, texts: None, ranks: None })
    }

    /// The task that every shard must answer now; none once the job is done.
    pub fn task(&self) -> Option<&Task> {
        self.task.as_ref()
    }

    /// Takes the answers of all shards to the task, in any order, alone or [added](Answer::add) together.
    ///
    /// # Errors
    /// Answers of other shards or to another task; shards that do not belong together; a page in two shards; settings that no
    /// index takes.
    pub fn take(&mut self, answers: Vec<Answer>) -> Result<()> {
        let mut answers = answers.into_iter();
        let Some(mut all) = answers.next() else { return Err(Error::settings("found no answer, expected some")) };
        answers.try_for_each(|answer| all.add(answer))?;
        let other = || Error::settings("found an answer to another task, expected those to this one");
        if self.task.as_ref().map(Task::checksum).transpose()? != Some(all.task) {
            return Err(other());
        }
        let task = match (self.task.as_ref(), all.found) {
            (Some(Task::Count(..)), Found::Counts(totals)) => self.counted(totals)?,
            (Some(Task::Read(..)), Found::Texts(texts)) => {
                self.check_shards(texts.shards)?;
                self.check_shape(texts.topics.iter().map(Vec::len))?;
                let terms = self.candidates(&texts)?;
                self.texts = Some(texts);
                Some(Task::Count(self.asked.clone(), Some(terms)))
            }
            (Some(Task::Rank(..)), Found::Ranks(ranks)) => {
                self.check_shards(ranks.shards)?;
                self.check_shape(ranks.topics.iter().map(Vec::len))?;
                self.ranks = Some(ranks);
                None
            }
            _ => return Err(other()),
        };
        self.task = task;
        Ok(())
    }

    fn check_shards(&self, found: usize) -> Result<()> {
        if found == self.asked.shards {
            return Ok(());
        }
        Err(Error::settings(format!("found answers of {found} shards, expected {}", self.asked.shards)))
    }

    fn check_shape(&self, found: impl ExactSizeIterator<Item = usize>) -> Result<()> {
        check_shape(found, self.asked.topics.len(), self.totals.as_ref().map_or(0, |totals| totals.views.len()))
    }

    /// Takes the sums of a count, and returns the next task.
    fn counted(&mut self, totals: Counts) -> Result<Option<Task>> {
        Identity::check(&totals.shards, self.asked.shards)?;
        let resolved = Resolved::of(&self.asked, &totals.shards[0].manifest()?)?;
        totals.check(resolved.places())?;
        if let Some(texts) = &self.texts {
            let queries = self.expanded(texts, &totals)?;
            let known: BTreeSet<&str> = queries.iter().flatten().flat_map(names).collect();
            let mut totals = totals;
            totals.terms.retain(|term, _| known.contains(term.as_str()));
            return Ok(Some(Task::Rank(self.asked.clone(), totals, Some(queries))));
        }
        if resolved.asks_for_repeats() {
            Identity::check_counted(&totals.shards)?;
        }
        if totals.pages == 0 && !self.asked.pages().is_empty() && self.asked.is_sweep() {
            return Err(none_passes());
        }
        if totals.pages == 0 && self.asked.pages().is_empty() {
            return Err(Error::index(&totals.shards[0].path, "neither this shard nor another has pages"));
        }
        let searched = if self.asked.is_sweep() { &totals.views[1..] } else { &totals.views[..] };
        if totals.weighed_away && searched.iter().all(|view| view.pages == 0) {
            return Err(BlockRule::nothing_left());
        }
        self.totals = Some(totals.clone());
        Ok(Some(match resolved.ranking.feedback {
            Some(_) => Task::Read(self.asked.clone(), totals),
            None => Task::Rank(self.asked.clone(), totals, None),
        }))
    }

    fn known(&self) -> Result<(&Counts, Feedback, Vec<Query>)> {
        let other = || Error::settings("found an answer to another task, expected those to this one");
        let totals = self.totals.as_ref().ok_or_else(other)?;
        let resolved = Resolved::of(&self.asked, &totals.shards[0].manifest()?)?;
        let feedback = resolved.ranking.feedback.ok_or_else(other)?;
        let queries = resolved.queries.into_iter().map(|analyzed| analyzed.query).collect();
        Ok((totals, feedback, queries))
    }

    /// The terms whose counts decide how queries are expanded, and score the expanded ones.
    fn candidates(&self, texts: &Texts) -> Result<Vec<String>> {
        let (totals, feedback, queries) = self.known()?;
        let mut terms: BTreeSet<String> = queries.iter().flat_map(names).map(str::to_owned).collect();
        match feedback.method {
            // Which of them are rare, the shards tell.
            Method::Rm3 => {
                let pages = texts.topics.iter().flatten().flatten();
                terms.extend(pages.flat_map(|page| page.terms.iter().map(|(term, _)| term.clone())));
            }
            Method::Rm1Mixture => {
                let queries = self.expanded(texts, totals)?;
                terms.extend(queries.iter().flatten().flat_map(names).map(str::to_owned));
            }
        }
        Ok(terms.into_iter().collect())
    }

    /// The expanded queries, by topic and place.
    fn expanded(&self, texts: &Texts, totals: &Counts) -> Result<Vec<Vec<Query>>> {
        let (_, feedback, queries) = self.known()?;
        let of_place = |query: &Query, (place, pages): (usize, &Vec<Page>)| {
            let of_page =
                |page: &Page| Evidence { score: page.score, counts: PageCounts::of_terms(page.terms.clone()) };
            let view = totals.views[place];
            let is_rare = |term: &str| {
                let pages = totals.terms.get(term).map_or(0, |of_term| of_term[place].pages);
                Ok(pages.saturating_mul(10) <= view.pages)
            };
            let evidence = pages.iter().map(of_page).collect();
            Ok(expand(&feedback, query, evidence, view.unit, is_rare)?.into_owned())
        };
        let of_topic = |(query, places): (&Query, &Vec<Vec<Page>>)| {
            places.iter().enumerate().map(|place| of_place(query, place)).collect::<Result<Vec<Query>>>()
        };
        queries.iter().zip(&texts.topics).map(of_topic).collect()
    }

    /// The run of a search in TREC's lines. A topic without results is not in it.
    ///
    /// # Errors
    /// [`Error::Setting`] for a tag with white space, or a job that is not done.
    pub fn run(&self, tag: &str) -> Result<Vec<u8>> {
        check_tag(tag)?;
        let mut lines = Vec::new();
        for ((id, _), places) in self.asked.topics.iter().zip(&self.done()?.topics) {
            let ranking = places.first().into_iter().flatten().map(|(docno, score)| (docno.as_str(), *score));
            run::write(&mut lines, id, ranking, tag).map_err(|e| Error::io("write", "(memory)", e))?;
        }
        Ok(lines)
    }

    /// The best pages by topic and place of a job that must be done.
    ///
    /// # Errors
    /// [`Error::Setting`] for a job with a task left.
    pub fn done(&self) -> Result<&Ranks> {
        self.ranks.as_ref().ok_or_else(|| Error::settings("found a job with a task left, expected one that is done"))
    }

    /// The results of a sweep, as a sweep of one index has them.
    ///
    /// # Errors
    /// [`Error::Setting`] for a search, or a job that is not done.
    pub fn swept(&self) -> Result<results::Sweep> {
        let (ranks, Some(judged), Some(totals)) = (self.done()?, &self.judged, &self.totals) else {
            return Err(Error::settings("found a search, expected a sweep"));
        };
        judged.report(&self.asked, totals, ranks)
    }
}

/// The terms of a query.
fn names(query: &Query) -> impl Iterator<Item = &str> {
    query.terms.iter().map(|(term, _)| term.as_str())
}
