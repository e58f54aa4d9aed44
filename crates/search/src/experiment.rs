//! Experiments: searches every view of a grid with the topics, scores the rankings against qrels,
//! and returns a [`Sweep`]. Each ranking is scored at once and dropped, unless runs are kept.

mod axes;
pub(crate) mod changed;
mod checkpoint;
mod choice;
mod compare;
mod identity;
pub mod measures;
mod origin;
pub mod parameter;
mod rankings;
pub mod results;
mod search;
mod topics;

pub use checkpoint::{CHECKPOINT, TopicCheckpoint};
pub use choice::{Validation, check_folds};
pub use compare::{Compared, NamedRule, compared_labels, removers};
pub use identity::{hash_of_index, identity_of_tuning};
pub use origin::Origin;
pub use rankings::Rankings;
pub use search::Hooks;
pub(crate) use topics::without_query;
pub use topics::{check_tag, search_queries};

use crate::model::Statistics;
use crate::rank::top::Ranked;
use crate::sweep;
use crate::sweep::{Grid, Grids};
use crate::{Predicate, Query};
use parameter::Parameter;
use results::{Axis, AxisAlone, Point, Sweep};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use tamis_eval::measure::{self, Instance, TopicJudgements, TopicRanking, like_judged};
use tamis_eval::trec::ids::padded;
use tamis_eval::trec::{Qrels, Topic, TopicQrels};
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::corpus::DocnoOrder;
use tamis_index::error::{Error, Place, Result};

/// The inputs of an experiment.
pub struct Experiment<'a> {
    pub corpus: &'a Corpus,
    /// The topics with judgements; the same for every point.
    pub topics: Vec<JudgedTopic>,
    pub measures: Vec<Instance>,
    /// The measure of the share of judged documents.
    pub judged: Instance,
    /// The rankings: models and query expansion.
    pub rankings: Rankings,
    /// The number of results per topic; at least the cut-off of every measure.
    pub hits: usize,
    /// Whether the page whose docno is the topic's id is left out of its results.
    pub remove_query: bool,
    /// Whether to keep rankings for run files.
    pub keep_runs: bool,
    /// The maximum memory for the levels of blocks in a pass over the postings, in bytes; a larger
    /// grid takes several passes.
    pub level_bytes: usize,
}

/// The default of [`Experiment::level_bytes`]: 65 rows for an index of 2.7 million blocks.
pub const LEVEL_BYTES: usize = 256 << 20;

/// A topic with its query and its judgements, resolved against the index.
pub struct JudgedTopic {
    pub id: String,
    /// The query as the topics file has it.
    pub text: String,
    pub query: Query,
    /// Grades by the rank of the docno, for documents in the index.
    grades: HashMap<u32, i32>,
    judgements: TopicJudgements,
    /// The page whose docno is the topic's id.
    own: Option<u32>,
    /// The number of judged documents (grade 0 or more) that are not searched: not in the index, or
    /// left out by a filter.
    pub missing: usize,
    /// The number of relevant documents among them.
    pub missing_relevant: usize,
}

/// The scores of a ranking.
#[derive(Debug, Clone, Default)]
pub struct RankingScores {
    pub values: Vec<f64>,
    /// The share of judged documents among the first ten results; 0 without results.
    pub judged_10: f64,
    /// Whether the ranking is empty.
    pub empty: bool,
    /// The ranking, if runs are kept.
    pub ranking: Vec<Ranked>,
}

/// Analyzes a topic's text into a query.
pub fn query(analyzer: &mut Analyzer, text: &str) -> Query {
    Query::new(analyzer.terms(text).iter().map(String::as_str))
}

/// Resolves topics and qrels against an index. Also returns the ids of topics without judgements,
/// which are left out.
///
/// # Errors
/// [`Error::Index`] for an index without pages, [`Error::Setting`] if filters leave none,
/// [`Error::Format`] if the qrels judge none of the topics, or no page of the whole index.
pub fn judged_topics(
    corpus: &Corpus,
    topics: &[Topic],
    qrels: &Qrels,
    qrels_path: &Path,
    level: i32,
) -> Result<(Vec<JudgedTopic>, Vec<String>)> {
    corpus.check_pages()?;
    if corpus.pages() == 0 {
        return Err(none_passes());
    }
    let mut analyzer = corpus.indexes[0].manifest.recipe.analyzer()?;
    let order = corpus.order()?;
    let mut judged = Vec::new();
    let mut unjudged = Vec::new();
    for topic in topics {
        let Some(of_topic) = qrels.topic(&topic.id) else {
            unjudged.push(topic.id.clone());
            continue;
        };
        let mut resolved = JudgedTopic {
            query: query(&mut analyzer, &topic.text),
            own: order.rank(&topic.id)?,
            ..JudgedTopic::named(topic, Some(of_topic), level)
        };
        for (docno, grade) in of_topic.iter() {
            match order.rank(docno)? {
                Some(rank) => _ = resolved.grades.insert(rank, grade),
                None if grade >= 0 => {
                    resolved.missing += 1;
                    resolved.missing_relevant += usize::from(grade >= level);
                }
                None => {}
            }
        }
        judged.push(resolved);
    }
    if judged.is_empty() {
        return Err(none_judged(topics, qrels, qrels_path));
    }
    if !corpus.is_filtered() && judged.iter().all(|topic| topic.grades.is_empty()) {
        let of_topics = judged.iter().filter_map(|topic| qrels.topic(&topic.id));
        let docnos = of_topics.flat_map(TopicQrels::iter).map(|(docno, _)| docno);
        return Err(none_held(order, docnos, qrels_path));
    }
    Ok((judged, unjudged))
}

/// The error of qrels at `qrels_path` that judge no page of an index: of their docnos `judged` it
/// has none.
pub fn none_held<'a>(
    order: DocnoOrder<'_>,
    judged: impl Iterator<Item = &'a str>,
    qrels_path: &Path,
) -> Error {
    // They only show what docnos look like.
    let docnos = order.visible().filter_map(|rank| order.docno(rank).ok());
    let expected = like_judged(docnos, judged);
    Error::format(Place::file(qrels_path), "no judged document that the index has", expected)
}

/// The error of filters of pages that leave none.
pub(crate) fn none_passes() -> Error {
    Error::settings("filters of pages: found none that passes, expected one or more")
}

/// The error of qrels that judge none of the topics, with a hint if ids differ in zeros alone.
pub fn none_judged(topics: &[Topic], qrels: &Qrels, qrels_path: &Path) -> Error {
    let first = topics.first().map_or("none", |topic| topic.id.as_str());
    let found =
        format!("no judgement for any of the {} topics (the first is {first})", topics.len());
    let mut error = Error::format(Place::file(qrels_path), found, "qrels of these topics");
    let ids = topics.iter().map(|topic| topic.id.as_str());
    if let Error::Format(error) = &mut error
        && let Some((id, other)) = padded(ids, qrels.topics().map(|(id, _)| id))
    {
        error.expected +=
            &format!("; ids differ in zeros alone: the topics have {id}, the qrels have {other}");
    }
    error
}

impl<'a> Experiment<'a> {
    /// Returns an experiment that keeps no runs and uses the default memory. `hits` is the number
    /// of results per topic; none for as many as the measures need.
    ///
    /// # Errors
    /// [`Error::Setting`] for 0 hits.
    pub fn new(
        corpus: &'a Corpus,
        topics: Vec<JudgedTopic>,
        measures: Vec<Instance>,
        rankings: Rankings,
        hits: Option<usize>,
    ) -> Result<Self> {
        let judged = measure::parse(measures::JUDGED)?.remove(0);
        let hits = measures::depth(hits, &measures)?;
        let level_bytes = LEVEL_BYTES;
        Ok(Self {
            corpus,
            topics,
            measures,
            judged,
            rankings,
            hits,
            remove_query: false,
            keep_runs: false,
            level_bytes,
        })
    }
}

impl JudgedTopic {
    /// Returns a topic whose rankings name their documents: those of other machines.
    pub(crate) fn named(topic: &Topic, judged: Option<&TopicQrels>, level: i32) -> Self {
        let none = TopicQrels::default();
        Self {
            id: topic.id.clone(),
            text: topic.text.clone(),
            query: Query::default(),
            grades: HashMap::new(),
            judgements: TopicJudgements::new(judged.unwrap_or(&none), level),
            own: None,
            missing: 0,
            missing_relevant: 0,
        }
    }

    /// Returns the judged documents of the index, by their ranks, with their grades.
    pub fn grades(&self) -> Vec<(u32, i32)> {
        let mut grades: Vec<(u32, i32)> =
            self.grades.iter().map(|(document, grade)| (*document, *grade)).collect();
        grades.sort_unstable();
        grades
    }
}

impl Experiment<'_> {
    /// The number of results that are searched for: one more if the query may be among them.
    fn depth(&self) -> usize {
        self.hits.saturating_add(usize::from(self.remove_query))
    }

    /// Returns the results of a topic that count, of the best [`depth`](Self::depth).
    fn counting<'a>(&self, topic: usize, found: &'a [Ranked]) -> Cow<'a, [Ranked]> {
        if !self.remove_query {
            return Cow::Borrowed(&found[..found.len().min(self.hits)]);
        }
        let mut hits = found.to_vec();
        without_query(&mut hits, self.topics[topic].own, self.hits);
        Cow::Owned(hits)
    }

    fn score(&self, topic: usize, found: &[Ranked]) -> RankingScores {
        let hits = self.counting(topic, found);
        let grades = &self.topics[topic].grades;
        let of_hits: Vec<Option<i32>> =
            hits.iter().map(|hit| grades.get(&hit.document).copied()).collect();
        let ranking = if self.keep_runs { hits.into_owned() } else { Vec::new() };
        RankingScores { ranking, ..self.score_grades(topic, &of_hits) }
    }

    /// Scores a ranking of a topic by the grades of its documents; none for a document that is not
    /// judged.
    pub fn score_grades(&self, topic: usize, grades: &[Option<i32>]) -> RankingScores {
        let ranking = TopicRanking { grades, judgements: &self.topics[topic].judgements };
        RankingScores {
            values: self.measures.iter().map(|measure| measure.score(&ranking)).collect(),
            judged_10: self.judged.score(&ranking),
            empty: grades.is_empty(),
            ranking: Vec::new(),
        }
    }

    /// Returns the sweep with means, p-values and best points. Topics without judgements are left
    /// to the caller.
    pub fn report(
        &self,
        grids: &Grids,
        outcome: &sweep::SweepOutcome<RankingScores>,
        origin: Origin,
    ) -> Sweep {
        let baseline = self.point(Vec::new(), &outcome.baseline, outcome.baseline_statistics, None);
        let thresholds: Vec<Vec<Axis>> = grids.iter().map(|grid| self.thresholds(grid)).collect();
        let views = axes::views(&thresholds);
        let mut points = Vec::with_capacity(outcome.points.len());
        for (number, scored) in outcome.points.iter().enumerate() {
            let ranking = number / views.len();
            let view = number % views.len();
            let parameters = [&self.rankings.parameters[ranking][..], &views[view]].concat();
            let statistics = outcome.statistics[number];
            points.push(self.point(parameters, scored, statistics, Some(&baseline)));
        }
        let filter = &grids.first().side;
        let Origin { index, analyzer, topics_file, qrels_file, command, site } = origin;
        let axes_alone = thresholds.iter().filter(|_| thresholds.len() > 1).flatten();
        let alone = axes_alone.map(|axis| self.alone_on(axis, &points)).collect();
        Sweep {
            index,
            topics_file,
            qrels_file,
            analyzer,
            command,
            filter: if *filter == Predicate::All { String::new() } else { filter.to_string() },
            weights: grids.first().weights.texts(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            alone,
            site,
            measures: self.measures.iter().map(Instance::name).collect(),
            topics: self.topics.iter().map(|topic| topic.id.clone()).collect(),
            queries: self.topics.iter().map(|topic| topic.text.clone()).collect(),
            best: (0..self.measures.len()).map(|measure| best(&points, measure)).collect(),
            hits: self.hits,
            model: self.rankings.name(),
            baseline_model: self.rankings.baseline_name(),
            title: grids.first().title.name().to_owned(),
            axes: [self.rankings.axes.clone(), thresholds.concat()].concat(),
            points,
            baseline,
            ..Sweep::default()
        }
    }

    /// Returns what was found on one axis: by the points that have a value on it.
    fn alone_on(&self, axis: &Axis, points: &[Point]) -> AxisAlone {
        let numbers: Vec<usize> =
            (0..points.len()).filter(|&point| !points[point].value(axis).is_absent()).collect();
        let mut best = Vec::with_capacity(self.measures.len());
        for measure in 0..self.measures.len() {
            let mean = |number: usize| points[numbers[number]].means[measure];
            best.push(first_best(numbers.len(), mean));
        }
        AxisAlone { axis: axis.name.clone(), points: numbers, best, ..AxisAlone::default() }
    }

    /// Returns the axes of the views. If rankings, weights or other rules are swept, a single
    /// threshold is not an axis.
    fn thresholds(&self, grid: &Grid) -> Vec<Axis> {
        let others = [self.rankings.axes.len(), grid.outer.len(), grid.weights.axes.len()];
        let inner = Some(axes::of_thresholds(&grid.inner))
            .filter(|axis| axis.values.len() > 1 || others == [0; 3]);
        grid.outer
            .iter()
            .map(axes::of_rules)
            .chain(grid.weights.axes.iter().map(axes::of_weights))
            .chain(inner)
            .collect()
    }

    /// Returns the topics in the order of their ids.
    fn topics_by_id(&self) -> Vec<usize> {
        let mut by_id: Vec<usize> = (0..self.topics.len()).collect();
        by_id.sort_by_key(|&topic| &self.topics[topic].id);
        by_id
    }

    /// Returns a point: of each topic, its scores; of its view, the collection; and the unfiltered
    /// text with which it is compared, unless it is that.
    fn point(
        &self,
        parameters: Vec<Parameter>,
        scored: &[RankingScores],
        view: Statistics,
        baseline: Option<&Point>,
    ) -> Point {
        // Sums in the order of topic ids, as an evaluation does, so that means are equal to the
        // last bit.
        let by_id = self.topics_by_id();
        let mut per_topic = Vec::with_capacity(self.measures.len());
        let mut means = Vec::with_capacity(self.measures.len());
        for (number, measure) in self.measures.iter().enumerate() {
            let values: Vec<f64> = scored.iter().map(|topic| topic.values[number]).collect();
            means.push(mean_of(measure, &values, &by_id));
            per_topic.push(values);
        }
        let judged: f64 = scored.iter().map(|topic| topic.judged_10).sum();
        let point = Point {
            parameters,
            means,
            per_topic,
            judged_10: judged / scored.len().max(1) as f64,
            pages: view.pages,
            tokens: view.total().round() as u64,
            empty_topics: scored.iter().filter(|topic| topic.empty).count() as u64,
            ..Point::default()
        };
        point.with_statistics(view.total(), baseline)
    }
}

/// Returns the summary of the values of these topics, in this order.
fn mean_of(measure: &Instance, values: &[f64], topics: &[usize]) -> f64 {
    let of_topics: Vec<f64> = topics.iter().map(|&topic| values[topic]).collect();
    measure.summary(&of_topics)
}

/// Returns the first point with the highest mean.
fn best(points: &[Point], measure: usize) -> usize {
    first_best(points.len(), |point| points[point].means[measure])
}

/// Returns the first of some numbered values that is the highest.
fn first_best(count: usize, value: impl Fn(usize) -> f64) -> usize {
    (1..count).fold(0, |best, number| if value(number) > value(best) { number } else { best })
}

/// Returns a ranking with docnos, for run files.
///
/// # Errors
/// If the docnos cannot be read.
pub fn retrieved(order: DocnoOrder<'_>, hits: &[Ranked]) -> Result<Vec<(String, f32)>> {
    hits.iter().map(|hit| Ok((order.docno(hit.document)?, hit.score))).collect()
}
