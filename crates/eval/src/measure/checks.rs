//! What is to be known of judgements and a run before their scores are believed. Nothing here changes a score.

use super::{Evaluation, Relevance};
use crate::trec::Run;
use serde::Serialize;

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Checks {
    /// Topics of the judgements that the run lacks.
    pub absent_topics: Vec<String>,
    /// Topics of the run that the judgements lack.
    pub unjudged_topics: Vec<String>,
    /// Of the first ten results of each topic that both have, the share that nobody judged; none if there is no such
    /// result, or judgements are no grades.
    pub unjudged_at_10: Option<f64>,
    /// Topics of the run whose lines are not in the order of their scores.
    pub unsorted_topics: Vec<String>,
    /// Topics of the run whose stated ranks put a lower score before a higher one.
    pub misranked_topics: Vec<String>,
    /// Judgements of a grade below 0, which says that nobody judged the document.
    pub negative_grades: u64,
    /// Judgements of a grade above [`Checks::HIGHEST_GRADE`]: rather a count or an id than a grade.
    pub huge_grades: u64,
}

impl Checks {
    /// The highest grade that trec_eval promises to take.
    pub const HIGHEST_GRADE: i32 = 127;

    /// Looks at judgements and a run whose evaluation says which topics they share.
    pub fn new(relevance: Relevance, run: &Run, evaluation: &Evaluation) -> Self {
        let grades = relevance.grades();
        let count = |is: &dyn Fn(i32) -> bool| grades.iter().filter(|&&grade| is(grade)).count() as u64;
        Self {
            absent_topics: evaluation.absent.clone(),
            unjudged_topics: evaluation.unjudged.clone(),
            unjudged_at_10: unjudged_at_10(relevance, run),
            unsorted_topics: run.unsorted().to_vec(),
            misranked_topics: run.misranked().to_vec(),
            negative_grades: count(&|grade| grade < 0),
            huge_grades: count(&|grade| grade > Self::HIGHEST_GRADE),
        }
    }
}

fn unjudged_at_10(relevance: Relevance, run: &Run) -> Option<f64> {
    let Relevance::Qrels(qrels) = relevance else { return None };
    let (mut results, mut unjudged) = (0u64, 0u64);
    for (id, judged) in qrels.topics() {
        for retrieved in run.topic(id).unwrap_or_default().iter().take(10) {
            results += 1;
            unjudged += u64::from(!super::ranking::is_judged(judged.grade(&retrieved.docno)));
        }
    }
    (results > 0).then(|| unjudged as f64 / results as f64)
}

#[cfg(test)]
mod tests {
    use super::super::{Options, evaluate};
    use super::*;
    use crate::trec::{qrels, run};

    #[test]
    fn everything_is_found() {
        let qrels = qrels::read_from("1 0 a 1\n1 0 b -1\n2 0 a 900\n3 0 a 0\n".as_bytes(), "q").unwrap();
        // The ranks of topic 1 agree with its scores, its lines are shuffled; in topic 3 it is the other way round.
        let lines = "1 Q b 2 1 t\n1 Q a 1 3 t\n3 Q a 2 2 t\n3 Q x 1 1 t\n4 Q a 0 1 t\n4 Q b 0 1 t\n";
        let run = run::read_from(lines.as_bytes(), "r").unwrap();
        let checks = Checks::new(Relevance::Qrels(&qrels), &run, &evaluate(&qrels, &run, &[], Options::default()));
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
            }
        );
    }
}
