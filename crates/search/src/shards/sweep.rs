//! What a sweep over shards is judged by: scores the merged rankings, and reports them as a sweep
//! of one index does.

use super::answer::Ranks;
use super::counts::ViewCounts;
use super::merge::ShardRanking;
use super::request::{Question, ShardRequest};
use crate::experiment::changed::{PAGES, TOPICS};
use crate::experiment::results::Sweep;
use crate::experiment::{Experiment, JudgedTopic, Origin, RankingScores, Validation};
use crate::sweep::SweepOutcome;
use std::sync::Arc;
use tamis_eval::measure::Instance;
use tamis_eval::runs::{Changed, changed, moved_between};
use tamis_eval::trec::{Qrels, Topic};
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Result};

/// What a sweep over shards is measured against, and what its report names.
#[derive(Debug, Clone)]
pub struct SweepJudgements {
    /// The topics that the qrels judge.
    pub topics: Vec<Topic>,
    /// The ids of the others.
    pub unjudged: Vec<String>,
    pub qrels: Arc<Qrels>,
    pub measures: Vec<Instance>,
    /// The lowest grade that counts as relevant.
    pub level: i32,
    /// How the choice of the best point is checked.
    pub validation: Validation,
    /// The names of the report. Those of the indexes and of their analyzer are the shards'.
    pub origin: Origin,
}

impl SweepJudgements {
    /// Scores the rankings and reports them.
    pub(super) fn report(
        &self,
        request: &ShardRequest,
        totals: &ViewCounts,
        ranks: &Ranks,
    ) -> Result<Sweep> {
        let manifest = totals.manifest()?;
        let Question::Sweep(sweep) = &request.question else {
            return Err(Error::settings("found a search, expected a sweep"));
        };
        let rankings = sweep.rankings()?;
        let grids = sweep.grids(&manifest, rankings.all.len())?;
        // The rankings name their pages, so the experiment reads no index.
        let nothing = Corpus::new(Vec::new())?;
        let mut topics = Vec::with_capacity(self.topics.len());
        for topic in &self.topics {
            let judged = self.qrels.topic(&topic.id);
            topics.push(JudgedTopic::named(topic, judged, self.level));
        }
        let times = rankings.all.len();
        let experiment =
            Experiment::new(&nothing, topics, self.measures.clone(), rankings, Some(request.hits))?;
        let mut by_topic = Vec::with_capacity(ranks.topics.len());
        for (topic, columns) in ranks.topics.iter().enumerate() {
            by_topic.push(self.scored(&experiment, topic, columns));
        }
        let (unfiltered, points) = totals.views.split_at(1);
        let statistics = [unfiltered, &points.repeat(times)].concat();
        let outcome = SweepOutcome::new(times * grids.points(), statistics, by_topic);
        let origin = Origin {
            index: names(totals),
            analyzer: manifest.recipe.analyzer.clone(),
            ..self.origin.clone()
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
    fn graded(&self, topic: usize, pages: &ShardRanking) -> Vec<(String, Option<i32>)> {
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
        columns: &[ShardRanking],
    ) -> Vec<RankingScores> {
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
