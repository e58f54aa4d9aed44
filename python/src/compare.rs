//! Comparisons of the labels of an index, and their results as a table.

use crate::errors::Result;
use crate::given::{Arguments, settings};
use crate::index::Index;
use crate::judged::{Qrels, Topics};
use crate::settings::request;
use crate::signals::work;
use crate::sweep::equivalence;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use tamis::ComparisonBuilder;
use tamis::request::Call;
use tamis_search::experiment::results::{ComparedView, Point, RowKind};

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
        given: &Bound<'_, PyDict>,
    ) -> Result<Comparison> {
        let index = self.get()?;
        let given = settings(given)?;
        work(py, |stop| {
            let builder =
                index.compare(&topics.0, &qrels.0).named(topics.1.clone(), qrels.1.clone());
            Ok(Comparison(compared(builder, &given)?.stop(stop).run()?))
        })
    }
}

fn compared<'a>(
    builder: ComparisonBuilder<'a>,
    given: &Arguments,
) -> Result<ComparisonBuilder<'a>> {
    let (request, rest) = request(Call::Comparison, given)?;
    let mut builder = builder.request(request);
    for (name, given) in rest {
        builder = match name {
            "labels" => builder.labels(given.texts(name)?)?,
            "measures" => {
                given.texts(name)?.into_iter().try_fold(builder, ComparisonBuilder::measure)?
            }
            "level" => builder.level(given.level(name)?),
            "folds" => builder.folds(given.whole(name)?),
            "margin" => builder.margin(given.margin(name)?),
            "seed" => builder.seed(given.whole(name)?),
            "threads" => builder.threads(given.whole(name)?),
            _ => builder,
        };
    }
    Ok(builder)
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
