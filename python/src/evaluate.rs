//! Evaluations and comparisons of runs, with trec_eval's numbers.

use crate::errors::{Failure, Result};
use crate::given::{Arguments, fill};
use crate::judged::{Qrels, Run};
use crate::notices::noted;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use std::path::Path;
use std::sync::Arc;
use tamis::eval::measure::{Evaluation, Instance, Summary, parse};
use tamis::eval::runs::{Against, RunComparison};
use tamis::job::Source;
use tamis::job::eval::{CompareRunsJob, EvalJob, Judgements, sort_as_asked};
use tamis::{Error, Watch};

/// The options of a call, besides the runs.
#[derive(Default)]
struct EvaluationRequest {
    /// With the scoring, and the tests of a comparison.
    job: CompareRunsJob,
    per_topic: bool,
}

fn read_request(
    qrels: &Qrels,
    measures: &[String],
    given: &Arguments,
) -> Result<EvaluationRequest> {
    let mut request = EvaluationRequest::default();
    let job = &mut request.job;
    let scoring = &mut job.scoring;
    scoring.judgements = Source::value(Judgements::from(Arc::clone(&qrels.0)), QRELS);
    scoring.measures = measures.to_vec();
    // A table of differences has no row for them.
    job.changed = 0;
    fill!(given in &given.0, [], {
        "complete" => scoring.complete = given.read()?,
        "level" => scoring.level = given.read()?,
        "depth" => scoring.depth = given.read()?,
        "judged_only" => scoring.judged_only = given.read()?,
        "collection" => scoring.collection = given.read()?,
        "per_topic" => request.per_topic = given.read()?,
        "remove_query" => scoring.remove_query = given.read()?,
        "test" => job.test = given.read()?,
        "correction" => job.correction = given.read()?,
        "margin" => job.margin = given.read()?,
        "seed" => job.seed = given.read()?,
    });
    Ok(request)
}

/// What messages call the judgements.
const QRELS: &str = "the qrels";

/// A run as jobs take it.
fn source(name: &str, run: &Run) -> Source<tamis::Run> {
    Source::value(Arc::clone(&run.0), name)
}

/// The failure of a job. A run is an argument: one that does not belong to the qrels is an input of
/// another form.
fn failure(error: Error) -> Failure {
    match &error {
        Error::Format(format) if format.place.path != Path::new(QRELS) => {
            Failure::input(format!("runs: {error}"))
        }
        _ => error.into(),
    }
}

/// Scores runs: a row per run and measure, or per run, topic and measure.
#[pyfunction]
#[pyo3(name = "evaluate")]
pub(crate) fn evaluate_runs(
    py: Python<'_>,
    qrels: &Qrels,
    runs: Vec<(String, Py<Run>)>,
    measures: Vec<String>,
    given: Arguments,
) -> Result<Table> {
    let runs: Vec<(&str, &Run)> =
        runs.iter().map(|(name, run)| (name.as_str(), run.get())).collect();
    noted(py, &[], |watch| score_table(&read_request(qrels, &measures, &given)?, &runs, watch))
}

/// Returns the scores of all runs. A run that does not belong to the qrels is an error.
fn score_table(
    request: &EvaluationRequest,
    runs: &[(&str, &Run)],
    watch: &dyn Watch,
) -> Result<Table> {
    let mut rows = Vec::new();
    for (name, run) in runs {
        let scoring = request.job.scoring.clone();
        let job = EvalJob { scoring, run: source(name, run), ..EvalJob::default() };
        let found = job.run(None, watch).map_err(failure)?.result;
        rows.extend(scores(name, &found.evaluation, request)?);
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
fn scores<'a>(
    run: &'a str,
    found: &Evaluation,
    request: &EvaluationRequest,
) -> Result<Vec<ScoreRow<'a>>> {
    let mut numbers: Vec<(usize, &Instance)> =
        found.instances.iter().enumerate().filter(|(_, instance)| is_number(instance)).collect();
    // trec_eval has an order of its own; a table has that of the request.
    sort_as_asked(&request.job.scoring.measures, &mut numbers, |(_, one)| one)?;
    let mut rows = Vec::new();
    if !request.per_topic {
        for (at, instance) in numbers {
            let topic = "all".to_owned();
            rows.push(ScoreRow { run, topic, measure: instance.name(), value: found.summary[at] });
        }
        return Ok(rows);
    }
    for scores in &found.topics {
        for &(at, instance) in &numbers {
            let topic = scores.topic.clone();
            rows.push(ScoreRow { run, topic, measure: instance.name(), value: scores.scores[at] });
        }
    }
    Ok(rows)
}

fn is_number(instance: &Instance) -> bool {
    !matches!(instance.measure().summary, Summary::Tag | Summary::Text)
}

/// Compares runs with the first one: a row per run and measure. A run that does not belong to the
/// qrels is an error.
#[pyfunction]
pub(crate) fn compare_runs(
    py: Python<'_>,
    qrels: &Qrels,
    runs: Vec<(String, Py<Run>)>,
    measures: Vec<String>,
    given: Arguments,
) -> Result<Table> {
    let sources = runs.iter().map(|(name, run)| source(name, run.get())).collect();
    let names = runs.into_iter().map(|(name, _)| name).collect();
    noted(py, &[], |watch| {
        check_means(&measures)?;
        let request = read_request(qrels, &measures, &given)?;
        let job = CompareRunsJob { runs: sources, names, ..request.job };
        differences(&job.run(None, watch).map_err(failure)?.result)
    })
}

/// Refuses measures without a mean over topics, which a table of the others would hide.
fn check_means(names: &[String]) -> Result<()> {
    for name in names {
        for instance in parse(name)? {
            if instance.measure().summary != Summary::Mean {
                let problem = format!(
                    "{} has no mean over topics, so runs cannot be compared by it",
                    instance.name()
                );
                return Err(Error::setting("measures", problem).into());
            }
        }
    }
    Ok(())
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
