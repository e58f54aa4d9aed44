//! Searches of an index, for words and for topics.

use crate::errors::Result;
use crate::given::{Settings, settings};
use crate::index::Index;
use crate::judged::Topics;
use crate::settings::{Call, request};
use crate::signals::work;
use crate::tables::{Columns, Table, score};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use tamis::{Hit, SearchBuilder, TopicSearchBuilder};

#[pymethods]
impl Index {
    /// Searches for words.
    #[pyo3(signature = (query, given, details))]
    fn search(&self, py: Python<'_>, query: &str, given: &Bound<'_, PyDict>, details: bool) -> Result<Table> {
        let (index, given) = (self.get()?, settings(given)?);
        work(py, |stop| hits(&searched(index.search(query), &given)?.stop(stop).run()?, &given, details))
    }

    /// Searches for every topic, and returns the run as a table.
    fn search_topics(&self, py: Python<'_>, topics: &Topics, given: &Bound<'_, PyDict>) -> Result<Table> {
        let (index, given) = (self.get()?, settings(given)?);
        work(py, |stop| {
            let rankings = of_topics(index.search_topics(&topics.0), &given)?.stop(stop).rankings()?;
            ranked(topics.0.iter().map(|topic| topic.id.as_str()).zip(rankings).collect())
        })
    }

    /// Searches for every topic, and writes the run as TREC's lines.
    fn write_run(&self, py: Python<'_>, topics: &Topics, path: PathBuf, given: &Bound<'_, PyDict>) -> Result<()> {
        let (index, given) = (self.get()?, settings(given)?);
        work(py, |stop| Ok(of_topics(index.search_topics(&topics.0), &given)?.stop(stop).write(path)?))
    }
}

pub(crate) fn searched<'a>(builder: SearchBuilder<'a>, given: &Settings) -> Result<SearchBuilder<'a>> {
    let (request, rest) = request(Call::Search, given)?;
    let mut builder = builder.request(request);
    for (name, given) in rest {
        builder = match name {
            "threads" => builder.threads(given.whole(name)?),
            _ => builder,
        };
    }
    Ok(builder)
}

pub(crate) fn of_topics<'a>(builder: TopicSearchBuilder<'a>, given: &Settings) -> Result<TopicSearchBuilder<'a>> {
    let (request, rest) = request(Call::Topics, given)?;
    let mut builder = builder.request(request);
    for (name, given) in rest {
        builder = match name {
            "tag" => builder.tag(given.text(name)?),
            "threads" => builder.threads(given.whole(name)?),
            _ => builder,
        };
    }
    Ok(builder)
}

/// Returns the table of hits; where pages are asked for by date, with the dates of revisits; with
/// details, also where each page is, and its blocks.
fn hits(hits: &[Hit], given: &Settings, details: bool) -> Result<Table> {
    let columns = Columns::default()
        .wholes("rank", hits.iter().map(|hit| hit.rank as i64))
        .numbers("score", hits.iter().map(|hit| score(hit.score)))
        .texts("docno", hits.iter().map(|hit| &hit.docno))
        .texts("url", hits.iter().map(|hit| &hit.url))
        .texts("title", hits.iter().map(|hit| &hit.title))
        .texts("date", hits.iter().map(|hit| &hit.date));
    let by_date = given.iter().any(|(name, _)| name == "from_date" || name == "to_date");
    let columns = match by_date {
        true => columns.texts("revisited", hits.iter().map(|hit| &hit.revisited)),
        false => columns,
    };
    let columns = columns.texts("snippet", hits.iter().map(Hit::snippet));
    if !details {
        return columns.table();
    }
    let blocks = || hits.iter().flat_map(|hit| &hit.blocks);
    let of_blocks = Columns::default()
        .wholes("number", blocks().map(|block| block.number.into()))
        .texts("text", blocks().map(|block| &block.text))
        .maybe_numbers("weight", blocks().map(|block| block.weight.map(f64::from)));
    columns
        .texts("archive", hits.iter().map(|hit| &hit.archive))
        .wholes("offset", hits.iter().map(|hit| hit.offset as i64))
        .lists("blocks", of_blocks, hits.iter().map(|hit| hit.blocks.len()))
        .table()
}

/// Returns the table of a run: the pages of every topic with their scores, best first.
pub(crate) fn ranked(rankings: Vec<(&str, Vec<(String, f32)>)>) -> Result<Table> {
    let rows = || rankings.iter().flat_map(|(id, found)| (1..).zip(found).map(move |(rank, found)| (id, rank, found)));
    Columns::default()
        .texts("qid", rows().map(|(id, ..)| id))
        .texts("docno", rows().map(|(.., (docno, _))| docno))
        .wholes("rank", rows().map(|(_, rank, _)| rank))
        .numbers("score", rows().map(|(.., (_, found))| score(*found)))
        .table()
}
