//! Models by name, with their parameters.

use super::bm25::Bm25;
use super::definition::Unit;
use super::likelihood::{Dirichlet, DirichletIndri, JelinekMercer, JelinekMercerIndri};
use super::randomness::{Dph, Pl2};
use super::tfidf::TfidfLucene;
use serde::{Deserialize, Serialize};
use std::fmt;
use tamis_index::error::{Error, Result};

/// A model with its parameters.
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

/// The models: name, description, and the [parameters](Parameters) that the model takes.
pub const MODELS: [(&str, &str, &[&str]); 9] = [
    ("bm25", "BM25 with exact lengths", &["k1", "b"]),
    ("bm25-lucene", "BM25 with the lossy lengths of Lucene 8", &["k1", "b"]),
    ("tfidf-lucene", "Lucene's similarity of 2009: the WSDM paper's standard ranking formula", &[]),
    ("ql-dirichlet", "query likelihood with Dirichlet smoothing as Lucene defines it", &["mu"]),
    ("ql-jm", "query likelihood with Jelinek-Mercer smoothing as Lucene defines it", &["lambda"]),
    (
        "ql-dirichlet-indri",
        "query likelihood with Dirichlet smoothing as Indri defines it, absent words counted",
        &["mu"],
    ),
    (
        "ql-jm-indri",
        "query likelihood with Jelinek-Mercer smoothing as Indri defines it",
        &["lambda"],
    ),
    ("dph", "divergence from randomness without a parameter, Amati's DPH", &[]),
    ("pl2", "divergence from randomness, Amati's PL2", &["c"]),
];

/// The parameters of all models. A model ignores the parameters of others, and has a default for
/// each one that it takes.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Parameters {
    /// BM25's saturation, 0 or more; by default 0.9, as in Anserini.
    pub k1: Option<f64>,
    /// BM25's length normalisation, 0 to 1; by default 0.4, as in Anserini.
    pub b: Option<f64>,
    /// Dirichlet's prior in tokens, more than 0; by default 1000 for Lucene's (as in Anserini),
    /// 2500 for Indri's.
    pub mu: Option<f64>,
    /// Jelinek-Mercer's weight of the collection, between 0 and 1; by default 0.1 for Lucene's (as
    /// in Anserini), 0.4 for Indri's.
    pub lambda: Option<f64>,
    /// PL2's length normalisation, more than 0; by default 1.
    pub c: Option<f64>,
}

/// The meaning of a model's scores, which determines the feedback methods that can use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scores {
    /// Numbers that grow with relevance.
    Weights,
    /// Such numbers that are also the logarithm of the query's likelihood, without the parts that
    /// Lucene leaves out.
    LuceneLikelihood,
    /// The logarithm of the query's likelihood, which is negative.
    LogLikelihood,
}

/// A parameter: its name, its range in words, and whether a value is in the range.
type Range = (&'static str, &'static str, fn(f64) -> bool);

const RANGES: [Range; 5] = [
    ("k1", "0 or more", |k1| k1.is_finite() && k1 >= 0.0),
    ("b", "0 to 1", |b| (0.0..=1.0).contains(&b)),
    ("mu", "more than 0", |mu| mu.is_finite() && mu > 0.0),
    ("lambda", "more than 0 and less than 1", |lambda| lambda > 0.0 && lambda < 1.0),
    ("c", "more than 0", |c| c.is_finite() && c > 0.0),
];

/// The permitted values of a parameter in words; empty for a name that is no parameter's.
pub(super) fn range(parameter: &str) -> &'static str {
    RANGES.iter().find(|(name, ..)| *name == parameter).map_or("", |(_, range, _)| range)
}

impl Parameters {
    /// Iterates over the given parameters: name and value.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let Self { k1, b, mu, lambda, c } = *self;
        let values = RANGES.into_iter().zip([k1, b, mu, lambda, c]);
        values.filter_map(|((name, ..), value)| Some((name, value?)))
    }

    fn check(&self) -> Result<()> {
        for (given, found) in self.given() {
            if let Some((_, expected, _)) =
                RANGES.iter().find(|(name, _, holds)| *name == given && !holds(found))
            {
                return Err(Error::setting(given, format!("found {found}, expected {expected}")));
            }
        }
        Ok(())
    }
}

/// Checks that every given parameter (name, value as typed) has an effect on one of these models.
/// Ignores names that are no model's parameters; accepts everything if a model is unknown, which
/// [`ModelSpec::new`] reports.
///
/// # Errors
/// [`Error::Setting`] with the parameter, the parameters that these models take, and the models
/// that take this one.
pub fn check_taken<'a>(
    models: &[&str],
    given: impl IntoIterator<Item = (&'a str, String)>,
) -> Result<()> {
    let taken = |model: &&str| {
        MODELS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(model)).map(|(.., taken)| *taken)
    };
    let Some(taken) = models.iter().map(taken).collect::<Option<Vec<_>>>() else { return Ok(()) };
    let taken = taken.concat();
    let unused = |given: &str| {
        RANGES.iter().map(|(name, ..)| *name).find(|name| *name == given && !taken.contains(name))
    };
    let mut unused = given.into_iter().filter_map(|(given, found)| Some((unused(given)?, found)));
    let Some((parameter, found)) = unused.next() else { return Ok(()) };
    let takes = RANGES
        .iter()
        .map(|(name, ..)| *name)
        .filter(|name| taken.contains(name))
        .collect::<Vec<_>>();
    let takes = if takes.is_empty() {
        "no parameter".to_owned()
    } else {
        format!("only {}", takes.join(", "))
    };
    let takers =
        MODELS.iter().filter(|(.., taken)| taken.contains(&parameter)).map(|(name, ..)| *name);
    let takers = takers.collect::<Vec<_>>().join(" or ");
    let these = if models.len() == 1 { "the model" } else { "the models" };
    let verb = if models.len() == 1 { "takes" } else { "take" };
    let found = format!("found {found}, but {these} {} {verb} {takes}", models.join(", "));
    Err(Error::setting(
        parameter,
        format!("{found}; expected the model {takers}, or no {parameter}"),
    ))
}

impl ModelSpec {
    /// Returns the model of this name, in any case, with these parameters.
    ///
    /// # Errors
    /// [`Error::Setting`] for a parameter out of range, and for an unknown name, with the nearest
    /// known one.
    pub fn new(name: &str, parameters: &Parameters) -> Result<Self> {
        parameters.check()?;
        let Parameters { k1, b, mu, lambda, c } = *parameters;
        let k1 = k1.unwrap_or(0.9);
        let b = b.unwrap_or(0.4);
        let c = c.unwrap_or(1.0);
        let mu = |default| mu.unwrap_or(default);
        let lambda = |default| lambda.unwrap_or(default);
        match name.to_ascii_lowercase().as_str() {
            "bm25" => Ok(Self::Bm25(Bm25 { k1, b })),
            "bm25-lucene" => Ok(Self::Bm25Lucene(Bm25 { k1, b })),
            "tfidf-lucene" => Ok(Self::TfidfLucene(TfidfLucene)),
            "ql-dirichlet" => Ok(Self::QlDirichlet(Dirichlet { mu: mu(1000.0) })),
            "ql-jm" => Ok(Self::QlJm(JelinekMercer { lambda: lambda(0.1) })),
            "ql-dirichlet-indri" => Ok(Self::QlDirichletIndri(DirichletIndri { mu: mu(2500.0) })),
            "ql-jm-indri" => Ok(Self::QlJmIndri(JelinekMercerIndri { lambda: lambda(0.4) })),
            "dph" => Ok(Self::Dph(Dph)),
            "pl2" => Ok(Self::Pl2(Pl2 { c })),
            _ => Err(Error::unknown_name("model", name, MODELS.map(|(name, ..)| name))),
        }
    }

    /// Its name in [`MODELS`].
    pub fn name(&self) -> &'static str {
        match self {
            Self::Bm25(_) => "bm25",
            Self::Bm25Lucene(_) => "bm25-lucene",
            Self::TfidfLucene(_) => "tfidf-lucene",
            Self::QlDirichlet(_) => "ql-dirichlet",
            Self::QlJm(_) => "ql-jm",
            Self::QlDirichletIndri(_) => "ql-dirichlet-indri",
            Self::QlJmIndri(_) => "ql-jm-indri",
            Self::Dph(_) => "dph",
            Self::Pl2(_) => "pl2",
        }
    }

    /// The value of every parameter that it has.
    pub fn parameters(&self) -> Parameters {
        let none = Parameters::default();
        match *self {
            Self::Bm25(Bm25 { k1, b }) => Parameters { k1: Some(k1), b: Some(b), ..none },
            Self::Bm25Lucene(Bm25 { k1, b }) => Parameters { k1: Some(k1), b: Some(b), ..none },
            Self::QlDirichlet(Dirichlet { mu }) => Parameters { mu: Some(mu), ..none },
            Self::QlDirichletIndri(DirichletIndri { mu }) => Parameters { mu: Some(mu), ..none },
            Self::QlJm(JelinekMercer { lambda }) => Parameters { lambda: Some(lambda), ..none },
            Self::QlJmIndri(JelinekMercerIndri { lambda }) => {
                Parameters { lambda: Some(lambda), ..none }
            }
            Self::Pl2(Pl2 { c }) => Parameters { c: Some(c), ..none },
            Self::TfidfLucene(_) | Self::Dph(_) => none,
        }
    }

    /// Checks that the model has a formula for amounts in this unit. The divergence models' are for
    /// whole occurrences.
    ///
    /// # Errors
    /// [`Error::Setting`] for dph and pl2 with fractions of tokens.
    pub fn check_unit(&self, unit: Unit) -> Result<()> {
        if unit == Unit::Tokens || !matches!(self, Self::Dph(_) | Self::Pl2(_)) {
            return Ok(());
        }
        let problem = format!(
            "found {} and fractional weights of blocks, expected whole weights, or another model",
            self.name()
        );
        Err(Error::setting("model", problem))
    }

    /// The meaning of its scores.
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
        f.write_str(self.name())?;
        for (name, value) in self.parameters().given() {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

/// Calls what is generic over [`Model`](crate::Model) with the model of a [`ModelSpec`]:
/// `with_model!(spec, model => model.norm(&collection, length))`.
#[macro_export]
macro_rules! with_model {
    ($spec:expr, $model:ident => $call:expr) => {
        match $spec {
            $crate::model::ModelSpec::Bm25($model) => $call,
            $crate::model::ModelSpec::Bm25Lucene($model) => $call,
            $crate::model::ModelSpec::TfidfLucene($model) => $call,
            $crate::model::ModelSpec::QlDirichlet($model) => $call,
            $crate::model::ModelSpec::QlJm($model) => $call,
            $crate::model::ModelSpec::QlDirichletIndri($model) => $call,
            $crate::model::ModelSpec::QlJmIndri($model) => $call,
            $crate::model::ModelSpec::Dph($model) => $call,
            $crate::model::ModelSpec::Pl2($model) => $call,
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_model_can_be_built_and_prints_its_name() {
        for (name, ..) in MODELS {
            let spec = ModelSpec::new(name, &Parameters::default()).unwrap();
            assert_eq!(spec.to_string().split(' ').next(), Some(name));
        }
    }

    #[test]
    fn parameters_out_of_range_are_refused_by_name() {
        let usual = Parameters::default();
        let refused = [
            (Parameters { k1: Some(-1.0), ..usual }, "k1: found -1, expected 0 or more"),
            (Parameters { b: Some(1.5), ..usual }, "b: found 1.5, expected 0 to 1"),
            (Parameters { mu: Some(0.0), ..usual }, "mu: "),
            (Parameters { lambda: Some(1.0), ..usual }, "lambda: "),
            (Parameters { c: Some(f64::NAN), ..usual }, "c: "),
        ];
        for (parameters, start) in refused {
            assert!(
                ModelSpec::new("bm25", &parameters).unwrap_err().to_string().starts_with(start)
            );
        }
        assert!(ModelSpec::new("bm52", &usual).unwrap_err().to_string().contains("'bm25'"));
    }
    #[test]
    fn a_parameter_that_no_model_takes_is_refused_with_those_that_do() {
        let refused = |models: &[&str]| {
            check_taken(models, [("mu", "3".to_owned())]).unwrap_err().to_string()
        };
        let expected = "mu: found 3, but the model bm25 takes only k1, b; expected the model \
                        ql-dirichlet or ql-dirichlet-indri, or no mu";
        assert_eq!(refused(&["bm25"]), expected);
        assert!(refused(&["dph"]).contains("the model dph takes no parameter;"));
        assert!(
            refused(&["dph", "bm25", "bm25-lucene"])
                .contains("the models dph, bm25, bm25-lucene take only k1, b;")
        );
        for models in [&["bm25", "ql-dirichlet"][..], &["bm52"]] {
            check_taken(models, [("mu", "3".to_owned()), ("fb-terms", "3".to_owned())]).unwrap();
        }
    }

    #[test]
    fn a_model_takes_what_its_row_says_and_nothing_else() {
        for (name, _, taken) in MODELS {
            let usual = ModelSpec::new(name, &Parameters::default()).unwrap();
            for (parameter, ..) in RANGES {
                let value = |of: &str| (of == parameter).then_some(0.7);
                let k1 = value("k1");
                let b = value("b");
                let mu = value("mu");
                let lambda = value("lambda");
                let c = value("c");
                let parameters = Parameters { k1, b, mu, lambda, c };
                let changes = ModelSpec::new(name, &parameters).unwrap() != usual;
                assert_eq!(changes, taken.contains(&parameter), "{name} {parameter}");
                let given =
                    parameters.given().map(|(parameter, value)| (parameter, value.to_string()));
                assert_eq!(changes, check_taken(&[name], given).is_ok(), "{name} {parameter}");
            }
        }
    }
}
