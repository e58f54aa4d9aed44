//! The effect of a rule on the measures: a curve over one threshold, the pinned rules, the topics
//! by their gain, and the runs of other systems.

mod pinned;

use super::super::command;
use super::super::failure::{Failure, Problem};
use super::super::judging::Judging;
use super::super::search_request::SearchRequest;
use super::super::site::WebRequest;
use super::super::snapshot::Curve;
use super::axis;
use pinned::Pinned;

pub use pinned::PinnedMeans;
use serde::Serialize;
use std::sync::Arc;
use tamis_eval::Run;
use tamis_eval::measure::{Instance, Judgements, TopicRanking, check_grades};
use tamis_eval::trec::Ranking;
use tamis_index::error::Error;
use tamis_place::Escaped;
use tamis_report::figure::{Differences, MarkedValue, PageFigure, curve_with, of_topics};
use tamis_report::words::measure_name;
use tamis_search::Predicate;
use tamis_search::experiment::measures::{SWEEP, depth, measures};
use tamis_search::experiment::results::Point;
use tamis_search::experiment::{Experiment, Hooks, Origin, Rankings, judged_topics};
use tamis_search::sweep::{Grid, Grids, ThresholdAxis, WeightGrid};

/// The parameters of an examination besides those of a search.
pub const PARAMETERS: [&str; 3] = ["axis", MEASURE, "against"];
/// The parameter with the measures.
pub const MEASURE: &str = "measure";
/// The most points of a curve with query expansion.
const EXPANDED: usize = 12;
/// The most measures.
const MAX_MEASURES: usize = 6;

/// The curve, the measures under the rule, and the topics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Examination {
    /// The command that draws the same curve.
    pub command: String,
    /// The commit of the index.
    pub commit: String,
    /// The rule as text; empty if every block is permitted.
    pub rule: String,
    /// The model with its parameters.
    pub ranking: String,
    /// The measures, by trec_eval's names; the first one orders the topics.
    pub measures: Vec<String>,
    /// The threshold of the curve.
    pub axis: String,
    /// The value of the threshold in the rule. Without it, 0 for a lower bound, and none for an
    /// upper one.
    pub at: Option<f64>,
    /// The curve: the rule with the threshold at each of its values.
    pub curve: Vec<CurvePoint>,
    /// The means without the rule.
    pub unfiltered: Vec<f64>,
    /// The means under the rule.
    pub under_rule: Vec<f64>,
    /// Two-sided p of the paired t-test of the two; none if the differences have no spread.
    pub p_values: Vec<Option<f64>>,
    /// The share of the text that the rule keeps.
    pub kept: f64,
    /// The mean share of judged pages among the first ten results under the rule.
    pub judged_at_10: f64,
    /// The pinned rules.
    pub pins: Vec<PinnedMeans>,
    /// Runs of other systems.
    pub runs: Vec<RunMeans>,
    /// What the topics are compared with: the name of a pinned rule; empty for the text without the
    /// rule.
    pub against: String,
    /// The topics, the highest gain first.
    pub topics: Vec<TopicValues>,
    /// Topics that the qrels do not judge; they are left out.
    pub unjudged: Vec<String>,
    /// The curve as a figure.
    #[serde(skip)]
    pub figure: PageFigure,
    /// The differences by topic as a figure.
    #[serde(skip)]
    pub differences: PageFigure,
    /// The curve as a table.
    #[serde(skip)]
    pub table: String,
}

/// A point of the curve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CurvePoint {
    /// The value of the threshold.
    pub value: f64,
    /// The means, in the order of the measures.
    pub means: Vec<f64>,
    /// The share of the text that is kept.
    pub kept: f64,
}

impl CurvePoint {
    fn from_point(point: &Point) -> Self {
        let threshold = point.parameters.first();
        let value = threshold.and_then(|parameter| parameter.value.number());
        Self { value: value.unwrap_or_default(), means: point.means.clone(), kept: point.kept }
    }
}

/// A run of another system.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunMeans {
    /// The name of its file.
    pub name: String,
    /// The means over the same topics; a topic that the run does not have counts 0.
    pub means: Vec<f64>,
}

/// A topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicValues {
    /// Its id.
    pub topic: String,
    /// Its query.
    pub text: String,
    /// The measures without the rule.
    pub unfiltered: Vec<f64>,
    /// The measures under the rule.
    pub under_rule: Vec<f64>,
    /// The measures under each of the pinned rules.
    pub under_pins: Vec<Vec<f64>>,
    /// The first measure under the rule less that of what the topics are compared with.
    pub difference: f64,
}

/// What an examination needs of a request.
struct Work<'a> {
    web: &'a WebRequest<'a>,
    request: &'a SearchRequest,
    judging: &'a Judging,
    experiment: Experiment<'a>,
    unjudged: Vec<String>,
    pins: &'a [Pinned],
}

/// The measures that the address names, or the usual ones.
///
/// # Errors
/// [`Failure::Problems`] for an unknown measure, and too many.
pub fn requested_measures(web: &WebRequest<'_>) -> Result<Vec<Instance>, Failure> {
    let names: Vec<&str> =
        web.fields.all("measure").flat_map(|names| names.split(',')).map(str::trim).collect();
    let found = measures(if names.is_empty() { SWEEP.to_vec() } else { names });
    let found = found.map_err(|error| wrong_measure(error.to_string()))?;
    if found.len() > MAX_MEASURES {
        return Err(wrong_measure(format!(
            "found {} measures, expected at most {MAX_MEASURES}",
            found.len()
        )));
    }
    Ok(found)
}

fn wrong_measure(message: String) -> Failure {
    Failure::Problems(vec![Problem::new("measure", message)])
}

/// Measures the rule with all topics.
///
/// # Errors
/// [`Failure::Missing`] for a server without topics and qrels; [`Failure`] for parameters that are
/// wrong and an index that cannot be read.
pub fn examination(web: &WebRequest<'_>, request: &SearchRequest) -> Result<Examination, Failure> {
    let pins = measured(web, request)?;
    let narrowed = web.snapshot.narrowed(request)?;
    let web = &web.to(narrowed.as_deref().unwrap_or(web.snapshot));
    let judging = web.judging()?;
    let manifest = web.snapshot.manifest();
    let of_rule = axis::of_rule(request, manifest);
    let name = web.fields.get("axis").unwrap_or(&of_rule);
    let pages = web.snapshot.manifest().counts.pages;
    let of_curve = axis::axis(name, manifest, pages).ok_or_else(|| {
        let known = axis::names(manifest).join(", ");
        Failure::Problems(vec![Problem::new("axis", format!("expected one of {known}"))])
    })?;
    // With query expansion, every point is a search of its own for every topic.
    let every = if request.ranking.feedback.is_some() {
        of_curve.values.len().div_ceil(EXPANDED)
    } else {
        1
    };
    let values = of_curve.values.iter().step_by(every).copied().collect();
    let work = Work { pins: &pins, ..Work::new(web, request, judging)? };
    work.examine(ThresholdAxis { values, ..of_curve })
}

/// Measures the pinned rules of a request. Each is measured once for all steps of a slider.
fn measured(web: &WebRequest<'_>, request: &SearchRequest) -> Result<Vec<Pinned>, Failure> {
    let mut all = Vec::new();
    for pin in web.pins(request)? {
        web.cancel.check()?;
        let narrowed = web.snapshot.narrowed(&pin.request)?;
        let web = web.to(narrowed.as_deref().unwrap_or(web.snapshot));
        let work = Work::new(&web, &pin.request, web.judging()?)?;
        let measures: Vec<String> = work.experiment.measures.iter().map(Instance::name).collect();
        let rule = pin.request.rule_key();
        let key = format!("pin&{rule}&{}&{measures:?}", pin.request.ranking_key());
        let measured = web.snapshot.curve(&key, || work.point())?;
        all.push(Pinned { pin, measured });
    }
    Ok(all)
}

impl<'a> Work<'a> {
    fn new(
        web: &'a WebRequest<'a>,
        request: &'a SearchRequest,
        judging: &'a Judging,
    ) -> Result<Self, Failure> {
        let corpus = &web.snapshot.corpus;
        let settings = &judging.settings;
        let measures = requested_measures(web)?;
        check_grades(&judging.qrels, &measures, &settings.qrels).map_err(Error::from)?;
        let (topics, unjudged) = judged_topics(
            corpus,
            &judging.topics,
            &judging.qrels,
            &settings.qrels,
            settings.level,
        )?;
        let rankings = Rankings::single(request.ranking);
        let experiment = Experiment::new(corpus, topics, measures, rankings, None)?;
        Ok(Self { web, request, judging, experiment, unjudged, pins: &[] })
    }

    fn examine(&self, axis: ThresholdAxis) -> Result<Examination, Failure> {
        let name = axis.name();
        let at = axis::value(self.request, &axis);
        let place = axis::place(self.request, &axis);
        let pins = self.pins.iter().map(|pin| pin.at(&axis)).collect::<Vec<_>>();
        let pinned: Vec<MarkedValue> =
            self.pins.iter().filter_map(|pin| pin.marked(&axis)).collect();
        let command = self.command(&axis);
        let curve = self.curve(axis)?;
        self.web.cancel.check()?;
        let here = self.point()?;
        self.web.cancel.check()?;
        let point = &here.points[0];
        let unfiltered = &here.baseline;
        let standing_here = "here".to_owned();
        let standing = place.map(|at| MarkedValue::new(standing_here, at, point.means.clone()));
        let against = self.against()?;
        let topics = self.topics(unfiltered, point, against);
        Ok(Examination {
            command,
            commit: self.web.snapshot.commit.clone(),
            rule: self.request.rule_text(),
            ranking: self.request.ranking.to_string(),
            measures: here.measures.clone(),
            axis: name,
            at,
            curve: curve.points.iter().map(CurvePoint::from_point).collect(),
            unfiltered: unfiltered.means.clone(),
            under_rule: point.means.clone(),
            p_values: point.p_values.clone(),
            kept: point.kept,
            judged_at_10: point.judged_10,
            pins: pinned::means(self.pins, &pins, point),
            runs: self.runs(),
            against: against.map_or_else(String::new, |pin| pin.name().to_owned()),
            differences: self.differences(&curve, point, against),
            topics,
            unjudged: self.unjudged.clone(),
            figure: curve_with(&curve, standing.as_ref(), &pinned),
            table: tamis_report::tsv::sweep_without_equivalence(&curve),
        })
    }

    /// The pinned rule with which the topics are compared, if the address names one.
    fn against(&self) -> Result<Option<&Pinned>, Failure> {
        let Some(name) = self.web.fields.get("against") else { return Ok(None) };
        let found = self.pins.iter().find(|pin| pin.name() == name);
        found.map(Some).ok_or_else(|| {
            let expected = "expected the name of a pinned rule";
            Failure::Problems(vec![Problem::new("against", expected)])
        })
    }

    /// The differences by topic in the first measure, as a figure.
    fn differences(&self, curve: &Curve, point: &Point, against: Option<&Pinned>) -> PageFigure {
        let base = against.map_or(&curve.baseline, |pin| pin.point());
        let other = against.map_or("the unfiltered text", |pin| pin.name());
        let measure = measure_name(&curve.measures[0]);
        of_topics(&Differences {
            id: "differences-by-topic",
            title: &format!("{measure} by topic: this rule, less {}", Escaped(other)),
            setting: &curve.model,
            caption: "",
            topics: &curve.topics,
            base: &base.per_topic[0],
            values: &point.per_topic[0],
        })
    }

    /// Returns the curve, from the cache if it is there: it does not depend on where the rule is on
    /// it, so it is made once for all steps of a slider.
    fn curve(&self, axis: ThresholdAxis) -> Result<Arc<Curve>, Failure> {
        let others = self.request.without(&[&axis.name()], self.web.snapshot.manifest())?;
        let measures: Vec<String> = self.experiment.measures.iter().map(Instance::name).collect();
        let key =
            format!("{}&{}&{}&{measures:?}", axis.name(), others.rule_key(), others.ranking_key());
        let snapshot = self.web.snapshot;
        snapshot.curve(&key, || self.sweep(axis, &others))
    }

    /// The rule as it is, as a sweep of one point.
    fn point(&self) -> Result<Curve, Failure> {
        self.sweep(ThresholdAxis::every_block(), self.request)
    }

    fn sweep(&self, inner: ThresholdAxis, request: &SearchRequest) -> Result<Curve, Failure> {
        let weights = WeightGrid::from(request.rule.weights.clone());
        let side: Predicate = request.permits.clone();
        let grids =
            Grids::from(Grid { inner, outer: Vec::new(), weights, side, title: request.title });
        let stop = || self.web.cancel.is_over();
        let hooks = Hooks { stop: Some(&stop), ..Hooks::default() };
        let outcome = self.experiment.run_with_hooks(&grids, hooks);
        // A deadline that has passed is reported as such, not as an interrupted experiment.
        self.web.cancel.check()?;
        Ok(self.experiment.report(
            &grids,
            &outcome?,
            Origin::new(&self.web.snapshot.corpus, "", "", ""),
        ))
    }

    /// The topics, the highest gain first; those with equal gains in the order of the file.
    fn topics(
        &self,
        unfiltered: &Point,
        point: &Point,
        against: Option<&Pinned>,
    ) -> Vec<TopicValues> {
        let mut topics = Vec::new();
        for (number, topic) in self.experiment.topics.iter().enumerate() {
            let unfiltered = values_of_topic(unfiltered, number);
            let under_rule = values_of_topic(point, number);
            let text =
                self.judging.topic(&topic.id).map(|topic| topic.text.clone()).unwrap_or_default();
            let under_pins = self.pins.iter().map(|pin| values_of_topic(pin.point(), number));
            let base = against.map_or(unfiltered[0], |pin| pin.point().per_topic[0][number]);
            topics.push(TopicValues {
                topic: topic.id.clone(),
                text,
                under_pins: under_pins.collect(),
                difference: under_rule[0] - base,
                unfiltered,
                under_rule,
            });
        }
        topics.sort_by(|a, b| b.difference.total_cmp(&a.difference));
        topics
    }

    /// The means of other systems over the same topics.
    fn runs(&self) -> Vec<RunMeans> {
        let mut ids: Vec<&str> =
            self.experiment.topics.iter().map(|topic| topic.id.as_str()).collect();
        // Sums in the order of topic ids, as an evaluation does, so that means are equal to the
        // last bit.
        ids.sort_unstable();
        let runs = self.judging.runs.iter();
        runs.map(|(name, run)| RunMeans { name: name.clone(), means: self.means(run, &ids) })
            .collect()
    }

    /// The means of a run over topics.
    fn means(&self, run: &Run, topics: &[&str]) -> Vec<f64> {
        let measures = &self.experiment.measures;
        let by_topic: Vec<Vec<f64>> =
            topics.iter().map(|id| scores(self.judging, id, run.topic(id), measures)).collect();
        let mut means = Vec::with_capacity(measures.len());
        for (number, measure) in measures.iter().enumerate() {
            let values: Vec<f64> = by_topic.iter().map(|values| values[number]).collect();
            means.push(measure.summary(&values));
        }
        means
    }

    /// The command that sweeps the axis with the rest of the rule.
    fn command(&self, axis: &ThresholdAxis) -> String {
        let path = self.web.path();
        let measures = &self.experiment.measures;
        command::sweep(path, self.request, self.judging, &axis.name(), &axis.values, measures)
    }
}

/// The measures of a point for a topic, by its number.
fn values_of_topic(point: &Point, topic: usize) -> Vec<f64> {
    point.per_topic.iter().map(|values| values[topic]).collect()
}

/// Scores a ranking of docnos for a topic.
pub fn scores(
    judging: &Judging,
    topic: &str,
    ranking: Option<Ranking<'_>>,
    measures: &[Instance],
) -> Vec<f64> {
    let Some(of_topic) = judging.qrels.topic(topic) else { return vec![0.0; measures.len()] };
    let judgements = Judgements::new(of_topic, judging.settings.level);
    let docnos = ranking.into_iter().flat_map(|ranking| ranking.iter().map(|row| row.docno));
    let grades: Vec<Option<i32>> = docnos.map(|docno| of_topic.grade(docno)).collect();
    let ranking = TopicRanking { grades: &grades, judgements: &judgements };
    measures.iter().map(|measure| measure.score(&ranking)).collect()
}

/// The number of results that measures need.
///
/// # Errors
/// As [`depth`].
pub fn needed(measures: &[Instance]) -> Result<usize, Failure> {
    Ok(depth(None, measures)?)
}
