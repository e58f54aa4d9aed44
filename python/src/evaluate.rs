//! Evaluations and comparisons of runs, with trec_eval's numbers.

use crate::errors::{Failure, Result};
use crate::given::{Given, settings};
use crate::judged::{Qrels, Run};
use crate::settings::unknown;
use crate::signals::work;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::borrow::Cow;
use std::sync::Arc;
use tamis::eval::measure::{Evaluation, Instance, Options, Summary, check_grades, mismatch, parse};
use tamis::eval::runs::{Against, CompareSettings, ComparedRun, RunComparison, compare};
use tamis::eval::statistics::{Correction, Test};
use tamis::eval::{Measures, evaluate_against};

/// The options of a call, besides the runs.
#[derive(Default)]
struct EvaluationRequest {
    options: Options,
    per_topic: bool,
    remove_query: bool,
    settings: CompareSettings,
}

impl EvaluationRequest {
    /// The run as it is scored.
    fn scored<'r>(&self, run: &'r tamis::Run) -> Cow<'r, tamis::Run> {
        if self.remove_query {
            Cow::Owned(run.clone().without_queries())
        } else {
            Cow::Borrowed(run)
        }
    }
}

const SETTINGS: [&str; 11] = [
    "complete",
    "level",
    "depth",
    "judged_only",
    "collection",
    "per_topic",
    "remove_query",
    "test",
    "correction",
    "margin",
    "seed",
];

fn read_request(given: &[(String, Given)]) -> Result<EvaluationRequest> {
    let mut request = EvaluationRequest::default();
    let options = &mut request.options;
    let settings = &mut request.settings;
    for (name, given) in given {
        match name.as_str() {
            "complete" => options.complete = given.flag(name)?,
            "level" => options.level = given.level(name)?,
            "depth" => options.depth = Some(given.whole(name)?),
            "judged_only" => options.judged_only = given.flag(name)?,
            "collection" => options.collection = given.whole(name)?,
            "per_topic" => request.per_topic = given.flag(name)?,
            "remove_query" => request.remove_query = given.flag(name)?,
            "test" => settings.test = Test::by_name(given.text(name)?)?,
            "correction" => settings.correction = Correction::by_name(given.text(name)?)?,
            "margin" => settings.margin = given.margin(name)?,
            "seed" => settings.seed = given.whole(name)?,
            other => return Err(unknown(other, &SETTINGS)),
        }
    }
    Ok(request)
}

/// Scores runs: a row per run and measure, or per run, topic and measure.
#[pyfunction]
#[pyo3(name = "evaluate")]
pub(crate) fn evaluate_runs(
    py: Python<'_>,
    qrels: &Qrels,
    runs: Vec<(String, Py<Run>)>,
    measures: Vec<String>,
    given: &Bound<'_, PyDict>,
) -> Result<Table> {
    let given = settings(given)?;
    let runs: Vec<(&str, &Run)> =
        runs.iter().map(|(name, run)| (name.as_str(), run.get())).collect();
    work(py, |_| score_table(qrels, &runs, &measures, &given))
}

/// Checks that a run has a topic of the qrels, and a document that they judge.
fn check_match(qrels: &Qrels, name: &str, run: &tamis::Run) -> Result<()> {
    match mismatch((&*qrels.0).into(), run, "the qrels") {
        Some((found, expected)) => {
            Err(Failure::input(format!("runs: {name}: found {found}, expected {expected}")))
        }
        None => Ok(()),
    }
}

/// Returns the scores of all runs. A run that does not belong to the qrels is an error.
fn score_table(
    qrels: &Qrels,
    runs: &[(&str, &Run)],
    measures: &[String],
    given: &[(String, Given)],
) -> Result<Table> {
    let measures = Measures::parse(measures.iter().map(String::as_str))?;
    let request = read_request(given)?;
    check_grades(&*qrels.0, &measures, "qrels")?;
    let mut rows = Vec::new();
    for (name, run) in runs {
        let run = request.scored(&run.0);
        check_match(qrels, name, &run)?;
        let found = evaluate_against(&*qrels.0, &run, &measures, request.options);
        rows.extend(scores(name, &found, request.per_topic));
    }
    Columns::default()
        .texts("run", rows.iter().map(|row| row.run))
        .texts("qid", rows.iter().map(|row| &row.topic))
        .texts("measure", rows.iter().map(|row| &row.measure))
        .numbers("value", rows.iter().map(|row| row.value))
        .table()
}

/// A value of a run.
struct ScoreRow<'a> {
    run: &'a str,
    topic: String,
    measure: String,
    value: f64,
}

/// Returns the values of a run over all topics, or of each topic. Text is no value.
fn scores<'a>(run: &'a str, found: &Evaluation, per_topic: bool) -> Vec<ScoreRow<'a>> {
    let numbers: Vec<(usize, &Instance)> =
        found.instances.iter().enumerate().filter(|(_, instance)| is_number(instance)).collect();
    let mut rows = Vec::new();
    if !per_topic {
        for (at, instance) in numbers {
            let topic = "all".to_owned();
            rows.push(ScoreRow { run, topic, measure: instance.name(), value: found.summary[at] });
        }
        return rows;
    }
    for scores in &found.topics {
        for &(at, instance) in &numbers {
            let topic = scores.topic.clone();
            rows.push(ScoreRow { run, topic, measure: instance.name(), value: scores.scores[at] });
        }
    }
    rows
}

fn is_number(instance: &Instance) -> bool {
    !matches!(instance.measure().summary, Summary::Tag | Summary::Text)
}

/// Compares runs with the first one: a row per run and measure.
#[pyfunction]
pub(crate) fn compare_runs(
    py: Python<'_>,
    qrels: &Qrels,
    runs: Vec<(String, Py<Run>)>,
    measures: Vec<String>,
    given: &Bound<'_, PyDict>,
) -> Result<Table> {
    let given = settings(given)?;
    let mut read_runs = Vec::new();
    for (name, run) in &runs {
        let Run(run, file) = run.get();
        read_runs.push((name.clone(), file.clone(), Arc::clone(run)));
    }
    work(py, |_| {
        let request = read_request(&given)?;
        let mut entries = Vec::new();
        for (name, file, run) in read_runs {
            entries.push(ComparedRun { name, file, run: request.scored(&run).into_owned() });
        }
        difference_table(qrels, &entries, &measures, &request)
    })
}

/// Returns the differences of runs to the first. A run that does not belong to the qrels is an
/// error.
fn difference_table(
    qrels: &Qrels,
    runs: &[ComparedRun],
    measures: &[String],
    request: &EvaluationRequest,
) -> Result<Table> {
    let instances = with_means(measures)?;
    check_grades(&*qrels.0, &instances, "qrels")?;
    for run in runs {
        check_match(qrels, &run.name, &run.run)?;
    }
    differences(&compare(&*qrels.0, runs, &instances, request.options, request.settings))
}

/// Returns the measures, which must have a mean over topics.
fn with_means(names: &[String]) -> Result<Vec<Instance>> {
    let mut instances: Vec<Instance> = Vec::new();
    for name in names {
        for instance in parse(name)? {
            if instance.measure().summary != Summary::Mean {
                let problem = format!(
                    "{} has no mean over topics, so runs cannot be compared by it",
                    instance.name()
                );
                return Err(tamis::Error::setting("measures", problem).into());
            }
            if !instances.contains(&instance) {
                instances.push(instance);
            }
        }
    }
    Ok(instances)
}

fn differences(found: &RunComparison) -> Result<Table> {
    let mut rows = Vec::new();
    for measure in 0..found.measures.len() {
        rows.push((&found.baseline, measure, None));
    }
    for run in &found.runs {
        for (measure, against) in run.against.iter().enumerate() {
            rows.push((&run.system, measure, Some(against)));
        }
    }
    let number =
        |value: fn(&Against) -> Option<f64>| rows.iter().map(move |row| row.2.and_then(value));
    let count = |value: fn(&Against) -> usize| {
        rows.iter().map(move |row| row.2.map(|against| value(against) as i64))
    };
    let needed = rows.iter().map(|row| Some(row.2?.equivalence?.topics_needed? as i64));
    Columns::default()
        .texts("run", rows.iter().map(|(system, ..)| &system.name))
        .texts("measure", rows.iter().map(|(_, measure, _)| &found.measures[*measure]))
        .numbers("value", rows.iter().map(|(system, measure, _)| system.means[*measure]))
        .maybe_numbers("difference", number(|against| Some(against.difference)))
        .maybe_numbers("statistic", number(|against| against.statistic))
        .maybe_numbers("p", number(|against| against.p))
        .maybe_numbers("corrected", number(|against| against.corrected))
        .maybe_numbers("bootstrap_low", number(|against| Some(against.bootstrap?.0)))
        .maybe_numbers("bootstrap_high", number(|against| Some(against.bootstrap?.1)))
        .maybe_numbers("student_low", number(|against| Some(against.student?.0)))
        .maybe_numbers("student_high", number(|against| Some(against.student?.1)))
        .maybe_numbers("d_z", number(|against| against.d_z))
        .maybe_texts("no_spread", rows.iter().map(|row| Some(row.2?.no_spread?.to_string())))
        .maybe_numbers("noninferior", number(|against| against.corrected_noninferior))
        .maybe_numbers("equivalent", number(|against| against.corrected_equivalent))
        .maybe_numbers("power", number(|against| Some(against.equivalence?.power)))
        .maybe_wholes("topics_needed", needed)
        .maybe_wholes("win", count(|against| against.win))
        .maybe_wholes("tie", count(|against| against.tie))
        .maybe_wholes("loss", count(|against| against.loss))
        .table()
}
