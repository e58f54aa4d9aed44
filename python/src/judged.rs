//! Topics, qrels and runs, read from files or made of columns, as values that Python hands to
//! searches and evaluations.

use crate::errors::{Failure, Result};
use crate::signals::short;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use tamis::eval::Topic;
use tamis::eval::trec::TopicFields;
use tamis::job::eval::Judgements;
use tamis::job::{Judged, Source};

/// Topics: ids and queries, in a file or in memory.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Topics {
    /// As jobs take them.
    pub source: Source<tamis::Topics>,
    /// The parts of topics of a file that are queries.
    fields: TopicFields,
}

/// Judgements, in a file or in memory.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Qrels(Source<tamis::Qrels>);

/// A run.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Run(pub Arc<tamis::Run>);

/// What scores rankings, with these topics and judgements.
pub(crate) fn judged_by(judged: Judged, topics: &Topics, qrels: &Qrels) -> Judged {
    let (topic_field, qrels) = (topics.fields, qrels.0.clone());
    Judged { topics: topics.source.clone(), topic_field, qrels, ..judged }
}

impl Qrels {
    /// The judgements as a part of an evaluation.
    pub fn judgements(&self) -> Source<Judgements> {
        match &self.0 {
            Source::Value(qrels, _) => Source::value(Judgements::from(qrels.clone()), "the qrels"),
            file => Source::File(file.path().to_owned()),
        }
    }
}

#[pymethods]
impl Topics {
    /// Those in a file; `fields` are the parts that make up the queries, as `title+desc`.
    #[staticmethod]
    fn read(path: PathBuf, fields: String) -> Result<Self> {
        Ok(Self { source: Source::File(path), fields: fields.parse()? })
    }

    /// Takes ids and queries.
    #[staticmethod]
    fn of(py: Python<'_>, ids: Vec<String>, texts: Vec<String>) -> Result<Self> {
        let topics = short(py, || topics(ids, &texts))?;
        Ok(Self { source: Source::value(topics, "topics"), fields: TopicFields::default() })
    }

    /// The topics as columns `qid` and `query`.
    fn table(&self) -> Result<Table> {
        let topics = match &self.source {
            Source::Value(topics, _) => topics.clone(),
            file => Arc::new(tamis::Topics::fields(self.fields).read(file.path())?),
        };
        Columns::default()
            .texts("qid", topics.iter().map(|topic| &topic.id))
            .texts("query", topics.iter().map(|topic| &topic.text))
            .table()
    }
}

fn topics(ids: Vec<String>, texts: &[String]) -> Result<tamis::Topics> {
    let mut first = HashMap::new();
    for (row, id) in ids.iter().enumerate() {
        word("topics", "query_id", row, id)?;
        if let Some(first) = first.insert(id, row) {
            return Err(Failure::Input(format!(
                "topics: row {row}: found query_id '{id}' a second time, expected each once; row \
                 {first} has it already"
            )));
        }
    }
    if ids.is_empty() {
        return Err(Failure::Input("topics: found no row, expected one or more".to_owned()));
    }
    let topics = ids.iter().zip(texts).map(|(id, text)| Topic {
        id: id.clone(),
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
    });
    Ok(topics.collect())
}

/// Returns the lines of a run or of qrels, row by row, as a file has them: `rest` is what follows
/// the docno.
fn lines(
    (what, iteration): (&str, &str),
    topics: &[String],
    docnos: &[String],
    rest: impl Fn(usize) -> String,
) -> Result<Vec<u8>> {
    let mut lines = String::new();
    for (row, (topic, docno)) in topics.iter().zip(docnos).enumerate() {
        word(what, "query_id", row, topic)?;
        word(what, "doc_id", row, docno)?;
        let _ = writeln!(lines, "{topic} {iteration} {docno} {}", rest(row));
    }
    Ok(lines.into_bytes())
}

/// Refuses an id that lines of a run or of qrels could not hold.
fn word(what: &str, column: &str, row: usize, id: &str) -> Result<()> {
    if !id.is_empty()
        && !id.contains(|c: char| c.is_whitespace() || c.is_control())
        && !id.starts_with('#')
    {
        return Ok(());
    }
    let expected = "one word without control characters that does not begin with #";
    Err(Failure::Input(format!("{what}: row {row}: found {column} {id:?}, expected {expected}")))
}

#[pymethods]
impl Qrels {
    /// Those in a file.
    #[staticmethod]
    fn read(path: PathBuf) -> Self {
        Self(Source::File(path))
    }

    /// Takes the ids of topics, docnos and grades.
    #[staticmethod]
    fn of(
        py: Python<'_>,
        topics: Vec<String>,
        docnos: Vec<String>,
        grades: Vec<i32>,
    ) -> Result<Self> {
        let qrels = short(py, || {
            let lines = lines(("qrels", "0"), &topics, &docnos, |row| grades[row].to_string())?;
            Ok(tamis::Qrels::read_from(&lines[..], "qrels")?)
        })?;
        Ok(Self(Source::value(qrels, "qrels")))
    }

    /// The judgements as columns `qid`, `docno` and `label`.
    fn table(&self) -> Result<Table> {
        let qrels = match &self.0 {
            Source::Value(qrels, _) => qrels.clone(),
            file => Arc::new(tamis::Qrels::read(file.path())?),
        };
        let mut rows: Vec<(&str, &str, i32)> = Vec::new();
        for (id, judged) in qrels.topics() {
            rows.extend(judged.iter().map(|(docno, grade)| (id, docno, grade)));
        }
        Columns::default()
            .texts("qid", rows.iter().map(|(id, ..)| id))
            .texts("docno", rows.iter().map(|(_, docno, _)| docno))
            .wholes("label", rows.iter().map(|(.., grade)| i64::from(*grade)))
            .table()
    }
}

#[pymethods]
impl Run {
    /// Reads a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> Result<Self> {
        Ok(Self(short(py, || Ok(Source::from(path).read()?))?))
    }

    /// Takes the ids of topics, docnos and scores.
    #[staticmethod]
    fn of(
        py: Python<'_>,
        topics: Vec<String>,
        docnos: Vec<String>,
        scores: Vec<f64>,
        tag: String,
    ) -> Result<Self> {
        let tag = tag.replace(char::is_whitespace, "-");
        let tag = if tag.is_empty() { "run" } else { &tag };
        let run = short(py, || {
            let rest = |row: usize| format!("- {} {tag}", scores[row]);
            let lines = lines(("run", "Q0"), &topics, &docnos, rest)?;
            Ok(tamis::Run::read_from(&lines[..], "run")?)
        })?;
        Ok(Self(Arc::new(run)))
    }

    /// The name of the system.
    #[getter]
    fn tag(&self) -> &str {
        self.0.tag()
    }

    /// The results as columns `qid`, `docno`, `rank` and `score`, topics in the order of their ids.
    fn table(&self) -> Result<Table> {
        let mut rows = Vec::new();
        for (id, ranking) in self.0.topics() {
            let found = (1..).zip(ranking.iter());
            rows.extend(found.map(|(rank, found)| (id, found.docno, rank, found.score)));
        }
        run_table(&rows)
    }
}

/// Returns a run as a table: topic, docno, rank and score of every result.
pub(crate) fn run_table(rows: &[(&str, &str, i64, f64)]) -> Result<Table> {
    Columns::default()
        .texts("qid", rows.iter().map(|row| row.0))
        .texts("docno", rows.iter().map(|row| row.1))
        .wholes("rank", rows.iter().map(|row| row.2))
        .numbers("score", rows.iter().map(|row| row.3))
        .table()
}
