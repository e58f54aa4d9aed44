//! Lists of the classifiers, models, measures, analyzers and parameters; and a generated
//! collection.

use crate::errors::Result;
use crate::signals::work;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use std::path::PathBuf;
use tamis::blocks::classify::{CLASSIFIERS, Measured, measured};
use tamis::eval::measure::MEASURES;
use tamis::request::{Call, PARAMETERS};
use tamis::{ANALYZERS, ModelEntry, models as all_models};

/// Every classifier: name, purpose, cost and F1, argument, rule and paper.
#[pyfunction]
pub(crate) fn classifiers() -> Result<Table> {
    let of_entry = |name: &str| measured().find(|row| row.name == name);
    let rows: Vec<Option<Measured>> =
        CLASSIFIERS.iter().map(|entry| of_entry(entry.name)).collect();
    let known = || rows.iter().copied();
    Columns::default()
        .texts("name", CLASSIFIERS.iter().map(|entry| entry.name))
        .texts("purpose", known().map(|row| row.map_or("", |row| row.purpose.name())))
        .numbers("milliseconds", known().map(|row| row?.milliseconds))
        .numbers("f1", known().map(|row| row?.f1))
        .texts("argument", CLASSIFIERS.iter().map(|entry| entry.argument.name()))
        .texts("rule", CLASSIFIERS.iter().map(|entry| entry.describe))
        .texts("paper", CLASSIFIERS.iter().map(|entry| entry.paper))
        .table()
}

/// Every retrieval model: name, parameters with their defaults, explanation and source.
#[pyfunction]
pub(crate) fn models() -> Result<Table> {
    let models = all_models();
    Columns::default()
        .texts("name", models.iter().map(|model| model.name))
        .texts("parameters", models.iter().map(with_defaults))
        .texts("explanation", models.iter().map(|model| model.explanation))
        .texts("source", models.iter().map(|model| model.source))
        .table()
}

/// The parameters of a model with their defaults: `k1=1.2 b=0.75`.
fn with_defaults(model: &ModelEntry) -> String {
    let parameters = model.parameters.iter();
    let each = parameters.map(|parameter| format!("{}={}", parameter.name, parameter.default));
    each.collect::<Vec<_>>().join(" ")
}

/// Every measure: trec_eval's name, ir_measures' name and explanation.
#[pyfunction]
pub(crate) fn measures() -> Result<Table> {
    Columns::default()
        .texts("name", MEASURES.iter().map(|measure| measure.name))
        .texts("ir_name", MEASURES.iter().map(|measure| measure.ir_name))
        .texts("explanation", MEASURES.iter().map(|measure| measure.explanation))
        .table()
}

/// Every analyzer: name and explanation.
#[pyfunction]
pub(crate) fn analyzers() -> Result<Table> {
    let entries = ANALYZERS.iter();
    let columns = Columns::default().texts("name", entries.clone().map(|entry| entry.name));
    columns.texts("explanation", entries.map(|entry| entry.explanation)).table()
}

/// Every parameter of searches by its keyword, and what a search, a sweep and a comparison take for
/// it; none if it is not theirs.
#[pyfunction]
pub(crate) fn parameters() -> Result<Table> {
    let listed = || PARAMETERS.iter().filter_map(|spec| Some((spec.keyword()?, spec)));
    let taken = |call: Call| listed().map(move |(_, spec)| call.form(spec));
    Columns::default()
        .texts("keyword", listed().map(|(keyword, _)| keyword))
        .maybe_texts("search", taken(Call::Search))
        .maybe_texts("sweep", taken(Call::Sweep))
        .maybe_texts("compare", taken(Call::Comparison))
        .table()
}

/// The names of some measures as trec_eval prints them.
#[pyfunction]
pub(crate) fn measure_names(requests: Vec<String>) -> Result<Vec<String>> {
    let measures = tamis::eval::Measures::parse(requests.iter().map(String::as_str))?;
    Ok(measures.iter().map(tamis::eval::Instance::name).collect())
}

/// Generates a collection with topics and judgements, and returns the paths of the archive, the
/// topics and the qrels, and the docno of a page that is good to look at.
#[pyfunction]
pub(crate) fn demo(
    py: Python<'_>,
    folder: PathBuf,
    pages: usize,
    seed: u64,
) -> Result<(PathBuf, PathBuf, PathBuf, String)> {
    let files = work(py, |_| Ok(tamis::demo::generate(&folder, pages, seed)?))?;
    Ok((files.warc, files.topics, files.qrels, files.example))
}
