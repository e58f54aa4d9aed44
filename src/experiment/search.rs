//! The searches of an experiment: a row of scores per topic, in one pass over the postings where queries are not expanded,
//! view by view where they are.

use super::{Checkpoint, Experiment, Scored};
use crate::error::Result;
use crate::search::feedback::{Ranking, Searcher, each_view};
use crate::search::model::{ModelSpec, Statistics};
use crate::search::sweep::{Grid, Outcome, Pass};
use crate::search::{Predicate, top::Hit};
use rayon::prelude::*;

/// Counts per place, and a row per topic with a score per place. Places are the unfiltered text, the points (ranking after
/// ranking, each with all points of the grid), and the views besides.
type Rows = (Vec<Statistics>, Vec<Vec<Scored>>);

/// What goes on beside the searches.
#[derive(Clone, Copy, Default)]
pub struct Beside<'a> {
    /// Where the scores of every topic are kept, and those of an earlier process are found.
    pub checkpoint: Option<&'a Checkpoint>,
    /// Called at every one of [`Experiment::steps`].
    pub step: Option<&'a (dyn Fn() + Sync)>,
}

impl Beside<'_> {
    /// The scores of a topic in a part of the sweep: as they are known, or as they are searched.
    fn scored(self, part: usize, topic: usize, search: impl FnOnce() -> Result<Vec<Scored>>) -> Result<Vec<Scored>> {
        let scored = match self.checkpoint.and_then(|checkpoint| checkpoint.get(part, topic)) {
            Some(known) => known,
            None => {
                let scored = search()?;
                self.checkpoint.map_or(Ok(()), |checkpoint| checkpoint.keep(part, topic, &scored))?;
                scored
            }
        };
        if let Some(step) = self.step {
            step();
        }
        Ok(scored)
    }
}

impl Experiment<'_> {
    /// Searches and scores every point: every ranking with every point of the grid.
    pub fn run(&self, grid: &Grid) -> Result<Outcome<Scored>> {
        self.run_beside(grid, Beside::default())
    }

    /// As [`Experiment::run`], with a checkpoint, or counted.
    pub fn run_beside(&self, grid: &Grid, beside: Beside<'_>) -> Result<Outcome<Scored>> {
        self.search(grid, &[], beside)
    }

    /// The parts of a sweep that are kept one by one: its topics, or the topics of every view where queries are expanded.
    pub fn steps(&self, grid: &Grid) -> usize {
        self.topics.len() * if self.expands() { grid.points() + 1 } else { 1 }
    }

    /// Whether queries are expanded, which takes a search per view.
    pub fn expands(&self) -> bool {
        self.rankings.all.iter().any(|ranking| ranking.feedback.is_some())
    }

    /// Searches and scores every point, and these views besides, by the first ranking.
    pub(super) fn search(&self, grid: &Grid, views: &[Predicate], beside: Beside<'_>) -> Result<Outcome<Scored>> {
        let search = if self.expands() { Self::by_view } else { Self::in_one_pass };
        let (statistics, rows) = search(self, grid, views, beside)?;
        Ok(Outcome::new(self.rankings.all.len() * grid.points(), statistics, rows))
    }

    fn in_one_pass(&self, grid: &Grid, views: &[Predicate], beside: Beside<'_>) -> Result<Rows> {
        let pass = Pass::new(self.corpus, grid, views)?;
        let (rankings, baseline) = self.rankings.with_baseline();
        let models: Vec<ModelSpec> = rankings.iter().map(|ranking| ranking.model).collect();
        let row = |topic: usize| -> Result<Vec<Scored>> {
            let score = |hits: &[Hit]| self.score(topic, hits);
            let by_model = pass.search(&self.topics[topic].query, &models, self.hits, score)?;
            let (mut unfiltered, mut points, mut besides) = (Vec::new(), Vec::new(), Vec::new());
            for (number, values) in by_model.into_iter().enumerate() {
                let mut values = values.into_iter();
                unfiltered.extend(values.next().filter(|_| number == baseline));
                if number < self.rankings.all.len() {
                    points.extend(values.by_ref().take(grid.points()));
                }
                besides.extend(values.filter(|_| number == 0));
            }
            Ok([unfiltered, points, besides].concat())
        };
        let row = |topic: usize| beside.scored(0, topic, || row(topic));
        let rows = (0..self.topics.len()).into_par_iter().map(row).collect::<Result<_>>()?;
        let (of_views, rankings) = (pass.statistics(), self.rankings.all.len());
        let (of_grid, besides) = of_views[1..].split_at(grid.points());
        Ok(([&of_views[..1], &of_grid.repeat(rankings), besides].concat(), rows))
    }

    fn by_view(&self, grid: &Grid, views: &[Predicate], beside: Beside<'_>) -> Result<Rows> {
        let (all, first) = (&self.rankings.all[..], &self.rankings.all[..1]);
        let unfiltered = (grid.baseline(), std::slice::from_ref(&self.rankings.baseline));
        let points = (0..grid.points()).map(|point| (grid.predicate(point), all));
        let besides = views.iter().map(|view| (view.clone(), first));
        let views: Vec<(Predicate, &[Ranking])> = [unfiltered].into_iter().chain(points).chain(besides).collect();
        let by_view = each_view(self.corpus, &views, |view, searchers| {
            let topic = |topic: usize| -> Result<Vec<Scored>> {
                let search = |searcher: &Searcher<'_>| {
                    Ok(self.score(topic, &searcher.search(&self.topics[topic].query, self.hits)?))
                };
                beside.scored(view, topic, || searchers.iter().map(search).collect())
            };
            (0..self.topics.len()).into_par_iter().map(topic).collect::<Result<Vec<_>>>()
        })?;
        Ok(self.in_places(grid, by_view))
    }

    /// Brings what came view by view, topic by topic, ranking by ranking, into places.
    fn in_places(&self, grid: &Grid, by_view: Vec<(Statistics, Vec<Vec<Scored>>)>) -> Rows {
        let points = 1..grid.points() + 1;
        let of_rankings =
            (0..self.rankings.all.len()).flat_map(|ranking| points.clone().map(move |view| (view, ranking)));
        let besides = (points.end..by_view.len()).map(|view| (view, 0));
        let places: Vec<(usize, usize)> = [(0, 0)].into_iter().chain(of_rankings).chain(besides).collect();
        let row =
            |topic: usize| places.iter().map(|&(view, ranking)| by_view[view].1[topic][ranking].clone()).collect();
        let rows = (0..self.topics.len()).map(row).collect();
        (places.iter().map(|&(view, _)| by_view[view].0).collect(), rows)
    }
}
