//! Checks of judgements and a run, to read before trusting the scores. They do not change any
//! score.

use super::evaluate::Evaluation;
use super::judged::Relevance;
use super::ranking::is_judged;
use crate::trec::Run;
use serde::Serialize;

/// Findings about judgements and a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Checks {
    /// Topics of the judgements that are not in the run.
    pub absent_topics: Vec<String>,
    /// Topics of the run that are not in the judgements.
    pub unjudged_topics: Vec<String>,
    /// The share of unjudged documents in the first ten results of each topic that both have; none
    /// if there are no such results, or if the judgements are not qrels.
    pub unjudged_at_10: Option<f64>,
    /// Topics of the run whose lines are not sorted by score.
    pub unsorted_topics: Vec<String>,
    /// Topics of the run whose ranks contradict the scores.
    pub misranked_topics: Vec<String>,
    /// Number of judgements with a grade below 0, which means not judged.
    pub negative_grades: u64,
    /// Number of judgements with a grade above [`Checks::HIGHEST_GRADE`]: likely a count or an id.
    pub huge_grades: u64,
    /// Number of lines of qrels that say the same as an earlier one.
    pub repeated_judgements: u64,
}

impl Checks {
    /// The highest grade that trec_eval guarantees to accept.
    pub const HIGHEST_GRADE: i32 = 127;

    /// Checks judgements and a run; their evaluation knows which topics they share.
    pub fn new(relevance: Relevance, run: &Run, evaluation: &Evaluation) -> Self {
        let grades = relevance.grades();
        let negative = grades.iter().filter(|grade| **grade < 0).count();
        let huge = grades.iter().filter(|grade| **grade > Self::HIGHEST_GRADE).count();
        Self {
            absent_topics: evaluation.absent.clone(),
            unjudged_topics: evaluation.unjudged.clone(),
            unjudged_at_10: unjudged_at_10(relevance, run),
            unsorted_topics: run.unsorted().to_vec(),
            misranked_topics: run.misranked().to_vec(),
            negative_grades: negative as u64,
            huge_grades: huge as u64,
            repeated_judgements: match relevance {
                Relevance::Qrels(qrels) => qrels.repeated(),
                _ => 0,
            },
        }
    }
}

fn unjudged_at_10(relevance: Relevance, run: &Run) -> Option<f64> {
    let Relevance::Qrels(qrels) = relevance else { return None };
    let mut results = 0u64;
    let mut unjudged = 0u64;
    for (id, judged) in qrels.topics() {
        for retrieved in run.topic(id).unwrap_or_default().first(10).iter() {
            results += 1;
            unjudged += u64::from(!is_judged(judged.grade(retrieved.docno)));
        }
    }
    (results > 0).then(|| unjudged as f64 / results as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::evaluate::{Options, evaluate_against};
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
                unjudged_at_10: Some(0.5),
                unsorted_topics: vec!["1".into()],
                misranked_topics: vec!["3".into()],
                negative_grades: 1,
                huge_grades: 1,
                repeated_judgements: 1,
            }
        );
    }
}
