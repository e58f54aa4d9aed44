//! The effect of a rule on the measures: a curve over one threshold, the pinned rules, the topics
//! by their gain, and the runs of other systems.

mod pinned;

use crate::answers::found::warnings;
use crate::requests::{Answer, Failure, SearchRequest, axis};
use crate::site::{Judging, WebRequest};
use pinned::Pinned;
use serde::Serialize;
use std::sync::Arc;
use tamis::eval::Run;
use tamis::eval::measure::{Instance, Judgements, TopicRanking};
use tamis::eval::trec::Ranking;
use tamis::figure::{Differences, MarkedValue, PageFigure, curve_with, of_topics};
use tamis::job::{Judged, Outcome, SweepJob};
use tamis::measures::{SWEEP, depth, measures};
use tamis::request::{Request, SweepRequest};
use tamis::words::measure_name;
use tamis::{Axis, Escaped, Point, Sweep};

pub use pinned::PinnedMeans;

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
    /// What the job noticed: topics without judgements, judged pages that are missing, a rule that
    /// no block can meet.
    pub warnings: Vec<String>,
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
    measures: Vec<Instance>,
}

/// The measures that the address names, or the usual ones.
///
/// # Errors
/// [`Failure::Problems`] for an unknown measure, and too many.
pub fn requested_measures(web: &WebRequest<'_>) -> Answer<Vec<Instance>> {
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
    Failure::of("measure", message)
}

/// Measures the rule with all topics.
///
/// # Errors
/// [`Failure::Missing`] for a server without topics and qrels; [`Failure`] for parameters that are
/// wrong and an index that cannot be read.
pub fn examination(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<Examination> {
    let judging = web.judging()?;
    let manifest = web.snapshot.manifest();
    let of_rule = axis::of_rule(request, manifest);
    let name = web.fields.get("axis").unwrap_or(&of_rule);
    let mut of_curve = axis::axis(name, manifest, manifest.counts.pages).ok_or_else(|| {
        let known = axis::names(manifest).join(", ");
        Failure::of("axis", format!("expected one of {known}"))
    })?;
    // With query expansion, every point is a search of its own for every topic.
    if request.ranking.feedback.is_some() {
        let every = of_curve.values.len().div_ceil(EXPANDED);
        of_curve.values = of_curve.values.into_iter().step_by(every).collect();
    }
    Work { web, request, judging, measures: requested_measures(web)? }.examine(&of_curve)
}

impl Work<'_> {
    fn examine(&self, axis: &Axis) -> Answer<Examination> {
        let pins = self.pins()?;
        let place = axis::place(self.request, axis);
        let at_axis = pins.iter().map(|pin| pin.at(axis)).collect::<Vec<_>>();
        let pinned: Vec<MarkedValue> = pins.iter().filter_map(|pin| pin.marked(axis)).collect();
        let job = self.curve(axis)?;
        let curve = &self.sweep(self.request, &job)?.result;
        let outcome = self.sweep(self.request, &self.point(self.request))?;
        let here = &outcome.result;
        self.web.cancel.check()?;
        let point = &here.points[0];
        let unfiltered = &here.baseline;
        let standing_here = "here".to_owned();
        let standing = place.map(|at| MarkedValue::new(standing_here, at, point.means.clone()));
        let against = self.against(&pins)?;
        Ok(Examination {
            command: job.command([self.web.path()]).unwrap_or_default(),
            commit: self.web.snapshot.commit.clone(),
            rule: self.request.rule_text(),
            ranking: self.request.ranking.to_string(),
            measures: here.measures.clone(),
            axis: axis.name.clone(),
            at: axis::value(self.request, axis),
            curve: curve.points.iter().map(CurvePoint::from_point).collect(),
            unfiltered: unfiltered.means.clone(),
            under_rule: point.means.clone(),
            p_values: point.p_values.clone(),
            kept: point.kept,
            judged_at_10: point.judged_10,
            pins: pinned::means(&pins, &at_axis, point),
            runs: self.runs(&here.topics),
            against: against.map_or_else(String::new, |pin| pin.name().to_owned()),
            differences: self.differences(curve, point, against),
            topics: self.topics(here, &pins, against),
            unjudged: here.unjudged.clone(),
            warnings: warnings(&outcome.notices),
            figure: curve_with(curve, standing.as_ref(), &pinned),
            table: curve.tsv(),
        })
    }

    /// Measures the pinned rules. Each is measured once for all steps of a slider.
    fn pins(&self) -> Answer<Vec<Pinned>> {
        let mut all = Vec::new();
        for pin in &self.request.pins {
            let measured = self.sweep(&pin.request, &self.point(&pin.request))?;
            all.push(Pinned { pin: pin.clone(), measured });
        }
        Ok(all)
    }

    /// The pinned rule with which the topics are compared, if the address names one.
    fn against<'p>(&self, pins: &'p [Pinned]) -> Answer<Option<&'p Pinned>> {
        let Some(name) = self.web.fields.get("against") else { return Ok(None) };
        let found = pins.iter().find(|pin| pin.name() == name);
        found.map(Some).ok_or_else(|| {
            let expected = "expected the name of a pinned rule";
            Failure::of("against", expected)
        })
    }

    /// The differences by topic in the first measure, as a figure.
    fn differences(&self, curve: &Sweep, point: &Point, against: Option<&Pinned>) -> PageFigure {
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

    /// The curve. It does not depend on where the rule is on it, so it is the same job for all
    /// steps of a slider.
    fn curve(&self, axis: &Axis) -> Answer<SweepJob> {
        let others = self.request.without(&[&axis.name], self.web.snapshot.manifest())?;
        let point = self.point(&others);
        let sweep = SweepRequest { axes: vec![axis.clone()], ..point.sweep };
        Ok(SweepJob { sweep, ..point })
    }

    /// The rule as it is, as a sweep of one point.
    fn point(&self, request: &SearchRequest) -> SweepJob {
        let request = Request { hits: None, ..request.request.clone() };
        let sweep = SweepRequest { request, ..SweepRequest::default() };
        let measures = self.measures.iter().map(Instance::name).collect();
        let judged = Judged { measures, ..self.judging.judged.clone() };
        SweepJob { sweep, judged, ..SweepJob::default() }
    }

    fn sweep(&self, request: &SearchRequest, job: &SweepJob) -> Answer<Arc<Outcome<Sweep>>> {
        self.web.snapshot.check_pages(request)?;
        self.web.snapshot.sweep(job, self.web.cancel)
    }

    /// The topics, the highest gain first; those with equal gains in the order of the file.
    fn topics(&self, here: &Sweep, pins: &[Pinned], against: Option<&Pinned>) -> Vec<TopicValues> {
        let mut topics = Vec::new();
        for (number, topic) in here.topics.iter().enumerate() {
            let unfiltered = values_of_topic(&here.baseline, number);
            let under_rule = values_of_topic(&here.points[0], number);
            let text = self.judging.topic(topic).map(|topic| topic.text.clone());
            let under_pins = pins.iter().map(|pin| values_of_topic(pin.point(), number));
            let base = against.map_or(unfiltered[0], |pin| pin.point().per_topic[0][number]);
            topics.push(TopicValues {
                topic: topic.clone(),
                text: text.unwrap_or_default(),
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
    fn runs(&self, topics: &[String]) -> Vec<RunMeans> {
        let mut ids: Vec<&str> = topics.iter().map(String::as_str).collect();
        // Sums in the order of topic ids, as an evaluation does, so that means are equal to the
        // last bit.
        ids.sort_unstable();
        let runs = self.judging.runs.iter();
        runs.map(|(name, run)| RunMeans { name: name.clone(), means: self.means(run, &ids) })
            .collect()
    }

    /// The means of a run over topics.
    fn means(&self, run: &Run, topics: &[&str]) -> Vec<f64> {
        let measures = &self.measures;
        let by_topic: Vec<Vec<f64>> =
            topics.iter().map(|id| scores(self.judging, id, run.topic(id), measures)).collect();
        let mut means = Vec::with_capacity(measures.len());
        for (number, measure) in measures.iter().enumerate() {
            let values: Vec<f64> = by_topic.iter().map(|values| values[number]).collect();
            means.push(measure.summary(&values));
        }
        means
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
    let judgements = Judgements::new(of_topic, judging.judged.level);
    let docnos = ranking.into_iter().flat_map(|ranking| ranking.iter().map(|row| row.docno));
    let grades: Vec<Option<i32>> = docnos.map(|docno| of_topic.grade(docno)).collect();
    let ranking = TopicRanking { grades: &grades, judgements: &judgements };
    measures.iter().map(|measure| measure.score(&ranking)).collect()
}

/// The number of results that measures need.
///
/// # Errors
/// As [`depth`].
pub fn needed(measures: &[Instance]) -> Answer<usize> {
    Ok(depth(None, measures)?)
}
