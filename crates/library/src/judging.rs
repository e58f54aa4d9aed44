//! Settings shared by sweeps and comparisons: topics, qrels, measures, and the number of results.

use crate::job::{Judged, Source};
use tamis_eval::{Qrels, Topics};
use tamis_index::error::Result;
use tamis_search::experiment::measures::measures;

/// The inputs of an experiment, apart from its views.
pub(super) struct Judging<'a> {
    topics: &'a Topics,
    qrels: &'a Qrels,
    measures: Vec<String>,
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
        measures([name])?;
        self.measures.push(name.to_owned());
        Ok(())
    }

    /// The same as a part of a job.
    pub fn judged(&self) -> Judged {
        Judged {
            measures: self.measures.clone(),
            level: self.level,
            ..Judged::new(
                Source::value(self.topics.clone(), &*self.topics_name),
                Source::value(self.qrels.clone(), &*self.qrels_name),
            )
        }
    }
}
