//! Comparisons of the labels of an index, and their results as a table.

use crate::errors::Result;
use crate::given::{Arguments, fill};
use crate::index::Index;
use crate::judged::{Qrels, Topics, judged_by};
use crate::settings::{keywords, request};
use crate::signals::work;
use crate::sweep::equivalence;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use std::path::PathBuf;
use tamis::job::{CompareJob, Judged};
use tamis::request::Call;
use tamis::{ComparedView, Point, RowKind};

/// The results of a comparison of labels.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Comparison(tamis::Comparison);

#[pymethods]
impl Index {
    /// Compares labels with the unfiltered text and the best thresholds.
    fn compare(
        &self,
        py: Python<'_>,
        topics: &Topics,
        qrels: &Qrels,
        given: Arguments,
    ) -> Result<Comparison> {
        self.noted(py, |index, watch| {
            let job = compare_job(judged_by(topics, qrels), &given)?;
            Ok(Comparison(job.run(index, watch)?.result))
        })
    }
}

fn compare_job(judged: Judged, given: &Arguments) -> Result<CompareJob> {
    let (request, rest) = request(Call::Comparison, given)?;
    let mut job = CompareJob { request, judged, ..CompareJob::default() };
    fill!(given in rest, keywords(Call::Comparison), {
        "labels" => job.labels = given.read()?,
        "measures" => job.judged.measures = given.read()?,
        "level" => job.judged.level = given.read()?,
        "folds" => job.folds = given.read()?,
        "margin" => job.margin = given.read()?,
        "seed" => job.seed = given.read()?,
        "threads" => job.threads = given.read()?,
    });
    Ok(job)
}

#[pymethods]
impl Comparison {
    /// trec_eval's names of the measures.
    #[getter]
    fn measures(&self) -> Vec<String> {
        self.0.measures().to_vec()
    }

    /// A row per view.
    fn rows(&self) -> Result<Table> {
        let rows = &self.0.rows;
        let mut columns = Columns::default()
            .texts("name", rows.iter().map(|row| &row.name))
            .texts("kind", rows.iter().map(|row| kind(row.kind)))
            .wholes("chosen_from", rows.iter().map(|row| row.chosen_from as i64));
        for (number, name) in self.0.measures.iter().enumerate() {
            columns = measure_columns(columns, rows, number, name);
        }
        columns
            .numbers("judged_10", rows.iter().map(|row| row.point.judged_10))
            .wholes("pages", rows.iter().map(|row| row.point.pages as i64))
            .wholes("tokens", rows.iter().map(|row| row.point.tokens as i64))
            .numbers("kept", rows.iter().map(|row| row.point.kept))
            .table()
    }

    fn table(&self) -> String {
        self.0.table()
    }

    fn write(&self, py: Python<'_>, folder: PathBuf) -> Result<Vec<PathBuf>> {
        work(py, |_| Ok(self.0.write(folder)?))
    }
}

/// Adds the columns of a measure: its means, its p-values plain and corrected, its held-out means,
/// and its tests of equivalence.
fn measure_columns(columns: Columns, rows: &[ComparedView], number: usize, name: &str) -> Columns {
    let p_values = rows.iter().map(|row| row.point.p_values.get(number).copied().flatten());
    let corrected = rows.iter().map(|row| row.holm.get(number).copied().flatten());
    let held_out = rows.iter().map(|row| Some(row.held_out.as_ref()?.means[number]));
    let points: Vec<&Point> = rows.iter().map(|row| &row.point).collect();
    let of = |corrected: &[Option<f64>]| corrected.get(number).copied().flatten();
    let columns = columns
        .numbers(name, rows.iter().map(|row| row.point.means[number]))
        .maybe_numbers(&format!("p_{name}"), p_values)
        .maybe_numbers(&format!("holm_{name}"), corrected)
        .maybe_numbers(&format!("held_out_{name}"), held_out);
    equivalence(columns, &points, number, name)
        .maybe_numbers(
            &format!("holm_noninferior_{name}"),
            rows.iter().map(|row| of(&row.holm_noninferior)),
        )
        .maybe_numbers(
            &format!("holm_equivalent_{name}"),
            rows.iter().map(|row| of(&row.holm_equivalent)),
        )
}

fn kind(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Unfiltered => "unfiltered",
        RowKind::Threshold => "threshold",
        RowKind::Rule => "rule",
        RowKind::Label => "label",
    }
}
