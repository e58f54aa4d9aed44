//! A model by its name and its parameters, as a user chooses it.

use super::{Bm25, Dirichlet, DirichletIndri, Dph, JelinekMercer, JelinekMercerIndri, Pl2, TfidfLucene};
use crate::error::{Error, Result, unknown_name};
use std::fmt;

/// A model with its parameters, as the user chose it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ModelSpec {
    /// BM25 with exact lengths.
    Bm25(Bm25<false>),
    /// BM25 with Lucene 8's lossy lengths.
    Bm25Lucene(Bm25<true>),
    /// Lucene's similarity of 2009.
    TfidfLucene(TfidfLucene),
    /// Query likelihood, Dirichlet smoothing, Lucene's.
    QlDirichlet(Dirichlet),
    /// Query likelihood, Jelinek-Mercer smoothing, Lucene's.
    QlJm(JelinekMercer),
    /// Query likelihood, Dirichlet smoothing, Indri's.
    QlDirichletIndri(DirichletIndri),
    /// Query likelihood, Jelinek-Mercer smoothing, Indri's.
    QlJmIndri(JelinekMercerIndri),
    /// Divergence from randomness without parameters.
    Dph(Dph),
    /// Divergence from randomness, Poisson and Laplace.
    Pl2(Pl2),
}

/// The names of the models, for `--model`.
pub const MODELS: [(&str, &str); 9] = [
    ("bm25", "BM25 with exact lengths (--k1, --b)"),
    ("bm25-lucene", "BM25 with the lossy lengths of Lucene 8 (--k1, --b)"),
    ("tfidf-lucene", "Lucene's similarity of 2009: the WSDM paper's standard ranking formula"),
    ("ql-dirichlet", "query likelihood with Dirichlet smoothing as Lucene defines it (--mu)"),
    ("ql-jm", "query likelihood with Jelinek-Mercer smoothing as Lucene defines it (--lambda)"),
    (
        "ql-dirichlet-indri",
        "query likelihood with Dirichlet smoothing as Indri defines it, absent words counted (--mu)",
    ),
    ("ql-jm-indri", "query likelihood with Jelinek-Mercer smoothing as Indri defines it (--lambda)"),
    ("dph", "divergence from randomness without a parameter, Amati's DPH"),
    ("pl2", "divergence from randomness, Amati's PL2 (--c)"),
];

/// The parameters of all models; each takes those that it has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    /// BM25's saturation, 0 or more.
    pub k1: f64,
    /// BM25's length normalisation, 0 to 1.
    pub b: f64,
    /// Dirichlet's prior in tokens, more than 0; unless given Anserini's 1000 for Lucene's and Indri's own 2500.
    pub mu: Option<f64>,
    /// Jelinek-Mercer's share of the collection, between 0 and 1; unless given Anserini's 0.1 and Indri's own 0.4.
    pub lambda: Option<f64>,
    /// PL2's length normalisation, more than 0.
    pub c: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { k1: 0.9, b: 0.4, mu: None, lambda: None, c: 1.0 }
    }
}

/// What the scores of a model are, which decides what feedback can make of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scores {
    /// Numbers that grow with relevance.
    Weights,
    /// As these, and the logarithm of the query's likelihood, less what Lucene leaves out.
    LuceneLikelihood,
    /// The logarithm of the query's likelihood: negative.
    LogLikelihood,
}

impl Parameters {
    /// Refuses what is out of range, by the flag.
    fn check(&self) -> Result<()> {
        let more_than_0 = |value: f64| value.is_finite() && value > 0.0;
        let checks = [
            ("k1", self.k1, self.k1.is_finite() && self.k1 >= 0.0, "0 or more"),
            ("b", self.b, (0.0..=1.0).contains(&self.b), "0 to 1"),
            ("mu", self.mu.unwrap_or(1.0), self.mu.is_none_or(more_than_0), "more than 0"),
            (
                "lambda",
                self.lambda.unwrap_or(0.5),
                self.lambda.is_none_or(|lambda| lambda > 0.0 && lambda < 1.0),
                "more than 0 and less than 1",
            ),
            ("c", self.c, more_than_0(self.c), "more than 0"),
        ];
        match checks.iter().find(|(_, _, holds, _)| !holds) {
            Some((flag, found, _, expected)) => {
                Err(Error::Usage(format!("--{flag}: found {found}, expected {expected}")))
            }
            None => Ok(()),
        }
    }
}

impl ModelSpec {
    /// The model of that name with these parameters.
    ///
    /// # Errors
    /// A usage error for a parameter out of range, and for an unknown name with the nearest one.
    pub fn new(name: &str, parameters: &Parameters) -> Result<Self> {
        parameters.check()?;
        let Parameters { k1, b, mu, lambda, c } = *parameters;
        let (mu, lambda) = (|default| mu.unwrap_or(default), |default| lambda.unwrap_or(default));
        match name {
            "bm25" => Ok(Self::Bm25(Bm25 { k1, b })),
            "bm25-lucene" => Ok(Self::Bm25Lucene(Bm25 { k1, b })),
            "tfidf-lucene" => Ok(Self::TfidfLucene(TfidfLucene)),
            "ql-dirichlet" => Ok(Self::QlDirichlet(Dirichlet { mu: mu(1000.0) })),
            "ql-jm" => Ok(Self::QlJm(JelinekMercer { lambda: lambda(0.1) })),
            "ql-dirichlet-indri" => Ok(Self::QlDirichletIndri(DirichletIndri { mu: mu(2500.0) })),
            "ql-jm-indri" => Ok(Self::QlJmIndri(JelinekMercerIndri { lambda: lambda(0.4) })),
            "dph" => Ok(Self::Dph(Dph)),
            "pl2" => Ok(Self::Pl2(Pl2 { c })),
            _ => Err(unknown_name("model", name, MODELS.map(|(name, _)| name))),
        }
    }

    /// What its scores are.
    pub fn scores(&self) -> Scores {
        match self {
            Self::QlDirichlet(_) | Self::QlJm(_) => Scores::LuceneLikelihood,
            Self::QlDirichletIndri(_) | Self::QlJmIndri(_) => Scores::LogLikelihood,
            _ => Scores::Weights,
        }
    }
}

impl fmt::Display for ModelSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bm25(Bm25 { k1, b }) => write!(f, "bm25 k1={k1} b={b}"),
            Self::Bm25Lucene(Bm25 { k1, b }) => write!(f, "bm25-lucene k1={k1} b={b}"),
            Self::TfidfLucene(_) => write!(f, "tfidf-lucene"),
            Self::QlDirichlet(Dirichlet { mu }) => write!(f, "ql-dirichlet mu={mu}"),
            Self::QlJm(JelinekMercer { lambda }) => write!(f, "ql-jm lambda={lambda}"),
            Self::QlDirichletIndri(DirichletIndri { mu }) => write!(f, "ql-dirichlet-indri mu={mu}"),
            Self::QlJmIndri(JelinekMercerIndri { lambda }) => write!(f, "ql-jm-indri lambda={lambda}"),
            Self::Dph(_) => write!(f, "dph"),
            Self::Pl2(Pl2 { c }) => write!(f, "pl2 c={c}"),
        }
    }
}

/// Calls a function that is generic over [`super::Model`] with the model of a [`ModelSpec`].
#[macro_export]
macro_rules! with_model {
    ($spec:expr, $model:ident => $call:expr) => {
        match $spec {
            $crate::search::model::ModelSpec::Bm25($model) => $call,
            $crate::search::model::ModelSpec::Bm25Lucene($model) => $call,
            $crate::search::model::ModelSpec::TfidfLucene($model) => $call,
            $crate::search::model::ModelSpec::QlDirichlet($model) => $call,
            $crate::search::model::ModelSpec::QlJm($model) => $call,
            $crate::search::model::ModelSpec::QlDirichletIndri($model) => $call,
            $crate::search::model::ModelSpec::QlJmIndri($model) => $call,
            $crate::search::model::ModelSpec::Dph($model) => $call,
            $crate::search::model::ModelSpec::Pl2($model) => $call,
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_model_can_be_built_and_prints_its_name() {
        for (name, _) in MODELS {
            let spec = ModelSpec::new(name, &Parameters::default()).unwrap();
            assert_eq!(spec.to_string().split(' ').next(), Some(name));
        }
    }

    #[test]
    fn parameters_out_of_range_are_refused_by_flag() {
        let usual = Parameters::default();
        let refused = [
            (Parameters { k1: -1.0, ..usual }, "--k1"),
            (Parameters { b: 1.5, ..usual }, "--b"),
            (Parameters { mu: Some(0.0), ..usual }, "--mu"),
            (Parameters { lambda: Some(1.0), ..usual }, "--lambda"),
            (Parameters { c: f64::NAN, ..usual }, "--c"),
        ];
        for (parameters, flag) in refused {
            assert!(ModelSpec::new("bm25", &parameters).unwrap_err().to_string().contains(flag));
        }
        assert!(ModelSpec::new("bm52", &usual).unwrap_err().to_string().contains("'bm25'"));
    }
}
