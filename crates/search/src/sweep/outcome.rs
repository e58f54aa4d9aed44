//! A whole sweep: all queries in all views, and the results per view.

use super::grid::Grid;
use super::grids::Grids;
use super::pass::Pass;
use crate::model::{ModelSpec, Statistics};
use crate::query::Query;
use crate::rank::top::Ranked;
use crate::rule::predicate::Predicate;
use crate::view::View;
use rayon::prelude::*;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;

/// The results of a sweep, for each view and query.
#[derive(Debug)]
pub struct SweepOutcome<T> {
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

impl<T> SweepOutcome<T> {
    /// Arranges results by view. `by_query` has a value per place (see [`Pass`]) for each query,
    /// `statistics` those of each place.
    pub(crate) fn new(
        points: usize,
        mut statistics: Vec<Statistics>,
        by_query: impl IntoIterator<Item = Vec<T>>,
    ) -> Self {
        let mut places: Vec<Vec<T>> = statistics.iter().map(|_| Vec::new()).collect();
        for of_query in by_query {
            for (place, value) in places.iter_mut().zip(of_query) {
                place.push(value);
            }
        }
        let view_statistics = statistics.split_off(points + 1);
        let views = places.split_off(points + 1);
        let baseline_statistics = statistics.remove(0);
        let baseline = places.remove(0);
        Self { points: places, baseline, statistics, baseline_statistics, views, view_statistics }
    }
}

/// Searches every query in every view of the grid, and calls `score` with the query's number and
/// each ranking (at most `hits` pages, best first). Rankings are equal to those of
/// [`crate::rank::search`], bit for bit.
///
/// # Errors
/// If the index cannot be read.
pub fn sweep<T: Send>(
    corpus: &Corpus,
    queries: &[Query],
    grid: &Grid,
    model: &ModelSpec,
    hits: usize,
    score: impl Fn(usize, &[Ranked]) -> T + Sync,
) -> Result<SweepOutcome<T>> {
    Ok(compare(corpus, queries, &grid.clone().into(), &[], &[*model], hits, score)?.remove(0))
}

/// Checks that the weights of a sweep leave some text; `statistics` are those of the unfiltered
/// text and of all other views. A view may be empty, but if all are, this is a mistake in the
/// weights or in the rule.
///
/// # Errors
/// [`tamis_index::Error::Setting`] if all the text that a view permits has the weight 0, and no
/// view has any text.
pub fn check_text_left(
    corpus: &Corpus,
    grids: &Grids,
    views: &[Predicate],
    statistics: &[Statistics],
) -> Result<()> {
    let unweighted = grids.iter().all(|grid| grid.weights.base.is_empty());
    if unweighted || statistics.iter().skip(1).any(|of_view| of_view.pages > 0) {
        return Ok(());
    }
    let points = (0..grids.points()).map(|point| grids.rule(point));
    for rule in points.chain(views.iter().map(|view| grids.rule_of_view(view))) {
        View::new(corpus, rule)?;
    }
    Ok(())
}

/// Does the same as [`sweep`] with several grids and models, and also searches `views`, which need
/// not be nested. Returns one outcome per model.
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
    score: impl Fn(usize, &[Ranked]) -> T + Sync,
) -> Result<Vec<SweepOutcome<T>>> {
    let pass = Pass::new(corpus, grids, 0..grids.rows(), views)?;
    check_text_left(corpus, grids, views, &pass.statistics())?;
    let by_query: Vec<Vec<Vec<T>>> = queries
        .par_iter()
        .enumerate()
        .map(|(number, query)| pass.search(query, models, hits, |ranked| score(number, ranked)))
        .collect::<Result<_>>()?;
    let mut by_model: Vec<Vec<Vec<T>>> =
        models.iter().map(|_| Vec::with_capacity(queries.len())).collect();
    for of_query in by_query {
        for (of_model, values) in by_model.iter_mut().zip(of_query) {
            of_model.push(values);
        }
    }
    Ok(by_model
        .into_iter()
        .map(|by_query| SweepOutcome::new(grids.points(), pass.statistics(), by_query))
        .collect())
}
