//! N, T, df and cf over more pages than one process searches. With them, a pass over some of the
//! indexes gives the same scores as a pass over all of them.

use crate::model::{Statistics, TermStatistics};

/// Counts over all indexes that are searched as one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GlobalCounts {
    /// N and T of the view in every place (see [`super::Pass`]).
    pub views: Vec<Statistics>,
    /// df and cf of the terms of a query: `terms[term][place]`.
    pub terms: Vec<Vec<TermStatistics>>,
}

impl GlobalCounts {
    /// Returns the counts of some places, in their order.
    pub(crate) fn of_places(&self, places: &[usize]) -> Self {
        let terms =
            |of_term: &Vec<TermStatistics>| places.iter().map(|&place| of_term[place]).collect();
        Self {
            views: places.iter().map(|&place| self.views[place]).collect(),
            terms: self.terms.iter().map(terms).collect(),
        }
    }
}
