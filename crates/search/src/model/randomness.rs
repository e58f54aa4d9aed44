//! Divergence from randomness: a term weighs more, the less likely its frequency in the page is by
//! chance.

use super::definition::{Model, Statistics, TermStatistics};
use crate::query::Query;
use std::f64::consts::{LOG2_E, TAU};

/// DPH, the hypergeometric model with Popper's normalisation, free of parameters (Amati, ECIR 2006;
/// Amati and others, TREC 2007 Blog track), as in Terrier. The weight in a page of only this term
/// is 0, the formula's limit. Weights are negative if the term is rarer in the page than in the
/// collection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dph;

impl Model for Dph {
    type Collection = ();
    /// The term's weight, and T / cf.
    type Term = (f64, f64);
    type Whole = ();

    fn collection(&self, _: Statistics) {}

    fn term(&self, term: TermStatistics, weight: f64, statistics: Statistics) -> (f64, f64) {
        (weight, statistics.total() / statistics.occurrences(term))
    }

    fn whole(&self, _: &Query, _: &[TermStatistics], _: Statistics) {}

    fn norm(&self, (): &(), length: f64) -> f64 {
        length
    }

    fn weight(&self, term: &(f64, f64), tf: f64, length: f64) -> f64 {
        let share = tf / length;
        let rest = 1.0 - tf / length;
        if rest <= 0.0 {
            return 0.0;
        }
        // tf avgdl / |d| * N / cf is the page's relative frequency over the collection's.
        let information = tf * (share * term.1).log2() + 0.5 * (TAU * tf * rest).log2();
        term.0 * (rest * rest / (tf + 1.0)) * information
    }
}

/// PL2: Poisson's model, Laplace's after-effect, the second normalisation of lengths (Amati and van
/// Rijsbergen, TOIS 20(4), 2002), as in Terrier.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pl2 {
    /// Length normalisation, more than 0; larger values reduce the effect of lengths. Terrier's
    /// default is 1.
    pub c: f64,
}

impl Model for Pl2 {
    type Collection = f64;
    /// The term's weight, and cf / N.
    type Term = (f64, f64);
    type Whole = ();

    fn collection(&self, statistics: Statistics) -> f64 {
        self.c * (statistics.total() / statistics.pages as f64)
    }

    fn term(&self, term: TermStatistics, weight: f64, statistics: Statistics) -> (f64, f64) {
        (weight, statistics.occurrences(term) / statistics.pages as f64)
    }

    fn whole(&self, _: &Query, _: &[TermStatistics], _: Statistics) {}

    fn norm(&self, average: &f64, length: f64) -> f64 {
        (1.0 + average / length).log2()
    }

    fn weight(&self, term: &(f64, f64), tf: f64, norm: f64) -> f64 {
        let tf = tf * norm;
        let mean = term.1;
        let information = tf * (tf / mean).log2() + (mean - tf) * LOG2_E + 0.5 * (TAU * tf).log2();
        term.0 / (tf + 1.0) * information
    }
}

#[cfg(test)]
mod tests {
    use super::super::definition::Unit;
    use super::*;

    const STATISTICS: Statistics = Statistics { pages: 1000, tokens: 200_000, unit: Unit::Tokens };
    const TERM: TermStatistics = TermStatistics { pages: 30, occurrences: 50 };

    #[test]
    fn dph_is_the_formula() {
        let term = Dph.term(TERM, 2.0, STATISTICS);
        let norm = Dph.norm(&(), 150.0);
        let f: f64 = 4.0 / 150.0;
        let information = 4.0 * (4.0f64 * 200.0 / 150.0 * (1000.0 / 50.0)).log2()
            + 0.5 * (TAU * 4.0 * (1.0 - f)).log2();
        let expected = 2.0 * (1.0 - f) * (1.0 - f) / 5.0 * information;
        assert!((Dph.weight(&term, 4.0, norm) - expected).abs() < 1e-13);
    }

    #[test]
    fn a_page_of_one_word_weighs_nothing() {
        assert_eq!(Dph.weight(&Dph.term(TERM, 1.0, STATISTICS), 3.0, 3.0), 0.0);
    }

    #[test]
    fn pl2_is_the_formula() {
        let model = Pl2 { c: 7.0 };
        let term = model.term(TERM, 1.0, STATISTICS);
        let norm = model.norm(&model.collection(STATISTICS), 150.0);
        let tf = 4.0 * (1.0f64 + 7.0 * 200.0 / 150.0).log2();
        let mean = 50.0f64 / 1000.0;
        let poisson = tf * (1.0 / mean).log2()
            + mean * LOG2_E
            + 0.5 * (TAU * tf).log2()
            + tf * (tf.log2() - LOG2_E);
        assert!((model.weight(&term, 4.0, norm) - poisson / (tf + 1.0)).abs() < 1e-12);
    }
}
