//! BM25 (Robertson and others, TREC-3, 1994) as in Lucene and Anserini.

use super::definition::{Model, Statistics, TermStatistics};
use crate::model::lossy::{byte4_length, whole_length};
use crate::query::Query;

/// BM25 without the factor (k1 + 1), as in Lucene and Anserini, with exact lengths or Lucene's
/// lossy ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25<const LOSSY: bool> {
    /// Term frequency saturation, 0 or more.
    pub k1: f64,
    /// Length normalisation, 0 to 1.
    pub b: f64,
}

impl<const LOSSY: bool> Model for Bm25<LOSSY> {
    /// k1 (1 - b) and k1 b / avgdl.
    type Collection = (f64, f64);
    /// weight * idf.
    type Term = f64;
    type Whole = ();

    fn collection(&self, statistics: Statistics) -> (f64, f64) {
        let average = statistics.total() / statistics.pages as f64;
        (self.k1 * (1.0 - self.b), self.k1 * self.b / average)
    }

    fn term(&self, term: TermStatistics, weight: f64, statistics: Statistics) -> f64 {
        let n = statistics.pages as f64;
        let df = term.pages as f64;
        weight * (1.0 + (n - df + 0.5) / (df + 0.5)).ln()
    }

    fn whole(&self, _: &Query, _: &[TermStatistics], _: Statistics) {}

    fn norm(&self, collection: &(f64, f64), length: f64) -> f64 {
        let length = if LOSSY { byte4_length(whole_length(length)).into() } else { length };
        collection.0 + collection.1 * length
    }

    fn weight(&self, idf: &f64, tf: f64, norm: f64) -> f64 {
        idf * (tf / (tf + norm))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bm25_is_the_formula() {
        let model = Bm25::<false> { k1: 1.2, b: 0.75 };
        let statistics = Statistics { pages: 10, tokens: 100, ..Statistics::default() };
        let term = model.term(TermStatistics { pages: 3, occurrences: 5 }, 1.0, statistics);
        let norm = model.norm(&model.collection(statistics), 20.0);
        let expected = (1.0f64 + 7.5 / 3.5).ln() * 2.0 / (2.0 + 1.2 * (0.25 + 0.75 * 20.0 / 10.0));
        assert!((model.weight(&term, 2.0, norm) - expected).abs() < 1e-15);
    }
}
