//! The interface of a retrieval model: what it may count, and the steps from counts to a score.

use crate::query::Query;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The unit in which a view counts tokens. Sums of weights stay whole numbers in it, and are
/// divided once, before any formula.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Whole tokens: no block has a fractional weight.
    #[default]
    Tokens,
    /// Hundredths of a token.
    Hundredths,
}

impl Unit {
    /// Returns an amount in tokens.
    #[inline]
    pub fn value(self, amount: u64) -> f64 {
        // Amounts are below 2^63, and signed numbers are converted in one instruction.
        let amount = amount as i64 as f64;
        match self {
            Self::Tokens => amount,
            Self::Hundredths => amount / 100.0,
        }
    }
}

/// Counts over a whole view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Pages with at least one permitted token: N.
    pub pages: u64,
    /// Permitted tokens, each as often as its block's weight says: T, in `unit`.
    pub tokens: u64,
    /// The unit of all amounts of the view.
    pub unit: Unit,
}

impl Statistics {
    /// Returns T in tokens.
    pub fn total(&self) -> f64 {
        self.unit.value(self.tokens)
    }

    /// Returns cf of a term in tokens.
    pub fn occurrences(&self, term: TermStatistics) -> f64 {
        self.unit.value(term.occurrences)
    }
}

/// Counts of one term over a whole view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermStatistics {
    /// Pages with a permitted occurrence: df.
    pub pages: u64,
    /// Permitted occurrences, weighted: cf, in the unit of the view.
    pub occurrences: u64,
}

/// A retrieval model. A page's score is the sum of the weights of the query terms that it contains.
/// [`Model::finish`] may adjust the sum by constants of the query and the page's length, for
/// example to account for absent terms.
pub trait Model: Sync {
    /// Constants per view.
    type Collection: Copy + Send + Sync;
    /// Constants per query term and view.
    type Term: Copy + Send + Sync;
    /// Constants per query and view.
    type Whole: Copy + Send + Sync;

    /// Returns the constants of a view, whose counts are not 0.
    fn collection(&self, statistics: Statistics) -> Self::Collection;
    /// Returns the constants of a term; `weight` is its weight in the query, and `term.pages` may
    /// be 0.
    fn term(&self, term: TermStatistics, weight: f64, statistics: Statistics) -> Self::Term;
    /// Returns the constants of the query; `terms` are in its order.
    fn whole(&self, query: &Query, terms: &[TermStatistics], statistics: Statistics)
    -> Self::Whole;
    /// Returns the norm of a page with this length (in tokens, above 0).
    fn norm(&self, collection: &Self::Collection, length: f64) -> f64;
    /// Returns the weight of a term with the frequency `tf` (above 0) in a page with this norm.
    fn weight(&self, term: &Self::Term, tf: f64, norm: f64) -> f64;
    /// Returns a number that no weight of the term exceeds in pages where its frequency is at most
    /// `tf` and the norm at least `norm`, if scores are plain sums of weights; none for a model of
    /// which this is not proven.
    fn bound(&self, _term: &Self::Term, _tf: f64, _norm: f64) -> Option<f64> {
        None
    }
    /// Returns the score from the sum of weights. `matched` is the query weight of the page's
    /// terms, `clauses` that of all.
    fn finish(
        &self,
        sum: f64,
        _whole: &Self::Whole,
        _norm: f64,
        _matched: f64,
        _clauses: f64,
    ) -> f64 {
        sum
    }
    /// Returns the steps of [`Model::finish`], for explanations; applied in order, they give the
    /// same bits.
    fn steps(&self, _whole: &Self::Whole, _norm: f64, _matched: f64, _clauses: f64) -> Vec<Step> {
        Vec::new()
    }
}

/// One step from the sum of a page's weights to its score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Step {
    /// The sum is multiplied.
    Times {
        /// What the sum is multiplied by.
        times: &'static str,
        /// How much that is.
        value: f64,
    },
    /// The sum gets a summand.
    Plus {
        /// What is added to the sum.
        plus: &'static str,
        /// How much that is.
        value: f64,
    },
}

impl Step {
    /// Applies the step.
    pub fn apply(self, sum: f64) -> f64 {
        match self {
            Self::Times { value, .. } => sum * value,
            Self::Plus { value, .. } => sum + value,
        }
    }
}
