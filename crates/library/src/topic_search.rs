//! Searches for every topic and returns a run.

mod weighted;

use super::index::Index;
use super::view::Setup;
use std::path::Path;
use tamis_eval::trec::{Topic, run};
use tamis_eval::{Run, Topics};
use tamis_index::corpus::Corpus;
use tamis_index::disk;
use tamis_index::error::{Error, Result};
#[cfg(doc)]
use tamis_search::Typed;
use tamis_search::experiment::measures::{RUN_HITS, check_hits};
use tamis_search::experiment::{check_tag, retrieved};
use tamis_search::typed::Analyzed;

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
        if lines.is_empty() {
            Ok(Run::default())
        } else {
            Ok(Run::read_from(&lines[..], &self.tag)?)
        }
    }

    /// Searches, and writes the run as TREC's lines.
    ///
    /// # Errors
    /// As [`run`](Self::run), or a file that cannot be written.
    pub fn write(self, path: impl AsRef<Path>) -> Result<()> {
        let lines = self.lines()?;
        let path = path.as_ref();
        disk::save(path, lines)
    }

    /// Searches, and returns the docnos and scores of every topic, best first, in the order of the
    /// topics. Pages with equal scores are in the order in which [`write`](Self::write) writes
    /// them.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn rankings(self) -> Result<Vec<Vec<(String, f32)>>> {
        self.search(|_, ranking| Ok(ranking))
    }

    fn ids(&self) -> Vec<&str> {
        self.topics.iter().map(|topic| topic.id.as_str()).collect()
    }

    fn lines(&self) -> Result<Vec<u8>> {
        Ok(self
            .search(|topic: &Topic, ranking: Vec<(String, f32)>| {
                let mut lines = Vec::new();
                run::write(&mut lines, &topic.id, ranking, &self.tag)
                    .map_err(|e| Error::io("write", "(memory)", e))?;
                Ok(lines)
            })?
            .concat())
    }

    /// Searches, and turns the ranking of every topic into something else.
    fn search<T: Send>(
        &self,
        turn: impl Fn(&Topic, Vec<(String, f32)>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let request = &self.setup.request;
        let most = check_hits(request.hits.unwrap_or(RUN_HITS))?;
        check_tag(&self.tag)?;
        self.setup.search(Corpus::check_pages, |mut prepared| {
            let order = prepared.corpus.order()?;
            let queries: Vec<Analyzed> = self
                .topics
                .iter()
                .map(|topic| prepared.analyze(&topic.text, request.query_syntax))
                .collect();
            let rankings = prepared.rankings_of_topics(
                (&self.ids(), &queries),
                most,
                request.remove_query,
                &|| self.setup.stops(),
            )?;
            let turned = self.topics.iter().zip(&rankings);
            turned.map(|(topic, ranking)| turn(topic, retrieved(order, ranking)?)).collect()
        })
    }
}
