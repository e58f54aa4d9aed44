//! Searches of an index, for words, for topics, and for weighted tokens of PyTerrier's retriever.

use crate::errors::Result;
use crate::given::{Arguments, Plain};
use crate::index::Index;
use crate::judged::{Topics, run_table};
use crate::tables::{Columns, Table, score};
use pyo3::prelude::*;
use std::path::PathBuf;
use tamis::eval::Topic;
use tamis::job::{InspectJob, SearchJob, Source, TopicsJob};
use tamis::request::Call;
use tamis::text::metadata::Metadata;
use tamis::{Hit, HitColumn, HitGet, hit_columns};

#[pymethods]
impl Index {
    /// Searches for words.
    fn search(
        &self,
        py: Python<'_>,
        query: &str,
        given: Arguments,
        details: bool,
    ) -> Result<Table> {
        self.noted(py, |index, watch| {
            let job = search_job(query, given)?;
            let by_date = job.request.pages.from.is_some() || job.request.pages.to.is_some();
            let found = job.run(index, watch)?.result;
            let found: Vec<Hit> = found.into_iter().map(|found| found.hit).collect();
            hits(index, &found, by_date, details)
        })
    }

    /// Explains a query, or the score of a page.
    fn explain(
        &self,
        py: Python<'_>,
        query: &str,
        docno: Option<String>,
        given: Arguments,
    ) -> Result<Plain> {
        self.noted(py, |index, watch| {
            // Its error has the nearest names.
            if let Some(page) = docno.clone() {
                InspectJob { page, ..InspectJob::default() }.page(index, &())?;
            }
            let job = search_job(query, given)?;
            Ok(Plain::of(&job.explain(docno.as_deref(), index, watch)?.result))
        })
    }

    /// Searches for every topic, and returns the run as a table.
    fn search_topics(&self, py: Python<'_>, topics: &Topics, given: Arguments) -> Result<Table> {
        self.noted(py, |index, watch| {
            let mut rankings = Vec::new();
            topics_job(topics.source.clone(), given)?.run(
                index,
                watch,
                &mut |topic, ranking| {
                    rankings.push((topic.id.clone(), ranking));
                    Ok(())
                },
            )?;
            ranked(rankings)
        })
    }

    /// Searches for every topic, and writes the run as TREC's lines.
    fn write_run(
        &self,
        py: Python<'_>,
        topics: &Topics,
        path: PathBuf,
        given: Arguments,
    ) -> Result<()> {
        self.noted(py, |index, watch| {
            let lines = topics_job(topics.source.clone(), given)?.lines(index, watch)?.result;
            Ok(tamis::save_packed(&path, &lines)?)
        })
    }

    /// What a search with these settings sees of pages, as a table in their order; nothing of a
    /// page that it does not see.
    fn texts(&self, py: Python<'_>, docnos: Vec<String>, given: Arguments) -> Result<Table> {
        self.noted(py, |index, watch| {
            let pages = search_job("", given)?.texts(&docnos, index, watch)?.result;
            let each = || pages.iter().map(Option::as_ref);
            Columns::default()
                .texts("docno", &docnos)
                .maybe_texts("url", each().map(|page| page.map(|page| &page.url)))
                .maybe_texts("title", each().map(|page| page.map(|page| &page.title)))
                .maybe_texts("date", each().map(|page| page.map(|page| &page.date)))
                .maybe_texts("text", each().map(|page| page.map(|page| &page.text)))
                .table()
        })
    }

    /// Searches for tokens with their weights, a list for each query; `qid` in the table is the
    /// number of the list.
    fn search_tokens(
        &self,
        py: Python<'_>,
        queries: Vec<Vec<(String, f64)>>,
        given: Arguments,
    ) -> Result<Table> {
        self.noted(py, |index, watch| {
            let job = topics_job(Source::value(numbered(queries.len()), "queries"), given)?;
            let mut rankings = Vec::new();
            job.run_weighted(&queries, index, watch, &mut |topic, ranking| {
                rankings.push((topic.id.clone(), ranking));
                Ok(())
            })?;
            ranked(rankings)
        })
    }
}

/// Topics without words, numbered from 0.
fn numbered(count: usize) -> tamis::Topics {
    (0..count).map(|number| Topic { id: number.to_string(), text: String::new() }).collect()
}

/// Returns a search for words with these settings.
pub(crate) fn search_job(words: &str, mut given: Arguments) -> Result<SearchJob> {
    let request = given.request(Call::Search)?;
    let job = given.take(&["threads"])?;
    given.end()?;
    Ok(SearchJob { request, words: words.to_owned(), ..job })
}

/// Returns a search for topics with these settings.
pub(crate) fn topics_job(topics: Source<tamis::Topics>, mut given: Arguments) -> Result<TopicsJob> {
    let request = given.request(Call::Topics)?;
    let job = given.take(&["tag", "threads"])?;
    given.end()?;
    Ok(TopicsJob { request, topics, ..job })
}

/// What a table of hits shows first; the rest follows, with details alone, as the list of columns
/// has it.
const FIRST: [&str; 8] = ["rank", "score", "docno", "url", "title", "date", REVISITED, METADATA];
/// Shown only if pages are filtered by date.
const REVISITED: &str = "revisited";
/// Shown only if the index keeps it.
const METADATA: &str = "metadata";

/// Returns the table of hits. If pages are filtered by date, it has the dates of revisits; if the
/// index keeps metadata, these; with details, also where each page is, and its blocks.
fn hits(index: &tamis::Index, hits: &[Hit], by_date: bool, details: bool) -> Result<Table> {
    let has_metadata = keeps_metadata(index);
    let hits: Vec<&Hit> = hits.iter().collect();
    let table = with_columns(
        Columns::default(),
        &hits,
        &FIRST,
        |column| match column.name {
            REVISITED => by_date,
            METADATA => has_metadata,
            _ => true,
        },
        details,
    );
    table.table()
}

/// Adds the columns of hits that are shown: those named `first`, the snippet, and with details the
/// rest of the list.
pub(crate) fn with_columns(
    table: Columns,
    hits: &[&Hit],
    first: &[&'static str],
    is_shown: impl Fn(&HitColumn) -> bool,
    details: bool,
) -> Columns {
    let columns = hit_columns(first).filter(|column| is_shown(column));
    let (first, rest): (Vec<_>, Vec<_>) = columns.partition(|column| first.contains(&column.name));
    let mut table = table;
    for column in first {
        table = add(table, column, hits);
    }
    table = table.texts("snippet", hits.iter().map(|hit| hit.snippet()));
    if details {
        for column in rest {
            table = add(table, column, hits);
        }
    }
    table
}

/// Adds a column of hits.
fn add(table: Columns, column: &HitColumn, hits: &[&Hit]) -> Columns {
    let name = column.name;
    let hits = hits.iter().copied();
    match column.get {
        HitGet::Whole(get) => table.wholes(name, hits.map(|hit| get(hit) as i64)),
        HitGet::Score(get) => table.numbers(name, hits.map(|hit| score(get(hit)))),
        HitGet::Text(get) => table.texts(name, hits.map(get)),
        HitGet::Metadata(get) => add_metadata(table, || hits.clone().map(get)),
        HitGet::Blocks(get) => {
            let blocks = || hits.clone().flat_map(get);
            let of_blocks = Columns::default()
                .wholes("number", blocks().map(|block| i64::from(block.number)))
                .texts("text", blocks().map(|block| &block.text))
                .numbers("weight", blocks().map(|block| block.weight.map(f64::from)));
            table.lists(name, of_blocks, hits.map(|hit| get(hit).len()))
        }
    }
}

/// Whether one of the indexes keeps what pages say of themselves.
pub(crate) fn keeps_metadata(index: &tamis::Index) -> bool {
    index.corpus().indexes.iter().any(|index| index.manifest.recipe.metadata)
}

/// Adds a column `metadata.NAME` for each field of metadata.
pub(crate) fn add_metadata<'a, I: Iterator<Item = &'a Metadata>>(
    mut table: Columns,
    all: impl Fn() -> I,
) -> Columns {
    for name in Metadata::FIELDS {
        let values = all().map(|metadata| metadata.field(name));
        let column = format!("metadata.{name}");
        table = match name {
            "comments" => table.wholes(&column, values.map(|value| value?.as_i64())),
            _ => {
                let texts = values.map(|value| Some(value?.as_str()?.to_owned()));
                table.maybe_texts(&column, texts)
            }
        };
    }
    table
}

/// Returns the table of a run: the pages of every topic with their scores, best first.
pub(crate) fn ranked(rankings: Vec<(String, Vec<(String, f32)>)>) -> Result<Table> {
    let mut rows = Vec::new();
    for (id, found) in &rankings {
        rows.extend(
            (1..).zip(found).map(|(rank, (docno, of))| (&**id, &**docno, rank, score(*of))),
        );
    }
    run_table(&rows)
}
