//! Searches for words and returns results with titles and snippets.

use super::builder::{JobBuilder, Setup};
use super::index::Index;
use crate::job::{PageText, SearchJob};
use tamis_index::error::Result;
use tamis_search::result::{Explained, Hit};

/// A search for words. Created by [`Index::search`]; [`run`](Self::run) starts it.
pub type SearchBuilder<'a> = JobBuilder<'a, SearchJob>;

impl Index {
    /// Searches for words.
    pub fn search(&self, words: &str) -> SearchBuilder<'_> {
        let words = words.to_owned();
        JobBuilder::new(self, SearchJob { words, ..SearchJob::default() })
    }
}

impl JobBuilder<'_, SearchJob> {
    /// Searches, and returns the best pages, best first. Words that are all stop words find
    /// nothing.
    ///
    /// # Errors
    /// A setting out of range, an index that cannot be read, or a phrase if the index stores no
    /// texts.
    pub fn run(self) -> Result<Vec<Hit>> {
        let found = self.job()?.run(self.setup.index, self.setup.watch)?.result;
        Ok(found.into_iter().map(|found| found.hit).collect())
    }

    /// Returns the terms of the query with their counts, and with a docno the score of that page,
    /// term by term.
    ///
    /// # Errors
    /// As [`run`](Self::run), and a page that the search does not see.
    pub fn explain(self, docno: Option<&str>) -> Result<Explained> {
        Ok(self.job()?.explain(docno, self.setup.index, self.setup.watch)?.result)
    }

    /// Returns what the search sees of these pages, whatever its words; none for a page that it
    /// does not see at all.
    ///
    /// # Errors
    /// A setting out of range, and an index that cannot be read or stores no texts.
    pub fn texts<S: AsRef<str> + Sync>(self, docnos: &[S]) -> Result<Vec<Option<PageText>>> {
        Ok(self.job()?.texts(docnos, self.setup.index, self.setup.watch)?.result)
    }

    /// Returns the search as a job.
    ///
    /// # Errors
    /// A threshold that no block can have.
    pub fn job(&self) -> Result<SearchJob> {
        self.setup.check()?;
        let Setup { request, threads, .. } = &self.setup;
        Ok(SearchJob { request: request.clone(), threads: *threads, ..self.job.clone() })
    }
}
