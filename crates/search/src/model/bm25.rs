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

    /// tf / (tf + norm) grows with tf and falls with the norm, and an idf is above 0. Computed, it
    /// may be wrong in its last bits, so a little is added.
    fn bound(&self, idf: &f64, tf: f64, norm: f64) -> Option<f64> {
        (*idf >= 0.0).then(|| self.weight(idf, tf, norm) * (1.0 + 1e-12))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bm25_is_the_formula() {
        let model = Bm25::<false> { k1: 1.2, b: 0.75 };
        let statistics = Statistics { pages: 10, tokens: 100, ..Statistics::default() };
        let term = model.term(TermStatistics { pages: 3, occurrences: 5 }, 1.0, statistics);
        let norm = model.norm(&model.collection(statistics), 20.0);
        let expected = (1.0f64 + 7.5 / 3.5).ln() * 2.0 / (2.0 + 1.2 * (0.25 + 0.75 * 20.0 / 10.0));
        assert!((model.weight(&term, 2.0, norm) - expected).abs() < 1e-15);
    }

    proptest! {
        #[test]
        fn no_weight_exceeds_its_bound(
            k1 in 0.0f64..4.0, b in 0.0f64..=1.0, pages in 1u64..100, total in 1u64..10_000,
            tf in 1u32..500, more in 0u32..500, shortest in 1u32..500, longer in 0u32..5_000,
        ) {
            let statistics = Statistics { pages, tokens: total, ..Statistics::default() };
            let term = TermStatistics { pages: pages.min(3), occurrences: 5 };
            let check = |lossy: bool| {
                let exact = Bm25::<false> { k1, b };
                let like_lucene = Bm25::<true> { k1, b };
                let norm = |length: u32| match lossy {
                    false => exact.norm(&exact.collection(statistics), length.into()),
                    true => like_lucene.norm(&like_lucene.collection(statistics), length.into()),
                };
                let idf = exact.term(term, 1.5, statistics);
                let bound = exact.bound(&idf, (tf + more).into(), norm(shortest)).unwrap();
                exact.weight(&idf, tf.into(), norm(shortest + longer)) <= bound
            };
            prop_assert!(check(false) && check(true));
        }
    }
}
