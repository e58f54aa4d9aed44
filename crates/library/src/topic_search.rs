//! Searches for every topic and returns a run.

use super::builder::{JobBuilder, Setup};
use super::index::Index;
use crate::job::{Ranking, Source, TopicsJob};
use std::path::Path;
use tamis_eval::{Run, Topics};
use tamis_index::disk;
use tamis_index::error::Result;

/// A search for topics. Created by [`Index::search_topics`]; [`run`](Self::run) starts it.
pub type TopicSearchBuilder<'a> = JobBuilder<'a, TopicsJob>;

impl Index {
    /// Searches for every topic; the result is a run.
    pub fn search_topics(&self, topics: &Topics) -> TopicSearchBuilder<'_> {
        let topics = Source::value(topics.clone(), "topics");
        JobBuilder::new(self, TopicsJob { topics, ..TopicsJob::default() })
    }
}

impl JobBuilder<'_, TopicsJob> {
    /// Leaves the page whose docno is the topic's id out of its results, for collections that hold
    /// their queries. Default: false.
    pub fn remove_query(mut self, on: bool) -> Self {
        self.setup.request.remove_query = on;
        self
    }

    /// Sets the run's tag, a word without white space. Default: `tamis`.
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.job.tag = tag.into();
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
            false => Ok(Run::read_from(&lines[..], &self.job.tag)?),
        }
    }

    /// Searches, and writes the run as TREC's lines, compressed if the name ends in .gz or .zst.
    ///
    /// # Errors
    /// As [`run`](Self::run), or a file that cannot be written.
    pub fn write(self, path: impl AsRef<Path>) -> Result<()> {
        let lines = self.lines()?;
        disk::save_packed(path.as_ref(), lines)
    }

    /// Searches, and returns the docnos and scores of every topic, best first, in the order of the
    /// topics. Pages with equal scores are in the order in which [`write`](Self::write) writes
    /// them.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn rankings(self) -> Result<Vec<Ranking>> {
        let mut rankings = Vec::new();
        self.job()?.run(self.setup.index, self.setup.watch, &mut |_, ranking| {
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
        let mut rankings = Vec::new();
        let (index, watch) = (self.setup.index, self.setup.watch);
        self.job()?.run_weighted(queries, index, watch, &mut |_, ranking| {
            rankings.push(ranking);
            Ok(())
        })?;
        Ok(rankings)
    }

    /// Returns the search as a job.
    ///
    /// # Errors
    /// A threshold that no block can have.
    pub fn job(&self) -> Result<TopicsJob> {
        self.setup.check()?;
        let Setup { request, threads, .. } = &self.setup;
        Ok(TopicsJob { request: request.clone(), threads: *threads, ..self.job.clone() })
    }

    fn lines(&self) -> Result<Vec<u8>> {
        Ok(self.job()?.lines(self.setup.index, self.setup.watch)?.result)
    }
}
