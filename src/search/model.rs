//! Retrieval models: integers to scores. Every score is summed in f64, in the order of the query's terms, from term
//! frequencies, document frequencies, lengths and totals that are exact under the view; the same code scores a single
//! search and every point of a sweep, so both give the same bits.

use super::lossy::{byte4_length, byte315_norm};
use super::query::Query;
use crate::error::{Error, Result, unknown_name};
use std::fmt;

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

/// A retrieval model. `Collection`, `Term` and `Norm` are what it prepares once per view, per query term and per page.
pub trait Model: Sync {
    /// Prepared once per view.
    type Collection: Copy + Send + Sync;
    /// Prepared once per query term and view.
    type Term: Copy + Send + Sync;

    /// Prepares for a view; its counts are not 0.
    fn collection(&self, statistics: Statistics) -> Self::Collection;
    /// Prepares a term that stands `count` times in the query; `pages` may be 0.
    fn term(&self, term: TermStatistics, count: u32, statistics: Statistics) -> Self::Term;
    /// What the page's length (at least 1) contributes.
    fn norm(&self, collection: &Self::Collection, length: u32) -> f64;
    /// What a term with frequency `tf` (at least 1) contributes.
    fn weight(&self, term: &Self::Term, tf: u32, norm: f64) -> f64;
    /// What is multiplied to the sum, once per query and view; 1 in most models.
    fn query(&self, _query: &Query, _terms: &[TermStatistics], _statistics: Statistics) -> f64 {
        1.0
    }
    /// The page's score from the sum of its weights; `matched` of `clauses` query words occur in it.
    fn finish(&self, sum: f64, _query: f64, _matched: u32, _clauses: u32) -> f64 {
        sum
    }
}

/// BM25 as Lucene and Anserini write it, without the (k1 + 1) factor; lengths exact, or lossy as in Lucene's index.
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
    /// count * idf.
    type Term = f64;

    fn collection(&self, statistics: Statistics) -> (f64, f64) {
        let average = statistics.tokens as f64 / statistics.pages as f64;
        (self.k1 * (1.0 - self.b), self.k1 * self.b / average)
    }

    fn term(&self, term: TermStatistics, count: u32, statistics: Statistics) -> f64 {
        let (n, df) = (statistics.pages as f64, term.pages as f64);
        f64::from(count) * (1.0 + (n - df + 0.5) / (df + 0.5)).ln()
    }

    fn norm(&self, collection: &(f64, f64), length: u32) -> f64 {
        let length = if LOSSY { byte4_length(length) } else { length };
        collection.0 + collection.1 * f64::from(length)
    }

    fn weight(&self, idf: &f64, tf: u32, norm: f64) -> f64 {
        let tf = f64::from(tf);
        idf * (tf / (tf + norm))
    }
}

/// Lucene's DefaultSimilarity of 2009 (2.4 to 3.x): the paper's "standard Lucene ranking formula".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TfidfLucene;

impl TfidfLucene {
    fn idf(term: TermStatistics, statistics: Statistics) -> f64 {
        1.0 + (statistics.pages as f64 / (term.pages as f64 + 1.0)).ln()
    }
}

impl Model for TfidfLucene {
    type Collection = ();
    /// count * idf^2.
    type Term = f64;

    fn collection(&self, _: Statistics) {}

    fn term(&self, term: TermStatistics, count: u32, statistics: Statistics) -> f64 {
        f64::from(count) * Self::idf(term, statistics).powi(2)
    }

    fn norm(&self, (): &(), length: u32) -> f64 {
        byte315_norm(length).into()
    }

    fn weight(&self, idf: &f64, tf: u32, norm: f64) -> f64 {
        f64::from(tf).sqrt() * idf * norm
    }

    /// queryNorm: 1 / sqrt of the sum of squared idfs over all clauses, absent terms included.
    fn query(&self, query: &Query, terms: &[TermStatistics], statistics: Statistics) -> f64 {
        let squares = query.terms.iter().zip(terms);
        let sum: f64 = squares.map(|((_, count), term)| f64::from(*count) * Self::idf(*term, statistics).powi(2)).sum();
        1.0 / sum.sqrt()
    }

    /// coord: the share of clauses that match.
    fn finish(&self, sum: f64, query: f64, matched: u32, clauses: u32) -> f64 {
        sum * query * (f64::from(matched) / f64::from(clauses))
    }
}

/// Query likelihood with Dirichlet smoothing, Lucene's definition: only matching terms count, negative weights are cut
/// at 0, lengths are lossy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QlDirichlet {
    /// The prior's weight in tokens, more than 0.
    pub mu: f64,
}

impl Model for QlDirichlet {
    type Collection = ();
    /// count, and mu * P(term).
    type Term = (f64, f64);

    fn collection(&self, _: Statistics) {}

    fn term(&self, term: TermStatistics, count: u32, statistics: Statistics) -> (f64, f64) {
        let probability = (term.occurrences as f64 + 1.0) / (statistics.tokens as f64 + 1.0);
        (f64::from(count), self.mu * probability)
    }

    fn norm(&self, (): &(), length: u32) -> f64 {
        (self.mu / (f64::from(byte4_length(length)) + self.mu)).ln()
    }

    fn weight(&self, term: &(f64, f64), tf: u32, norm: f64) -> f64 {
        term.0 * ((1.0 + f64::from(tf) / term.1).ln() + norm).max(0.0)
    }
}

/// A model with its parameters, as the user chose it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ModelSpec {
    /// BM25 with exact lengths.
    Bm25(Bm25<false>),
    /// BM25 with Lucene 8's lossy lengths.
    Bm25Lucene(Bm25<true>),
    /// Lucene's similarity of 2009.
    TfidfLucene(TfidfLucene),
    /// Query likelihood, Dirichlet smoothing.
    QlDirichlet(QlDirichlet),
}

/// The names of the models, for `--model`.
pub const MODELS: [(&str, &str); 4] = [
    ("bm25", "BM25 with exact lengths (--k1, --b)"),
    ("bm25-lucene", "BM25 with the lossy lengths of Lucene 8 (--k1, --b)"),
    ("tfidf-lucene", "Lucene's similarity of 2009: the WSDM paper's standard ranking formula"),
    ("ql-dirichlet", "query likelihood with Dirichlet smoothing as Lucene defines it (--mu)"),
];

impl ModelSpec {
    /// The model of that name with these parameters.
    pub fn new(name: &str, k1: f64, b: f64, mu: f64) -> Result<Self> {
        let refuse = |flag: &str, found: f64, expected: &str| {
            Err(Error::Usage(format!("--{flag}: found {found}, expected {expected}")))
        };
        if !(k1.is_finite() && k1 >= 0.0) {
            return refuse("k1", k1, "0 or more");
        }
        if !(0.0..=1.0).contains(&b) {
            return refuse("b", b, "0 to 1");
        }
        if !(mu.is_finite() && mu > 0.0) {
            return refuse("mu", mu, "more than 0");
        }
        match name {
            "bm25" => Ok(Self::Bm25(Bm25 { k1, b })),
            "bm25-lucene" => Ok(Self::Bm25Lucene(Bm25 { k1, b })),
            "tfidf-lucene" => Ok(Self::TfidfLucene(TfidfLucene)),
            "ql-dirichlet" => Ok(Self::QlDirichlet(QlDirichlet { mu })),
            _ => Err(unknown_name("model", name, MODELS.map(|(name, _)| name))),
        }
    }
}

impl fmt::Display for ModelSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bm25(Bm25 { k1, b }) => write!(f, "bm25 k1={k1} b={b}"),
            Self::Bm25Lucene(Bm25 { k1, b }) => write!(f, "bm25-lucene k1={k1} b={b}"),
            Self::TfidfLucene(_) => write!(f, "tfidf-lucene"),
            Self::QlDirichlet(QlDirichlet { mu }) => write!(f, "ql-dirichlet mu={mu}"),
        }
    }
}

/// Calls a function that is generic over [`Model`] with the model of a [`ModelSpec`].
#[macro_export]
macro_rules! with_model {
    ($spec:expr, $model:ident => $call:expr) => {
        match $spec {
            $crate::search::model::ModelSpec::Bm25($model) => $call,
            $crate::search::model::ModelSpec::Bm25Lucene($model) => $call,
            $crate::search::model::ModelSpec::TfidfLucene($model) => $call,
            $crate::search::model::ModelSpec::QlDirichlet($model) => $call,
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_model_can_be_built_and_prints_its_name() {
        for (name, _) in MODELS {
            let spec = ModelSpec::new(name, 0.9, 0.4, 1000.0).unwrap();
            assert_eq!(spec.to_string().split(' ').next(), Some(name));
        }
    }

    #[test]
    fn parameters_out_of_range_are_refused_by_flag() {
        for (k1, b, mu, flag) in [(-1.0, 0.4, 1.0, "--k1"), (0.9, 1.5, 1.0, "--b"), (0.9, 0.4, 0.0, "--mu")] {
            assert!(ModelSpec::new("bm25", k1, b, mu).unwrap_err().to_string().contains(flag));
        }
        assert!(ModelSpec::new("bm52", 0.9, 0.4, 1.0).unwrap_err().to_string().contains("'bm25'"));
    }

    #[test]
    fn bm25_is_the_formula() {
        let model = Bm25::<false> { k1: 1.2, b: 0.75 };
        let statistics = Statistics { pages: 10, tokens: 100 };
        let term = model.term(TermStatistics { pages: 3, occurrences: 5 }, 1, statistics);
        let norm = model.norm(&model.collection(statistics), 20);
        let expected = (1.0f64 + 7.5 / 3.5).ln() * 2.0 / (2.0 + 1.2 * (0.25 + 0.75 * 20.0 / 10.0));
        assert!((model.weight(&term, 2, norm) - expected).abs() < 1e-15);
    }
}
