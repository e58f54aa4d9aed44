//! The identity of an experiment: everything that its scores depend on, as JSON with named fields.
//! It is the first line of a checkpoint, and its hash says which experiment a folder of results
//! belongs to. A field that is renamed, moved or added makes every experiment another one.

use super::{Experiment, JudgedTopic, Validation, axes};
use crate::sweep::{Grid, Grids};
use serde::Serialize;
use tamis_eval::measure::Instance;
use tamis_eval::statistics::Margin;
use tamis_index::corpus::Corpus;
use tamis_index::disk::results::{Identity, LIST};
use tamis_index::error::{Error, Result};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// The version of the checkpoint; increase it when the meaning of a line changes.
const VERSION: u32 = 2;

/// The fields of an identity in their order: names with the JSON of their values.
pub(super) type IdentityFields = Vec<(&'static str, String)>;

/// Makes fields of names and values: an array.
macro_rules! fields {
    ($($name:literal: $value:expr),* $(,)?) => {
        [$(($name, $crate::experiment::identity::json(&$value)?)),*]
    };
}
pub(super) use fields;

/// Returns fields as a JSON object.
pub(super) fn object(fields: &[(&str, String)]) -> String {
    let fields = fields.iter().map(|(name, value)| format!("\"{name}\":{value}"));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
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
        let checks = fields! {
            "folds": folds, "seed": seed, "permutations": permutations, "runs": runs,
        };
        self.identity_of_results(grids, checks, margin)
    }

    /// Returns the identity of results that depend on scores, on checks of these and on a margin.
    pub(super) fn identity_of_results(
        &self,
        grids: &Grids,
        checks: impl IntoIterator<Item = (&'static str, String)>,
        margin: Margin,
    ) -> Result<Identity> {
        let mut fields = vec![("scores", object(&self.identity(grids)?))];
        fields.extend(checks);
        fields.extend(fields! { "margin": margin });
        Ok(Identity(hash(&object(&fields))))
    }

    /// Returns the first line of the checkpoint of a sweep, without its line break.
    pub(super) fn head(&self, grids: &Grids) -> Result<String> {
        self.identity(grids).map(|identity| object(&identity))
    }

    /// Returns everything that the scores of a sweep depend on; long parts as their XXH3 hash.
    fn identity(&self, grids: &Grids) -> Result<IdentityFields> {
        let grid = grids.first();
        let (rankings, _) = self.rankings.with_baseline();
        Ok(IdentityFields::from(fields! {
            "sweep_checkpoint": VERSION,
            "tamis": env!("CARGO_PKG_VERSION"),
            "index": hash_of_index(self.corpus),
            "grids": grids.iter().map(axes_of_grid).collect::<Vec<_>>(),
            "filter": grid.side.to_string(),
            "weights": grids.iter().map(|grid| grid.weights.texts()).collect::<Vec<_>>(),
            "title": grid.title.name(),
            "models": rankings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "baseline": self.rankings.baseline.to_string(),
            "measures": self.measures.iter().map(Instance::name).collect::<Vec<_>>(),
            "hits": self.hits,
            "remove_query": self.remove_query,
            "steps": self.steps(grids),
            "topics": self.topics.len(),
            "queries": self.hash_of_queries()?,
            "judgements": self.hash_of_judgements()?,
        }))
    }

    fn hash_of_queries(&self) -> Result<String> {
        self.hash_of_topics(|topic| {
            Ok(object(&fields! { "topic": topic.id, "terms": topic.query.terms }))
        })
    }

    /// Returns the hash of the judgements as the measures use them: the lowest relevant grade, the
    /// grades of all judged documents, descending, and those of documents in the index.
    fn hash_of_judgements(&self) -> Result<String> {
        let visible: Vec<u32> = self.corpus.order()?.visible().collect();
        self.hash_of_topics(|topic| {
            Ok(object(&fields! {
                "level": topic.judgements.level(),
                "grades": topic.judgements.grades(),
                "indexed": indexed(topic, &visible),
            }))
        })
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
    let judged = match judged {
        Some(judged) => object(&fields! {
            "measure": judged.measures[0].name(),
            "queries": judged.hash_of_queries()?,
            "judgements": judged.hash_of_judgements()?,
        }),
        None => "null".to_owned(),
    };
    let index = hash_of_index(corpus);
    let mut fields = IdentityFields::from(fields! {
        "tamis": env!("CARGO_PKG_VERSION"), "index": index, "settings": settings,
    });
    fields.push(("judged", judged));
    Ok(Identity(hash(&object(&fields))))
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

/// Returns the grades of the documents in the index by their places in `visible`, the ranks of the
/// pages that pass the filters.
fn indexed(topic: &JudgedTopic, visible: &[u32]) -> Vec<(u32, i32)> {
    let mut grades = topic.grades();
    for (document, _) in &mut grades {
        *document = visible.partition_point(|rank| rank < document) as u32;
    }
    grades
}

/// Returns the axes of a grid: each rule with the names of its axis and of its value, or the name
/// of an axis of numbers with its values.
fn axes_of_grid(grid: &Grid) -> Vec<serde_json::Value> {
    let mut axes = Vec::new();
    for axis in &grid.outer {
        let rules = axis.values.iter().map(|(name, rule)| format!("{} {name}: {rule}", axis.name));
        axes.push(rules.collect());
    }
    let weights = grid.weights.axes.iter().map(axes::of_weights);
    let numbers = weights.chain([axes::of_thresholds(&grid.inner)]);
    axes.extend(numbers.map(|axis| serde_json::json!([axis.name, axis.values])));
    axes
}

/// Returns a value of an identity as JSON.
pub(super) fn json(value: &(impl Serialize + ?Sized)) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::index(LIST, error.to_string()))
}

/// Returns the hash that a folder of results has of an identity.
fn hash(identity: &str) -> String {
    format!("{:032x}", xxh3_128(identity.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Rankings, measures};
    use crate::request::Request;
    use crate::sweep::{RuleAxis, ThresholdAxis};
    use crate::{ModelSpec, Parameters, Query, Ranking};
    use std::collections::HashMap;
    use tamis_eval::measure::TopicJudgements;
    use tamis_index::index::{Manifest, Recipe};

    fn topic() -> JudgedTopic {
        JudgedTopic {
            id: "1".to_owned(),
            text: String::new(),
            query: Query { terms: vec![("tea".to_owned(), 1.5)] },
            grades: HashMap::from([(4, 0), (0, 2), (1, 1)]),
            judgements: TopicJudgements::from_grades([0, 2, 1], 1),
            missing: 0,
            missing_relevant: 0,
            own: None,
        }
    }

    #[test]
    fn an_experiment_has_these_fields_in_this_order() {
        let corpus = Corpus::new(Vec::new()).unwrap();
        let model = ModelSpec::new("dph", &Parameters::default()).unwrap();
        let rankings = Rankings::single(Ranking { model, feedback: None });
        let measures = measures::measures(["P.10"]).unwrap();
        let experiment =
            Experiment::new(&corpus, vec![topic()], measures, rankings, Some(10)).unwrap();
        let every = ThresholdAxis::every_block();
        let rule = Request::default().split_rule(&Manifest::new(Recipe::default())).unwrap();
        let mut grid = Grid::nested(every.clone(), rule);
        grid.outer.push(RuleAxis::from(&every));
        let grids = Grids::from(grid);
        let head = experiment.head(&grids).unwrap();
        let hash = |name: &str| {
            let value: serde_json::Value = serde_json::from_str(&head).unwrap();
            value[name].as_str().unwrap().to_owned()
        };
        let version = env!("CARGO_PKG_VERSION");
        let scores =
            format!(r#"{{"sweep_checkpoint":2,"tamis":"{version}","index":"{}","#, hash("index"))
                + r#""grids":[[["min_words 0: words >= 0"],["min_words",["0"]]]],"filter":"all","#
                + r#""weights":[[]],"title":"keep","models":["dph"],"baseline":"dph","#
                + r#""measures":["P_10"],"hits":10,"remove_query":false,"steps":1,"topics":1,"#
                + &format!(
                    r#""queries":"{}","judgements":"{}"}}"#,
                    hash("queries"),
                    hash("judgements")
                );
        assert_eq!(head, scores);
    }

    #[test]
    fn values_are_written_as_they_are() {
        let topic = topic();
        let fields = || -> Result<IdentityFields> {
            Ok(IdentityFields::from(fields! {
                "topic": topic.id,
                "terms": topic.query.terms,
                "grades": topic.judgements.grades(),
                "indexed": indexed(&topic, &[0, 1, 2, 3, 4]),
                "folds": None::<usize>,
                "margin": Margin::Absolute(0.02),
            }))
        };
        let expected = r#"{"topic":"1","terms":[["tea",1.5]],"grades":[2,1,0],"#.to_owned()
            + r#""indexed":[[0,2],[1,1],[4,0]],"folds":null,"margin":"0.02"}"#;
        assert_eq!(object(&fields().unwrap()), expected);
    }
}
