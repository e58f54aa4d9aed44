//! A whole sweep: all queries in all views, and the results per view.

use super::grid::Grid;
use super::grids::Grids;
use super::pass::Pass;
use crate::error::Result;
use crate::search::corpus::Corpus;
use crate::search::model::{ModelSpec, Statistics};
use crate::search::predicate::Predicate;
use crate::search::query::Query;
use crate::search::top::Hit;
use rayon::prelude::*;

/// The results of a sweep, for each view and query.
#[derive(Debug)]
pub struct Outcome<T> {
    /// The points of the grids: `points[point][query]`.
    pub points: Vec<Vec<T>>,
    /// The unfiltered text, one result per query.
    pub baseline: Vec<T>,
    /// N and T at every point.
    pub statistics: Vec<Statistics>,
    /// N and T of the unfiltered text.
    pub baseline_statistics: Statistics,
    /// The views outside the grids: `views[view][query]`.
    pub views: Vec<Vec<T>>,
    /// N and T of the views outside the grids.
    pub view_statistics: Vec<Statistics>,
}

impl<T> Outcome<T> {
    /// Arranges results by view. `by_query` has a value per place (see [`Pass`]) for each query, `statistics` those of each
    /// place.
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

/// Searches every query in every view of the grid, and calls `score` with the query's number and each ranking (at most
/// `hits` pages, best first). Rankings are equal to those of [`crate::search::rank::search`], bit for bit.
///
/// # Errors
/// If the index cannot be read.
pub fn sweep<T: Send>(
    corpus: &Corpus,
    queries: &[Query],
    grid: &Grid,
    model: &ModelSpec,
    hits: usize,
    score: impl Fn(usize, &[Hit]) -> T + Sync,
) -> Result<Outcome<T>> {
    Ok(compare(corpus, queries, &grid.clone().into(), &[], &[*model], hits, score)?.remove(0))
}

/// Does the same as [`sweep`] with several grids and models, and also searches `views`, which need not be nested. Returns one outcome
/// per model.
///
/// # Errors
/// If the index cannot be read.
pub fn compare<T: Send>(
    corpus: &Corpus,
    queries: &[Query],
    grids: &Grids,
    views: &[Predicate],
    models: &[ModelSpec],
    hits: usize,
    score: impl Fn(usize, &[Hit]) -> T + Sync,
) -> Result<Vec<Outcome<T>>> {
    let pass = Pass::new(corpus, grids, 0..grids.rows(), views)?;
    let search = |(number, query)| pass.search(query, models, hits, |ranked| score(number, ranked));
    let by_query: Vec<Vec<Vec<T>>> = queries.par_iter().enumerate().map(search).collect::<Result<_>>()?;
    let mut by_model: Vec<Vec<Vec<T>>> = models.iter().map(|_| Vec::with_capacity(queries.len())).collect();
    for of_query in by_query {
        by_model.iter_mut().zip(of_query).for_each(|(of_model, values)| of_model.push(values));
    }
    Ok(by_model.into_iter().map(|by_query| Outcome::new(grids.points(), pass.statistics(), by_query)).collect())
}
