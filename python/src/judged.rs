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
use tamis::job::{Judged, Source};

/// Topics: ids and queries.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Topics(pub Arc<tamis::Topics>, Source<tamis::Topics>, TopicFields);

/// Judgements.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Qrels(pub Arc<tamis::Qrels>, Source<tamis::Qrels>);

/// A run.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Run(pub Arc<tamis::Run>);

impl Topics {
    /// The topics as a part of a job.
    pub fn source(&self) -> Source<tamis::Topics> {
        self.1.clone()
    }
}

/// Topics and judgements as a part of a job.
pub(crate) fn judged_by(topics: &Topics, qrels: &Qrels) -> Judged {
    Judged { topic_field: topics.2, ..Judged::new(topics.1.clone(), qrels.1.clone()) }
}

#[pymethods]
impl Topics {
    /// Reads a file; `fields` are those that make up the queries, as `title+desc`.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, fields: String) -> Result<Self> {
        let fields: TopicFields = fields.parse()?;
        let topics = Arc::new(short(py, || Ok(tamis::Topics::fields(fields).read(&path)?))?);
        Ok(Self(topics.clone(), Source::Read(topics, path), fields))
    }

    /// Takes ids and queries.
    #[staticmethod]
    fn of(py: Python<'_>, ids: Vec<String>, texts: Vec<String>) -> Result<Self> {
        let topics = Arc::new(short(py, || topics(ids, &texts))?);
        let source = Source::value(topics.clone(), "topics");
        Ok(Self(topics, source, TopicFields::default()))
    }

    /// The topics as columns `qid` and `query`.
    fn table(&self) -> Result<Table> {
        Columns::default()
            .texts("qid", self.0.iter().map(|topic| &topic.id))
            .texts("query", self.0.iter().map(|topic| &topic.text))
            .table()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

fn topics(ids: Vec<String>, texts: &[String]) -> Result<tamis::Topics> {
    let mut first = HashMap::new();
    for (row, id) in ids.iter().enumerate() {
        word("topics", "query_id", row, id)?;
        if let Some(first) = first.insert(id, row) {
            return Err(Failure::input(format!(
                "topics: row {row}: found query_id '{id}' a second time, expected each once; row \
                 {first} has it already"
            )));
        }
    }
    if ids.is_empty() {
        return Err(Failure::input("topics: found no row, expected one or more"));
    }
    let topics = ids.iter().zip(texts).map(|(id, text)| Topic {
        id: id.clone(),
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
    });
    Ok(topics.collect())
}

/// Returns the run of columns, row by row, as a file with the same lines has it.
fn run_from_columns(
    topics: &[String],
    docnos: &[String],
    scores: &[f64],
    tag: &str,
) -> Result<tamis::Run> {
    let tag = tag.replace(char::is_whitespace, "-");
    let tag = if tag.is_empty() { "run".to_owned() } else { tag };
    let mut lines = String::new();
    for (row, ((topic, docno), score)) in topics.iter().zip(docnos).zip(scores).enumerate() {
        word("run", "query_id", row, topic)?;
        word("run", "doc_id", row, docno)?;
        let _ = writeln!(lines, "{topic} Q0 {docno} - {score} {tag}");
    }
    Ok(tamis::Run::read_from(lines.as_bytes(), "run")?)
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
    Err(Failure::input(format!("{what}: row {row}: found {column} {id:?}, expected {expected}")))
}

#[pymethods]
impl Qrels {
    /// Reads a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> Result<Self> {
        let qrels = short(py, || Ok(tamis::Qrels::read(&path)?))?;
        let qrels = Arc::new(qrels);
        Ok(Self(qrels.clone(), Source::Read(qrels, path)))
    }

    /// Takes the ids of topics, docnos and grades.
    #[staticmethod]
    fn of(
        py: Python<'_>,
        topics: Vec<String>,
        docnos: Vec<String>,
        grades: Vec<i32>,
    ) -> Result<Self> {
        let qrels = short(py, || qrels_from_columns(&topics, &docnos, &grades))?;
        let qrels = Arc::new(qrels);
        Ok(Self(qrels.clone(), Source::value(qrels, "qrels")))
    }

    /// The judgements as columns `qid`, `docno` and `label`.
    fn table(&self) -> Result<Table> {
        let mut rows: Vec<(&str, &str, i32)> = Vec::new();
        for (id, judged) in self.0.topics() {
            rows.extend(judged.iter().map(|(docno, grade)| (id, docno, grade)));
        }
        Columns::default()
            .texts("qid", rows.iter().map(|(id, ..)| id))
            .texts("docno", rows.iter().map(|(_, docno, _)| docno))
            .wholes("label", rows.iter().map(|(.., grade)| i64::from(*grade)))
            .table()
    }
}

/// Returns the qrels of columns, row by row, as a file with the same lines has them.
fn qrels_from_columns(
    topics: &[String],
    docnos: &[String],
    grades: &[i32],
) -> Result<tamis::Qrels> {
    let mut lines = String::new();
    for (row, ((topic, docno), grade)) in topics.iter().zip(docnos).zip(grades).enumerate() {
        word("qrels", "query_id", row, topic)?;
        word("qrels", "doc_id", row, docno)?;
        let _ = writeln!(lines, "{topic} 0 {docno} {grade}");
    }
    Ok(tamis::Qrels::read_from(lines.as_bytes(), "qrels")?)
}

#[pymethods]
impl Run {
    /// Reads a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> Result<Self> {
        let run = short(py, || Ok(tamis::Run::read(&path)?))?;
        Ok(Self(Arc::new(run)))
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
        let run = short(py, || run_from_columns(&topics, &docnos, &scores, &tag))?;
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
            rows.extend(
                (1..).zip(ranking.iter()).map(|(rank, found)| (id, found.docno, rank, found.score)),
            );
        }
        Columns::default()
            .texts("qid", rows.iter().map(|row| row.0))
            .texts("docno", rows.iter().map(|row| row.1))
            .wholes("rank", rows.iter().map(|row| row.2))
            .numbers("score", rows.iter().map(|row| row.3))
            .table()
    }
}
