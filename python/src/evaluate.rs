//! Evaluations and comparisons of runs, with trec_eval's numbers.

use crate::errors::{Failure, Result};
use crate::given::Arguments;
use crate::judged::{Qrels, Run};
use crate::notices::noted;
use crate::tables::{Columns, Table, add, rename, without};
use pyo3::prelude::*;
use std::path::Path;
use tamis::eval::measure::{Evaluation, Instance, Summary, parse};
use tamis::job::Source;
use tamis::job::eval::{CompareRunsJob, ComparedRuns, EvalJob, Scoring, sort_as_asked};
use tamis::table::{Column, Order, Value};
use tamis::{Error, Watch};

/// Takes what is scored, and how.
fn scoring(qrels: &Qrels, measures: Vec<String>, given: &mut Arguments) -> Result<Scoring> {
    let fields = ["complete", "level", "depth", "judged_only", "collection", "remove_query"];
    let scoring: Scoring = given.take(&fields)?;
    Ok(Scoring { judgements: qrels.judgements(), measures, ..scoring })
}

/// A run as jobs take it.
fn source(name: &str, run: &Run) -> Source<tamis::Run> {
    Source::value(run.0.clone(), name)
}

/// The failure of a job. A run is an argument: one that does not belong to the qrels is an input of
/// another form.
fn failure(error: Error, qrels: &Path) -> Failure {
    match &error {
        Error::Format(format) if format.place.path != qrels => {
            Failure::Input(format!("runs: {error}"))
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
    per_topic: bool,
    mut given: Arguments,
) -> Result<Table> {
    noted(py, &[], |watch| {
        let scoring = scoring(qrels, measures, &mut given)?;
        given.end()?;
        let mut rows = Vec::new();
        for (name, run) in &runs {
            let scoring = scoring.clone();
            let job = EvalJob { scoring, run: source(name, run.get()), ..EvalJob::default() };
            rows.extend(scores(name, &job, per_topic, watch)?);
        }
        Columns::default()
            .texts("run", rows.iter().map(|(run, ..)| run))
            .texts("qid", rows.iter().map(|(_, topic, ..)| topic))
            .texts("measure", rows.iter().map(|(_, _, measure, _)| measure))
            .numbers("value", rows.iter().map(|(.., value)| *value))
            .table()
    })
}

/// Returns the values of a run over all topics, or of each topic, with the topic and the measure.
/// Text is no value. A run that does not belong to the qrels is an error.
fn scores<'a>(
    run: &'a str,
    job: &EvalJob,
    per_topic: bool,
    watch: &dyn Watch,
) -> Result<Vec<(&'a str, String, String, f64)>> {
    let found = job.run(None, watch).map_err(|why| failure(why, job.scoring.judgements.path()))?;
    let Evaluation { instances, summary, topics, .. } = found.result.evaluation;
    let is_number = |one: &Instance| !matches!(one.measure().summary, Summary::Tag | Summary::Text);
    let mut numbers: Vec<(usize, &Instance)> =
        instances.iter().enumerate().filter(|(_, one)| is_number(one)).collect();
    // trec_eval has an order of its own; a table has that of the request.
    sort_as_asked(&job.scoring.measures, &mut numbers, |(_, one)| one)?;
    let of_topics = topics.iter().map(|of| (&*of.topic, &of.scores));
    let scored: Vec<(&str, &Vec<f64>)> =
        if per_topic { of_topics.collect() } else { vec![("all", &summary)] };
    let mut rows = Vec::new();
    for (topic, scores) in scored {
        for &(at, instance) in &numbers {
            let (topic, measure) = (topic.to_owned(), instance.name());
            rows.push((run, topic, measure, scores[at]));
        }
    }
    Ok(rows)
}

/// Compares runs with the first one: a row per run and measure. A run that does not belong to the
/// qrels is an error.
#[pyfunction]
pub(crate) fn compare_runs(
    py: Python<'_>,
    qrels: &Qrels,
    runs: Vec<(String, Py<Run>)>,
    measures: Vec<String>,
    mut given: Arguments,
) -> Result<Table> {
    let sources = runs.iter().map(|(name, run)| source(name, run.get())).collect();
    let names = runs.into_iter().map(|(name, _)| name).collect();
    noted(py, &[], |watch| {
        check_means(&measures)?;
        let scoring = scoring(qrels, measures, &mut given)?;
        let job: CompareRunsJob = given.take(&["test", "correction", "margin", "seed"])?;
        given.end()?;
        // A table of differences has no row for topics that changed.
        let job = CompareRunsJob { scoring, runs: sources, names, changed: 0, ..job };
        let found = job.run(None, watch);
        let found = found.map_err(|why| failure(why, job.scoring.judgements.path()))?;
        differences(&found.result)
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

/// The columns of `runs.tsv` that a table of differences has not.
const LEFT_OUT: [&str; 8] = [
    "topic",
    "p_from",
    "p_draws",
    "bootstrap_draws",
    "seed",
    "margin",
    "noninferior",
    "equivalent",
];

/// The p-values of the tests of equivalence that count are the corrected ones.
const RENAMED: [(&str, &str); 2] =
    [("noninferior_corrected", "noninferior"), ("equivalent_corrected", "equivalent")];

fn differences(found: &ComparedRuns) -> Result<Table> {
    let data = found.data();
    let mut columns = without(data.columns, &LEFT_OUT);
    rename(&mut columns, &RENAMED);
    let measures = found.measures.len();
    let against = move |row: &usize| {
        let run = (row / measures).checked_sub(1)?;
        Some(&found.runs[run].against[row % measures])
    };
    let statistic = move |row: &usize| {
        Value::maybe(against(row).and_then(|against| against.statistic), Value::Number)
    };
    let no_spread = move |row: &usize| {
        let why = against(row).and_then(|against| against.no_spread);
        Value::maybe(why, |why| Value::name(why.to_string()))
    };
    add(&mut columns, "difference", Column::file("statistic", statistic));
    add(&mut columns, "d_z", Column::new("no_spread", "", Order::Names, no_spread));
    columns.sort_by_key(|column| column.head.keys[0] == "win");
    Columns::default().result(&columns, 0..data.rows).table()
}
