//! Adds labels to a finished index, from any remover: a value per block.

use crate::index::Index;
use std::fmt::Write;
use std::path::Path;
use tamis_index::error::{Error, Result};
use tamis_index::label::{Labelling, from_lines};
use tamis_report::json::one_line;
use tamis_search::request::can_use;

impl Index {
    /// Adds a label: for each of these pages whether each of its blocks, the title first, is
    /// content. Blocks of other pages are boilerplate. Returns the number of blocks that are
    /// content. The index must be opened again to see it; of several indexes the first gets it.
    ///
    /// # Errors
    /// [`Error::Setting`] for a page that the index does not have, or another number of blocks than
    /// the page's; another label of this name, unless it is to be replaced; an index that cannot be
    /// written.
    pub fn add_labels(
        &self,
        name: &str,
        pages: &[(String, Vec<bool>)],
        replace: bool,
    ) -> Result<u64> {
        let lines = self.lines_of_labels(pages)?;
        let labelling = Labelling::open(self.path(), replace, can_use)?;
        let (lines, path) = (lines.as_bytes(), Path::new("labels"));
        Ok(from_lines(&labelling, name, lines, path, |_| {})?.written.content)
    }

    /// Removes labels that were added.
    ///
    /// # Errors
    /// A label that was not added; an index that cannot be written.
    pub fn remove_labels(&self, names: &[String]) -> Result<()> {
        Labelling::open(self.path(), false, can_use)?.remove(names).map(drop)
    }

    /// Returns labels as lines of JSON, after a look at whether they fit the pages.
    fn lines_of_labels(&self, pages: &[(String, Vec<bool>)]) -> Result<String> {
        let corpus = self.corpus();
        let order = corpus.order()?;
        let mut lines = String::new();
        for (docno, labels) in pages {
            let Some(rank) = order.rank(docno)? else {
                let problem = format!("found the docno {docno:?}, which no page of the index has");
                return Err(Error::setting("labels", problem));
            };
            let (segment, doc) = order.page(rank);
            let first_row = &corpus.segments[segment].first_row;
            let blocks = (first_row[doc as usize + 1] - first_row[doc as usize]) as usize;
            if labels.len() != blocks {
                let problem = format!(
                    "found {} labels for the page {docno:?}, expected {blocks}, one per block with \
                     its title",
                    labels.len()
                );
                return Err(Error::setting("labels", problem));
            }
            let docno = one_line(docno);
            let docno = docno.trim_end();
            for (block, label) in labels.iter().enumerate() {
                let _ = writeln!(lines, r#"{{"docno":{docno},"block":{block},"label":{label}}}"#);
            }
        }
        Ok(lines)
    }
}
