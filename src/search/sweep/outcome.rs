//! A whole sweep: all queries in all views, and the results per view.

use super::grid::Grid;
use super::pass::Pass;
use crate::error::Result;
use crate::search::corpus::Corpus;
use crate::search::model::{ModelSpec, Statistics};
use crate::search::predicate::Predicate;
use crate::search::query::Query;
use crate::search::top::Hit;
use rayon::prelude::*;

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
