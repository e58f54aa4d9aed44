//! Findings about judgements and runs that `tamis eval` reports in addition to scores: warnings, or
//! a JSON object.

use super::against_index::AgainstIndex;
use super::warnings::of_repeats;
use crate::cli::console::Verbosity;
use crate::cli::kind;
use serde::Serialize;
use std::collections::HashSet;
use std::io::{self, Write};
use tamis_eval::measure::Checks;
use tamis_place::Escaped;
use tamis_report::json::one_line;
use tamis_report::words::counted;

/// All findings, as the last line of `--json`.
#[derive(Serialize)]
struct Object<'a> {
    checks: &'a Findings,
}

/// All findings.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// Findings about judgements and run.
    #[serde(flatten)]
    pub checks: Checks,
    /// Findings against an index, if one is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<AgainstIndex>,
}

/// The share of unjudged results among the first ten that causes a warning.
const MANY_UNJUDGED: f64 = 0.1;

impl Findings {
    /// Returns one line of JSON.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(one_line(&Object { checks: self }).as_bytes())
    }

    /// Returns a line for each finding that affects the scores of one run; absent topics only if
    /// they are `left_out`.
    pub fn warn(&self, left_out: bool, talk: Verbosity, out: &mut dyn Write) -> io::Result<()> {
        let absent = named_topics(&self.checks.absent_topics, talk, |count| {
            format!("the run lacks {count} of the qrels; left out (with -c, 0 in the means)")
        });
        let absent: Vec<String> = absent.into_iter().filter(|_| left_out).collect();
        let index = self.index.as_ref().map_or_else(Vec::new, |index| of_index(index, "the run"));
        let of_run = Self::of_run(&self.checks, talk);
        let of_judgements = Self::of_judgements(&self.checks);
        write_warnings(&[absent, of_run, of_judgements, index].concat(), out)
    }

    /// Returns the findings about the run, except missing topics.
    pub fn of_run(checks: &Checks, talk: Verbosity) -> Vec<String> {
        let Checks { unjudged_topics, unsorted_topics, misranked_topics, .. } = checks;
        let misranked: HashSet<&String> = misranked_topics.iter().collect();
        let only_unsorted: Vec<String> =
            unsorted_topics.iter().filter(|topic| !misranked.contains(topic)).cloned().collect();
        let unjudged = checks.unjudged_at_10.filter(|share| *share >= MANY_UNJUDGED);
        let found = [
            named_topics(unjudged_topics, talk, |count| {
                format!("the qrels lack {count} of the run; ignored")
            }),
            checks.padded_topic.as_ref().map(|(run, qrels)| kind::padded(("run", run), qrels)),
            named_topics(misranked_topics, talk, |count| {
                format!("ranks contradict scores in {count} of the run; scores count")
            }),
            named_topics(&only_unsorted, talk, |count| {
                format!("lines are not in the order of scores in {count} of the run; sorted")
            }),
            unjudged.map(|share| {
                let share = (share * 100.0).round();
                format!("nobody judged {share} % of the first ten results; scores are lower bounds")
            }),
        ];
        found.into_iter().flatten().collect()
    }

    /// Returns the findings about the judgements.
    pub fn of_judgements(checks: &Checks) -> Vec<String> {
        let mut found = Vec::new();
        if checks.negative_grades > 0 {
            let count = counted(checks.negative_grades, "judgement");
            found.push(format!(
                "{count} below 0 in the qrels; such documents count as not judged, in judged@10 \
                 only those of -1"
            ));
        }
        if checks.above_scale > 0 {
            let count = counted(checks.above_scale, "judgement");
            found.push(format!(
                "{count} above 4 in the qrels; ERR-IA counts every relevant grade the same"
            ));
        }
        if checks.huge_grades > 0 {
            let count = counted(checks.huge_grades, "judgement");
            let most = Checks::HIGHEST_GRADE;
            found.push(format!(
                "{count} above {most} in the qrels; is the fourth column the grade?"
            ));
        }
        found.extend(of_repeats(checks.repeated_judgements));
        found
    }
}

/// Writes a line for each finding.
pub fn write_warnings(found: &[String], out: &mut dyn Write) -> io::Result<()> {
    for finding in found {
        writeln!(out, "warning: {}", Escaped(finding))?;
    }
    Ok(())
}

/// Returns a text about topics with the names that `talk` shows, if there are any.
fn named_topics(
    names: &[String],
    talk: Verbosity,
    text: impl Fn(String) -> String,
) -> Option<String> {
    let count = counted(names.len() as u64, "topic");
    (!names.is_empty()).then(|| format!("{}: {}", text(count), talk.names(names)))
}

/// Returns the findings against an index; `whose` is "the run" or "the runs".
pub fn of_index(index: &AgainstIndex, whose: &str) -> Vec<String> {
    let mut found = Vec::new();
    if index.judged_missing > 0 {
        let missing = counted(index.judged_missing, "judged document");
        let judged = index.judged;
        let names = index.judged_missing_first.join(", ");
        found.push(format!("not in the index: {missing} of {judged}, such as {names}"));
    }
    if index.run_missing > 0 {
        let missing = counted(index.run_missing, "document");
        let names = index.run_missing_first.join(", ");
        found.push(format!("not in the index: {missing} of {whose}, such as {names}"));
    }
    if let Some((cut, whole)) = index.cut_off_first.first() {
        let count = counted(index.cut_off, "docno");
        let look = if index.cut_off == 1 { "looks" } else { "look" };
        found.push(format!("{count} {look} cut off: '{cut}' may be '{whole}'; write whole docnos"));
    }
    let nothing = "no search of this view finds them";
    if index.judged_left_out > 0 {
        let left_out = counted(index.judged_left_out, "judged document");
        let judged = index.judged;
        let pages = &index.pages;
        let names = index.judged_left_out_first.join(", ");
        found
            .push(format!("{pages} leaves out {left_out} of {judged}, such as {names}; {nothing}"));
    }
    if index.judged_empty > 0 {
        let empty = counted(index.judged_empty, "judged document");
        let judged = index.judged;
        let rule = &index.rule;
        let names = index.judged_empty_first.join(", ");
        found.push(format!(
            "no permitted text in {empty} of {judged}, such as {names} (rule: {rule}); {nothing}"
        ));
    }
    found
}
