//! The records that were skipped while the index was built, and the defects of others: the list of
//! skipped records, filtered, some lines at a time.

use crate::excerpt::start;
use crate::requests::{Answer, Failure, Fields, Pairs, Problem};
use crate::site::WebRequest;
use serde::Serialize;
use tamis::collection::Reason;
use tamis::{Error, ReportFilter, ReportLine, ReportOutcome};

/// The parameters of the list.
pub const PARAMETERS: [&str; 5] = ["reason", "outcome", "text", "from", "rows"];
/// Lines of an answer if the address names no other number.
pub const ROWS: usize = 100;
/// The most lines of an answer.
pub const MAX_ROWS: usize = 1000;
/// Characters of a cell to show: a record may be called anything.
const CELL: usize = 1000;

/// Lines of the list of skipped records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportAnswer {
    pub total: u64,
    pub matching: u64,
    /// The number of the first line below, from 1, of those that match.
    pub from: usize,
    /// Lines by reason, of those that match all filters but the one by reason.
    pub by_reason: Vec<Reasoned>,
    /// Why the list cannot be trusted, if it is not as it was committed.
    pub damage: Option<String>,
    /// The lines, in the order of the list.
    pub rows: Vec<ReportLine>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Reasoned {
    pub reason: &'static str,
    pub lines: u64,
    /// Whether content is missing that the archive should have, or that a limit cut off.
    pub is_damage: bool,
}

/// Reads which lines to list; other parameters are ignored.
///
/// # Errors
/// [`Failure::Problems`] with every parameter that is wrong.
pub fn filter(fields: &Fields) -> Answer<ReportFilter> {
    let mut problems = Vec::new();
    let known = ["skipped", "flawed"];
    let most = format!(", 1 to {MAX_ROWS}");
    let reason = named(fields, "reason", Reason::named, &Reason::ALL.map(Reason::name));
    let outcome = named(fields, "outcome", ReportOutcome::named, &known);
    let filter = ReportFilter {
        reason: noted(reason, &mut problems)?,
        damaged: false,
        outcome: noted(outcome, &mut problems)?,
        text: fields.get("text").map(str::to_owned),
        skip: noted(fields.whole("from", 1.., ", 1 or more"), &mut problems)?.unwrap_or(1) - 1,
        limit: noted(fields.whole("rows", 1..=MAX_ROWS, &most), &mut problems)?.unwrap_or(ROWS),
    };
    if problems.is_empty() { Ok(filter) } else { Err(Failure::Problems(problems)) }
}

/// The parameters that are not at their defaults, from this line on, counted from 1.
pub fn pairs(filter: &ReportFilter, from: usize) -> Pairs {
    let pairs = [
        ("reason", filter.reason.map(|reason| reason.name().to_owned())),
        ("outcome", filter.outcome.map(|outcome| outcome.name().to_owned())),
        ("text", filter.text.clone()),
        ("from", unless_default(from, 1)),
        ("rows", unless_default(filter.limit, ROWS)),
    ];
    pairs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn unless_default(number: usize, default: usize) -> Option<String> {
    (number != default).then(|| number.to_string())
}

/// A value that has a name.
fn named<T>(
    fields: &Fields,
    name: &str,
    known: fn(&str) -> Option<T>,
    names: &[&'static str],
) -> Answer<Option<T>> {
    let Some(found) = fields.get(name) else { return Ok(None) };
    let unknown = || Error::unknown_name(name, found, names.iter().copied()).to_string();
    known(found).map(Some).ok_or_else(|| Failure::of(name, unknown()))
}

/// Keeps what is wrong with a value, so that all problems are told at once.
fn noted<T>(value: Answer<Option<T>>, problems: &mut Vec<Problem>) -> Answer<Option<T>> {
    match value {
        Err(Failure::Problems(found)) => {
            problems.extend(found);
            Ok(None)
        }
        other => other,
    }
}

/// Reads the list as it was when the commit of a request was made.
///
/// # Errors
/// [`Failure::Error`] if the list may not be read.
pub fn losses(web: &WebRequest<'_>, filter: &ReportFilter) -> Answer<ReportAnswer> {
    let found = web.snapshot.index.record_reports(filter)?;
    let mut by_reason = Vec::new();
    for reason in Reason::ALL {
        if let Some(&lines) = found.by_reason.get(reason.name()) {
            let is_damage = reason.is_damage();
            by_reason.push(Reasoned { reason: reason.name(), lines, is_damage });
        }
    }
    Ok(ReportAnswer {
        total: found.total,
        matching: found.matching,
        from: filter.skip + 1,
        by_reason,
        damage: found.damage,
        rows: found.rows.into_iter().map(short).collect(),
    })
}

/// A line with its long cells cut.
fn short(line: ReportLine) -> ReportLine {
    ReportLine {
        archive: start(&line.archive, CELL),
        record: start(&line.record, CELL),
        detail: start(&line.detail, CELL),
        ..line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Answer<ReportFilter> {
        filter(&Fields::parse(query).unwrap())
    }

    #[test]
    fn parameters_are_read_and_written_again() {
        let request =
            read("reason=duplicate&outcome=skipped&text=a+b&from=101&rows=50&min_words=3").unwrap();
        assert_eq!(
            (request.reason, request.skip, request.limit),
            (Some(Reason::Duplicate), 100, 50)
        );
        let pairs = super::pairs(&request, 1);
        let pairs: Vec<(&str, &str)> =
            pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(
            pairs,
            [("reason", "duplicate"), ("outcome", "skipped"), ("text", "a b"), ("rows", "50")]
        );
        let plain = read("").unwrap();
        assert_eq!((plain.skip, plain.limit, super::pairs(&plain, 1)), (0, ROWS, Vec::new()));
    }

    #[test]
    fn every_problem_is_reported_at_its_parameter() {
        let Err(Failure::Problems(problems)) =
            read("reason=duplicates&outcome=lost&from=0&rows=1001")
        else {
            panic!()
        };
        let names: Vec<&str> = problems.iter().map(|problem| problem.parameter.as_str()).collect();
        assert_eq!(
            names,
            PARAMETERS.iter().copied().filter(|name| *name != "text").collect::<Vec<_>>()
        );
        assert!(problems[0].message.contains("'duplicate'"), "{problems:?}");
        assert_eq!(problems[3].message, "found '1001', expected a whole number, 1 to 1000");
    }
}
