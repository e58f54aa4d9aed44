//! What a file of an experiment is that was given for another one: topics for qrels, a run for
//! topics.

use std::path::Path;
use tamis_eval::Qrels;
use tamis_eval::trec::{Run, TopicFields, Topics};
use tamis_index::error::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputKind {
    Topics,
    Qrels,
    Run,
}

impl InputKind {
    /// What the content of a file shows. Lines of judgements could be those of topics as well, so
    /// they come first.
    fn of(path: &Path) -> Option<Self> {
        if !path.is_file() {
            None
        } else if Qrels::read(path).is_ok() {
            Some(Self::Qrels)
        } else if Run::read(path).is_ok() {
            Some(Self::Run)
        } else {
            // All columns that there are: the second alone looks like a query of one word.
            let read = |names: &str| {
                let fields = names.parse::<TopicFields>().ok()?;
                Topics::fields(fields).read(path).ok()
            };
            let topics = ["title+desc+narr", "title+desc", "title"].into_iter().find_map(read)?;
            (!is_table(&topics)).then_some(Self::Topics)
        }
    }
}

/// Whether all topics but the first, which may be a header, look like lines of judgements or of a
/// run: equally many columns, one of which is a number everywhere.
fn is_table(topics: &Topics) -> bool {
    let rows: Vec<Vec<&str>> =
        topics.iter().map(|topic| topic.text.split_whitespace().collect()).collect();
    let rows = if rows.len() > 1 { &rows[1..] } else { &rows[..] };
    let columns = rows[0].len();
    let is_number = |column: &usize| rows.iter().all(|row| row[*column].parse::<f64>().is_ok());
    columns > 1
        && rows.iter().all(|row| row.len() == columns)
        && (0..columns).any(|column| is_number(&column))
}

/// Adds to an error about a malformed file what `hint` says of the kind that the file is.
pub(crate) fn explained(
    error: impl Into<Error>,
    hint: impl Fn(InputKind) -> Option<&'static str>,
) -> Error {
    let mut error = error.into();
    if let Error::Format(error) = &mut error
        && let Some(hint) = InputKind::of(&error.place.path).and_then(hint)
    {
        error.expected += &format!("; {hint}");
    }
    error
}

/// The hint about topics or qrels of an experiment.
pub(crate) fn of_experiment(found: InputKind) -> Option<&'static str> {
    Some(match found {
        InputKind::Topics => "this looks like topics: are topics and qrels swapped?",
        InputKind::Qrels => "this looks like qrels: are topics and qrels swapped?",
        InputKind::Run => IS_RUN,
    })
}

/// The hint about topics to search for.
pub(crate) fn of_topics(found: InputKind) -> Option<&'static str> {
    match found {
        InputKind::Topics => None,
        InputKind::Qrels => Some("this looks like qrels: name the file with the queries"),
        InputKind::Run => Some(IS_RUN),
    }
}

/// The hint about judgements of runs.
pub(crate) fn of_judgements(found: InputKind) -> Option<&'static str> {
    match found {
        InputKind::Topics => Some("this looks like topics, which are not needed"),
        InputKind::Qrels => None,
        InputKind::Run => Some("this is a run: are judgements and run swapped?"),
    }
}

/// The hint about a run.
pub(crate) fn of_run(found: InputKind) -> Option<&'static str> {
    match found {
        InputKind::Topics => Some("this looks like topics: a search for them makes a run"),
        InputKind::Qrels => Some("this looks like qrels: are judgements and run swapped?"),
        InputKind::Run => None,
    }
}

const IS_RUN: &str = "this is a run, which an evaluation scores";
