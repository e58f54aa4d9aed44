//! Adds labels to a finished index from labels of its blocks, as `tamis label --from` adds those of
//! lines.

use crate::errors::{Failure, Result};
use crate::index::Index;
use crate::signals::work;
use pyo3::prelude::*;
use std::fmt::Write;
use std::path::Path;
use tamis_index::label::{Labelling, from_lines};
use tamis_search::request::can_use;

#[pymethods]
impl Index {
    /// Adds a label: for each of these pages whether each of its blocks, the title first, is
    /// content. Blocks of other pages are boilerplate. Returns the number of blocks that are
    /// content.
    fn add_labels(
        &self,
        py: Python<'_>,
        name: &str,
        pages: Vec<(String, Vec<bool>)>,
        replace: bool,
    ) -> Result<u64> {
        let index = self.get()?;
        let [path] = self.folders() else {
            return Err(Failure::input("several indexes are open as one; add labels to each"));
        };
        let content = work(py, |_| {
            let lines = lines(&index, &pages)?;
            let labelling = Labelling::open(path, replace, can_use)?;
            let written =
                from_lines(&labelling, name, lines.as_bytes(), Path::new("labels"), |_| {})?;
            Ok(written.written.content)
        })?;
        self.reopen()?;
        Ok(content)
    }

    /// Removes labels that were added.
    fn remove_labels(&self, py: Python<'_>, names: Vec<String>) -> Result<()> {
        self.get()?;
        let [path] = self.folders() else {
            return Err(Failure::input("several indexes are open as one; remove labels from each"));
        };
        work(py, |_| Ok(Labelling::open(path, false, can_use)?.remove(&names)?))?;
        self.reopen()
    }
}

/// Returns the labels as lines of JSON, after a look at whether they fit the pages.
fn lines(index: &tamis::Index, pages: &[(String, Vec<bool>)]) -> Result<String> {
    let corpus = index.corpus();
    let mut lines = String::new();
    let order = corpus.order()?;
    for (docno, labels) in pages {
        let Some(rank) = order.rank(docno)? else {
            return Err(Failure::input(format!(
                "labels: found the docno {docno:?}, which no page of the index has"
            )));
        };
        let (segment, doc) = order.page(rank);
        let first_row = &corpus.segments[segment].first_row;
        let blocks = (first_row[doc as usize + 1] - first_row[doc as usize]) as usize;
        if labels.len() != blocks {
            return Err(Failure::input(format!(
                "labels: found {} labels for the page {docno:?}, expected {blocks}, one per block \
                 with its title",
                labels.len()
            )));
        }
        let docno = serde_json::Value::from(docno.as_str());
        for (block, label) in labels.iter().enumerate() {
            let _ = writeln!(lines, r#"{{"docno":{docno},"block":{block},"label":{label}}}"#);
        }
    }
    Ok(lines)
}
