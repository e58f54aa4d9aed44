//! The interface of a retrieval model: what it may count, and the steps from counts to a score.

use crate::search::query::Query;

/// What is counted over the whole view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Pages with at least one permitted token: N.
    pub pages: u64,
    /// Permitted tokens: T.
    pub tokens: u64,
}

/// What is counted of one term over the whole view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TermStatistics {
    /// Pages in which it is permitted: df.
    pub pages: u64,
    /// Its permitted occurrences: cf.
    pub occurrences: u64,
}

/// A retrieval model. A page's score is the sum of the weights of the query's terms that it holds, which [`Model::finish`]
/// may change by what is known of the whole query and the page's length: that is the door for words that the page lacks.
/// `Collection`, `Term` and `Whole` are what is prepared once per view, per query term and view, per query and view.
pub trait Model: Sync {
    /// Prepared once per view.
    type Collection: Copy + Send + Sync;
    /// Prepared once per query term and view.
    type Term: Copy + Send + Sync;
    /// Prepared once per query and view.
    type Whole: Copy + Send + Sync;

    /// Prepares for a view; its counts are not 0.
    fn collection(&self, statistics: Statistics) -> Self::Collection;
    /// Prepares a term of this weight in the query (how often it stands there, unless expanded); `pages` may be 0.
    fn term(&self, term: TermStatistics, weight: f64, statistics: Statistics) -> Self::Term;
    /// Prepares for the whole query; `terms` in its order.
    fn whole(&self, query: &Query, terms: &[TermStatistics], statistics: Statistics) -> Self::Whole;
    /// What the page's length (at least 1) contributes.
    fn norm(&self, collection: &Self::Collection, length: u32) -> f64;
    /// What a term with frequency `tf` (at least 1) contributes.
    fn weight(&self, term: &Self::Term, tf: u32, norm: f64) -> f64;
    /// The page's score from the sum of its weights; the query's terms that it holds weigh `matched` of `clauses`.
    fn finish(&self, sum: f64, _whole: &Self::Whole, _norm: f64, _matched: f64, _clauses: f64) -> f64 {
        sum
    }
    /// What [`Model::finish`] does to the sum, for explanations: taken one after the other, they give its bits.
    fn steps(&self, _whole: &Self::Whole, _norm: f64, _matched: f64, _clauses: f64) -> Vec<Step> {
        Vec::new()
    }
}

/// One step from the sum of a page's weights to its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// The sum is multiplied by this.
    Times(&'static str, f64),
    /// This is added to the sum.
    Plus(&'static str, f64),
}

impl Step {
    /// What comes after the step.
    pub fn apply(self, sum: f64) -> f64 {
        match self {
            Self::Times(_, factor) => sum * factor,
            Self::Plus(_, summand) => sum + summand,
        }
    }
}
