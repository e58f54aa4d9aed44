//! Scores one query in all views of a plane: walks the pages in order, all terms side by side, with
//! one sum per view.

use super::bounds::QueryBounds;
use super::global_counts::GlobalCounts;
use super::pages::TermPages;
use super::plane::Plane;
use crate::model::constants::Constants;
use crate::model::{Model, TermStatistics, Unit};
use crate::query::Query;
use crate::rank::top::Top;
use tamis_index::corpus::DocnoOrder;

/// Returns the best `hits` pages in each view of the plane; `terms[segment][term]` are the query's
/// pages.
pub(super) fn search<M: Model, P: Plane>(
    model: &M,
    plane: &P,
    order: DocnoOrder<'_>,
    query: &Query,
    terms: &[Vec<TermPages<P::Entry>>],
    hits: usize,
    global: Option<&GlobalCounts>,
) -> Vec<Top> {
    let mut walk = Walk::new(model, plane, query, terms, hits, global);
    for (segment, terms) in terms.iter().enumerate() {
        walk.segment(segment, terms, order.ranks(segment));
    }
    walk.tops
}

/// Returns df and cf, `counts[term][view]`, of as many terms in the views of a plane.
pub(super) fn counts<P: Plane>(
    plane: &P,
    segments: &[Vec<TermPages<P::Entry>>],
    terms: usize,
) -> Vec<Vec<TermStatistics>> {
    (0..terms)
        .map(|term| plane.count(segments.iter().flat_map(|terms| terms[term].pages())))
        .collect()
}

/// A query with its constants in every view, and the results so far.
struct Walk<'a, M: Model, P> {
    model: &'a M,
    plane: &'a P,
    /// The unit of lengths and term frequencies.
    unit: Unit,
    query: &'a Query,
    constants: Constants<M>,
    bounds: Option<QueryBounds>,
    tops: Vec<Top>,
    /// Of the current page, in every view: the norm, the sum of weights, and the matched weight of
    /// the query.
    norms: Vec<f64>,
    sums: Vec<f64>,
    matched: Vec<f64>,
}

impl<'a, M: Model, P: Plane> Walk<'a, M, P> {
    fn new(
        model: &'a M,
        plane: &'a P,
        query: &'a Query,
        segments: &[Vec<TermPages<P::Entry>>],
        hits: usize,
        global: Option<&GlobalCounts>,
    ) -> Self {
        let views = plane.places().len();
        let constants = match global {
            Some(global) => {
                let GlobalCounts { views, terms } = global.of_places(plane.places());
                Constants::new(model, query, &terms, &views)
            }
            None => Constants::new(
                model,
                query,
                &counts(plane, segments, query.terms.len()),
                plane.statistics(),
            ),
        };
        Self {
            model,
            plane,
            unit: plane.unit(),
            query,
            bounds: QueryBounds::new(model, plane, &constants, segments),
            constants,
            tops: vec![Top::new(hits); views],
            norms: vec![0.0; views],
            sums: vec![0.0; views],
            matched: vec![0.0; views],
        }
    }

    fn segment(&mut self, segment: usize, terms: &[TermPages<P::Entry>], ranks: &[u32]) {
        let mut next = vec![0; terms.len()];
        loop {
            let heads = terms.iter().zip(&next).filter_map(|(term, &page)| term.docs.get(page));
            let Some(&doc) = heads.min() else { return };
            let of_page = |term: usize, page: usize| {
                (terms[term].docs.get(page) == Some(&doc)).then(|| terms[term].of_page(page))
            };
            let found =
                || (0..terms.len()).filter_map(|term| Some((term, of_page(term, next[term])?)));
            let views = found().fold(P::Views::default(), |views, (_, entries)| {
                P::union(views, P::views(entries))
            });
            if self.is_hopeful(views, found()) {
                self.start(segment, doc, views);
                found().for_each(|(term, entries)| self.add(term, entries));
                self.finish(views, ranks[doc as usize]);
            }
            for (term, page) in terms.iter().zip(&mut next) {
                *page += usize::from(term.docs.get(*page) == Some(&doc));
            }
        }
    }

    /// Whether a page with these terms, in these views, may be among the best of one of them.
    fn is_hopeful<'e>(
        &mut self,
        views: P::Views,
        found: impl Iterator<Item = (usize, &'e [P::Entry])>,
    ) -> bool
    where
        P::Entry: 'e,
    {
        let Some(bounds) = &mut self.bounds else { return true };
        let kind =
            found.fold(0, |kind, (term, entries)| kind | bounds.kind(term, P::most(entries)));
        let hopeful = bounds.hopeful(kind, &mut self.tops);
        P::ranges(views).any(|views| views.start < hopeful.end && hopeful.start < views.end)
    }

    /// Sets the norms of a page in these views, and the sums to 0.
    fn start(&mut self, segment: usize, doc: u32, views: P::Views) {
        let model = self.model;
        let unit = self.unit;
        let collections = &self.constants.collections;
        let norms = &mut self.norms;
        self.plane.lengths(segment, doc, views, |views, length| {
            let collections = &collections[views.clone()];
            let length = unit.value(length);
            for (norm, of_view) in norms[views].iter_mut().zip(collections) {
                *norm = model.norm(of_view, length);
            }
        });
        for views in P::ranges(views) {
            self.sums[views.clone()].fill(0.0);
            self.matched[views].fill(0.0);
        }
    }

    /// Adds the weight of a term in every view that permits an occurrence of it.
    fn add(&mut self, term: usize, entries: &[P::Entry]) {
        let model = self.model;
        let constants = &self.constants.terms[term];
        let of_query = self.query.terms[term].1;
        let unit = self.unit;
        let norms = &self.norms;
        let sums = &mut self.sums;
        let matched = &mut self.matched;
        P::frequencies(entries, |views, tf| {
            let tf = unit.value(tf);
            let constants = constants[views.clone()].iter().zip(&norms[views.clone()]);
            let cells = sums[views.clone()].iter_mut().zip(&mut matched[views]);
            for ((constant, norm), (sum, matched)) in constants.zip(cells) {
                *sum += model.weight(constant, tf, *norm);
                *matched += of_query;
            }
        });
    }

    /// Offers the page to these views: each permits a word of the query in it.
    fn finish(&mut self, views: P::Views, rank: u32) {
        for view in P::ranges(views).flatten() {
            let sum = self.sums[view];
            let whole = &self.constants.wholes[view];
            let score = self.model.finish(
                sum,
                whole,
                self.norms[view],
                self.matched[view],
                self.constants.clauses,
            ) as f32;
            if self.tops[view].accepts(score) {
                self.tops[view].push(score, rank);
            }
        }
    }
}
