//! Comparisons of the labels of an index, and their results as a table.

use crate::errors::Result;
use crate::given::{Arguments, settings};
use crate::index::Index;
use crate::judged::{Qrels, Topics};
use crate::settings::request;
use crate::signals::work;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use tamis::ComparisonBuilder;
use tamis::request::Call;
use tamis_search::experiment::results::{ComparedView, RowKind};

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
        let data = &*self.0;
        let rows = || data.rows.iter();
        let columns = Columns::default()
            .texts("name", rows().map(|row| &row.name))
            .texts("kind", rows().map(|row| kind(row.kind)))
            .wholes("chosen_from", rows().map(|row| row.chosen_from as i64));
        let of_measure = |columns: Columns, (number, name): (usize, &String)| {
            let p_value = |row: &ComparedView| row.point.p_values.get(number).copied().flatten();
            columns
                .numbers(name, rows().map(|row| row.point.means[number]))
                .maybe_numbers(&format!("p_{name}"), rows().map(p_value))
                .maybe_numbers(
                    &format!("holm_{name}"),
                    rows().map(|row| row.holm.get(number).copied().flatten()),
                )
                .maybe_numbers(
                    &format!("held_out_{name}"),
                    rows().map(|row| row.held_out.as_ref().map(|held_out| held_out.means[number])),
                )
        };
        let columns = data.measures.iter().enumerate().fold(columns, of_measure);
        columns
            .numbers("judged_10", rows().map(|row| row.point.judged_10))
            .wholes("pages", rows().map(|row| row.point.pages as i64))
            .wholes("tokens", rows().map(|row| row.point.tokens as i64))
            .numbers("kept", rows().map(|row| row.point.kept))
            .table()
    }

    fn table(&self) -> String {
        self.0.table()
    }

    fn write(&self, py: Python<'_>, folder: PathBuf) -> Result<Vec<PathBuf>> {
        work(py, |_| Ok(self.0.write(folder)?))
    }
}

fn kind(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Unfiltered => "unfiltered",
        RowKind::Threshold => "threshold",
        RowKind::Label => "label",
    }
}
