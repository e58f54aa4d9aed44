//! Runs the searches of an experiment. Without query expansion, one pass over the postings scores
//! all points (several passes for a large grid); with expansion, every view is searched by itself.

use super::{Experiment, RankingScores, TopicCheckpoint};
use crate::feedback::{Ranking, Searcher, each_view};
use crate::model::{ModelSpec, Statistics, Unit};
use crate::rank::top::Ranked;
use crate::sweep::{Grids, Pass, SweepOutcome, check_text_left, row_batches};
use crate::{BlockRule, Predicate};
use rayon::prelude::*;
use std::ops::Range;
use tamis_index::error::{Error, Result};

/// The statistics of each column, and a row per topic with the scores of each column. Columns are
/// the unfiltered text, the points (by ranking, then by point of the grids), and the extra views.
type ScoreRows = (Vec<Statistics>, Vec<Vec<RankingScores>>);

/// What happens during the searches: a checkpoint, progress events, and a way to stop.
#[derive(Clone, Copy, Default)]
pub struct Hooks<'a> {
    /// Stores the scores of every topic and provides those of an earlier process.
    pub checkpoint: Option<&'a TopicCheckpoint>,
    /// Called after each of the [`Experiment::steps`].
    pub step: Option<&'a (dyn Fn() + Sync)>,
    /// Called before each of them; true stops the searches.
    pub stop: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Hooks<'_> {
    /// Returns the scores of a topic in a part of the sweep, from the checkpoint or from a search.
    fn scored(
        self,
        part: usize,
        topic: usize,
        search: impl FnOnce() -> Result<Vec<RankingScores>>,
    ) -> Result<Vec<RankingScores>> {
        if self.stop.is_some_and(|stop| stop()) {
            return Err(Error::Interrupted);
        }
        let known = self.checkpoint.and_then(|checkpoint| checkpoint.get(part, topic));
        let is_new = known.is_none();
        let scored = known.map_or_else(search, Ok)?;
        if let Some(checkpoint) = self.checkpoint.filter(|_| is_new) {
            checkpoint.keep(part, topic, &scored)?;
        }
        if let Some(step) = self.step {
            step();
        }
        Ok(scored)
    }
}

/// The most rankings of a sweep, points times topics: the scores of each are held in about 200
/// bytes until the reports are written.
const MAX_RANKINGS: usize = 1_500_000;

/// The most scores of a sweep: points times topics times measures. Reports hold each once more, as
/// text.
const MAX_SCORES: usize = 3_000_000;

/// The most documents in the rankings of a sweep that keeps them, of 16 bytes each.
const MAX_KEPT: usize = 20_000_000;

impl Experiment<'_> {
    /// Checks that the scores of a sweep, and its rankings if they are kept, fit into memory.
    ///
    /// # Errors
    /// [`Error::Setting`] for more than 1,500,000 rankings, 3,000,000 scores, or 20,000,000
    /// documents in kept rankings.
    pub fn check_size(&self, grids: &Grids, views: usize) -> Result<()> {
        let points = (self.rankings.all.len() * grids.points()).saturating_add(views);
        let topics = self.topics.len();
        let measures = self.measures.len();
        let hits = self.hits;
        let kept = if self.keep_runs { hits } else { 0 };
        let limits = [
            (1, String::new(), MAX_RANKINGS, "rankings"),
            (measures, format!(" times {measures} measures"), MAX_SCORES, "scores"),
            (kept, format!(" times {hits} results of each run"), MAX_KEPT, "results"),
        ];
        for (factor, times, most, what) in limits {
            if points.saturating_mul(topics * factor) > most {
                let found = format!("found {points} points times {topics} topics{times}");
                let remedy = "take larger steps, or fewer axes or topics";
                let problem = format!("{found}, expected at most {most} {what}; {remedy}");
                return Err(Error::settings(problem));
            }
        }
        Ok(())
    }

    /// Checks that every model has a formula for the weights.
    ///
    /// # Errors
    /// [`Error::Setting`] for a model that needs whole weights, if one is fractional at some point.
    pub fn check_weights(&self, grids: &Grids) -> Result<()> {
        let fractional = grids.iter().any(|grid| grid.weights.any_fractional());
        let unit = if fractional { Unit::Hundredths } else { Unit::Tokens };
        self.rankings.all.iter().try_for_each(|ranking| ranking.model.check_unit(unit))
    }

    /// Searches and scores every point: every ranking at every point of the grids.
    ///
    /// # Errors
    /// Errors of reading the index.
    pub fn run(&self, grids: &Grids) -> Result<SweepOutcome<RankingScores>> {
        self.run_with_hooks(grids, Hooks::default())
    }

    /// Runs like [`Experiment::run`], with a checkpoint and progress events.
    ///
    /// # Errors
    /// Errors of reading the index and of writing the checkpoint.
    pub fn run_with_hooks(
        &self,
        grids: &Grids,
        hooks: Hooks<'_>,
    ) -> Result<SweepOutcome<RankingScores>> {
        self.search(grids, &[], hooks)
    }

    /// Returns the number of steps of a sweep: topics times passes, or with query expansion topics
    /// times views.
    pub fn steps(&self, grids: &Grids) -> usize {
        self.topics.len()
            * if self.expands() { grids.points() + 1 } else { self.row_batches(grids).len() }
    }

    /// Returns whether queries are expanded, which takes a search per view.
    pub fn expands(&self) -> bool {
        self.rankings.all.iter().any(|ranking| ranking.feedback.is_some())
    }

    /// Searches and scores every point, and these extra views with the first ranking.
    pub(super) fn search(
        &self,
        grids: &Grids,
        views: &[Predicate],
        hooks: Hooks<'_>,
    ) -> Result<SweepOutcome<RankingScores>> {
        self.check_size(grids, views.len())?;
        self.check_weights(grids)?;
        let search = if self.expands() { Self::by_view } else { Self::in_passes };
        let (statistics, rows) = search(self, grids, views, hooks)?;
        Ok(SweepOutcome::new(self.rankings.all.len() * grids.points(), statistics, rows))
    }

    /// Searches in one pass over the postings per batch of rows; most grids have a single batch.
    fn in_passes(&self, grids: &Grids, views: &[Predicate], hooks: Hooks<'_>) -> Result<ScoreRows> {
        let mut parts = Vec::new();
        let mut evaluated = Vec::new();
        for (part, rows) in self.row_batches(grids).into_iter().enumerate() {
            let extra = if part == 0 { views } else { &[] };
            let is_last = rows.end == grids.rows();
            let pass = Pass::new(self.corpus, grids, rows, extra)?;
            evaluated.extend(pass.statistics().into_iter().skip(usize::from(part > 0)));
            if is_last {
                check_text_left(self.corpus, grids, views, &evaluated)?;
            }
            let rows = (0..self.topics.len())
                .into_par_iter()
                .map(|topic| {
                    hooks.scored(part, topic, || self.pass(&pass, part, topic, extra.len()))
                })
                .collect::<Result<Vec<_>>>()?;
            parts.push((pass.statistics(), rows));
        }
        Ok(self.join(parts, views.len()))
    }

    /// Returns the scores of a topic in a pass: the points by ranking, and in the first part also
    /// the unfiltered text and the extra views.
    fn pass(
        &self,
        pass: &Pass<'_>,
        part: usize,
        topic: usize,
        extra: usize,
    ) -> Result<Vec<RankingScores>> {
        let (rankings, baseline) = self.rankings.with_baseline();
        let models: Vec<ModelSpec> = rankings.iter().map(|ranking| ranking.model).collect();
        let score = |hits: &[Ranked]| self.score(topic, hits);
        let by_model = pass.search(&self.topics[topic].query, &models, self.depth(), score)?;
        let mut unfiltered = Vec::new();
        let mut points = Vec::new();
        let mut of_views = Vec::new();
        for (number, mut values) in by_model.into_iter().enumerate() {
            let of_model = values.split_off(values.len() - extra);
            of_views.extend(of_model.into_iter().filter(|_| number == 0));
            let mut values = values.into_iter();
            unfiltered.extend(values.next().filter(|_| part == 0 && number == baseline));
            points.extend(values.filter(|_| number < self.rankings.all.len()));
        }
        // Moved, not copied: a large grid has millions of scores.
        Ok(unfiltered.into_iter().chain(points).chain(of_views).collect())
    }

    /// Joins the parts of all passes into columns. A part has its points by ranking; the first one
    /// begins with the unfiltered text and ends with the extra views.
    fn join(&self, parts: Vec<ScoreRows>, extra: usize) -> ScoreRows {
        let rankings = self.rankings.all.len();
        let points =
            |part: usize, rows: &ScoreRows| rows.0.len() - 1 - if part == 0 { extra } else { 0 };
        let mut places = vec![(0, 0, 0)];
        for ranking in 0..rankings {
            for (part, rows) in parts.iter().enumerate() {
                let points = points(part, rows);
                let first = ranking * points + usize::from(part == 0);
                places.extend((0..points).map(|point| (part, 1 + point, first + point)));
            }
        }
        let of_first = points(0, &parts[0]);
        let extra = (1..=extra).map(|view| (0, of_first + view, rankings * of_first + view));
        places.extend(extra);
        self.in_places(&places, parts)
    }

    /// Returns columns by their places: a part, and there the view and the score of each topic.
    fn in_places(&self, places: &[(usize, usize, usize)], mut parts: Vec<ScoreRows>) -> ScoreRows {
        let statistics = places.iter().map(|&(part, view, _)| parts[part].0[view]).collect();
        let mut rows = Vec::with_capacity(self.topics.len());
        for topic in 0..self.topics.len() {
            // Moved, not copied: a large grid has millions of scores.
            let mut take = |&(part, _, score): &(usize, usize, usize)| {
                std::mem::take(&mut parts[part].1[topic][score])
            };
            rows.push(places.iter().map(&mut take).collect());
        }
        (statistics, rows)
    }

    /// Returns the rows of the grids that are searched in each pass.
    fn row_batches(&self, grids: &Grids) -> Vec<Range<usize>> {
        row_batches(self.corpus, grids, self.level_bytes)
    }

    fn by_view(&self, grids: &Grids, views: &[Predicate], hooks: Hooks<'_>) -> Result<ScoreRows> {
        let all = &self.rankings.all[..];
        let first = &self.rankings.all[..1];
        let unfiltered = (grids.baseline().into(), std::slice::from_ref(&self.rankings.baseline));
        let points = (0..grids.points()).map(|point| (grids.rule(point), all));
        let extra = views.iter().map(|view| (grids.rule_of_view(view), first));
        let rules: Vec<(BlockRule, &[Ranking])> =
            [unfiltered].into_iter().chain(points).chain(extra).collect();
        let by_view = each_view(self.corpus, &rules, |view, searchers| {
            (0..self.topics.len())
                .into_par_iter()
                .map(|topic| hooks.scored(view, topic, || self.search_each(searchers, topic)))
                .collect::<Result<Vec<_>>>()
        })?;
        let parts: Vec<ScoreRows> =
            by_view.into_iter().map(|(statistics, rows)| (vec![statistics], rows)).collect();
        let statistics: Vec<Statistics> = parts.iter().map(|(of_view, _)| of_view[0]).collect();
        check_text_left(self.corpus, grids, views, &statistics)?;
        // The rows of a view have its rankings.
        let points = 1..grids.points() + 1;
        let of_rankings = (0..self.rankings.all.len())
            .flat_map(|ranking| points.clone().map(move |view| (view, 0, ranking)));
        let extra = (points.end..parts.len()).map(|view| (view, 0, 0));
        let places: Vec<_> = [(0, 0, 0)].into_iter().chain(of_rankings).chain(extra).collect();
        Ok(self.in_places(&places, parts))
    }

    /// Returns the scores of a topic with each of these searchers.
    fn search_each(&self, searchers: &[Searcher<'_>], topic: usize) -> Result<Vec<RankingScores>> {
        let mut scored = Vec::with_capacity(searchers.len());
        for searcher in searchers {
            let hits = searcher.search(&self.topics[topic].query, self.depth())?;
            scored.push(self.score(topic, &hits));
        }
        Ok(scored)
    }
}
