//! A family of nested views for the price of one pass over the postings. Along an axis such as `words >= 1..=100` every
//! stricter view permits a part of what the looser ones permit, so one byte per block, its *level*, says in how many of
//! them it stands; postings are decoded once into pages and levels, and suffix sums give df, cf, N and T everywhere. Views
//! that are not nested (labels) are searched beside them, by masks, from the same postings.

mod grid;
mod plane;
mod steps;
mod walk;

pub use grid::{Grid, RuleAxis, ThresholdAxis};
pub use plane::stretches;
pub(super) use steps::TermRows;

use super::corpus::Corpus;
use super::masks::{self, MaskPlane};
use super::model::{ModelSpec, Statistics};
use super::predicate::Predicate;
use super::query::Query;
use super::top::{Hit, Top};
use crate::error::Result;
use crate::with_model;
use plane::{Plane, planes};
use rayon::prelude::*;
use std::ops::Range;
use steps::decode;
use walk::search_plane;

/// What a sweep made of each point: `points[point][query]`, and the same for the unfiltered text.
#[derive(Debug)]
pub struct Outcome<T> {
    /// One per point of the grid, one per query.
    pub points: Vec<Vec<T>>,
    /// The unfiltered text.
    pub baseline: Vec<T>,
    /// One per point.
    pub statistics: Vec<Statistics>,
    /// Of the unfiltered text.
    pub baseline_statistics: Statistics,
    /// One per view besides the grid's, one per query.
    pub views: Vec<Vec<T>>,
    /// One per view besides the grid's.
    pub view_statistics: Vec<Statistics>,
}

impl<T> Outcome<T> {
    /// From one row a query, each with a value per place (see [`Pass`]), and the counts of every place.
    pub(crate) fn new(
        points: usize,
        mut statistics: Vec<Statistics>,
        by_query: impl IntoIterator<Item = Vec<T>>,
    ) -> Self {
        let mut places: Vec<Vec<T>> = statistics.iter().map(|_| Vec::new()).collect();
        for of_query in by_query {
            places.iter_mut().zip(of_query).for_each(|(place, value)| place.push(value));
        }
        let (view_statistics, views) = (statistics.split_off(points + 1), places.split_off(points + 1));
        let (baseline_statistics, baseline) = (statistics.remove(0), places.remove(0));
        Self { points: places, baseline, statistics, baseline_statistics, views, view_statistics }
    }
}

/// Searches every query under every view of the grid and gives each ranking (best first, at most `hits`) to `score`,
/// with the number of its query. Rankings equal those of [`super::rank::search`], bit for bit.
pub fn sweep<T: Send>(
    corpus: &Corpus,
    queries: &[Query],
    grid: &Grid,
    model: &ModelSpec,
    hits: usize,
    score: impl Fn(usize, &[Hit]) -> T + Sync,
) -> Result<Outcome<T>> {
    Ok(compare(corpus, queries, grid, &[], &[*model], hits, score)?.remove(0))
}

/// As [`sweep`] with every one of these models, an outcome each, and with these views besides, of which none need be a part
/// of another.
pub fn compare<T: Send>(
    corpus: &Corpus,
    queries: &[Query],
    grid: &Grid,
    views: &[Predicate],
    models: &[ModelSpec],
    hits: usize,
    score: impl Fn(usize, &[Hit]) -> T + Sync,
) -> Result<Vec<Outcome<T>>> {
    let pass = Pass::new(corpus, grid, 0..grid.rows(), views)?;
    let search = |(number, query)| pass.search(query, models, hits, |ranked| score(number, ranked));
    let by_query: Vec<Vec<Vec<T>>> = queries.par_iter().enumerate().map(search).collect::<Result<_>>()?;
    let mut by_model: Vec<Vec<Vec<T>>> = models.iter().map(|_| Vec::with_capacity(queries.len())).collect();
    for of_query in by_query {
        by_model.iter_mut().zip(of_query).for_each(|(of_model, values)| of_model.push(values));
    }
    Ok(by_model.into_iter().map(|by_query| Outcome::new(grid.points(), pass.statistics(), by_query)).collect())
}

/// Everything that a sweep knows before its first query. What comes of a query and a model has a *place* per view: the
/// unfiltered text, the points of the grid in these rows, the views besides.
pub struct Pass<'a> {
    corpus: &'a Corpus,
    points: usize,
    planes: Vec<Plane>,
    masks: Vec<MaskPlane>,
}

impl<'a> Pass<'a> {
    /// Evaluates the views over every block of the corpus: of the grid those in `rows` (see [`Grid::rows`]), of which there
    /// is at least one.
    pub fn new(corpus: &'a Corpus, grid: &Grid, rows: Range<usize>, views: &[Predicate]) -> Result<Self> {
        corpus.order()?;
        let masks = views.chunks(masks::MOST_VIEWS).map(|views| MaskPlane::new(corpus, views)).collect();
        let points = rows.len() * grid.inner.values.len();
        Ok(Self { corpus, points, planes: planes(corpus, grid, rows), masks })
    }

    /// What is counted over the view of every place; it does not depend on the model.
    pub fn statistics(&self) -> Vec<Statistics> {
        let mut statistics = vec![Statistics::default(); self.points + 1];
        for plane in &self.planes {
            plane.places.iter().zip(&plane.statistics).for_each(|(&place, of_view)| statistics[place] = *of_view);
        }
        statistics.extend(self.masks.iter().flat_map(|masks| &masks.statistics));
        statistics
    }

    /// Searches a query under every view with every model: per model what `score` makes of the ranking of every place. The
    /// postings are decoded once.
    pub fn search<T>(
        &self,
        query: &Query,
        models: &[ModelSpec],
        hits: usize,
        score: impl Fn(&[Hit]) -> T,
    ) -> Result<Vec<Vec<T>>> {
        let corpus = self.corpus;
        let decoded = decode(corpus, query)?;
        let scored = |top: Top| score(&top.into_hits());
        let mut by_model: Vec<Vec<(usize, T)>> = models.iter().map(|_| Vec::new()).collect();
        for plane in &self.planes {
            let terms = plane.terms(&decoded);
            for (model, values) in models.iter().zip(&mut by_model) {
                let tops = with_model!(model, model => search_plane(model, corpus, plane, query, &terms, hits));
                values.extend(plane.places.iter().copied().zip(tops.into_iter().map(scored)));
            }
        }
        let in_places = |(model, mut values): (&ModelSpec, Vec<(usize, T)>)| {
            values.sort_by_key(|(place, _)| *place);
            let of_views = self
                .masks
                .iter()
                .flat_map(|masks| with_model!(model, model => masks.search(model, corpus, query, &decoded, hits)));
            values.into_iter().map(|(_, value)| value).chain(of_views.map(scored)).collect()
        };
        Ok(models.iter().zip(by_model).map(in_places).collect())
    }
}
