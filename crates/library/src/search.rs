//! Searches for words and returns results with titles and snippets.

use super::index::Index;
use super::view::Setup;
use crate::job::{PageText, SearchJob};
use tamis_index::error::Result;
#[cfg(doc)]
use tamis_search::Typed;
use tamis_search::result::{Explained, Hit};

/// A search for words. Created by [`Index::search`]; [`run`](Self::run) starts it.
#[must_use = "a search does nothing until `run`"]
pub struct SearchBuilder<'a> {
    setup: Setup<'a>,
    words: &'a str,
}

impl Index {
    /// Searches for words.
    pub fn search<'a>(&'a self, words: &'a str) -> SearchBuilder<'a> {
        SearchBuilder::new(self, words)
    }
}

impl<'a> SearchBuilder<'a> {
    fn new(index: &'a Index, words: &'a str) -> Self {
        Self { setup: Setup::new(index), words }
    }

    thresholds!(threshold_setters);
    rule_setters!();
    view_setters!();

    /// Reads phrases in quotes, `+required` and `-excluded` words as conditions, as [`Typed`] does.
    /// Default: all are words.
    pub fn query_syntax(mut self, on: bool) -> Self {
        self.setup.request.query_syntax = on;
        self
    }

    /// Sets the number of results. Default: 10.
    pub fn hits(mut self, hits: usize) -> Self {
        self.setup.request.hits = Some(hits);
        self
    }

    /// Searches, and returns the best pages, best first. Words that are all stop words find
    /// nothing.
    ///
    /// # Errors
    /// A setting out of range, an index that cannot be read, or a phrase if the index stores no
    /// texts.
    pub fn run(self) -> Result<Vec<Hit>> {
        let found = self.job().run(self.setup.index, self.setup.watch()?)?.result;
        Ok(found.into_iter().map(|found| found.hit).collect())
    }

    /// Returns the terms of the query with their counts, and with a docno the score of that page,
    /// term by term.
    ///
    /// # Errors
    /// As [`run`](Self::run), and a page that the search does not see.
    pub fn explain(self, docno: Option<&str>) -> Result<Explained> {
        Ok(self.job().explain(docno, self.setup.index, self.setup.watch()?)?.result)
    }

    /// Returns what the search sees of these pages, whatever its words; none for a page that it
    /// does not see at all.
    ///
    /// # Errors
    /// A setting out of range, and an index that cannot be read or stores no texts.
    pub fn texts<S: AsRef<str> + Sync>(self, docnos: &[S]) -> Result<Vec<Option<PageText>>> {
        Ok(self.job().texts(docnos, self.setup.index, self.setup.watch()?)?.result)
    }

    /// Returns the search as a job.
    pub fn job(&self) -> SearchJob {
        let Setup { request, threads, .. } = &self.setup;
        let words = self.words.to_owned();
        SearchJob { request: request.clone(), words, threads: *threads, ..SearchJob::default() }
    }
}
