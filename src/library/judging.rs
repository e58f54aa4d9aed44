//! What sweeps and comparisons need to measure a view: topics, qrels, measures, and how deep to look.

use super::view::ViewSettings;
use crate::error::{Error, Result};
use crate::experiment::{Experiment, LEVEL_BYTES, Rankings, judged_topics};
use crate::search::Corpus;
use std::path::Path;
use tamis_eval::measure::{self, Instance, JudgementKind};
use tamis_eval::{Qrels, Topics};

/// The share of judged documents among the first ten results: shows how far other measures can be trusted.
const JUDGED: &str = "judged_10";
/// Results of a measure without a cut-off.
const ALL_HITS: usize = 1000;

/// The inputs of an experiment, apart from its views.
pub(super) struct Judging<'a> {
    pub topics: &'a Topics,
    pub qrels: &'a Qrels,
    pub measures: Vec<Instance>,
    pub level: i32,
    pub hits: Option<usize>,
    pub topics_name: String,
    pub qrels_name: String,
}

impl<'a> Judging<'a> {
    pub fn new(topics: &'a Topics, qrels: &'a Qrels) -> Self {
        let (topics_name, qrels_name) = ("topics".to_owned(), "qrels".to_owned());
        Self { topics, qrels, measures: Vec::new(), level: 1, hits: None, topics_name, qrels_name }
    }

    pub fn add_measure(&mut self, name: &str) -> Result<()> {
        for instance in measure::parse(name)? {
            if !instance.measure().summary.per_topic() {
                let problem = format!("measure '{}' has no value per topic, which is needed here", instance.name());
                return Err(Error::settings(problem));
            }
            if let Some(needs) = instance.needs().filter(|needs| *needs != JudgementKind::Qrels) {
                let problem = format!("measure '{}' needs {needs}, not qrels", instance.name());
                return Err(Error::settings(problem));
            }
            if !self.measures.contains(&instance) {
                self.measures.push(instance);
            }
        }
        Ok(())
    }

    /// Adds these measures if none was asked for.
    pub fn add_defaults(&mut self, names: &[&str]) -> Result<()> {
        if self.measures.is_empty() {
            names.iter().try_for_each(|name| self.add_measure(name))?;
        }
        Ok(())
    }

    /// The number of results kept per topic: what was asked for, or as deep as the deepest measure looks, at least ten.
    fn depth(&self) -> Result<usize> {
        let depths = self.measures.iter().map(Instance::depth).collect::<Option<Vec<_>>>();
        match self.hits {
            Some(0) => Err(Error::setting("hits", "found 0, expected 1 or more")),
            Some(hits) => Ok(hits),
            None => Ok(depths.map_or(ALL_HITS, |depths| depths.into_iter().max().unwrap_or(0).max(10))),
        }
    }

    /// The experiment, and the topics that the qrels do not judge.
    pub fn experiment<'c>(&self, view: &ViewSettings<'_>, corpus: &'c Corpus) -> Result<(Experiment<'c>, Vec<String>)> {
        let qrels_path = Path::new(&self.qrels_name);
        let (topics, unjudged) = judged_topics(corpus, self.topics, self.qrels, qrels_path, self.level)?;
        let experiment = Experiment {
            corpus,
            topics,
            measures: self.measures.clone(),
            judged: measure::parse(JUDGED)?.remove(0),
            rankings: Rankings::single(view.ranking()?),
            hits: self.depth()?,
            keep_runs: false,
            level_bytes: LEVEL_BYTES,
        };
        Ok((experiment, unjudged))
    }
}

/// Makes a folder for results.
pub(super) fn results_folder(folder: &Path) -> Result<()> {
    if folder.join("meta.json").exists() {
        return Err(Error::index(folder, "holds an index; name another folder for results"));
    }
    std::fs::create_dir_all(folder).map_err(|e| Error::io("create the folder", folder, e))
}
