//! Checks of judgements and a run, to read before trusting the scores. They do not change any
//! score.

use super::catalog::err;
use super::evaluate::Evaluation;
use super::instance::Instance;
use super::judged::Relevance;
use super::ranking::is_looked_at;
use crate::error::{Error, Result};
use crate::trec::Run;
use crate::trec::ids::padded;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;
use tamis_place::Place;

/// Findings about judgements and a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Checks {
    /// Topics of the judgements that are not in the run.
    pub absent_topics: Vec<String>,
    /// Topics of the run that are not in the judgements.
    pub unjudged_topics: Vec<String>,
    /// A topic of the run and one of the judgements, neither of which the other file has, whose ids
    /// differ in zeros alone; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padded_topic: Option<(String, String)>,
    /// The share of unjudged documents (not listed, or with grade -1) in the first ten results of
    /// each topic that both have; none if there are no such results, or if the judgements are not
    /// qrels.
    pub unjudged_at_10: Option<f64>,
    /// Topics of the run whose lines are not sorted by score.
    pub unsorted_topics: Vec<String>,
    /// Topics of the run whose ranks contradict the scores.
    pub misranked_topics: Vec<String>,
    /// Number of judgements with a grade below 0, which trec_eval's measures count as not judged.
    pub negative_grades: u64,
    /// Number of judgements with a grade above 127 ([`Checks::HIGHEST_GRADE`]): likely a count or
    /// an id.
    pub huge_grades: u64,
    /// Number of judgements with a grade above the scale of the intent-aware measures that were
    /// asked for; any relevant grade counts the same there.
    pub above_scale: u64,
    /// Number of lines of qrels that say the same as an earlier one.
    pub repeated_judgements: u64,
}

/// Refuses judgements with a grade above the highest one that a measure's formula has, as gdeval
/// does: ERR takes a grade for a probability, and 4 is the highest. `name` is the qrels file in the
/// message.
///
/// # Errors
/// [`Error::Format`] with the first such topic, document and grade.
pub fn check_grades<'a>(
    relevance: impl Into<Relevance<'a>>,
    instances: &[Instance],
    name: impl AsRef<Path>,
) -> Result<()> {
    let Relevance::Qrels(qrels) = relevance.into() else { return Ok(()) };
    let Some(measure) = instances.iter().find(|one| one.highest_grade().is_some()) else {
        return Ok(());
    };
    for (topic, judged) in qrels.topics() {
        if let Some((docno, grade)) = judged.iter().find(|(_, grade)| *grade > err::HIGHEST) {
            let found = format!("grade {grade} of document '{docno}' for topic '{topic}'");
            let expected = format!(
                "grades up to {highest}: {} has no probability for a higher one (gdeval stops \
                 there, too); replace the grades by 0 to {highest}, or ask for nDCG",
                measure.name(),
                highest = err::HIGHEST
            );
            return Err(Error::format(Place::file(name.as_ref()), found, expected));
        }
    }
    Ok(())
}

impl Checks {
    /// The highest grade that trec_eval guarantees to accept.
    pub const HIGHEST_GRADE: i32 = 127;

    /// Checks judgements and a run; their evaluation knows which topics they share.
    pub fn new(relevance: Relevance, run: &Run, evaluation: &Evaluation) -> Self {
        let grades = relevance.grades();
        let negative = grades.iter().filter(|grade| **grade < 0).count();
        let is_intent_aware = |one: &Instance| ["err_ia", "nerr_ia"].contains(&one.measure().name);
        let scaled = evaluation.instances.iter().any(is_intent_aware);
        let above = grades.iter().filter(|grade| scaled && **grade > err::HIGHEST).count();
        let huge = grades.iter().filter(|grade| **grade > Self::HIGHEST_GRADE).count();
        Self {
            absent_topics: evaluation.absent.clone(),
            unjudged_topics: evaluation.unjudged.clone(),
            padded_topic: padded_topic(evaluation),
            unjudged_at_10: unjudged_at_10(relevance, run),
            unsorted_topics: run.unsorted().to_vec(),
            misranked_topics: run.misranked().to_vec(),
            negative_grades: negative as u64,
            huge_grades: huge as u64,
            above_scale: above as u64,
            repeated_judgements: match relevance {
                Relevance::Qrels(qrels) => qrels.repeated(),
                _ => 0,
            },
        }
    }
}

fn padded_topic(evaluation: &Evaluation) -> Option<(String, String)> {
    let [unjudged, absent] =
        [&evaluation.unjudged, &evaluation.absent].map(|topics| topics.iter().map(String::as_str));
    padded(unjudged, absent).map(|(one, other)| (one.to_owned(), other.to_owned()))
}

fn unjudged_at_10(relevance: Relevance, run: &Run) -> Option<f64> {
    let Relevance::Qrels(qrels) = relevance else { return None };
    let mut results = 0u64;
    let mut unjudged = 0u64;
    for (id, judged) in qrels.topics() {
        for retrieved in run.topic(id).unwrap_or_default().first(10).iter() {
            results += 1;
            unjudged += u64::from(!is_looked_at(judged.grade(retrieved.docno)));
        }
    }
    (results > 0).then(|| unjudged as f64 / results as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::evaluate::{Options, evaluate_against};
    use crate::measure::request::parse;
    use crate::trec::{Qrels, Run};

    #[test]
    fn everything_is_found() {
        let qrels =
            Qrels::read_from("1 0 a 1\n1 0 b -1\n2 0 a 900\n3 0 a 0\n3 0 a 0\n".as_bytes(), "q")
                .unwrap();
        // In topic 1 the ranks agree with the scores but the lines are not sorted; in topic 3 the
        // reverse.
        let lines =
            "1 Q b 2 1 t\n1 Q a 1 3 t\n3 Q a 2 2 t\n3 Q x 1 1 t\n4 Q a 0 1 t\n4 Q b 0 1 t\n";
        let run = Run::read_from(lines.as_bytes(), "r").unwrap();
        let checks = Checks::new(
            Relevance::Qrels(&qrels),
            &run,
            &evaluate_against(&qrels, &run, &[], Options::default()),
        );
        assert_eq!(
            checks,
            Checks {
                absent_topics: vec!["2".into()],
                unjudged_topics: vec!["4".into()],
                padded_topic: None,
                unjudged_at_10: Some(0.5),
                unsorted_topics: vec!["1".into()],
                misranked_topics: vec!["3".into()],
                negative_grades: 1,
                huge_grades: 1,
                above_scale: 0,
                repeated_judgements: 1,
            }
        );
    }

    #[test]
    fn grades_above_those_of_a_measure_are_refused() {
        let qrels = Qrels::read_from("1 0 a 4\n2 0 b 5\n2 0 c 9\n".as_bytes(), "q").unwrap();
        let check = |name: &str| check_grades(&qrels, &parse(name).unwrap(), "q.txt");
        for name in ["ERR@10", "err.3", "ERR@1000", "ERR(judged_only=True)@5"] {
            let message = check(name).unwrap_err().to_string();
            let found =
                "q.txt: found grade 5 of document 'b' for topic '2', expected grades up to 4";
            assert!(message.starts_with(found), "{message}");
        }
        for name in ["nDCG@10", "ndcg_exp.10", "map"] {
            assert!(check(name).is_ok(), "{name}");
        }
        let run = Run::read_from("1 Q a 1 1 t\n2 Q b 1 1 t\n".as_bytes(), "r").unwrap();
        let err = parse("ERR@10").unwrap();
        let found = evaluate_against(&qrels, &run, &err, Options::default());
        assert!((found.topics[0].scores[0] - 15.0 / 16.0).abs() < 1e-15);
        assert!(found.topics[1].scores[0].is_nan());
    }
}
