//! What `tamis eval` says of judgements and run besides the scores: warnings, or an object of JSON.

use super::against_index::AgainstIndex;
use crate::measure::Checks;
use crate::report::words::counted;
use serde::Serialize;
use std::io::{self, Write};

/// All that was found, as the last line of `--json`.
#[derive(Serialize)]
struct Object<'a> {
    checks: &'a Findings,
}

/// All that was found.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// Of judgements and run alone.
    #[serde(flatten)]
    pub checks: Checks,
    /// Of both against an index, if one was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<AgainstIndex>,
}

/// From this share of unjudged results among the first ten on, there is a warning.
const MANY_UNJUDGED: f64 = 0.1;

impl Findings {
    /// One line of JSON.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &Object { checks: self })?;
        writeln!(out)
    }

    /// A line for each finding that bears on the scores. With `complete`, absent topics count.
    pub fn warn(&self, complete: bool, out: &mut dyn Write) -> io::Result<()> {
        let Checks { absent_topics, unjudged_topics, unsorted_topics, misranked_topics, .. } = &self.checks;
        let mut topics = |names: &[String], text: &dyn Fn(String) -> String| match names.len() {
            0 => Ok(()),
            count => writeln!(out, "warning: {}: {}", text(counted(count as u64, "topic")), names.join(", ")),
        };
        if !complete {
            topics(absent_topics, &|count| {
                format!("the run lacks {count} of the qrels; left out (with -c, 0 in the means)")
            })?;
        }
        topics(unjudged_topics, &|count| format!("the qrels lack {count} of the run; ignored"))?;
        topics(misranked_topics, &|count| format!("ranks contradict scores in {count} of the run; scores count"))?;
        let only_unsorted: Vec<String> =
            unsorted_topics.iter().filter(|topic| !misranked_topics.contains(topic)).cloned().collect();
        topics(&only_unsorted, &|count| format!("lines are not in the order of scores in {count} of the run; sorted"))?;
        self.warn_of_grades(out)?;
        self.index.as_ref().map_or(Ok(()), |index| warn_of_index(index, out))
    }

    fn warn_of_grades(&self, out: &mut dyn Write) -> io::Result<()> {
        let Checks { unjudged_at_10, negative_grades, huge_grades, .. } = self.checks;
        if let Some(share) = unjudged_at_10.filter(|share| *share >= MANY_UNJUDGED) {
            let share = (share * 100.0).round();
            writeln!(out, "warning: nobody judged {share} % of the first ten results; scores are lower bounds")?;
        }
        if negative_grades > 0 {
            let count = counted(negative_grades, "judgement");
            writeln!(out, "warning: {count} below 0 in the qrels; such documents count as not judged")?;
        }
        if huge_grades > 0 {
            let (count, most) = (counted(huge_grades, "judgement"), Checks::HIGHEST_GRADE);
            writeln!(out, "warning: {count} above {most} in the qrels; is the fourth column the grade?")?;
        }
        Ok(())
    }
}

fn warn_of_index(index: &AgainstIndex, out: &mut dyn Write) -> io::Result<()> {
    let such_as = |names: &[String]| names.join(", ");
    if index.judged_missing > 0 {
        let (missing, judged) = (counted(index.judged_missing, "judged document"), index.judged);
        let names = such_as(&index.judged_missing_first);
        writeln!(out, "warning: not in the index: {missing} of {judged}, such as {names}")?;
    }
    if index.run_missing > 0 {
        let (missing, names) = (counted(index.run_missing, "document"), such_as(&index.run_missing_first));
        writeln!(out, "warning: not in the index: {missing} of the run, such as {names}")?;
    }
    if let Some((cut, whole)) = index.cut_off_first.first() {
        let count = counted(index.cut_off, "docno");
        writeln!(out, "warning: {count} look cut off: '{cut}' may be '{whole}'; write whole docnos")?;
    }
    if index.judged_empty > 0 {
        let empty = counted(index.judged_empty, "judged document");
        writeln!(out, "warning: no permitted text in {empty} of the index: no search of this view finds them")?;
    }
    Ok(())
}
