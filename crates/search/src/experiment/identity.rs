//! The identity of an experiment: everything that its scores depend on, as JSON with named fields.
//! It is the first line of a checkpoint, and its hash says which experiment a folder of results
//! belongs to. A field that is renamed, moved or added makes every experiment another one.

use super::{Experiment, JudgedTopic, Validation, axes, parameter};
use crate::sweep::{Grid, Grids, RuleAxis};
use serde::Serialize;
use tamis_eval::measure::Instance;
use tamis_eval::statistics::Margin;
use tamis_index::corpus::Corpus;
use tamis_index::disk::results::{Identity, LIST};
use tamis_index::error::{Error, Result};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// The version of the checkpoint; increase it when the meaning of a line changes.
const VERSION: u32 = 2;

/// Everything that the scores of a sweep depend on; long parts as their XXH3 hash.
#[derive(Debug, Clone, Serialize)]
pub(super) struct ExperimentIdentity {
    sweep_checkpoint: u32,
    tamis: &'static str,
    /// The hash of the segments, of the added labels and of the page filter.
    index: String,
    grids: Vec<Vec<AxisIdentity>>,
    filter: String,
    weights: Vec<Vec<String>>,
    title: &'static str,
    models: Vec<String>,
    baseline: String,
    measures: Vec<String>,
    hits: usize,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    remove_query: bool,
    steps: usize,
    topics: usize,
    /// The hash of a [`QueryIdentity`] per topic.
    queries: String,
    /// The hash of a [`JudgementsIdentity`] per topic.
    judgements: String,
}

/// An axis of a grid.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
enum AxisIdentity {
    /// Each rule with the names of the axis and of the value.
    Rules(Vec<String>),
    /// The name of the axis and its values.
    Numbers(String, Vec<parameter::Value>),
}

/// The query of a topic.
#[derive(Serialize)]
struct QueryIdentity<'a> {
    topic: &'a str,
    terms: &'a [(String, f64)],
}

/// The judgements of a topic, as the measures use them.
#[derive(Serialize)]
struct JudgementsIdentity<'a> {
    /// The lowest relevant grade.
    level: i32,
    /// The grades of all judged documents, descending.
    grades: &'a [i32],
    /// The grades of the documents in the index by their places in the order of docnos, ascending.
    indexed: Vec<(u32, i32)>,
}

/// Everything that the results of a sweep depend on, or those of a comparison of labels.
#[derive(Default, Serialize)]
pub(super) struct ResultsIdentity<'a> {
    pub scores: Option<&'a ExperimentIdentity>,
    /// Bits and names; none of a sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<&'a [(u32, String)]>,
    /// The rules with a name that have rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<NamedRuleIdentity<'a>>,
    pub folds: Option<usize>,
    pub seed: u64,
    /// None of a comparison, as what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permutations: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<bool>,
    /// Results from before there was one have the default.
    #[serde(skip_serializing_if = "Margin::is_default")]
    pub margin: Margin,
}

/// Everything that a tuned rule depends on.
#[derive(Serialize)]
struct TuningIdentity<'a, S> {
    tamis: &'static str,
    index: String,
    settings: &'a S,
    judged: Option<JudgedIdentity>,
}

/// The judged topics that a rule is tuned on.
#[derive(Serialize)]
struct JudgedIdentity {
    measure: String,
    queries: String,
    judgements: String,
}

/// A rule with a name.
#[derive(Serialize)]
pub(super) struct NamedRuleIdentity<'a> {
    pub name: &'a str,
    pub rule: String,
    pub title: &'static str,
    pub weights: Vec<String>,
}

impl Experiment<'_> {
    /// Returns the identity of a sweep. What is computed from the scores belongs to it: results of
    /// other folds are other results.
    ///
    /// # Errors
    /// Errors of reading the index.
    pub fn identity_of_sweep(&self, grids: &Grids, validation: Validation) -> Result<Identity> {
        let Validation { folds, seed, permutations, margin } = validation;
        let runs = self.keep_runs;
        let scores = &self.identity(grids)?;
        let results = ResultsIdentity {
            folds,
            seed,
            permutations: Some(permutations),
            runs: Some(runs),
            margin,
            ..ResultsIdentity::default()
        };
        let choices = format!("({folds:?}, {seed}, {permutations}, {runs})");
        self.identity_of_results(scores, results, &choices)
    }

    /// Returns the identity of results; `choices` is what version 1 added to that of their scores.
    pub(super) fn identity_of_results(
        &self,
        scores: &ExperimentIdentity,
        results: ResultsIdentity<'_>,
        choices: &str,
    ) -> Result<Identity> {
        let mut version_1 = self.identity_of_version_1(scores)? + choices;
        // Version 1 had no margin.
        if !results.margin.is_default() {
            version_1 += &format!(" {}", results.margin);
        }
        let inputs = json(&ResultsIdentity { scores: Some(scores), ..results })?;
        Ok(Identity { inputs: hash(&inputs), version_1: hash(&version_1) })
    }

    /// Returns the first line of the checkpoint of a sweep, without its line break, and what version
    /// 1 wrote for the same sweep: its checkpoints are resumed, too.
    pub(super) fn heads(&self, grids: &Grids) -> Result<[String; 2]> {
        let identity = self.identity(grids)?;
        Ok([json(&identity)?, self.identity_of_version_1(&identity)?])
    }

    pub(super) fn identity(&self, grids: &Grids) -> Result<ExperimentIdentity> {
        let grid = grids.first();
        let (rankings, _) = self.rankings.with_baseline();
        Ok(ExperimentIdentity {
            sweep_checkpoint: VERSION,
            tamis: env!("CARGO_PKG_VERSION"),
            index: hash_of_index(self.corpus),
            grids: grids.iter().map(axes_of_grid).collect(),
            filter: grid.side.to_string(),
            weights: grids.iter().map(|grid| grid.weights.texts()).collect(),
            title: grid.title.name(),
            models: rankings.iter().map(ToString::to_string).collect(),
            baseline: self.rankings.baseline.to_string(),
            measures: self.measures.iter().map(Instance::name).collect(),
            hits: self.hits,
            remove_query: self.remove_query,
            steps: self.steps(grids),
            topics: self.topics.len(),
            queries: self.hash_of_queries()?,
            judgements: self.hash_of_judgements()?,
        })
    }

    fn hash_of_queries(&self) -> Result<String> {
        self.hash_of_topics(|topic| {
            json(&QueryIdentity { topic: &topic.id, terms: &topic.query.terms })
        })
    }

    fn hash_of_judgements(&self) -> Result<String> {
        let visible: Vec<u32> = self.corpus.order()?.visible().collect();
        self.hash_of_topics(|topic| {
            json(&JudgementsIdentity {
                level: topic.judgements.level(),
                grades: topic.judgements.grades(),
                indexed: indexed(topic, &visible),
            })
        })
    }

    /// Returns the identity as version 1 wrote it: its keys were sorted, and queries and judgements
    /// were hashed as their debug output of that time. Folders and checkpoints of another version
    /// of the program are never of the same experiment, so this can go with the next one.
    pub(super) fn identity_of_version_1(&self, identity: &ExperimentIdentity) -> Result<String> {
        let visible: Vec<u32> = self.corpus.order()?.visible().collect();
        let identity = ExperimentIdentity {
            sweep_checkpoint: 1,
            queries: self
                .hash_of_topics(|topic| Ok(format!("{:?} {:?}", topic.id, topic.query.terms)))?,
            judgements: self
                .hash_of_topics(|topic| Ok(judgements_of_version_1(topic, &visible)))?,
            ..identity.clone()
        };
        let sorted = serde_json::to_value(identity).map_err(not_serialised)?;
        Ok(sorted.to_string())
    }

    /// Returns the hash of a line per topic.
    fn hash_of_topics(&self, line: impl Fn(&JudgedTopic) -> Result<String>) -> Result<String> {
        let mut hash = Xxh3::new();
        for topic in &self.topics {
            hash.update(line(topic)?.as_bytes());
            hash.update(b"\n");
        }
        Ok(format!("{:032x}", hash.digest128()))
    }
}

/// Returns the identity of a tuned rule: of the index, of how it was tuned, and of judged topics.
///
/// # Errors
/// Never: plain values serialise.
pub fn identity_of_tuning(
    corpus: &Corpus,
    settings: &impl Serialize,
    judged: Option<&Experiment<'_>>,
) -> Result<Identity> {
    let of_judged = |judged: &Experiment<'_>| -> Result<JudgedIdentity> {
        Ok(JudgedIdentity {
            measure: judged.measures[0].name(),
            queries: judged.hash_of_queries()?,
            judgements: judged.hash_of_judgements()?,
        })
    };
    let judged = judged.map(of_judged).transpose()?;
    let index = hash_of_index(corpus);
    let tamis = env!("CARGO_PKG_VERSION");
    let inputs = hash(&json(&TuningIdentity { tamis, index, settings, judged })?);
    Ok(Identity { version_1: inputs.clone(), inputs })
}

/// Returns the hash of the segments, of the added labels and of the page filter.
pub fn hash_of_index(corpus: &Corpus) -> String {
    let mut hash = Xxh3::new();
    for index in &corpus.indexes {
        for segment in index.searcher.segment_readers() {
            hash.update(segment.segment_id().uuid_string().as_bytes());
        }
        hash.update(index.manifest.labels.as_deref().unwrap_or_default().as_bytes());
    }
    for segment in &corpus.segments {
        let alive: Vec<u8> =
            (0..segment.documents()).map(|doc| segment.is_alive(doc).into()).collect();
        hash.update(&alive);
    }
    format!("{:032x}", hash.digest128())
}

/// Returns the debug output of a topic's judgements, as it was in version 1.
fn judgements_of_version_1(topic: &JudgedTopic, visible: &[u32]) -> String {
    let judgements = &topic.judgements;
    let level = judgements.level();
    let grades = judgements.grades();
    let relevant = judgements.relevant();
    let positive = grades.iter().filter(|&&grade| grade > 0).count();
    let ideal: Vec<f64> = (0..=positive).map(|k| judgements.ideal_dcg(k)).collect();
    format!(
        "Judgements {{ terms: Terms {{ level: {level}, collection: 0, compat: Ten }}, grades: \
         {grades:?}, relevant: {relevant}, ideal: {ideal:?} }} {:?}",
        indexed(topic, visible)
    )
}

/// Returns the grades of the documents in the index by their places in `visible`, the ranks of the
/// pages that pass the filters: an identity numbers these alone, as programs before did that
/// ranked no others.
fn indexed(topic: &JudgedTopic, visible: &[u32]) -> Vec<(u32, i32)> {
    let mut grades = topic.grades();
    for (document, _) in &mut grades {
        *document = visible.partition_point(|rank| rank < document) as u32;
    }
    grades
}

fn axes_of_grid(grid: &Grid) -> Vec<AxisIdentity> {
    let rules = grid.outer.iter().map(|axis| AxisIdentity::Rules(rules_of_axis(axis)));
    let weights = grid.weights.axes.iter().map(axes::of_weights);
    let numbers = weights.chain([axes::of_thresholds(&grid.inner)]);
    rules.chain(numbers.map(|axis| AxisIdentity::Numbers(axis.name, axis.values))).collect()
}

fn rules_of_axis(axis: &RuleAxis) -> Vec<String> {
    axis.values.iter().map(|(name, rule)| format!("{} {name}: {rule}", axis.name)).collect()
}

/// Returns a part of an identity as JSON.
pub(super) fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(not_serialised)
}

fn not_serialised(error: serde_json::Error) -> Error {
    Error::index(LIST, error.to_string())
}

/// Returns the hash that a folder of results has of an identity.
pub(super) fn hash(identity: &str) -> String {
    format!("{:032x}", xxh3_128(identity.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Query;
    use crate::experiment::parameter::Value;
    use std::collections::HashMap;
    use tamis_eval::measure::Judgements;

    #[test]
    fn an_experiment_has_these_fields_in_this_order() {
        let identity = ExperimentIdentity {
            sweep_checkpoint: VERSION,
            tamis: "0.1.0",
            index: "1".to_owned(),
            grids: vec![vec![
                AxisIdentity::Rules(vec!["min_words 1: words >= 1".to_owned()]),
                AxisIdentity::Numbers("k1".to_owned(), vec![Value::Name("0.5".to_owned())]),
            ]],
            filter: "all".to_owned(),
            weights: vec![Vec::new()],
            title: "keep",
            models: vec!["bm25".to_owned()],
            baseline: "bm25".to_owned(),
            measures: vec!["P_10".to_owned()],
            hits: 10,
            remove_query: false,
            steps: 3,
            topics: 3,
            queries: "2".to_owned(),
            judgements: "3".to_owned(),
        };
        let scores = r#"{"sweep_checkpoint":2,"tamis":"0.1.0","index":"1","#.to_owned()
            + r#""grids":[[["min_words 1: words >= 1"],["k1",["0.5"]]]],"filter":"all","#
            + r#""weights":[[]],"title":"keep","models":["bm25"],"baseline":"bm25","#
            + r#""measures":["P_10"],"hits":10,"steps":3,"topics":3,"#
            + r#""queries":"2","judgements":"3"}"#;
        assert_eq!(json(&identity).unwrap(), scores);
        let scores = &identity;
        let identity = |margin| ResultsIdentity {
            scores: Some(scores),
            folds: Some(5),
            seed: 1,
            permutations: Some(10),
            runs: Some(false),
            margin,
            ..ResultsIdentity::default()
        };
        let sweep = json(&identity(Margin::default())).unwrap();
        let choices = r#","folds":5,"seed":1,"permutations":10,"runs":false}"#;
        assert!(sweep.starts_with(r#"{"scores":{"#) && sweep.ends_with(choices), "{sweep}");
        let of_margin = json(&identity(Margin::Absolute(0.02))).unwrap();
        assert!(of_margin.ends_with(r#","runs":false,"margin":"0.02"}"#), "{of_margin}");
        let labels = &[(3, "mine".to_owned())];
        let comparison = json(&ResultsIdentity {
            scores: Some(scores),
            labels: Some(labels),
            seed: 1,
            ..ResultsIdentity::default()
        })
        .unwrap();
        let choices = r#","labels":[[3,"mine"]],"folds":null,"seed":1}"#;
        assert!(comparison.ends_with(choices), "{comparison}");
    }

    #[test]
    fn queries_and_judgements_have_these_fields_in_this_order() {
        let query = QueryIdentity { topic: "1", terms: &[("tea".to_owned(), 1.5)] };
        assert_eq!(json(&query).unwrap(), r#"{"topic":"1","terms":[["tea",1.5]]}"#);
        let judgements =
            JudgementsIdentity { level: 1, grades: &[2, 0], indexed: vec![(0, 2), (7, 0)] };
        let expected = r#"{"level":1,"grades":[2,0],"indexed":[[0,2],[7,0]]}"#;
        assert_eq!(json(&judgements).unwrap(), expected);
    }

    #[test]
    fn judgements_of_version_1_are_as_that_program_hashed_them() {
        let topic = JudgedTopic {
            id: "1".to_owned(),
            text: String::new(),
            query: Query::default(),
            grades: HashMap::from([(4, 0), (0, 2), (1, 1)]),
            judgements: Judgements::from_grades([0, 2, 1], 1),
            missing: 0,
            missing_relevant: 0,
            own: None,
        };
        assert_eq!(
            judgements_of_version_1(&topic, &[0, 1, 2, 3, 4]),
            "Judgements { terms: Terms { level: 1, collection: 0, compat: Ten }, grades: [2, 1, \
             0], relevant: 2, ideal: [0.0, 2.0, 2.6309297535714578] } [(0, 2), (1, 1), (4, 0)]"
        );
    }
}
