//! What PyTerrier's retriever needs beside searches: the permitted text of pages, and searches for
//! weighted tokens.

use crate::errors::Result;
use crate::given::Arguments;
use crate::index::Index;
use crate::search::{ranked, search_job, topics_job};
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use tamis::eval::Topic;
use tamis::job::Source;

#[pymethods]
impl Index {
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
