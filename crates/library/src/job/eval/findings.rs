//! Findings about judgements and runs that an evaluation has besides its scores: as one object, and
//! as notices.

use super::against_index::AgainstIndex;
use crate::job::judged::of_repeats;
use crate::notice::Notice;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashSet;
use tamis_eval::measure::Checks;
use tamis_eval::runs::{RunComparison, System};
use tamis_report::json::one_line;

/// All findings about judgements and a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Findings {
    /// What they say of each other.
    #[serde(flatten)]
    pub checks: Checks,
    /// Findings against an index; only with `--index`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<AgainstIndex>,
}

/// What to check before trusting the scores of a run, as an object of JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FindingsLine<'a> {
    /// The findings.
    pub checks: &'a Findings,
}

/// The share of unjudged results among the first ten that is worth a notice.
const MANY_UNJUDGED: f64 = 0.1;

impl Findings {
    /// Returns one line of JSON.
    pub fn json(&self) -> String {
        one_line(&FindingsLine { checks: self })
    }

    /// The notices of what affects the scores of one run; of absent topics only if they are
    /// `left_out`.
    pub(super) fn notices(&self, left_out: bool) -> Vec<Notice> {
        let mut notices = Vec::new();
        let absent = &self.checks.absent_topics;
        if left_out && !absent.is_empty() {
            notices.push(Notice::AbsentTopics { topics: absent.clone() });
        }
        notices.extend(of_run(&self.checks));
        notices.extend(of_judgements(&self.checks));
        if let Some(index) = &self.index {
            notices.extend(of_index(index, false));
        }
        notices
    }
}

/// The notices of what affects a comparison of runs. The measures `left_out` have no mean.
pub(super) fn of_comparison(comparison: &RunComparison, left_out: Vec<String>) -> Vec<Notice> {
    let RunComparison { complete, unanswered, baseline, .. } = comparison;
    let mut notices = Vec::new();
    if !left_out.is_empty() {
        notices.push(Notice::MeasuresWithoutMean { measures: left_out });
    }
    if !unanswered.is_empty() && !complete {
        notices.push(Notice::UnansweredTopics { topics: unanswered.clone() });
    }
    let others = comparison.runs.iter().map(|run| &run.system);
    for system in [baseline].into_iter().chain(others) {
        notices.extend(of_system(system, *complete));
    }
    notices.extend(of_judgements(&baseline.checks));
    notices
}

/// The notices of one of several runs.
fn of_system(system: &System, complete: bool) -> Vec<Notice> {
    let mut findings = Vec::new();
    if !system.without_results.is_empty() && !complete {
        findings.push(Notice::OthersAnswer { topics: system.without_results.clone() });
    }
    findings.extend(of_run(&system.checks));
    let of_this =
        |finding: Notice| Notice::OfRun { run: system.name.clone(), finding: Box::new(finding) };
    findings.into_iter().map(of_this).collect()
}

/// The notices of a run, except of missing topics.
fn of_run(checks: &Checks) -> Vec<Notice> {
    let misranked: HashSet<&String> = checks.misranked_topics.iter().collect();
    let unsorted = checks.unsorted_topics.iter().filter(|topic| !misranked.contains(topic));
    let only_unsorted: Vec<String> = unsorted.cloned().collect();
    let mut notices = Vec::new();
    if !checks.unjudged_topics.is_empty() {
        notices.push(Notice::IgnoredTopics { topics: checks.unjudged_topics.clone() });
    }
    if let Some((id, qrels)) = checks.padded_topic.clone() {
        notices.push(Notice::PaddedIds { of: "run", id, qrels });
    }
    if !checks.misranked_topics.is_empty() {
        notices.push(Notice::MisrankedTopics { topics: checks.misranked_topics.clone() });
    }
    if !only_unsorted.is_empty() {
        notices.push(Notice::UnsortedTopics { topics: only_unsorted });
    }
    if let Some(share) = checks.unjudged_at_10.filter(|share| *share >= MANY_UNJUDGED) {
        notices.push(Notice::ManyUnjudged { share });
    }
    notices
}

/// The notices of judgements.
fn of_judgements(checks: &Checks) -> Vec<Notice> {
    let &Checks { negative_grades, above_scale, huge_grades, repeated_judgements, .. } = checks;
    let mut notices = Vec::new();
    if negative_grades > 0 {
        notices.push(Notice::NegativeGrades { judgements: negative_grades });
    }
    if above_scale > 0 {
        notices.push(Notice::GradesAboveScale { judgements: above_scale });
    }
    if huge_grades > 0 {
        notices.push(Notice::HugeGrades { judgements: huge_grades });
    }
    notices.extend(of_repeats(repeated_judgements));
    notices
}

/// The notices of findings against an index; `several` runs, or one.
pub(super) fn of_index(index: &AgainstIndex, several: bool) -> Vec<Notice> {
    let judged = index.judged;
    let mut notices = Vec::new();
    if index.judged_missing > 0 {
        let documents = index.judged_missing;
        let first = index.judged_missing_first.clone();
        notices.push(Notice::JudgedNotIndexed { documents, judged, first });
    }
    if index.run_missing > 0 {
        let documents = index.run_missing;
        let first = index.run_missing_first.clone();
        notices.push(Notice::RetrievedNotIndexed { documents, several, first });
    }
    if let Some((cut, whole)) = index.cut_off_first.first() {
        let docnos = index.cut_off;
        notices.push(Notice::CutOff { docnos, cut: cut.clone(), whole: whole.clone() });
    }
    if index.judged_left_out > 0 {
        let documents = index.judged_left_out;
        let filters = index.pages.clone();
        let first = index.judged_left_out_first.clone();
        notices.push(Notice::JudgedLeftOut { filters, documents, judged, first });
    }
    if index.judged_empty > 0 {
        let documents = index.judged_empty;
        let rule = index.rule.clone();
        let first = index.judged_empty_first.clone();
        notices.push(Notice::JudgedWithoutText { rule, documents, judged, first });
    }
    notices
}
