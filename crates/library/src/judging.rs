//! Settings shared by sweeps and comparisons: topics, qrels, measures, and the number of results.

use std::path::Path;
use tamis_eval::measure::{Instance, check_grades};
use tamis_eval::{Qrels, Topics};
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_search::experiment::measures::measures;
use tamis_search::experiment::{Experiment, Origin, Rankings, judged_topics};
use tamis_search::request::Request;

/// The report's words on how to repeat an experiment that no command started.
pub(super) const COMMAND: &str = "(a program that uses the tamis library)";

/// The inputs of an experiment, apart from its views.
pub(super) struct Judging<'a> {
    pub topics: &'a Topics,
    pub qrels: &'a Qrels,
    pub measures: Vec<Instance>,
    pub level: i32,
    pub topics_name: String,
    pub qrels_name: String,
}

impl<'a> Judging<'a> {
    pub fn new(topics: &'a Topics, qrels: &'a Qrels) -> Self {
        let topics_name = "topics".to_owned();
        let qrels_name = "qrels".to_owned();
        Self { topics, qrels, measures: Vec::new(), level: 1, topics_name, qrels_name }
    }

    pub fn add_measure(&mut self, name: &str) -> Result<()> {
        for instance in measures([name])? {
            if !self.measures.contains(&instance) {
                self.measures.push(instance);
            }
        }
        Ok(())
    }

    /// Adds these measures if none were requested.
    pub fn add_defaults(&mut self, names: &[&str]) -> Result<()> {
        if self.measures.is_empty() {
            for name in names {
                self.add_measure(name)?;
            }
        }
        Ok(())
    }

    /// What a report of these inputs names.
    pub fn origin(&self, corpus: &Corpus, command: &str) -> Origin {
        Origin::new(corpus, &self.topics_name, &self.qrels_name, command)
    }

    /// The experiment with the number of results that is requested, and the topics that the qrels
    /// do not judge.
    pub fn experiment<'c>(
        &self,
        rankings: Rankings,
        request: &Request,
        corpus: &'c Corpus,
    ) -> Result<(Experiment<'c>, Vec<String>)> {
        let qrels_path = Path::new(&self.qrels_name);
        check_grades(self.qrels, &self.measures, qrels_path)?;
        let (topics, unjudged) =
            judged_topics(corpus, self.topics, self.qrels, qrels_path, self.level)?;
        let measures = self.measures.clone();
        let experiment = Experiment::new(corpus, topics, measures, rankings, request.hits)?;
        Ok((Experiment { remove_query: request.remove_query, ..experiment }, unjudged))
    }
}
