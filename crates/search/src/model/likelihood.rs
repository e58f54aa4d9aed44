//! Query likelihood: the probability of the query in the page's language model, smoothed with the
//! collection's (Zhai and Lafferty, TOIS 22(2), 2004). Indri's definitions include the query terms
//! that a page lacks, Lucene's do not. Both rank only pages with at least one query term.

use super::definition::{Model, Statistics, Step, TermStatistics};
use crate::model::lossy::{byte4_length, whole_length};
use crate::query::Query;

/// Returns P(term) as Lucene estimates it; it is never 0.
fn probability_lucene(term: TermStatistics, statistics: Statistics) -> f64 {
    (statistics.occurrences(term) + 1.0) / (statistics.total() + 1.0)
}

/// Returns P(term) as Indri estimates it: the frequency in the collection. A term that the
/// collection lacks counts as half an occurrence (`TermScoreFunctionFactory`), because the
/// logarithm must be finite.
fn probability_indri(term: TermStatistics, statistics: Statistics) -> f64 {
    let occurrences = if term.occurrences > 0 { statistics.occurrences(term) } else { 0.5 };
    occurrences / statistics.total()
}

/// Returns the score without any query term, from smoothing alone: the sum of weight * ln(share *
/// P).
fn absent(query: &Query, terms: &[TermStatistics], statistics: Statistics, share: f64) -> f64 {
    let words = query.terms.iter().zip(terms);
    words
        .map(|((_, weight), term)| weight * (share * probability_indri(*term, statistics)).ln())
        .sum()
}

/// The name of [`absent`] in explanations.
const ABSENT: &str = "all words absent";

/// Dirichlet smoothing, Lucene's definition: only matching terms count, negative weights become 0,
/// lengths are lossy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dirichlet {
    /// The prior's weight in tokens, more than 0.
    pub mu: f64,
}

impl Model for Dirichlet {
    type Collection = ();
    /// The term's weight, and mu * P(term).
    type Term = (f64, f64);
    type Whole = ();

    fn collection(&self, _: Statistics) {}

    fn term(&self, term: TermStatistics, weight: f64, statistics: Statistics) -> (f64, f64) {
        (weight, self.mu * probability_lucene(term, statistics))
    }

    fn whole(&self, _: &Query, _: &[TermStatistics], _: Statistics) {}

    fn norm(&self, (): &(), length: f64) -> f64 {
        (self.mu / (f64::from(byte4_length(whole_length(length))) + self.mu)).ln()
    }

    fn weight(&self, term: &(f64, f64), tf: f64, norm: f64) -> f64 {
        term.0 * ((1.0 + tf / term.1).ln() + norm).max(0.0)
    }
}

/// Dirichlet smoothing, Indri's definition: sum over all words of the query of weight * ln((tf + mu
/// P) / (|d| + mu)). Indri's `#combine` prints this divided by the sum of the weights, which gives
/// the same ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DirichletIndri {
    /// The prior's weight in tokens, more than 0.
    pub mu: f64,
}

impl Model for DirichletIndri {
    type Collection = ();
    /// The term's weight, and mu * P(term).
    type Term = (f64, f64);
    /// Sums over all query terms: of weight * ln(mu P), and of weight.
    type Whole = (f64, f64);

    fn collection(&self, _: Statistics) {}

    fn term(&self, term: TermStatistics, weight: f64, statistics: Statistics) -> (f64, f64) {
        (weight, self.mu * probability_indri(term, statistics))
    }

    fn whole(&self, query: &Query, terms: &[TermStatistics], statistics: Statistics) -> (f64, f64) {
        (absent(query, terms, statistics, self.mu), query.clauses())
    }

    fn norm(&self, (): &(), length: f64) -> f64 {
        -(length + self.mu).ln()
    }

    /// The difference between the contributions of a present and an absent term.
    fn weight(&self, term: &(f64, f64), tf: f64, _: f64) -> f64 {
        term.0 * (1.0 + tf / term.1).ln()
    }

    fn finish(&self, sum: f64, whole: &(f64, f64), norm: f64, _: f64, _: f64) -> f64 {
        sum + (whole.0 + whole.1 * norm)
    }

    fn steps(&self, whole: &(f64, f64), norm: f64, _: f64, _: f64) -> Vec<Step> {
        vec![Step::Plus { plus: ABSENT, value: whole.0 + whole.1 * norm }]
    }
}

/// Jelinek-Mercer smoothing, Lucene's definition: ln(1 + (1 - lambda) tf / (|d| lambda P)), with
/// lossy lengths. The contribution of absent terms is the same for every page, and left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JelinekMercer {
    /// The weight of the collection, between 0 and 1.
    pub lambda: f64,
}

impl Model for JelinekMercer {
    type Collection = ();
    /// The term's weight, and (1 - lambda) / (lambda P(term)).
    type Term = (f64, f64);
    type Whole = ();

    fn collection(&self, _: Statistics) {}

    fn term(&self, term: TermStatistics, weight: f64, statistics: Statistics) -> (f64, f64) {
        (weight, (1.0 - self.lambda) / (self.lambda * probability_lucene(term, statistics)))
    }

    fn whole(&self, _: &Query, _: &[TermStatistics], _: Statistics) {}

    fn norm(&self, (): &(), length: f64) -> f64 {
        byte4_length(whole_length(length)).into()
    }

    fn weight(&self, term: &(f64, f64), tf: f64, length: f64) -> f64 {
        term.0 * (1.0 + tf / length * term.1).ln()
    }
}

/// Jelinek-Mercer smoothing, Indri's definition (`linear`, `collectionLambda`): sum over all words
/// of the query of weight * ln((1 - lambda) tf / |d| + lambda P).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JelinekMercerIndri {
    /// The weight of the collection, between 0 and 1.
    pub lambda: f64,
}

impl Model for JelinekMercerIndri {
    type Collection = ();
    /// The term's weight, and (1 - lambda) / (lambda P(term)).
    type Term = (f64, f64);
    /// The sum over all query terms of weight * ln(lambda P).
    type Whole = f64;

    fn collection(&self, _: Statistics) {}

    fn term(&self, term: TermStatistics, weight: f64, statistics: Statistics) -> (f64, f64) {
        (weight, (1.0 - self.lambda) / (self.lambda * probability_indri(term, statistics)))
    }

    fn whole(&self, query: &Query, terms: &[TermStatistics], statistics: Statistics) -> f64 {
        absent(query, terms, statistics, self.lambda)
    }

    fn norm(&self, (): &(), length: f64) -> f64 {
        length
    }

    /// The difference between the contributions of a present and an absent term.
    fn weight(&self, term: &(f64, f64), tf: f64, length: f64) -> f64 {
        term.0 * (1.0 + tf / length * term.1).ln()
    }

    fn finish(&self, sum: f64, absent: &f64, _: f64, _: f64, _: f64) -> f64 {
        sum + absent
    }

    fn steps(&self, absent: &f64, _: f64, _: f64, _: f64) -> Vec<Step> {
        vec![Step::Plus { plus: ABSENT, value: *absent }]
    }
}
