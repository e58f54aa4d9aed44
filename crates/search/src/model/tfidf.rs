//! Lucene's similarity of 2009.

use super::definition::{Model, Statistics, Step, TermStatistics};
use crate::model::lossy::{byte315_norm, whole_length};
use crate::query::Query;

/// Lucene's DefaultSimilarity of 2009 (2.4 to 3.x): the paper's "standard Lucene ranking formula".
/// A fractional weight counts as a fraction of a clause.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TfidfLucene;

impl TfidfLucene {
    fn idf(term: TermStatistics, statistics: Statistics) -> f64 {
        1.0 + (statistics.pages as f64 / (term.pages as f64 + 1.0)).ln()
    }
}

impl Model for TfidfLucene {
    type Collection = ();
    /// weight * idf^2.
    type Term = f64;
    /// queryNorm: 1 / sqrt of the sum of squared idfs over all clauses, absent terms included.
    type Whole = f64;

    fn collection(&self, _: Statistics) {}

    fn term(&self, term: TermStatistics, weight: f64, statistics: Statistics) -> f64 {
        weight * Self::idf(term, statistics).powi(2)
    }

    fn whole(&self, query: &Query, terms: &[TermStatistics], statistics: Statistics) -> f64 {
        let squares = query.terms.iter().zip(terms);
        let sum: f64 =
            squares.map(|((_, weight), term)| weight * Self::idf(*term, statistics).powi(2)).sum();
        1.0 / sum.sqrt()
    }

    fn norm(&self, (): &(), length: f64) -> f64 {
        byte315_norm(whole_length(length)).into()
    }

    fn weight(&self, idf: &f64, tf: f64, norm: f64) -> f64 {
        tf.sqrt() * idf * norm
    }

    /// coord is the share of matching clauses.
    fn finish(&self, sum: f64, query_norm: &f64, _: f64, matched: f64, clauses: f64) -> f64 {
        sum * query_norm * (matched / clauses)
    }

    fn steps(&self, query_norm: &f64, _: f64, matched: f64, clauses: f64) -> Vec<Step> {
        vec![
            Step::Times { times: "queryNorm", value: *query_norm },
            Step::Times { times: "coord", value: matched / clauses },
        ]
    }
}
