//! The constants of a query in every view, computed once before the pages are scored.

use crate::model::{Model, Statistics, TermStatistics};
use crate::query::Query;

/// The constants of a query in every view.
pub(crate) struct Constants<M: Model> {
    /// The sum of the weights of the query's terms.
    pub clauses: f64,
    pub collections: Vec<M::Collection>,
    pub terms: Vec<Vec<M::Term>>,
    pub wholes: Vec<M::Whole>,
}

impl<M: Model> Constants<M> {
    /// Computes them from df and cf, `counts[term][view]`, and from N and T of every view.
    pub fn new(
        model: &M,
        query: &Query,
        counts: &[Vec<TermStatistics>],
        views: &[Statistics],
    ) -> Self {
        let terms = counts.iter().zip(&query.terms).map(|(of_term, (_, weight))| {
            let views = of_term.iter().zip(views);
            views.map(|(term, statistics)| model.term(*term, *weight, *statistics)).collect()
        });
        let wholes = views.iter().enumerate().map(|(view, statistics)| {
            let of_view: Vec<TermStatistics> = counts.iter().map(|of_term| of_term[view]).collect();
            model.whole(query, &of_view, *statistics)
        });
        Self {
            clauses: query.clauses(),
            collections: views.iter().map(|statistics| model.collection(*statistics)).collect(),
            terms: terms.collect(),
            wholes: wholes.collect(),
        }
    }
}
