//! One query over all views of a plane: pages in order, the terms side by side, a sum per view.

use super::plane::{Plane, PlaneSegment, Step};
use super::steps::{TermSteps, term_statistics};
use crate::search::constants::Constants;
use crate::search::corpus::Corpus;
use crate::search::model::{Model, TermStatistics};
use crate::search::query::Query;
use crate::search::top::Top;

/// One query over all views of a plane.
pub(super) fn search_plane<M: Model>(
    model: &M,
    corpus: &Corpus,
    plane: &Plane,
    query: &Query,
    terms: &[Vec<TermSteps>],
    hits: usize,
) -> Vec<Top> {
    let mut search = PlaneSearch::new(model, plane, query, terms, hits);
    let Ok(order) = corpus.order() else { return search.tops };
    for (number, terms) in terms.iter().enumerate() {
        search.segment(terms, &plane.segments[number], &order.ranks[number]);
    }
    search.tops
}

/// A query with its constants in every view, and the results so far.
struct PlaneSearch<'a, M: Model> {
    model: &'a M,
    query: &'a Query,
    constants: Constants<M>,
    tops: Vec<Top>,
    norms: Vec<f64>,
    sums: Vec<f64>,
    matched: Vec<f64>,
}

impl<'a, M: Model> PlaneSearch<'a, M> {
    fn new(model: &'a M, plane: &Plane, query: &'a Query, segments: &[Vec<TermSteps>], hits: usize) -> Self {
        let views = plane.places.len();
        let terms: Vec<Vec<TermStatistics>> =
            (0..query.terms.len()).map(|term| term_statistics(segments, term, views)).collect();
        Self {
            model,
            query,
            constants: Constants::new(model, query, &terms, &plane.statistics),
            tops: vec![Top::new(hits); views],
            norms: vec![0.0; views],
            sums: vec![0.0; views],
            matched: vec![0.0; views],
        }
    }

    /// Walks the pages of a segment in order, all terms side by side.
    fn segment(&mut self, terms: &[TermSteps], plane: &PlaneSegment, ranks: &[u32]) {
        let mut next = vec![0; terms.len()];
        loop {
            let heads = terms.iter().zip(&next).filter_map(|(term, &page)| term.docs.get(page));
            let Some(&doc) = heads.min() else { return };
            let holds = |term: usize, page: usize| terms[term].docs.get(page) == Some(&doc);
            let of_page = |term: usize, page: usize| holds(term, page).then(|| terms[term].of_page(page));
            let views = (0..terms.len()).filter_map(|term| of_page(term, next[term])).map(|steps| steps[0].0).max();
            let views = usize::from(views.unwrap_or(0));
            self.start(plane.steps(doc), views);
            for (term, page) in next.iter_mut().enumerate() {
                if let Some(steps) = of_page(term, *page) {
                    self.add(term, steps);
                    *page += 1;
                }
            }
            self.finish(views, ranks[doc as usize]);
        }
    }

    /// Norms of the page in the first `views` views; sums to 0.
    fn start(&mut self, steps: &[Step], views: usize) {
        let mut view = 0;
        for step in steps {
            let end = usize::from(step.level).min(views);
            for view in view..end {
                self.norms[view] = self.model.norm(&self.constants.collections[view], step.length);
            }
            view = end.max(view);
        }
        self.sums[..views].fill(0.0);
        self.matched[..views].fill(0.0);
    }

    /// Adds the weights of a term in all views in which the page holds it.
    fn add(&mut self, term: usize, steps: &[(u8, u32)]) {
        let (constants, of_query) = (&self.constants.terms[term], self.query.terms[term].1);
        for (number, &(level, tf)) in steps.iter().enumerate() {
            let from = steps.get(number + 1).map_or(0, |next| usize::from(next.0));
            let views = from..usize::from(level);
            let constants = constants[views.clone()].iter().zip(&self.norms[views.clone()]);
            let cells = self.sums[views.clone()].iter_mut().zip(&mut self.matched[views]);
            for ((constant, norm), (sum, matched)) in constants.zip(cells) {
                *sum += self.model.weight(constant, tf, *norm);
                *matched += of_query;
            }
        }
    }

    /// Offers the page to every view in which a word of the query stands.
    fn finish(&mut self, views: usize, rank: u32) {
        for view in 0..views {
            let (sum, whole) = (self.sums[view], &self.constants.wholes[view]);
            let score =
                self.model.finish(sum, whole, self.norms[view], self.matched[view], self.constants.clauses) as f32;
            if self.matched[view] > 0.0 && self.tops[view].accepts(score) {
                self.tops[view].push(score, rank);
            }
        }
    }
}
