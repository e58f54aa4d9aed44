//! Topics, qrels and measures of an experiment, and what is missing from them.

use super::Source;
use crate::kind;
use crate::notice::Notice;
use crate::watch::Told;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;
use tamis_eval::measure::{Instance, TopicJudgements, TopicRanking, check_grades};
use tamis_eval::statistics::Margin;
use tamis_eval::trec::ids::padded;
use tamis_eval::trec::{Topic, TopicFields};
use tamis_eval::{Qrels, Run, Topics};
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_search::experiment::measures::measures;
use tamis_search::experiment::{
    Experiment, JudgedTopic, Origin, Rankings, Validation, judged_topics, none_judged,
};
use tamis_search::request::Request;
use tamis_search::shards::SweepJudgements;

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

    /// Scores a ranking of docnos for a topic, as experiments do; 0 for one that is not judged.
    pub fn scores<'d>(
        &self,
        qrels: &Qrels,
        topic: &str,
        docnos: impl IntoIterator<Item = &'d str>,
        measures: &[Instance],
    ) -> Vec<f64> {
        let Some(judged) = qrels.topic(topic) else { return vec![0.0; measures.len()] };
        let judgements = TopicJudgements::new(judged, self.level);
        let grades: Vec<_> = docnos.into_iter().map(|docno| judged.grade(docno)).collect();
        let ranking = TopicRanking { grades: &grades, judgements: &judgements };
        measures.iter().map(|measure| measure.score(&ranking)).collect()
    }

    /// Returns the means of a run over topics, to the last bit those of an evaluation, which sums
    /// in the order of ids. A topic that the run does not have counts 0.
    pub fn means(
        &self,
        qrels: &Qrels,
        run: &Run,
        topics: &[String],
        measures: &[Instance],
    ) -> Vec<f64> {
        let mut topics: Vec<&String> = topics.iter().collect();
        topics.sort_unstable();
        let scores = topics.into_iter().map(|topic| {
            let ranking = run.topic(topic).unwrap_or_default();
            self.scores(qrels, topic, ranking.iter().map(|row| row.docno), measures)
        });
        let scores: Vec<Vec<f64>> = scores.collect();
        let values = |at: usize| scores.iter().map(|topic| topic[at]).collect::<Vec<f64>>();
        measures.iter().enumerate().map(|(at, measure)| measure.summary(&values(at))).collect()
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
        let (topics, qrels) = self.read_checked(&measures, told)?;
        let path = self.qrels.path();
        let (topics, unjudged) = judged_topics(corpus, &topics, &qrels, path, self.level)?;
        tell_of_unjudged(topics.iter().map(|topic| topic.id.as_str()), &unjudged, &qrels, told);
        told.tell_all(missing(corpus, &topics));
        let experiment = Experiment::new(corpus, topics, measures, rankings, request.hits)?;
        Ok((Experiment { remove_query: request.remove_query, ..experiment }, unjudged))
    }

    /// Reads topics and qrels. Tells of judgements that are repeated.
    fn read_checked(
        &self,
        measures: &[Instance],
        told: &Told<'_>,
    ) -> Result<(Arc<Topics>, Arc<Qrels>)> {
        let (topics, qrels) = self.files()?;
        told.tell_all(of_repeats(qrels.repeated()));
        check_grades(&*qrels, measures, self.qrels.path())?;
        Ok((topics, qrels))
    }

    /// Reads topics and qrels, and returns what a sweep over shards is measured against, whose
    /// pages are elsewhere: so nobody knows which judged documents are missing.
    ///
    /// # Errors
    /// A topics or qrels file that cannot be read or does not match.
    pub(super) fn judgements(
        &self,
        measures: Vec<Instance>,
        validation: Validation,
        told: &Told<'_>,
    ) -> Result<SweepJudgements> {
        let (topics, qrels) = self.read_checked(&measures, told)?;
        let (judged, others): (Vec<Topic>, Vec<Topic>) =
            topics.iter().cloned().partition(|topic| qrels.topic(&topic.id).is_some());
        if judged.is_empty() {
            return Err(none_judged(&topics, &qrels, self.qrels.path()));
        }
        let unjudged: Vec<String> = others.into_iter().map(|topic| topic.id).collect();
        tell_of_unjudged(judged.iter().map(|topic| topic.id.as_str()), &unjudged, &qrels, told);
        let (topics_file, qrels_file) = (self.topics.name(), self.qrels.name());
        let origin = Origin { topics_file, qrels_file, ..Origin::default() };
        let level = self.level;
        Ok(SweepJudgements { topics: judged, unjudged, qrels, measures, level, validation, origin })
    }
}

/// The notice of lines of qrels that say the same as earlier ones.
pub(crate) fn of_repeats(lines: u64) -> Option<Notice> {
    (lines > 0).then_some(Notice::RepeatedJudgements { lines })
}

/// Tells of ids that differ in zeros alone, and of topics without judgements. `judged` are the ids
/// of the others.
fn tell_of_unjudged<'i>(
    judged: impl Iterator<Item = &'i str>,
    unjudged: &[String],
    qrels: &Qrels,
    told: &Told<'_>,
) {
    let judged: HashSet<&str> = judged.collect();
    let others = qrels.topics().map(|(id, _)| id).filter(|id| !judged.contains(id));
    if let Some((id, qrels)) = padded(unjudged.iter().map(String::as_str), others) {
        let (id, qrels) = (id.to_owned(), qrels.to_owned());
        told.tell(Notice::PaddedIds { of: "topics file", id, qrels });
    }
    if !unjudged.is_empty() {
        told.tell(Notice::UnjudgedTopics { topics: unjudged.to_vec() });
    }
}

/// The notice of judged documents that are not searched.
fn missing(corpus: &Corpus, topics: &[JudgedTopic]) -> Option<Notice> {
    let missing = topics.iter().filter(|topic| topic.missing > 0);
    let topics: Vec<_> =
        missing.map(|topic| (topic.id.clone(), topic.missing, topic.missing_relevant)).collect();
    let filtered = corpus.is_filtered();
    (!topics.is_empty()).then_some(Notice::JudgedMissing { topics, filtered })
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

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_eval::measure::{Options, evaluate_against};

    #[test]
    fn means_of_a_run_are_those_of_an_evaluation() {
        let qrels = "1 0 a 1\n1 0 b 0\n2 0 c 2\n2 0 d 1\n";
        let qrels = Qrels::read_from(qrels.as_bytes(), "qrels").unwrap();
        let run = "1 Q0 b 1 9 t\n1 Q0 a 2 8 t\n3 Q0 c 1 7 t\n";
        let run = Run::read_from(run.as_bytes(), "run").unwrap();
        let measures = measures(["map", "P_10", "recip_rank"]).unwrap();
        let topics = ["2", "1"].map(str::to_owned);
        let means = Judged::default().means(&qrels, &run, &topics, &measures);
        let options = Options { complete: true, ..Options::default() };
        assert_eq!(means, evaluate_against(&qrels, &run, &measures, options).summary);
        assert_eq!(means[2], 0.25);
    }
}
