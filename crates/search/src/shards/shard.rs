//! A shard: an index that answers the tasks of a job.

use super::answer::{Answer, Found, Page, Ranking, Ranks, Texts};
use super::asked::Asked;
use super::counts::Counts;
use super::identity::Identity;
use super::merge::check_shape;
use super::repeats;
use super::resolved::{Resolved, Views};
use super::task::Task;
use crate::experiment::LEVEL_BYTES;
use crate::feedback::expansion::reads;
use crate::model::{Statistics, TermStatistics};
use crate::rank::texts::Texts as PageTexts;
use crate::rank::top::Ranked;
use crate::sweep::{Grids, Pass, stretches};
use crate::typed::Analyzed;
use crate::typed::conditions::Meeting;
use crate::{BlockRule, ModelSpec, Query, View, rank};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tamis_index::corpus::{Corpus, PageFilter};
use tamis_index::error::{Error, Result};
use tamis_index::index::Index;
use tamis_index::index::storage::guarded;

/// An index that answers the tasks of a [`Job`](super::Job).
pub struct Shard {
    corpus: Arc<Corpus>,
    identity: Identity,
    /// The pages of the last filter.
    filtered: Mutex<Option<(PageFilter, Arc<Corpus>)>>,
}

/// The pages of a shard that a job sees.
struct Seen<'a> {
    corpus: &'a Corpus,
    identity: &'a Identity,
}

/// N and T of every view; df and cf by term, then by place; whether weights leave nothing of what is permitted.
type Counted = (Vec<Statistics>, Vec<Vec<TermStatistics>>, bool);

impl Shard {
    /// Opens the index in a folder. `counts` is the folder to which [`repeats::write`] wrote how often the blocks of this index
    /// repeat in all shards; jobs without rules over repeats need none.
    ///
    /// # Errors
    /// A folder without an index, an unfinished or damaged one; counts that are damaged, or of another state of the index.
    pub fn open(path: impl AsRef<Path>, counts: Option<&Path>) -> Result<Self> {
        let index = Index::open(path.as_ref())?;
        let counted = counts.map(|folder| repeats::read(&index, folder)).transpose()?.flatten();
        let identity = Identity::of(&index, counted)?;
        let corpus = Arc::new(Corpus::new(vec![index])?);
        Ok(Self { corpus, identity, filtered: Mutex::default() })
    }

    /// Checks the settings of a task against the labels and scores of the index, without searching: a driver may do so before it
    /// hands the task out.
    ///
    /// # Errors
    /// A setting that the index does not take.
    pub fn check(&self, task: &Task) -> Result<()> {
        let (Task::Count(asked, _) | Task::Read(asked, _) | Task::Rank(asked, ..)) = task;
        Resolved::of(asked, &self.corpus.indexes[0].manifest).map(drop)
    }

    /// Answers a task. The same index gives the same answer to the same task, byte for byte.
    ///
    /// # Errors
    /// A setting that the index does not take; an index that cannot be read.
    pub fn answer(&self, task: &Task) -> Result<Answer> {
        let (Task::Count(asked, _) | Task::Read(asked, _) | Task::Rank(asked, ..)) = task;
        let found = guarded(&self.corpus.indexes[0].path, || {
            let corpus = self.seen(asked)?;
            let seen = Seen { corpus: &corpus, identity: &self.identity };
            match task {
                Task::Count(asked, terms) => seen.count(asked, terms.as_deref()).map(Found::Counts),
                Task::Read(asked, totals) => seen.read(asked, totals).map(Found::Texts),
                Task::Rank(asked, totals, queries) => seen.rank(asked, totals, queries.as_deref()).map(Found::Ranks),
            }
        })?;
        Ok(Answer { task: task.checksum()?, found })
    }

    /// The pages that a job sees.
    fn seen(&self, asked: &Asked) -> Result<Arc<Corpus>> {
        let filter = Resolved::of(asked, &self.corpus.indexes[0].manifest)?.pages;
        if filter.is_empty() {
            return Ok(self.corpus.clone());
        }
        if filter.goes_by_dates() && asked.shards > 1 {
            self.corpus.check_revisits()?;
        }
        let mut last = self.filtered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, corpus)) = last.as_ref().filter(|(known, _)| *known == filter) {
            return Ok(corpus.clone());
        }
        let corpus = Arc::new(self.corpus.with_pages(&filter)?);
        *last = Some((filter, corpus.clone()));
        Ok(corpus)
    }
}

impl Seen<'_> {
    fn resolved(&self, asked: &Asked) -> Result<Resolved> {
        Resolved::of(asked, &self.corpus.indexes[0].manifest)
    }

    fn count(&self, asked: &Asked, terms: Option<&[String]>) -> Result<Counts> {
        let Resolved { queries, ranking, views, .. } = self.resolved(asked)?;
        let own =
            || queries.iter().flat_map(|analyzed| analyzed.query.terms.iter().map(|(term, _)| term.clone())).collect();
        let mut terms: Vec<String> = terms.map_or_else(own, <[String]>::to_vec);
        terms.sort_unstable();
        terms.dedup();
        let (statistics, counts, weighed_away) = match &views {
            Views::Each(rules) => self.count_each(rules, &terms, usize::from(asked.is_sweep()))?,
            Views::Grids(grids) => self.count_grids(grids, &terms)?,
        };
        statistics.iter().try_for_each(|view| ranking.model.check_unit(view.unit))?;
        let terms: BTreeMap<String, Vec<TermStatistics>> = terms.into_iter().zip(counts).collect();
        let (shards, pages) = (vec![self.identity.clone()], self.corpus.pages());
        Ok(Counts { shards, pages, views: statistics, terms, weighed_away })
    }

    /// Counts in views that are evaluated one after the other. The first `unfiltered` ones are no reason for weights.
    fn count_each(&self, rules: &[BlockRule], terms: &[String], unfiltered: usize) -> Result<Counted> {
        let (mut statistics, mut counts) = (Vec::new(), vec![Vec::with_capacity(rules.len()); terms.len()]);
        for rule in rules {
            let view = View::evaluate(self.corpus, rule)?;
            statistics.push(view.statistics);
            let count = |term: &String| rank::counts(self.corpus, &view, term);
            let of_view: Vec<TermStatistics> = terms.par_iter().map(count).collect::<Result<_>>()?;
            counts.iter_mut().zip(of_view).for_each(|(of_term, count)| of_term.push(count));
        }
        let weighed_away = self.weighed_away(&statistics[unfiltered..], rules[unfiltered..].iter().cloned());
        Ok((statistics, counts, weighed_away))
    }

    /// The same in one pass over the postings for every stretch of rows.
    fn count_grids(&self, grids: &Grids, terms: &[String]) -> Result<Counted> {
        let (mut statistics, mut counts) = (Vec::new(), vec![Vec::new(); terms.len()]);
        for rows in stretches(self.corpus, grids, LEVEL_BYTES) {
            let skipped = usize::from(rows.start > 0);
            let pass = Pass::new(self.corpus, grids, rows, &[])?;
            statistics.extend(pass.statistics().into_iter().skip(skipped));
            let count = |term: &String| Ok(pass.counts(&Query::new([term.as_str()]))?.swap_remove(0));
            let of_part: Vec<Vec<TermStatistics>> = terms.par_iter().map(count).collect::<Result<_>>()?;
            counts.iter_mut().zip(of_part).for_each(|(all, part)| all.extend(part.into_iter().skip(skipped)));
        }
        let points = (0..grids.points()).map(|point| grids.rule(point));
        let weighed_away = self.weighed_away(&statistics[1..], points);
        Ok((statistics, counts, weighed_away))
    }

    /// Whether no view has any text, and some text is permitted whose weight is 0.
    fn weighed_away(&self, statistics: &[Statistics], mut rules: impl Iterator<Item = BlockRule>) -> bool {
        statistics.iter().all(|view| view.pages == 0)
            && rules.any(|rule| !rule.weights.is_empty() && View::new(self.corpus, rule).is_err())
    }

    /// The view of a rule with N and T over all shards.
    fn view(&self, rule: &BlockRule, statistics: Statistics) -> Result<View> {
        Ok(View { statistics, ..View::evaluate(self.corpus, rule)? })
    }

    fn rank(&self, asked: &Asked, totals: &Counts, queries: Option<&[Vec<Query>]>) -> Result<Ranks> {
        let resolved = self.resolved(asked)?;
        totals.check(resolved.places())?;
        let Resolved { queries: own, ranking, views, .. } = resolved;
        if let Some(queries) = queries {
            let places = queries.iter().map(Vec::len);
            check_shape(places, own.len(), totals.views.len())?;
        }
        let topics = match &views {
            Views::Grids(grids) => self.rank_grids(grids, &own, &ranking.model, asked.hits, totals)?,
            Views::Each(rules) => {
                let query =
                    |topic: usize, place: usize| queries.map_or(&own[topic].query, |queries| &queries[topic][place]);
                self.rank_each(rules, own.len(), totals, |view, topic, place| {
                    let (query, among) = (query(topic, place), totals.of_place(query(topic, place), place));
                    let conditions = &own[topic].conditions;
                    let search = Meeting { corpus: self.corpus, view, model: &ranking.model, conditions };
                    self.named(&search.best(query, asked.hits, Some(&among))?)
                })?
            }
        };
        Ok(Ranks { shards: 1, hits: asked.hits, topics })
    }

    /// Calls `search` for every view and topic, and returns what it returns by topic, then by place.
    fn rank_each<T: Send>(
        &self,
        rules: &[BlockRule],
        topics: usize,
        totals: &Counts,
        search: impl Fn(&View, usize, usize) -> Result<T> + Sync,
    ) -> Result<Vec<Vec<T>>> {
        let mut by_topic: Vec<Vec<T>> = (0..topics).map(|_| Vec::with_capacity(rules.len())).collect();
        for (place, rule) in rules.iter().enumerate() {
            let view = self.view(rule, totals.views[place])?;
            let found: Vec<T> =
                (0..topics).into_par_iter().map(|topic| search(&view, topic, place)).collect::<Result<_>>()?;
            by_topic.iter_mut().zip(found).for_each(|(of_topic, found)| of_topic.push(found));
        }
        Ok(by_topic)
    }

    fn rank_grids(
        &self,
        grids: &Grids,
        queries: &[Analyzed],
        model: &ModelSpec,
        hits: usize,
        totals: &Counts,
    ) -> Result<Vec<Vec<Ranking>>> {
        let (mut by_topic, mut first) = (vec![Vec::new(); queries.len()], 1);
        for rows in stretches(self.corpus, grids, LEVEL_BYTES) {
            let skipped = usize::from(rows.start > 0);
            let pass = Pass::new(self.corpus, grids, rows, &[])?;
            let places: Vec<usize> = [0].into_iter().chain(first..first + pass.statistics().len() - 1).collect();
            first += places.len() - 1;
            let search = |Analyzed { query, .. }: &Analyzed| {
                let among = totals.among(query).of_places(&places);
                let named = |hits: &[Ranked]| self.named(hits);
                let of_model = pass.search_among(query, &[*model], hits, Some(&among), named)?.swap_remove(0);
                of_model.into_iter().skip(skipped).collect::<Result<Vec<_>>>()
            };
            let found: Vec<Vec<_>> = queries.par_iter().map(search).collect::<Result<_>>()?;
            by_topic.iter_mut().zip(found).for_each(|(all, part)| all.extend(part));
        }
        Ok(by_topic)
    }

    fn named(&self, hits: &[Ranked]) -> Result<Ranking> {
        let order = self.corpus.order()?;
        Ok(hits.iter().map(|hit| (order.docno(hit.document).to_owned(), hit.score)).collect())
    }

    fn read(&self, asked: &Asked, totals: &Counts) -> Result<Texts> {
        let resolved = self.resolved(asked)?;
        totals.check(resolved.places())?;
        let Resolved { queries, ranking, views, .. } = resolved;
        let (Views::Each(rules), Some(feedback)) = (&views, ranking.feedback) else {
            return Err(Error::settings("found a job without feedback, expected one with it: it needs no texts"));
        };
        feedback.check_texts(self.corpus)?;
        let (texts, order) = (PageTexts::new(self.corpus)?, self.corpus.order()?);
        let topics = self.rank_each(rules, queries.len(), totals, |view, topic, place| {
            let query = &queries[topic].query;
            let among = totals.of_place(query, place);
            let (model, hits) = (&ranking.model, feedback.documents);
            let hits = rank::search_among(self.corpus, view, query, model, hits, Some(&among))?;
            let page = |hit: &Ranked| {
                let mut terms = texts.counts(self.corpus, view, hit.document)?.into_terms();
                terms.retain(|(term, _)| reads(&feedback, term));
                Ok(Page { docno: order.docno(hit.document).to_owned(), score: hit.score, terms })
            };
            hits.iter().map(page).collect::<Result<Vec<_>>>()
        })?;
        Ok(Texts { shards: 1, hits: feedback.documents, topics })
    }
}
