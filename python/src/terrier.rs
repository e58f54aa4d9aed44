//! What PyTerrier's retriever needs beside searches: the permitted text of pages, and searches for
//! weighted tokens.

use crate::errors::Result;
use crate::given::{Arguments, settings};
use crate::index::Index;
use crate::search::{of_topics, ranked, searched};
use crate::signals::work;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl Index {
    /// What a search with these settings sees of pages, as a table in their order; nothing of a
    /// page that it does not see.
    fn texts(
        &self,
        py: Python<'_>,
        docnos: Vec<String>,
        given: &Bound<'_, PyDict>,
    ) -> Result<Table> {
        let index = self.get()?;
        let given = settings(given)?;
        work(py, |_| texts(&index, &docnos, &given))
    }

    /// Searches for tokens with their weights, a list for each query; `qid` in the table is the
    /// number of the list.
    fn search_tokens(
        &self,
        py: Python<'_>,
        queries: Vec<Vec<(String, f64)>>,
        given: &Bound<'_, PyDict>,
    ) -> Result<Table> {
        let index = self.get()?;
        let given = settings(given)?;
        work(py, |stop| {
            let none = tamis::Topics::default();
            let rankings =
                of_topics(index.search_topics(&none), &given)?.stop(stop).weighted(&queries)?;
            let ids: Vec<String> = (0..queries.len()).map(|number| number.to_string()).collect();
            ranked(ids.iter().map(String::as_str).zip(rankings).collect())
        })
    }
}

fn texts(index: &tamis::Index, docnos: &[String], given: &Arguments) -> Result<Table> {
    let pages = searched(index.search(""), given)?.texts(docnos)?;
    let each = || pages.iter().map(Option::as_ref);
    Columns::default()
        .texts("docno", docnos)
        .maybe_texts("url", each().map(|page| page.map(|page| &page.url)))
        .maybe_texts("title", each().map(|page| page.map(|page| &page.title)))
        .maybe_texts("date", each().map(|page| page.map(|page| &page.date)))
        .maybe_texts("text", each().map(|page| page.map(|page| &page.text)))
        .table()
}
