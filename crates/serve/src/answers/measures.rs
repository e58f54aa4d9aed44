//! The effect of a rule on the measures: a curve over one threshold, the pinned rules, the topics
//! by their gain, and the runs of other systems.

use crate::answers::found::warnings;
use crate::requests::{Answer, Failure, Pin, SearchRequest, axis};
use crate::site::{Judging, WebRequest};
use serde::{Serialize, Serializer};
use serde_json::json;
use std::sync::Arc;
use tamis::eval::measure::Instance;
use tamis::figure::{Differences, MarkedValue, PageFigure, curve_with, of_topics};
use tamis::job::{Judged, Outcome, SweepJob};
use tamis::measures::SWEEP;
use tamis::request::{Request, SweepRequest};
use tamis::table::statistics::Tested;
use tamis::words::measure_name;
use tamis::{Axis, Escaped, Point, PointDifference, Sweep};

/// The parameters of this page besides those of a search.
pub const PARAMETERS: [&str; 3] = ["axis", MEASURE, "against"];
/// The parameter with the measures.
pub const MEASURE: &str = "measure";
/// The most points of a curve with query expansion.
const EXPANDED: usize = 12;
const MAX_MEASURES: usize = 6;

/// The curve, the measures under the rule, and the topics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RuleMeasures {
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
    #[serde(serialize_with = "curve")]
    pub curve: Vec<Point>,
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
    pub pins: Vec<PinnedMeans>,
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

impl RuleMeasures {
    /// How the rule differs in each measure from another one, which has these means. The p-values
    /// are those of the two.
    pub fn tested(
        &self,
        others: &[f64],
        p_values: &[Option<f64>],
        holm: &[Option<f64>],
    ) -> impl Iterator<Item = Tested<'static>> {
        let pairs = self.under_rule.iter().zip(others).enumerate();
        pairs.map(move |(number, (own, other))| {
            super::tested(own - other, [p_values, holm].map(|all| all.get(number).copied()))
        })
    }
}

/// A pinned rule over the same topics, and how the rule as it is differs from it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PinnedMeans {
    pub name: String,
    /// The rule as text; empty if every block is permitted.
    pub rule: String,
    /// The model with its parameters.
    pub ranking: String,
    /// The value of the threshold of the curve in the rule. Without it, 0 for a lower bound, and
    /// none for an upper one.
    pub at: Option<f64>,
    /// The share of the text that the rule keeps.
    pub kept: f64,
    pub means: Vec<f64>,
    /// How the means under the rule as it is differ from these.
    #[serde(flatten)]
    pub compared: PointDifference,
}

/// A run of another system.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunMeans {
    /// The name of its file.
    pub name: String,
    /// The means over the same topics; a topic that the run does not have counts 0.
    pub means: Vec<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicValues {
    pub topic: String,
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

/// What the measures need of a request.
struct Work<'a> {
    web: &'a WebRequest<'a>,
    request: &'a SearchRequest,
    judging: &'a Judging,
    measures: Vec<String>,
}

/// A pinned rule with its measures.
type Pinned<'a> = (&'a Pin, Arc<Outcome<Sweep>>);

/// The measures that the address names, or the usual ones.
///
/// # Errors
/// [`Failure::Problems`] for an unknown measure, and too many.
pub fn requested_measures(web: &WebRequest<'_>) -> Answer<Vec<Instance>> {
    let names: Vec<&str> =
        web.fields.all("measure").flat_map(|names| names.split(',')).map(str::trim).collect();
    let found = tamis::measures::measures(if names.is_empty() { SWEEP.to_vec() } else { names });
    let found = found.map_err(|error| Failure::of("measure", error.to_string()))?;
    if found.len() > MAX_MEASURES {
        let most = format!("found {} measures, expected at most {MAX_MEASURES}", found.len());
        return Err(Failure::of("measure", most));
    }
    Ok(found)
}

/// Measures the rule with all topics.
///
/// # Errors
/// [`Failure::Missing`] for a server without topics and qrels; [`Failure`] for parameters that are
/// wrong and an index that cannot be read.
pub fn measures(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<RuleMeasures> {
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
    let instances = requested_measures(web)?;
    let measures = instances.iter().map(Instance::name).collect();
    Work { web, request, judging, measures }.of_rule(&of_curve, &instances)
}

impl Work<'_> {
    fn of_rule(&self, axis: &Axis, instances: &[Instance]) -> Answer<RuleMeasures> {
        let Self { web, request, judging, .. } = self;
        let pins = request.pins.iter().map(|pin| Ok((pin, self.measured(&pin.request)?)));
        let pins: Vec<Pinned<'_>> = pins.collect::<Answer<_>>()?;
        let job = self.curve(axis)?;
        let curve = &self.sweep(request, &job)?.result;
        let outcome = self.measured(request)?;
        let here = &outcome.result;
        web.cancel.check()?;
        let point = &here.points[0];
        let marked = |name: &str, request: &SearchRequest, point: &Point| {
            let place = axis::place(request, axis)?;
            Some(MarkedValue::new(Escaped(name).to_string(), place, point.means.clone()))
        };
        let standing = marked("here", request, point);
        let places = pins.iter().filter_map(|(pin, of)| marked(&pin.name, &pin.request, first(of)));
        let against = self.against(&pins)?;
        let runs = judging.runs.iter().map(|(name, run)| RunMeans {
            name: name.clone(),
            means: judging.judged.means(&judging.qrels, run, &here.topics, instances),
        });
        Ok(RuleMeasures {
            command: job.command([web.path()]).unwrap_or_default(),
            commit: web.snapshot.commit.clone(),
            rule: request.rule_text(),
            ranking: request.ranking.to_string(),
            measures: here.measures.clone(),
            axis: axis.name.clone(),
            at: axis::value(request, axis),
            curve: curve.points.clone(),
            unfiltered: here.baseline.means.clone(),
            under_rule: point.means.clone(),
            p_values: point.p_values.clone(),
            kept: point.kept,
            judged_at_10: point.judged_10,
            pins: means_of_pins(&pins, axis, point),
            runs: runs.collect(),
            against: against.map_or_else(String::new, |(pin, _)| pin.name.clone()),
            differences: differences(curve, point, against),
            topics: self.topics(here, &pins, against),
            unjudged: here.unjudged.clone(),
            warnings: warnings(&outcome.notices),
            figure: curve_with(curve, standing.as_ref(), &places.collect::<Vec<_>>()),
            table: curve.tsv(),
        })
    }

    /// The pinned rule with which the topics are compared, if the address names one.
    fn against<'p>(&self, pins: &'p [Pinned<'p>]) -> Answer<Option<&'p Pinned<'p>>> {
        let Some(name) = self.web.fields.get("against") else { return Ok(None) };
        let found = pins.iter().find(|(pin, _)| pin.name == name);
        let unknown = || Failure::of("against", "expected the name of a pinned rule");
        found.map(Some).ok_or_else(unknown)
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
        let judged = Judged { measures: self.measures.clone(), ..self.judging.judged.clone() };
        SweepJob { sweep, judged, ..SweepJob::default() }
    }

    /// Measures a rule, once for all steps of a slider.
    fn measured(&self, request: &SearchRequest) -> Answer<Arc<Outcome<Sweep>>> {
        self.sweep(request, &self.point(request))
    }

    fn sweep(&self, request: &SearchRequest, job: &SweepJob) -> Answer<Arc<Outcome<Sweep>>> {
        self.web.snapshot.check_pages(request)?;
        self.web.snapshot.sweep(job, self.web.cancel)
    }

    /// The topics, the highest gain first; those with equal gains in the order of the file.
    fn topics(
        &self,
        here: &Sweep,
        pins: &[Pinned<'_>],
        against: Option<&Pinned<'_>>,
    ) -> Vec<TopicValues> {
        let mut topics = Vec::new();
        for (number, id) in here.topics.iter().enumerate() {
            let of = |point: &Point| point.per_topic.iter().map(|values| values[number]).collect();
            let (unfiltered, under_rule): (Vec<f64>, Vec<f64>) =
                (of(&here.baseline), of(&here.points[0]));
            let base = against.map_or(&here.baseline, |(_, measured)| first(measured));
            let text = self.judging.topic(id).map(|topic| topic.text.clone());
            topics.push(TopicValues {
                topic: id.clone(),
                text: text.unwrap_or_default(),
                under_pins: pins.iter().map(|(_, measured)| of(first(measured))).collect(),
                difference: under_rule[0] - base.per_topic[0][number],
                unfiltered,
                under_rule,
            });
        }
        topics.sort_by(|a, b| b.difference.total_cmp(&a.difference));
        topics
    }
}

/// The only point of a sweep.
fn first(measured: &Outcome<Sweep>) -> &Point {
    &measured.result.points[0]
}

/// Points of a curve as this address answers: the value of the threshold, the means and the share
/// of the text that is kept.
fn curve<S: Serializer>(points: &[Point], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(points.iter().map(|point| {
        let value = point.parameters.first().and_then(|threshold| threshold.value.number());
        json!({ "value": value.unwrap_or_default(), "means": point.means, "kept": point.kept })
    }))
}

/// The differences by topic in the first measure, as a figure.
fn differences(curve: &Sweep, point: &Point, against: Option<&Pinned<'_>>) -> PageFigure {
    let base = against.map_or(&curve.baseline, |(_, measured)| first(measured));
    let other = against.map_or("the unfiltered text", |(pin, _)| &pin.name);
    let measure = measure_name(&curve.measures[0]);
    of_topics(&Differences {
        id: "differences-by-topic".to_owned(),
        title: format!("{measure} by topic: this rule, less {}", Escaped(other)),
        setting: curve.model.clone(),
        caption: String::new(),
        topics: &curve.topics,
        base: &base.per_topic[0],
        values: &point.per_topic[0],
    })
}

/// The means of the pinned rules, and how those of the rule as it is, `here`, differ from them.
fn means_of_pins(pins: &[Pinned<'_>], axis: &Axis, here: &Point) -> Vec<PinnedMeans> {
    let points: Vec<&Point> = pins.iter().map(|(_, measured)| first(measured)).collect();
    let compared = PointDifference::of_each(here, &points);
    let pins = pins.iter().zip(points).zip(compared);
    let means = pins.map(|(((pin, _), point), compared)| PinnedMeans {
        name: pin.name.clone(),
        rule: pin.request.rule_text(),
        ranking: pin.request.ranking.to_string(),
        at: axis::value(&pin.request, axis),
        kept: point.kept,
        means: point.means.clone(),
        compared,
    });
    means.collect()
}
