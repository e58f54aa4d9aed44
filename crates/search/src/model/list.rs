//! What there is to know of each model: its parameters with defaults and ranges, and where it comes
//! from.

use super::spec::{MODELS, ModelSpec, Parameters, range};
use schemars::JsonSchema;
use serde::Serialize;

/// An entry of the list of models.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ModelEntry {
    /// Its name, stable: results refer to it.
    pub name: &'static str,
    /// What it is, in one phrase.
    pub explanation: &'static str,
    /// The paper and the program whose numbers it gives.
    pub source: &'static str,
    /// The parameters that it takes.
    pub parameters: Vec<ModelParameter>,
}

/// A parameter of a model.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct ModelParameter {
    /// Its name.
    pub name: &'static str,
    /// The value that it has if none is given.
    pub default: f64,
    /// The permitted values in words.
    pub range: &'static str,
}

/// Returns all models, in the order of [`MODELS`].
pub fn models() -> Vec<ModelEntry> {
    MODELS.into_iter().filter_map(|(name, explanation, _)| entry(name, explanation)).collect()
}

fn entry(name: &'static str, explanation: &'static str) -> Option<ModelEntry> {
    let model = ModelSpec::new(name, &Parameters::default()).ok()?;
    let mut parameters = Vec::new();
    for (name, default) in model.parameters().given() {
        parameters.push(ModelParameter { name, default, range: range(name) });
    }
    Some(ModelEntry { name, explanation, parameters, source: source(&model) })
}

fn source(model: &ModelSpec) -> &'static str {
    match model {
        ModelSpec::Bm25(_) => {
            "Robertson and others, TREC-3, 1994; formula and defaults of Anserini, lengths not \
             rounded"
        }
        ModelSpec::Bm25Lucene(_) => {
            "Robertson and others, TREC-3, 1994; BM25Similarity of Lucene 8, defaults of Anserini"
        }
        ModelSpec::TfidfLucene(_) => "DefaultSimilarity of Lucene 2.4 to 3.x",
        ModelSpec::QlDirichlet(_) => {
            "Zhai and Lafferty, TOIS 22(2), 2004; LMDirichletSimilarity of Lucene"
        }
        ModelSpec::QlJm(_) => {
            "Zhai and Lafferty, TOIS 22(2), 2004; LMJelinekMercerSimilarity of Lucene"
        }
        ModelSpec::QlDirichletIndri(_) | ModelSpec::QlJmIndri(_) => {
            "Zhai and Lafferty, TOIS 22(2), 2004; Indri"
        }
        ModelSpec::Dph(_) => "Amati, ECIR 2006; Amati and others, TREC 2007 Blog track; Terrier",
        ModelSpec::Pl2(_) => "Amati and van Rijsbergen, TOIS 20(4), 2002; Terrier",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_listed_with_the_parameters_that_it_takes() {
        let listed = models();
        assert_eq!(listed.len(), MODELS.len());
        for (entry, (name, explanation, taken)) in listed.iter().zip(MODELS) {
            let parameters: Vec<&str> =
                entry.parameters.iter().map(|parameter| parameter.name).collect();
            assert_eq!(
                (entry.name, entry.explanation, &parameters[..]),
                (name, explanation, taken)
            );
            assert!(
                !entry.source.is_empty()
                    && entry.parameters.iter().all(|parameter| !parameter.range.is_empty())
            );
        }
        let k1 = ModelParameter { name: "k1", default: 0.9, range: "0 or more" };
        assert_eq!(listed[0].parameters[0], k1);
    }
}
