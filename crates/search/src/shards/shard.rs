//! A shard: an index that answers the tasks of a job.

use super::answer::{Answer, FeedbackPage, FeedbackTexts, Ranks, ShardResult};
use super::captures::Captures;
use super::counts::ViewCounts;
use super::explained::{Holding, QueryMatch};
use super::hits::{Hits, WireHit};
use super::identity::ShardIdentity;
use super::merge::{ShardRanking, check_shape};
use super::repeats;
use super::request::ShardRequest;
use super::resolved::{ResolvedJob, Views};
use super::task::Task;
use crate::experiment::{LEVEL_BYTES, retrieved};
use crate::feedback::Ranking as HowRanked;
use crate::feedback::expansion::reads;
use crate::model::{Statistics, TermStatistics};
use crate::rank::explain::held;
use crate::rank::texts::ReadTerms as PageTexts;
use crate::rank::top::Ranked;
use crate::result::Hit;
use crate::sweep::{Grids, Pass, row_batches};
use crate::typed::Analyzed;
use crate::typed::conditions::{ConditionalSearch, Conditions};
use crate::{BlockRule, ModelSpec, Predicate, Query, Searcher, View, rank};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::pages::Filtered;
use tamis_index::corpus::{Corpus, PageFilter};
use tamis_index::error::{Error, Result};
use tamis_index::index::Index;
use tamis_index::index::storage::guarded;

/// An index that answers the tasks of a [`Job`](super::Job).
pub struct Shard {
    corpus: Arc<Corpus>,
    identity: ShardIdentity,
    /// The pages of the last filter.
    filtered: Mutex<Option<ShardFilter>>,
}

/// The pages of a filter, without the captures that other shards replace.
struct ShardFilter {
    filter: PageFilter,
    replaced: Vec<String>,
    seen: PassingPages,
}

/// The pages that pass the filters of a job, and what these did.
#[derive(Clone)]
struct PassingPages {
    corpus: Arc<Corpus>,
    filtered: Filtered,
}

/// The pages of a shard that a job sees.
struct ShardView<'a> {
    corpus: &'a Corpus,
    identity: &'a ShardIdentity,
    filtered: Filtered,
}

/// A view that is searched with a ranking.
struct SearchCell {
    /// With N and T over all shards.
    view: View,
    /// Its place among the views.
    place: usize,
    /// The place of view and ranking.
    column: usize,
    ranking: HowRanked,
}

/// A pass over some rows of the grids.
struct GridSearch<'a> {
    pass: Pass<'a>,
    /// The places of its views among the views of the job.
    places: Vec<usize>,
    /// The number of the ranking of the unfiltered text, if this pass searches that.
    baseline: Option<usize>,
    /// The number of rankings of the points.
    rankings: usize,
    /// The number of points of the grids.
    points: usize,
}

impl GridSearch<'_> {
    /// Returns the column of a ranking in a view; none if the job does not have it.
    fn column(&self, ranking: usize, place: usize) -> Option<usize> {
        match place {
            0 => (self.baseline == Some(ranking)).then_some(0),
            place => (ranking < self.rankings).then_some(ranking * self.points + place),
        }
    }
}

/// What a shard counts in the views of a job.
struct CountedViews {
    /// N and T of every view.
    statistics: Vec<Statistics>,
    /// df and cf by term, then by place.
    terms: Vec<Vec<TermStatistics>>,
    /// Whether weights leave nothing of what is permitted.
    weighed_away: bool,
}

impl Shard {
    /// Opens the index in a folder. `counts` is the folder to which [`repeats::write`] wrote how
    /// often the blocks of this index repeat in all shards; jobs without rules over repeats need
    /// none.
    ///
    /// # Errors
    /// A folder without an index, an unfinished or damaged one; counts that are damaged, or of
    /// another state of the index.
    pub fn open(path: impl AsRef<Path>, counts: Option<&Path>) -> Result<Self> {
        let index = Index::open(path.as_ref())?;
        let counted = counts.map(|folder| repeats::read(&index, folder)).transpose()?.flatten();
        let identity = ShardIdentity::read(&index, counted)?;
        let corpus = Arc::new(Corpus::new(vec![index])?);
        Ok(Self { corpus, identity, filtered: Mutex::default() })
    }

    /// Checks the settings of a task against the labels and scores of the index, without searching:
    /// a driver may do so before it hands the task out.
    ///
    /// # Errors
    /// A setting that the index does not take.
    pub fn check(&self, task: &Task) -> Result<()> {
        resolved(task.request(), &self.corpus).map(drop)
    }

    /// Answers a task. The same index gives the same answer to the same task, byte for byte.
    ///
    /// # Errors
    /// A setting that the index does not take; an index that cannot be read.
    pub fn answer(&self, task: &Task) -> Result<Answer> {
        let found = guarded(&self.corpus.indexes[0].path, || {
            let PassingPages { corpus, filtered } = self.seen(task.request())?;
            ShardView { corpus: &corpus, identity: &self.identity, filtered }.found(task)
        })?;
        Ok(Answer { task: task.checksum()?, found })
    }

    /// Returns the pages that a job sees.
    fn seen(&self, request: &ShardRequest) -> Result<PassingPages> {
        let filter = resolved(request, &self.corpus)?.pages;
        if filter.is_empty() {
            return Ok(PassingPages { corpus: self.corpus.clone(), filtered: Filtered::default() });
        }
        if filter.goes_by_dates() && request.shards > 1 {
            self.corpus.check_revisits()?;
        }
        let mut last = self.filtered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = last.as_ref()
            && known.filter == filter
            && known.replaced == request.replaced
        {
            return Ok(known.seen.clone());
        }
        let (mut corpus, mut filtered) = self.corpus.with_pages(&filter)?;
        if !request.replaced.is_empty() {
            // After the other filters: an older capture of this shard must not take their place.
            let not_docnos = request.replaced.iter().cloned().collect();
            let left = corpus.filter(&PageFilter { not_docnos, ..PageFilter::default() })?.left;
            filtered.captures += filtered.left - left;
            filtered.left = left;
        }
        let seen = PassingPages { corpus: Arc::new(corpus), filtered };
        let replaced = request.replaced.clone();
        *last = Some(ShardFilter { filter, replaced, seen: seen.clone() });
        Ok(seen)
    }
}

/// Resolves a job against the index of a shard.
///
/// # Errors
/// A setting that the index does not take.
fn resolved(request: &ShardRequest, corpus: &Corpus) -> Result<ResolvedJob> {
    let index = &corpus.indexes[0];
    ResolvedJob::new(request, &index.manifest).map_err(|error| match error {
        // Of many shards, this names the one that has no rule.
        Error::TunedRule { problem, remedy } => {
            Error::index(&index.path, problem).with_remedy(remedy)
        }
        error => error,
    })
}

impl ShardView<'_> {
    /// Returns what a task asks for.
    fn found(&self, task: &Task) -> Result<ShardResult> {
        match task {
            Task::Captures(request) => self.captures(request).map(ShardResult::Captures),
            Task::Count(request, terms) => {
                self.count(request, terms.as_deref()).map(ShardResult::Counts)
            }
            Task::Read(request, totals) => self.read(request, totals).map(ShardResult::Texts),
            Task::Rank(request, totals, queries) => {
                self.rank(request, totals, queries.as_deref()).map(ShardResult::Ranks)
            }
            Task::Hits(request, rankings) => self.hits(request, rankings).map(ShardResult::Hits),
            Task::Explain(request, queries, docno) => {
                self.explain(request, queries, docno.as_deref()).map(ShardResult::Explained)
            }
        }
    }

    fn resolved(&self, request: &ShardRequest) -> Result<ResolvedJob> {
        resolved(request, self.corpus)
    }

    fn captures(&self, request: &ShardRequest) -> Result<Captures> {
        match self.resolved(request)?.pages.collapse {
            Some(choice) => Captures::new(self.corpus, self.identity, &choice),
            None => Err(Error::settings(
                "found a job that sees all captures, expected one that collapses them",
            )),
        }
    }

    fn count(&self, request: &ShardRequest, terms: Option<&[String]>) -> Result<ViewCounts> {
        let ResolvedJob { queries, rankings, views, .. } = self.resolved(request)?;
        let mut terms: Vec<String> = match terms {
            Some(terms) => terms.to_vec(),
            None => {
                let own = queries.iter().flat_map(|analyzed| &analyzed.query.terms);
                own.map(|(term, _)| term.clone()).collect()
            }
        };
        terms.sort_unstable();
        terms.dedup();
        let counted = match &views {
            Views::Each(rules) => {
                self.count_each(rules, &terms, usize::from(request.is_sweep()))?
            }
            Views::Grids(grids) => self.count_grids(grids, &terms)?,
        };
        for ranking in &rankings.all {
            for view in &counted.statistics {
                ranking.model.check_unit(view.unit)?;
            }
        }
        let terms: BTreeMap<String, Vec<TermStatistics>> =
            terms.into_iter().zip(counted.terms).collect();
        let shards = vec![self.identity.clone()];
        let pages = self.corpus.pages();
        let tokens = if request.is_sweep() { 0 } else { self.tokens()? };
        let CountedViews { statistics: views, weighed_away, .. } = counted;
        let filtered = self.filtered;
        Ok(ViewCounts { shards, pages, views, terms, weighed_away, tokens, filtered })
    }

    /// The tokens of the pages that are searched.
    fn tokens(&self) -> Result<u64> {
        if !self.corpus.is_filtered() {
            return Ok(self.corpus.indexes[0].manifest.counts.tokens);
        }
        Ok(View::evaluate(self.corpus, &Predicate::All.into())?.statistics.tokens)
    }

    /// Counts in views that are evaluated one after the other. The first `unfiltered` ones are no
    /// reason for weights.
    fn count_each(
        &self,
        rules: &[BlockRule],
        terms: &[String],
        unfiltered: usize,
    ) -> Result<CountedViews> {
        let mut statistics = Vec::new();
        let mut counts = vec![Vec::with_capacity(rules.len()); terms.len()];
        for rule in rules {
            let view = View::evaluate(self.corpus, rule)?;
            statistics.push(view.statistics);
            let of_view: Vec<TermStatistics> = terms
                .par_iter()
                .map(|term| rank::counts(self.corpus, &view, term))
                .collect::<Result<_>>()?;
            for (of_term, count) in counts.iter_mut().zip(of_view) {
                of_term.push(count);
            }
        }
        let weighed_away =
            self.weighed_away(&statistics[unfiltered..], rules[unfiltered..].iter().cloned());
        Ok(CountedViews { statistics, terms: counts, weighed_away })
    }

    /// Does the same for grids, in one pass over the postings per batch of rows.
    fn count_grids(&self, grids: &Grids, terms: &[String]) -> Result<CountedViews> {
        let mut statistics = Vec::new();
        let mut counts = vec![Vec::new(); terms.len()];
        for rows in row_batches(self.corpus, grids, LEVEL_BYTES) {
            let skipped = usize::from(rows.start > 0);
            let pass = Pass::new(self.corpus, grids, rows, &[])?;
            statistics.extend(pass.statistics().into_iter().skip(skipped));
            let of_part: Vec<Vec<TermStatistics>> = terms
                .par_iter()
                .map(|term| Ok(pass.counts(&Query::new([term.as_str()]))?.swap_remove(0)))
                .collect::<Result<_>>()?;
            for (all, part) in counts.iter_mut().zip(of_part) {
                all.extend(part.into_iter().skip(skipped));
            }
        }
        let points = (0..grids.points()).map(|point| grids.rule(point));
        let weighed_away = self.weighed_away(&statistics[1..], points);
        Ok(CountedViews { statistics, terms: counts, weighed_away })
    }

    /// Whether no view has any text, and some text is permitted whose weight is 0.
    fn weighed_away(
        &self,
        statistics: &[Statistics],
        mut rules: impl Iterator<Item = BlockRule>,
    ) -> bool {
        statistics.iter().all(|view| view.pages == 0)
            && rules.any(|rule| !rule.weights.is_empty() && View::new(self.corpus, rule).is_err())
    }

    fn rank(
        &self,
        request: &ShardRequest,
        totals: &ViewCounts,
        queries: Option<&[Vec<Query>]>,
    ) -> Result<Ranks> {
        let resolved = self.resolved(request)?;
        totals.check(resolved.places())?;
        let own = &resolved.queries;
        if let Some(queries) = queries {
            let columns = queries.iter().map(Vec::len);
            check_shape(columns, own.len(), resolved.columns())?;
        }
        let topics = match &resolved.views {
            Views::Grids(grids) => self.rank_grids(grids, &resolved, request.hits, totals)?,
            Views::Each(rules) => self.rank_each(rules, &resolved, totals, |cell, topic| {
                let query = match queries {
                    Some(queries) => &queries[topic][cell.column],
                    None => &own[topic].query,
                };
                self.rank_cell(cell, query, &own[topic].conditions, request.hits, totals)
            })?,
        };
        Ok(Ranks { shards: 1, hits: request.hits, topics })
    }

    /// Searches a query in a view.
    fn rank_cell(
        &self,
        cell: &SearchCell,
        query: &Query,
        conditions: &Conditions,
        hits: usize,
        totals: &ViewCounts,
    ) -> Result<ShardRanking> {
        let global = totals.of_place(query, cell.place);
        let search = ConditionalSearch {
            corpus: self.corpus,
            view: &cell.view,
            model: &cell.ranking.model,
            conditions,
        };
        self.named(&search.best(query, hits, Some(&global))?)
    }

    /// Calls `search` for every column and topic, and returns what it returns by topic, then by
    /// column.
    fn rank_each<T: Send>(
        &self,
        rules: &[BlockRule],
        resolved: &ResolvedJob,
        totals: &ViewCounts,
        search: impl Fn(&SearchCell, usize) -> Result<T> + Sync,
    ) -> Result<Vec<Vec<T>>> {
        let topics = resolved.queries.len();
        let mut by_topic: Vec<Vec<(usize, T)>> = (0..topics).map(|_| Vec::new()).collect();
        for (place, rule) in rules.iter().enumerate() {
            let view =
                View { statistics: totals.views[place], ..View::evaluate(self.corpus, rule)? };
            let mut cell =
                SearchCell { view, place, column: 0, ranking: resolved.rankings.baseline };
            for (column, ranking) in resolved.columns_of(place) {
                cell.column = column;
                cell.ranking = ranking;
                let found: Vec<T> = (0..topics)
                    .into_par_iter()
                    .map(|topic| search(&cell, topic))
                    .collect::<Result<_>>()?;
                for (of_topic, found) in by_topic.iter_mut().zip(found) {
                    of_topic.push((column, found));
                }
            }
        }
        Ok(in_order(by_topic))
    }

    fn rank_grids(
        &self,
        grids: &Grids,
        resolved: &ResolvedJob,
        hits: usize,
        totals: &ViewCounts,
    ) -> Result<Vec<Vec<ShardRanking>>> {
        let (rankings, baseline) = resolved.rankings.with_baseline();
        let models: Vec<ModelSpec> = rankings.iter().map(|ranking| ranking.model).collect();
        let queries = &resolved.queries;
        let mut by_topic = vec![Vec::new(); queries.len()];
        let mut first = 1;
        for rows in row_batches(self.corpus, grids, LEVEL_BYTES) {
            let is_first = rows.start == 0;
            let pass = Pass::new(self.corpus, grids, rows, &[])?;
            let places: Vec<usize> =
                [0].into_iter().chain(first..first + pass.statistics().len() - 1).collect();
            first += places.len() - 1;
            let search = GridSearch {
                pass,
                places,
                baseline: is_first.then_some(baseline),
                rankings: resolved.rankings.all.len(),
                points: grids.points(),
            };
            let found: Vec<Vec<(usize, ShardRanking)>> = queries
                .par_iter()
                .map(|analyzed| self.rank_in_pass(&search, &analyzed.query, &models, hits, totals))
                .collect::<Result<_>>()?;
            for (all, part) in by_topic.iter_mut().zip(found) {
                all.extend(part);
            }
        }
        Ok(in_order(by_topic))
    }

    /// Searches a query in a pass; returns the rankings with their columns.
    fn rank_in_pass(
        &self,
        search: &GridSearch<'_>,
        query: &Query,
        models: &[ModelSpec],
        hits: usize,
        totals: &ViewCounts,
    ) -> Result<Vec<(usize, ShardRanking)>> {
        let global = totals.global_counts(query).of_places(&search.places);
        let by_model =
            search
                .pass
                .search_with_counts(query, models, hits, Some(&global), |hits| self.named(hits))?;
        let mut found = Vec::new();
        for (model, of_model) in by_model.into_iter().enumerate() {
            for (place, ranking) in search.places.iter().zip(of_model) {
                if let Some(column) = search.column(model, *place) {
                    found.push((column, ranking?));
                }
            }
        }
        Ok(found)
    }

    fn named(&self, hits: &[Ranked]) -> Result<ShardRanking> {
        let order = self.corpus.order()?;
        retrieved(order, hits)
    }

    fn read(&self, request: &ShardRequest, totals: &ViewCounts) -> Result<FeedbackTexts> {
        let resolved = self.resolved(request)?;
        totals.check(resolved.places())?;
        let (Views::Each(rules), true) = (&resolved.views, resolved.expands()) else {
            return Err(Error::settings(
                "found a job without feedback, expected one with it: it needs no texts",
            ));
        };
        let feedback = resolved.rankings.all.iter().find_map(|ranking| ranking.feedback);
        feedback.map_or(Ok(()), |feedback| feedback.check_texts(self.corpus))?;
        let texts = PageTexts::new(self.corpus)?;
        // Before the threads need it.
        self.corpus.order()?;
        let topics = self.rank_each(rules, &resolved, totals, |cell, topic| {
            self.feedback_pages(cell, &resolved.queries[topic].query, &texts, totals)
        })?;
        let mut hits = Vec::with_capacity(resolved.columns());
        for column in 0..resolved.columns() {
            let (_, ranking) = resolved.column(column);
            hits.push(ranking.feedback.map_or(0, |feedback| feedback.documents));
        }
        Ok(FeedbackTexts { shards: 1, hits, topics })
    }

    /// Returns the pages that the feedback of a query reads in a view; none without feedback.
    fn feedback_pages(
        &self,
        cell: &SearchCell,
        query: &Query,
        texts: &PageTexts,
        totals: &ViewCounts,
    ) -> Result<Vec<FeedbackPage>> {
        let SearchCell { view, place, ranking, .. } = cell;
        let Some(feedback) = ranking.feedback else { return Ok(Vec::new()) };
        let order = self.corpus.order()?;
        let global = totals.of_place(query, *place);
        let model = &ranking.model;
        let hits = feedback.documents;
        let hits = rank::search_with_counts(self.corpus, view, query, model, hits, Some(&global))?;
        let mut pages = Vec::with_capacity(hits.len());
        for Ranked { document, score } in hits {
            let mut terms = texts.counts(self.corpus, view, document)?.into_terms();
            terms.retain(|(term, _)| reads(&feedback, term));
            pages.push(FeedbackPage { docno: order.docno(document)?, score, terms });
        }
        Ok(pages)
    }

    fn hits(&self, request: &ShardRequest, rankings: &[ShardRanking]) -> Result<Hits> {
        let resolved = self.resolved(request)?;
        let rule = resolved.searched()?;
        check_shape(rankings.iter().map(|_| 1), resolved.queries.len(), 1)?;
        let analyzer = self.corpus.indexes[0].manifest.recipe.analyzer()?;
        // Before the threads need it.
        self.corpus.order()?;
        let topics = rankings
            .par_iter()
            .zip(&resolved.queries)
            .map(|(ranking, analyzed)| {
                self.hits_of_topic(ranking, rule, analyzed, &mut analyzer.clone())
            })
            .collect::<Result<_>>()?;
        Ok(Hits { shards: 1, topics })
    }

    /// Returns the pages of a ranking that the shard has.
    fn hits_of_topic(
        &self,
        ranking: &ShardRanking,
        rule: &BlockRule,
        analyzed: &Analyzed,
        analyzer: &mut Analyzer,
    ) -> Result<Vec<WireHit>> {
        let order = self.corpus.order()?;
        let mut sent = Vec::new();
        for (rank, (docno, score)) in (1..).zip(ranking) {
            if let Some(document) = order.rank(docno)? {
                let ranked = Ranked { document, score: *score };
                let hit = Hit::read(self.corpus, rank, ranked, rule, analyzed, analyzer)?;
                sent.push(WireHit::from(hit));
            }
        }
        Ok(sent)
    }

    fn explain(
        &self,
        request: &ShardRequest,
        queries: &[Query],
        docno: Option<&str>,
    ) -> Result<Holding> {
        let resolved = self.resolved(request)?;
        let rule = resolved.searched()?;
        check_shape(queries.iter().map(|_| 1), resolved.queries.len(), 1)?;
        if docno.is_none() {
            for analyzed in &resolved.queries {
                analyzed.conditions.check(self.corpus)?;
            }
        }
        let order = self.corpus.order()?;
        let document = match docno {
            Some(docno) => order.rank(docno)?,
            None => None,
        };
        let Some(document) = document else {
            let hides = docno.map_or(Ok(false), |docno| self.corpus.indexes[0].contains(docno))?;
            let hidden_in = hides.then(|| self.identity.path.clone());
            return Ok(Holding { shards: 1, page: None, hidden_in });
        };
        let view = View::evaluate(self.corpus, rule)?;
        let searcher = Searcher::new(self.corpus, &view, &resolved.rankings.baseline.model, None)?;
        let mut page = Vec::with_capacity(queries.len());
        for (query, analyzed) in queries.iter().zip(&resolved.queries) {
            let (length, terms) = held(self.corpus, &view, query, document)?;
            let unmet = searcher.unmet(&analyzed.conditions, document)?;
            page.push(QueryMatch { length, terms, unmet });
        }
        Ok(Holding { shards: 1, page: Some(page), hidden_in: None })
    }
}

/// Arranges what was found for every topic by column.
fn in_order<T>(by_topic: Vec<Vec<(usize, T)>>) -> Vec<Vec<T>> {
    let mut all = Vec::with_capacity(by_topic.len());
    for mut found in by_topic {
        found.sort_by_key(|(column, _)| *column);
        all.push(found.into_iter().map(|(_, found)| found).collect());
    }
    all
}
