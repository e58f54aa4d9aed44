//! One pass over the postings: scores a slice of the grids, plus other views, for all queries and
//! models.

use super::global_counts::GlobalCounts;
use super::grids::Grids;
use super::levels::{self, LevelPlane};
use super::masks::{self, MaskPlane};
use super::pages::{TermPages, TermRows, decode};
use super::plane::Plane;
use super::walk;
use super::weighing::Weigher;
use crate::model::{ModelSpec, Statistics, TermStatistics};
use crate::query::Query;
use crate::rank::top::{Ranked, Top};
use crate::rule::predicate::Predicate;
use crate::with_model;
use std::ops::Range;
use tamis_index::corpus::{Corpus, DocnoOrder};
use tamis_index::error::Result;

/// Views that are evaluated and ready to search. The results of a query and a model have one
/// *place* per view: place 0 is the unfiltered text, then come the points of the grids in the rows
/// of this pass, then the other views.
pub struct Pass<'a> {
    corpus: &'a Corpus,
    order: DocnoOrder<'a>,
    levels: Vec<LevelPlane>,
    masks: Vec<MaskPlane>,
}

impl<'a> Pass<'a> {
    /// Evaluates these rows of the grids (see [`Grids::rows`]; at least one) and the views over
    /// every block of the corpus. The views have the weights of the first grid, whatever its axes.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn new(
        corpus: &'a Corpus,
        grids: &Grids,
        rows: Range<usize>,
        views: &[Predicate],
    ) -> Result<Self> {
        let order = corpus.order()?;
        let points: usize = rows.clone().map(|row| grids.row(row).0.inner.values.len()).sum();
        let starts = (points + 1..).step_by(masks::MAX_VIEWS);
        let mut weigher = Weigher::new(corpus);
        let weights = &grids.first().weights.base;
        let mut masks = Vec::new();
        for (views, first) in views.chunks(masks::MAX_VIEWS).zip(starts) {
            masks.push(MaskPlane::new(corpus, views, first, weigher.weigh(weights)?)?);
        }
        Ok(Self {
            corpus,
            order,
            levels: levels::planes(corpus, grids, rows, &mut weigher)?,
            masks,
        })
    }

    /// Returns N and T of the view in every place; they do not depend on the model.
    pub fn statistics(&self) -> Vec<Statistics> {
        in_order(
            self.levels.iter().flat_map(placed).chain(self.masks.iter().flat_map(placed)).collect(),
        )
    }

    /// Returns df and cf of every term of a query: `counts[term][place]`.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn counts(&self, query: &Query) -> Result<Vec<Vec<TermStatistics>>> {
        let decoded = decode(self.corpus, query)?;
        let levels = self.levels.iter().map(|plane| counts_in(plane, &decoded, query.terms.len()));
        let masks = self.masks.iter().map(|plane| counts_in(plane, &decoded, query.terms.len()));
        let mut by_term: Vec<Vec<(usize, TermStatistics)>> =
            query.terms.iter().map(|_| Vec::new()).collect();
        for of_plane in levels.chain(masks) {
            for (of_term, counts) in by_term.iter_mut().zip(of_plane) {
                of_term.extend(counts);
            }
        }
        Ok(by_term.into_iter().map(in_order).collect())
    }

    /// Searches one query in every view with every model. Returns per model what `score` makes of
    /// the ranking in every place. The postings are decoded once.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn search<T>(
        &self,
        query: &Query,
        models: &[ModelSpec],
        hits: usize,
        score: impl Fn(&[Ranked]) -> T,
    ) -> Result<Vec<Vec<T>>> {
        self.search_with_counts(query, models, hits, None, score)
    }

    /// Does the same with counts over more pages than the corpus has.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn search_with_counts<T>(
        &self,
        query: &Query,
        models: &[ModelSpec],
        hits: usize,
        global: Option<&GlobalCounts>,
        score: impl Fn(&[Ranked]) -> T,
    ) -> Result<Vec<Vec<T>>> {
        let decoded = decode(self.corpus, query)?;
        let by_levels = self
            .levels
            .iter()
            .map(|plane| self.search_plane(plane, &decoded, query, models, hits, global));
        let by_masks = self
            .masks
            .iter()
            .map(|plane| self.search_plane(plane, &decoded, query, models, hits, global));
        let mut by_model: Vec<Vec<(usize, T)>> = models.iter().map(|_| Vec::new()).collect();
        for of_plane in by_levels.chain(by_masks) {
            for (values, tops) in by_model.iter_mut().zip(of_plane) {
                for (place, top) in tops {
                    values.push((place, score(&top.into_hits())));
                }
            }
        }
        Ok(by_model.into_iter().map(in_order).collect())
    }

    /// Searches one query in the views of a plane: per model the best pages, with the place of each
    /// view.
    fn search_plane<P: Plane>(
        &self,
        plane: &P,
        decoded: &[Vec<TermRows>],
        query: &Query,
        models: &[ModelSpec],
        hits: usize,
        global: Option<&GlobalCounts>,
    ) -> Vec<Vec<(usize, Top)>> {
        let terms = in_plane(plane, decoded);
        let mut by_model = Vec::with_capacity(models.len());
        for model in models {
            let tops = with_model!(model, model => {
                walk::search(model, plane, self.order, query, &terms, hits, global)
            });
            by_model.push(plane.places().iter().copied().zip(tops).collect());
        }
        by_model
    }
}

/// What a plane keeps of the pages of a query's terms, by segment and term.
fn in_plane<P: Plane>(plane: &P, decoded: &[Vec<TermRows>]) -> Vec<Vec<TermPages<P::Entry>>> {
    let mut segments = Vec::with_capacity(decoded.len());
    for (segment, terms) in decoded.iter().enumerate() {
        segments.push(terms.iter().map(|rows| plane.term(segment, rows)).collect());
    }
    segments
}

/// Returns df and cf of as many terms in the places of a plane.
fn counts_in<P: Plane>(
    plane: &P,
    decoded: &[Vec<TermRows>],
    terms: usize,
) -> Vec<Vec<(usize, TermStatistics)>> {
    let counts = walk::counts(plane, &in_plane(plane, decoded), terms);
    counts
        .into_iter()
        .map(|of_term| plane.places().iter().copied().zip(of_term).collect())
        .collect()
}

/// Returns the places of a plane's views, each with N and T.
fn placed<P: Plane>(plane: &P) -> impl Iterator<Item = (usize, Statistics)> {
    plane.places().iter().copied().zip(plane.statistics().iter().copied())
}

/// Sorts values by their places.
fn in_order<T>(mut placed: Vec<(usize, T)>) -> Vec<T> {
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, value)| value).collect()
}
