//! Topics, qrels and measures of an experiment, and what is missing from them.

use super::Source;
use crate::kind;
use crate::notice::Notice;
use crate::watch::Told;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;
use tamis_eval::measure::{Instance, check_grades};
use tamis_eval::statistics::Margin;
use tamis_eval::trec::TopicFields;
use tamis_eval::trec::ids::padded;
use tamis_eval::{Qrels, Topics};
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_search::experiment::measures::measures;
use tamis_search::experiment::{Experiment, JudgedTopic, Rankings, judged_topics};
use tamis_search::request::Request;

/// The topics, qrels and measures that score rankings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Judged {
    /// Topics: TREC's SGML or XML, lines of id and text, or lines of JSON.
    pub topics: Source<Topics>,
    /// The parts of the topics that are the query, if they are read from a file.
    pub topic_field: TopicFields,
    /// Relevance judgements of the topics.
    pub qrels: Source<Qrels>,
    /// Measures by their names; the first one chooses. None for those of the job.
    pub measures: Vec<String>,
    /// The lowest grade that counts as relevant.
    pub level: i32,
}

impl Default for Judged {
    fn default() -> Self {
        let topic_field = TopicFields::default();
        let (topics, qrels) = (Source::default(), Source::default());
        Self { topics, topic_field, qrels, measures: Vec::new(), level: 1 }
    }
}

impl Judged {
    /// These topics and qrels, with everything else as by default.
    pub fn new(topics: Source<Topics>, qrels: Source<Qrels>) -> Self {
        Self { topics, qrels, ..Self::default() }
    }

    /// Topics and qrels in memory, which reports call so until they are named.
    pub(crate) fn in_memory(topics: &Topics, qrels: &Qrels) -> Self {
        let topics = Source::value(topics.clone(), "topics");
        Self::new(topics, Source::value(qrels.clone(), "qrels"))
    }

    /// Reads the files, so that many jobs share what is in them.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn read(&mut self) -> Result<(Arc<Topics>, Arc<Qrels>)> {
        let (topics, qrels) = self.files()?;
        self.topics.hold(&topics);
        self.qrels.hold(&qrels);
        Ok((topics, qrels))
    }

    fn files(&self) -> Result<(Arc<Topics>, Arc<Qrels>)> {
        let topics = self.topics.get(|path| Topics::fields(self.topic_field).read(path));
        let topics = topics.map_err(|error| kind::explained(error, kind::of_experiment))?;
        let qrels = self.qrels.get(|path| Qrels::read(path));
        let qrels = qrels.map_err(|error| kind::explained(error, kind::of_experiment))?;
        Ok((topics, qrels))
    }

    /// Checks the names of measures and the number of results, before anything is read.
    pub(super) fn measures(&self, default: &[&str]) -> Result<Vec<Instance>> {
        let asked: Vec<&str> = self.measures.iter().map(String::as_str).collect();
        measures(if asked.is_empty() { default.to_vec() } else { asked })
    }

    /// Reads topics and qrels, and returns the experiment on this corpus; also the ids of topics
    /// without judgements, which are left out.
    ///
    /// # Errors
    /// A topics or qrels file that cannot be read or does not match; a number of results of 0.
    pub(super) fn experiment<'c>(
        &self,
        corpus: &'c Corpus,
        measures: Vec<Instance>,
        rankings: Rankings,
        request: &Request,
        told: &Told<'_>,
    ) -> Result<(Experiment<'c>, Vec<String>)> {
        let (topics, qrels) = self.files()?;
        told.tell_all(of_repeats(qrels.repeated()));
        let path = self.qrels.path();
        check_grades(&*qrels, &measures, path)?;
        let (topics, unjudged) = judged_topics(corpus, &topics, &qrels, path, self.level)?;
        told.tell_all(zeros(&topics, &unjudged, &qrels));
        told.tell_all(missing(corpus, &topics, &unjudged));
        let experiment = Experiment::new(corpus, topics, measures, rankings, request.hits)?;
        Ok((Experiment { remove_query: request.remove_query, ..experiment }, unjudged))
    }
}

/// The notice of lines of qrels that say the same as earlier ones.
pub(crate) fn of_repeats(lines: u64) -> Option<Notice> {
    (lines > 0).then_some(Notice::RepeatedJudgements { lines })
}

/// The notice of ids that differ in zeros alone.
fn zeros(topics: &[JudgedTopic], unjudged: &[String], qrels: &Qrels) -> Option<Notice> {
    let ids: HashSet<&str> = topics.iter().map(|topic| topic.id.as_str()).collect();
    let others = qrels.topics().map(|(id, _)| id).filter(|id| !ids.contains(id));
    let (id, qrels) = padded(unjudged.iter().map(String::as_str), others)?;
    Some(Notice::PaddedIds { of: "topics file", id: id.to_owned(), qrels: qrels.to_owned() })
}

/// The notices of topics without judgements, and of judged documents that are not searched.
fn missing(corpus: &Corpus, topics: &[JudgedTopic], unjudged: &[String]) -> Vec<Notice> {
    let mut notices = Vec::new();
    if !unjudged.is_empty() {
        notices.push(Notice::UnjudgedTopics { topics: unjudged.to_vec() });
    }
    let missing = topics.iter().filter(|topic| topic.missing > 0);
    let topics: Vec<_> =
        missing.map(|topic| (topic.id.clone(), topic.missing, topic.missing_relevant)).collect();
    if !topics.is_empty() {
        notices.push(Notice::JudgedMissing { topics, filtered: corpus.is_filtered() });
    }
    notices
}

/// The notices of a margin that is not smaller than a mean.
pub(crate) fn of_margin(margin: Margin, measures: &[String], means: &[f64]) -> Vec<Notice> {
    let Margin::Absolute(difference) = margin else { return Vec::new() };
    let each = measures.iter().zip(means).filter(|(_, mean)| difference >= mean.abs());
    let notice = |(measure, mean): (&String, &f64)| Notice::MarginTooLarge {
        margin,
        measure: measure.clone(),
        mean: *mean,
    };
    each.map(notice).collect()
}
