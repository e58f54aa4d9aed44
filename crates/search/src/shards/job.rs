//! A job: a search or a sweep over shards, round by round.

use super::answer::{Answer, FeedbackPage, FeedbackTexts, Ranks, ShardResult};
use super::captures::Captures;
use super::counts::ViewCounts;
use super::explained::Explaining;
use super::hits::Hits;
use super::identity::ShardIdentity;
use super::merge::{ShardRanking, check_shape};
use super::request::{Question, ShardRequest};
use super::resolved::ResolvedJob;
use super::sweep::SweepJudgements;
use super::task::Task;
use crate::experiment::measures::{RUN_HITS, WORDS_HITS, depth};
use crate::experiment::{none_passes, results};
use crate::feedback::expansion::{FeedbackEvidence, expand};
use crate::feedback::{Feedback, Method};
use crate::rank::texts::TermCounts as PageCounts;
use crate::request::{Request, SweepRequest};
use crate::result::{Explained, Hit};
use crate::{BlockRule, Query};
use std::collections::BTreeSet;
use tamis_index::corpus::pages::Filtered;
use tamis_index::error::{Error, Result};

/// A search or a sweep over shards. The jobs of the crate `tamis` start it, and say what their
/// users should know.
pub struct Job {
    request: ShardRequest,
    goal: Goal,
    task: Option<Task>,
    /// The sums of the first count.
    totals: Option<ViewCounts>,
    /// The texts that feedback uses.
    texts: Option<FeedbackTexts>,
    ranks: Option<Ranks>,
    hits: Option<Vec<Vec<Hit>>>,
    explaining: Option<Explaining>,
    explained: Option<Vec<Explained>>,
}

/// The result of a job.
enum Goal {
    Run,
    /// Pages with their best blocks.
    Hits,
    /// The score of this page; none for the queries alone.
    Explanation(Option<String>),
    /// The measures of the rankings of all points.
    Sweep(Box<SweepJudgements>),
}

impl Job {
    /// Starts a search for topics (id and text) over so many shards. It ends with
    /// [`done`](Self::done).
    ///
    /// # Errors
    /// [`Error::Setting`] for no shard or no topic.
    pub fn search(topics: Vec<(String, String)>, request: Request, shards: usize) -> Result<Self> {
        let hits = request.hits.unwrap_or(RUN_HITS);
        Self::start(topics, Question::Search(request), hits, shards, Goal::Run)
    }

    /// Starts a search for topics whose pages are shown: a last round reads those of the final
    /// rankings, each in its shard. It ends with [`hits`](Self::hits). By default there are 10 per
    /// topic.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn find(topics: Vec<(String, String)>, request: Request, shards: usize) -> Result<Self> {
        let hits = request.hits.unwrap_or(WORDS_HITS);
        Self::start(topics, Question::Search(request), hits, shards, Goal::Hits)
    }

    /// Starts the explanation of the score that a search gives to a page for each topic, or without
    /// a docno of the queries alone. It ends with [`explained`](Self::explained).
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn explain(
        topics: Vec<(String, String)>,
        request: Request,
        docno: Option<String>,
        shards: usize,
    ) -> Result<Self> {
        let hits = request.hits.unwrap_or(WORDS_HITS);
        Self::start(topics, Question::Search(request), hits, shards, Goal::Explanation(docno))
    }

    /// Starts a sweep over so many shards, with the topics of its judgements. It ends with
    /// [`swept`](Self::swept).
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn sweep(
        request: SweepRequest,
        judgements: SweepJudgements,
        shards: usize,
    ) -> Result<Self> {
        let hits = depth(request.request.hits, &judgements.measures)?;
        let topics = judgements.topics.iter().map(|topic| (topic.id.clone(), topic.text.clone()));
        Self::start(
            topics.collect(),
            Question::Sweep(request),
            hits,
            shards,
            Goal::Sweep(Box::new(judgements)),
        )
    }

    fn start(
        topics: Vec<(String, String)>,
        question: Question,
        hits: usize,
        shards: usize,
        goal: Goal,
    ) -> Result<Self> {
        if shards == 0 {
            return Err(Error::setting("shards", "found none, expected one or more"));
        }
        if topics.is_empty() {
            return Err(Error::setting("topics", "found none, expected one or more"));
        }
        let request = ShardRequest { topics, question, hits, shards, replaced: Vec::new() };
        if request.search_request().remove_query {
            let problem = "found true, expected false over shards; search one index, or take the \
                           queries out when the run is scored";
            return Err(Error::setting("remove_query", problem));
        }
        // Within one shard, its own filter leaves one capture of each URL.
        let task = if request.pages().collapse && shards > 1 {
            Task::Captures(request.clone())
        } else {
            Task::Count(request.clone(), None)
        };
        Ok(Self {
            request,
            goal,
            task: Some(task),
            totals: None,
            texts: None,
            ranks: None,
            hits: None,
            explaining: None,
            explained: None,
        })
    }

    /// The task that every shard must answer now; none once the job is done.
    pub fn task(&self) -> Option<&Task> {
        self.task.as_ref()
    }

    /// What the job requests of every shard.
    pub fn request(&self) -> &ShardRequest {
        &self.request
    }

    /// The sums of the first count; none before it.
    pub fn counts(&self) -> Option<&ViewCounts> {
        self.totals.as_ref()
    }

    /// What the filters of pages do in all shards; none without filters, or before the first count.
    ///
    /// # Errors
    /// [`Error::Setting`] for a filter that is wrong.
    pub fn filtered(&self) -> Result<Option<Filtered>> {
        let Some(totals) = self.totals.as_ref().filter(|_| !self.request.pages().is_empty()) else {
            return Ok(None);
        };
        // A docno that one shard has is unknown to all others.
        let docnos = self.request.pages().filter()?.docnos.map_or(0, |docnos| docnos.len() as u64);
        let others = docnos.saturating_mul(self.request.shards as u64 - 1);
        let unknown = totals.filtered.unknown.saturating_sub(others);
        Ok(Some(Filtered { unknown, ..totals.filtered }))
    }

    /// Takes the answers of all shards to the task, in any order, alone or [added](Answer::add)
    /// together.
    ///
    /// # Errors
    /// Answers of other shards or to another task; shards that do not belong together; a page in
    /// two shards; settings that no index takes; a page to explain that no shard sees.
    pub fn take(&mut self, answers: Vec<Answer>) -> Result<()> {
        let mut answers = answers.into_iter();
        let Some(mut all) = answers.next() else {
            return Err(Error::settings("found no answer, expected some"));
        };
        for answer in answers {
            all.add(answer)?;
        }
        if self.task.as_ref().map(Task::checksum).transpose()? != Some(all.task) {
            return Err(other_task());
        }
        self.task = match (self.task.as_ref(), all.found) {
            (Some(Task::Captures(_)), ShardResult::Captures(captures)) => {
                Some(self.collapsed(captures)?)
            }
            (Some(Task::Count(..)), ShardResult::Counts(totals)) => Some(self.counted(totals)?),
            (Some(Task::Read(..)), ShardResult::Texts(texts)) => {
                self.check_shards(texts.shards)?;
                self.check_shape(texts.topics.iter().map(Vec::len))?;
                let terms = self.candidates(&texts)?;
                self.texts = Some(texts);
                Some(Task::Count(self.request.clone(), Some(terms)))
            }
            (Some(Task::Rank(..)), ShardResult::Ranks(ranks)) => {
                self.check_shards(ranks.shards)?;
                self.check_shape(ranks.topics.iter().map(Vec::len))?;
                let ranks = self.ranks.insert(ranks);
                matches!(self.goal, Goal::Hits)
                    .then(|| Task::Hits(self.request.clone(), first(ranks)))
            }
            (Some(Task::Hits(_, rankings)), ShardResult::Hits(hits)) => {
                self.check_shards(hits.shards)?;
                self.hits = Some(Hits::in_order(hits, rankings)?);
                None
            }
            (Some(Task::Explain(..)), ShardResult::Explained(found)) => {
                self.check_shards(found.shards)?;
                let (Some(explaining), (_, resolved)) = (&self.explaining, self.known()?) else {
                    return Err(other_task());
                };
                self.explained =
                    Some(explaining.explain(&self.request.topics, &resolved, found)?);
                None
            }
            _ => return Err(other_task()),
        };
        Ok(())
    }

    /// Takes the captures of all shards, and returns the next task.
    fn collapsed(&mut self, captures: Captures) -> Result<Task> {
        self.check_identities(&captures.shards)?;
        self.request.replaced = captures.replaced;
        // They come in the order in which machines answer.
        self.request.replaced.sort_unstable();
        Ok(Task::Count(self.request.clone(), None))
    }

    /// The sums of the first count, and the job resolved against the shards that have counted.
    fn known(&self) -> Result<(&ViewCounts, ResolvedJob)> {
        let totals = self.totals.as_ref().ok_or_else(other_task)?;
        Ok((totals, ResolvedJob::new(&self.request, &totals.shards[0].manifest()?)?))
    }

    /// Checks that these are all shards, and that they belong together.
    fn check_identities(&self, shards: &[ShardIdentity]) -> Result<()> {
        ShardIdentity::check(shards, self.request.shards)?;
        if self.request.search_request().is_tuned() {
            ShardIdentity::check_tuned(shards)?;
        }
        Ok(())
    }

    fn check_shards(&self, found: usize) -> Result<()> {
        if found == self.request.shards {
            return Ok(());
        }
        Err(Error::settings(format!(
            "found answers of {found} shards, expected {}",
            self.request.shards
        )))
    }

    fn check_shape(&self, found: impl ExactSizeIterator<Item = usize>) -> Result<()> {
        check_shape(found, self.request.topics.len(), self.known()?.1.columns())
    }

    /// Takes the sums of a count, and returns the next task.
    fn counted(&mut self, totals: ViewCounts) -> Result<Task> {
        self.check_identities(&totals.shards)?;
        let resolved = ResolvedJob::new(&self.request, &totals.shards[0].manifest()?)?;
        totals.check(resolved.places())?;
        if let Some(texts) = &self.texts {
            let queries = self.expanded(&resolved, texts, &totals)?;
            let known: BTreeSet<&str> = queries.iter().flatten().flat_map(names).collect();
            let mut totals = totals;
            totals.terms.retain(|term, _| known.contains(term.as_str()));
            return Ok(self.last(totals, Some(queries), resolved));
        }
        self.totals = Some(totals.clone());
        if resolved.needs_repeats() {
            ShardIdentity::check_counted(&totals.shards)?;
        }
        if totals.pages == 0 && !self.request.pages().is_empty() && self.request.is_sweep() {
            return Err(none_passes());
        }
        if totals.pages == 0 && self.request.pages().is_empty() {
            return Err(Error::index(
                &totals.shards[0].path,
                "neither this shard nor another has pages",
            ));
        }
        let searched = if self.request.is_sweep() { &totals.views[1..] } else { &totals.views[..] };
        if totals.weighed_away && searched.iter().all(|view| view.pages == 0) {
            return Err(BlockRule::nothing_left());
        }
        Ok(if resolved.expands() {
            Task::Read(self.request.clone(), totals)
        } else {
            self.last(totals, None, resolved)
        })
    }

    /// The task that all counts are for; queries are those that feedback expanded.
    fn last(
        &mut self,
        totals: ViewCounts,
        queries: Option<Vec<Vec<Query>>>,
        resolved: ResolvedJob,
    ) -> Task {
        let Goal::Explanation(docno) = &self.goal else {
            return Task::Rank(self.request.clone(), totals, queries);
        };
        let queries: Vec<Query> = match queries {
            // A search has one column.
            Some(expanded) => expanded.into_iter().flatten().collect(),
            None => resolved.queries.into_iter().map(|analyzed| analyzed.query).collect(),
        };
        self.explaining =
            Some(Explaining { totals, queries: queries.clone(), docno: docno.clone() });
        Task::Explain(self.request.clone(), queries, docno.clone())
    }

    /// The terms whose counts decide how queries are expanded, and score the expanded ones.
    fn candidates(&self, texts: &FeedbackTexts) -> Result<Vec<String>> {
        let (totals, resolved) = self.known()?;
        let own = resolved.queries.iter().flat_map(|analyzed| names(&analyzed.query));
        let mut terms: BTreeSet<String> = own.map(str::to_owned).collect();
        let mut is_known = false;
        for column in 0..resolved.columns() {
            match resolved.column(column).1.feedback.map(|feedback| feedback.method) {
                None => {}
                // The shards report which of them are rare.
                Some(Method::Rm3) => {
                    let pages = texts.topics.iter().flat_map(|columns| &columns[column]);
                    terms.extend(
                        pages.flat_map(|page| page.terms.iter().map(|(term, _)| term.clone())),
                    );
                }
                Some(Method::Rm1Mixture) => is_known = true,
            }
        }
        if is_known {
            let queries = self.expanded(&resolved, texts, totals)?;
            terms.extend(queries.iter().flatten().flat_map(names).map(str::to_owned));
        }
        Ok(terms.into_iter().collect())
    }

    /// The expanded queries, by topic and column.
    fn expanded(
        &self,
        resolved: &ResolvedJob,
        texts: &FeedbackTexts,
        totals: &ViewCounts,
    ) -> Result<Vec<Vec<Query>>> {
        let mut by_topic = Vec::with_capacity(resolved.queries.len());
        for (analyzed, columns) in resolved.queries.iter().zip(&texts.topics) {
            let mut of_topic = Vec::with_capacity(columns.len());
            for (column, pages) in columns.iter().enumerate() {
                let (place, ranking) = resolved.column(column);
                of_topic.push(match ranking.feedback {
                    Some(feedback) => expanded(&analyzed.query, &feedback, pages, totals, place)?,
                    None => analyzed.query.clone(),
                });
            }
            by_topic.push(of_topic);
        }
        Ok(by_topic)
    }

    /// The pages of a search by topic, best first, as a search of one index has them.
    ///
    /// # Errors
    /// [`Error::Setting`] for a job that finds no pages to show, or one that is not done.
    pub fn hits(&self) -> Result<&[Vec<Hit>]> {
        self.hits.as_deref().ok_or_else(task_left)
    }

    /// The explanations by topic, as one index explains them.
    ///
    /// # Errors
    /// [`Error::Setting`] for a job that explains nothing, or one that is not done.
    pub fn explained(&self) -> Result<&[Explained]> {
        self.explained.as_deref().ok_or_else(task_left)
    }

    /// The best pages by topic and column of a job that must be done.
    ///
    /// # Errors
    /// [`Error::Setting`] for a job with a task left.
    pub fn done(&self) -> Result<&Ranks> {
        self.ranks.as_ref().filter(|_| self.task.is_none()).ok_or_else(task_left)
    }

    /// The results of a sweep, as a sweep of one index has them.
    ///
    /// # Errors
    /// [`Error::Setting`] for a search, or a job that is not done.
    pub fn swept(&self) -> Result<results::Sweep> {
        let (ranks, Goal::Sweep(judgements), Some(totals)) =
            (self.done()?, &self.goal, &self.totals)
        else {
            return Err(Error::settings("found a search, expected a sweep"));
        };
        judgements.report(&self.request, totals, ranks)
    }
}

/// Expands a query by its best pages in the view of a place.
fn expanded(
    query: &Query,
    feedback: &Feedback,
    pages: &[FeedbackPage],
    totals: &ViewCounts,
    place: usize,
) -> Result<Query> {
    let view = totals.views[place];
    let mut evidence = Vec::with_capacity(pages.len());
    for page in pages {
        let counts = PageCounts::from_terms(page.terms.clone());
        evidence.push(FeedbackEvidence { score: page.score, counts });
    }
    let query = expand(feedback, query, evidence, view.unit, |term| {
        let pages = totals.terms.get(term).map_or(0, |of_term| of_term[place].pages);
        Ok(pages.saturating_mul(10) <= view.pages)
    })?;
    Ok(query.into_owned())
}

fn other_task() -> Error {
    Error::settings("found an answer to another task, expected those to this one")
}

/// The error of a result that is not there yet.
pub fn task_left() -> Error {
    Error::settings("found a job with a task left, expected one that is done")
}

/// The rankings of a search, by topic.
fn first(ranks: &Ranks) -> Vec<ShardRanking> {
    ranks.topics.iter().map(|columns| columns.first().cloned().unwrap_or_default()).collect()
}

/// The terms of a query.
fn names(query: &Query) -> impl Iterator<Item = &str> {
    query.terms.iter().map(|(term, _)| term.as_str())
}
