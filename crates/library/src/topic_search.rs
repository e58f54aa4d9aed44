//! Searches for every topic and returns a run.

use super::index::Index;
use super::view::Setup;
use crate::job::{Ranking, Source, TopicsJob};
use std::path::Path;
use tamis_eval::{Run, Topics};
use tamis_index::disk;
use tamis_index::error::Result;
#[cfg(doc)]
use tamis_search::Typed;

/// A search for topics. Created by [`Index::search_topics`]; [`run`](Self::run) starts it.
#[must_use = "a search does nothing until `run` or `write`"]
pub struct TopicSearchBuilder<'a> {
    setup: Setup<'a>,
    topics: &'a Topics,
    tag: String,
}

impl Index {
    /// Searches for every topic; the result is a run.
    pub fn search_topics<'a>(&'a self, topics: &'a Topics) -> TopicSearchBuilder<'a> {
        TopicSearchBuilder::new(self, topics)
    }
}

impl<'a> TopicSearchBuilder<'a> {
    fn new(index: &'a Index, topics: &'a Topics) -> Self {
        Self { setup: Setup::new(index), topics, tag: "tamis".to_owned() }
    }

    thresholds!(threshold_setters);
    rule_setters!();
    view_setters!();

    /// Reads phrases in quotes, `+required` and `-excluded` words of topics as conditions, as
    /// [`Typed`] does. Default: all are words, for the titles of published topics hold quotes and
    /// hyphens that are none.
    pub fn query_syntax(mut self, on: bool) -> Self {
        self.setup.request.query_syntax = on;
        self
    }

    /// Sets the number of results per topic. Default: 1000.
    pub fn hits(mut self, hits: usize) -> Self {
        self.setup.request.hits = Some(hits);
        self
    }

    /// Leaves the page whose docno is the topic's id out of its results, for collections that hold
    /// their queries. Default: false.
    pub fn remove_query(mut self, on: bool) -> Self {
        self.setup.request.remove_query = on;
        self
    }

    /// Sets the run's tag, a word without white space. Default: `tamis`.
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tag = tag.into();
        self
    }

    /// Searches, and returns the run. A topic without results is not in it.
    ///
    /// # Errors
    /// A setting out of range, or an index that cannot be read.
    pub fn run(self) -> Result<Run> {
        let lines = self.lines()?;
        match lines.is_empty() {
            true => Ok(Run::default()),
            false => Ok(Run::read_from(&lines[..], &self.tag)?),
        }
    }

    /// Searches, and writes the run as TREC's lines.
    ///
    /// # Errors
    /// As [`run`](Self::run), or a file that cannot be written.
    pub fn write(self, path: impl AsRef<Path>) -> Result<()> {
        let lines = self.lines()?;
        disk::save(path.as_ref(), lines)
    }

    /// Searches, and returns the docnos and scores of every topic, best first, in the order of the
    /// topics. Pages with equal scores are in the order in which [`write`](Self::write) writes
    /// them.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn rankings(self) -> Result<Vec<Ranking>> {
        let mut rankings = Vec::with_capacity(self.topics.len());
        self.job().run(self.setup.index, self.setup.watch()?, &mut |_, ranking| {
            rankings.push(ranking);
            Ok(())
        })?;
        Ok(rankings)
    }

    /// Searches for these tokens with their weights, in the place of the words of topics, and
    /// returns docnos and scores, best first. Tokens are those of the index: they are not analyzed
    /// again. A weight of 0 or less leaves its token out.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn weighted(self, queries: &[Vec<(String, f64)>]) -> Result<Vec<Ranking>> {
        let mut rankings = Vec::with_capacity(self.topics.len());
        let (index, watch) = (self.setup.index, self.setup.watch()?);
        self.job().run_weighted(queries, index, watch, &mut |_, ranking| {
            rankings.push(ranking);
            Ok(())
        })?;
        Ok(rankings)
    }

    /// Returns the search as a job.
    pub fn job(&self) -> TopicsJob {
        let Setup { request, threads, .. } = &self.setup;
        TopicsJob {
            request: request.clone(),
            topics: Source::value(self.topics.clone(), "topics"),
            tag: self.tag.clone(),
            threads: *threads,
            ..TopicsJob::default()
        }
    }

    fn lines(&self) -> Result<Vec<u8>> {
        Ok(self.job().lines(self.setup.index, self.setup.watch()?)?.result)
    }
}
