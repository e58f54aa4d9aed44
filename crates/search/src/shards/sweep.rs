//! The examination of a sweep over shards: scores the merged rankings, and reports them as a sweep
//! of one index does.

use super::answer::Ranks;
use super::counts::ViewCounts;
use super::merge::Ranking;
use super::request::{Question, ShardRequest};
use crate::experiment::changed::{PAGES, TOPICS};
use crate::experiment::measures::{self, depth};
use crate::experiment::results::Sweep;
use crate::experiment::{Experiment, JudgedTopic, Origin, Scored, Validation, none_judged};
use crate::sweep::Outcome;
use std::path::Path;
use tamis_eval::measure::{Instance, check_grades};
use tamis_eval::runs::{Changed, changed, moved_between};
use tamis_eval::trec::{Qrels, Topic};
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Result};

/// What a sweep over shards is measured against.
#[derive(Debug, Clone)]
pub struct SweepJudgements {
    topics: Vec<Topic>,
    unjudged: Vec<String>,
    qrels: Qrels,
    measures: Vec<Instance>,
    level: i32,
    validation: Validation,
}

impl SweepJudgements {
    /// Takes the topics that the qrels judge, and the default measures of a sweep.
    ///
    /// # Errors
    /// Qrels that judge none of the topics.
    pub fn new(topics: impl IntoIterator<Item = Topic>, qrels: &Qrels) -> Result<Self> {
        let (topics, unjudged): (Vec<Topic>, Vec<Topic>) =
            topics.into_iter().partition(|topic| qrels.topic(&topic.id).is_some());
        if topics.is_empty() {
            return Err(none_judged(&unjudged, Path::new("qrels")));
        }
        let unjudged = unjudged.into_iter().map(|topic| topic.id).collect();
        let qrels = qrels.clone();
        let measures = measures::measures(measures::SWEEP)?;
        Ok(Self { topics, unjudged, qrels, measures, level: 1, validation: Validation::default() })
    }

    /// Sets the measures.
    ///
    /// # Errors
    /// A measure that qrels cannot give.
    pub fn measures<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        self.measures = measures::measures(names)?;
        Ok(self)
    }

    /// Sets the lowest grade that counts as relevant. Default: 1.
    pub fn level(mut self, level: i32) -> Self {
        self.level = level;
        self
    }

    /// Sets how the choice of the best point is checked.
    pub fn validation(mut self, validation: Validation) -> Self {
        self.validation = validation;
        self
    }

    pub(super) fn topics(&self) -> Vec<(String, String)> {
        self.topics.iter().map(|topic| (topic.id.clone(), topic.text.clone())).collect()
    }

    /// The number of results per topic: as many as are requested, or as the measures need.
    pub(super) fn depth(&self, hits: Option<usize>) -> Result<usize> {
        depth(hits, &self.measures)
    }

    /// Scores the rankings and reports them.
    pub(super) fn report(
        &self,
        request: &ShardRequest,
        totals: &ViewCounts,
        ranks: &Ranks,
    ) -> Result<Sweep> {
        let manifest = totals.shards[0].manifest()?;
        let Question::Sweep(sweep) = &request.question else {
            return Err(Error::settings("found a search, expected a sweep"));
        };
        let rankings = sweep.rankings()?;
        let grids = sweep.grids(&manifest, rankings.all.len())?;
        // The rankings name their pages, so the experiment reads no index.
        let nothing = Corpus::new(Vec::new())?;
        check_grades(&self.qrels, &self.measures, "qrels")?;
        let mut topics = Vec::with_capacity(self.topics.len());
        for topic in &self.topics {
            let judged = self.qrels.topic(&topic.id);
            topics.push(JudgedTopic::named(topic, judged, self.level));
        }
        let times = rankings.all.len();
        let experiment =
            Experiment::new(&nothing, topics, self.measures.clone(), rankings, Some(request.hits))?;
        experiment.check_folds(self.validation.folds)?;
        let mut by_topic = Vec::with_capacity(ranks.topics.len());
        for (topic, columns) in ranks.topics.iter().enumerate() {
            by_topic.push(self.scored(&experiment, topic, columns));
        }
        let (unfiltered, points) = totals.views.split_at(1);
        let statistics = [unfiltered, &points.repeat(times)].concat();
        let outcome = Outcome::new(times * grids.points(), statistics, by_topic);
        let origin = Origin {
            index: names(totals),
            analyzer: manifest.recipe.analyzer.clone(),
            topics_file: "topics".to_owned(),
            qrels_file: "qrels".to_owned(),
            command: "(a job over shards, by the tamis library)".to_owned(),
            site: None,
        };
        let mut sweep = experiment.report(&grids, &outcome, origin);
        sweep.unjudged = self.unjudged.clone();
        experiment.check_choices(&mut sweep, self.validation)?;
        sweep.changed = self.changed(&sweep, ranks);
        Ok(sweep)
    }
}

impl SweepJudgements {
    /// Finds the topics on which the best point differs most from the unfiltered text, and the
    /// pages that moved, as [`Experiment::explain`] does.
    fn changed(&self, sweep: &Sweep, ranks: &Ranks) -> Vec<Changed> {
        let Some(&best) = sweep.best.first() else { return Vec::new() };
        let Some(point) = sweep.points.get(best) else { return Vec::new() };
        let ids: Vec<&str> = sweep.topics.iter().map(String::as_str).collect();
        let unfiltered = &sweep.baseline.per_topic[0];
        let mut found = changed(&ids, unfiltered, &point.per_topic[0], TOPICS);
        for one in &mut found {
            let Some(topic) = ids.iter().position(|id| *id == one.topic) else { continue };
            let columns = &ranks.topics[topic];
            let graded = |column: usize| self.graded(topic, &columns[column]);
            // The first column is that of the unfiltered text.
            one.moved = moved_between(&graded(0), &graded(best + 1), PAGES);
        }
        found
    }

    /// Returns a ranking of a topic with grades.
    fn graded(&self, topic: usize, pages: &Ranking) -> Vec<(String, Option<i32>)> {
        let judged = self.qrels.topic(&self.topics[topic].id);
        let grade = |docno: &str| judged.and_then(|judged| judged.grade(docno));
        pages
            .iter()
            .map(|(docno, _)| (docno.clone(), grade(docno).filter(|grade| *grade >= 0)))
            .collect()
    }

    /// Scores the rankings of a topic.
    fn scored(
        &self,
        experiment: &Experiment<'_>,
        topic: usize,
        columns: &[Ranking],
    ) -> Vec<Scored> {
        let judged = self.qrels.topic(&self.topics[topic].id);
        let mut scored = Vec::with_capacity(columns.len());
        for pages in columns {
            let grades: Vec<Option<i32>> = pages
                .iter()
                .map(|(docno, _)| judged.and_then(|judged| judged.grade(docno)))
                .collect();
            scored.push(experiment.score_grades(topic, &grades));
        }
        scored
    }
}

/// The names of the shards in a report: the first of them if there are many.
fn names(totals: &ViewCounts) -> String {
    let mut paths: Vec<&str> = totals.shards.iter().map(|shard| shard.path.as_str()).collect();
    // They come in the order in which machines answer.
    paths.sort_unstable();
    match paths.len() {
        0..=3 => paths.join(", "),
        count => format!("{} and {} more shards", paths[0], count - 1),
    }
}
