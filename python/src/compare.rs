//! Comparisons of the labels of an index, and their results as a table.

use crate::errors::Result;
use crate::given::{Arguments, Plain};
use crate::index::Index;
use crate::judged::{Qrels, Topics, judged_by};
use crate::signals::work;
use crate::tables::{Columns, Table, add, rename, without};
use pyo3::prelude::*;
use std::path::PathBuf;
use tamis::job::{CompareJob, Judged};
use tamis::request::Call;
use tamis::table::{Column, Value};

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
        mut given: Arguments,
    ) -> Result<Comparison> {
        self.noted(py, |index, watch| {
            let request = given.request(Call::Comparison)?;
            let judged: Judged = given.take(&["measures", "level"])?;
            let fields = ["labels", "folds", "margin", "seed", "threads"];
            let job: CompareJob = given.take(&fields)?;
            given.end()?;
            let job = CompareJob { request, judged: judged_by(judged, topics, qrels), ..job };
            Ok(Comparison(job.run(index, watch)?.result))
        })
    }
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
        let data = self.0.data();
        let mut columns = without(data.columns, &["topics", "empty_topics", "chosen_from"]);
        columns.sort_by_key(|column| column.head.place);
        let rows = &self.0.rows;
        for (measure, name) in self.0.measures.iter().enumerate() {
            let held_out = move |row: &usize| {
                Value::maybe(rows[*row].held_out.as_ref(), |of| Value::Mean(of.means[measure]))
            };
            let column = Column::file(format!("held_out_{name}"), held_out);
            add(&mut columns, &format!("holm_{name}"), column);
        }
        rename(&mut columns, &[("view", "name")]);
        let kind = |row: &usize| Value::name(Plain::text(&rows[*row].kind));
        let chosen_from = |row: &usize| Value::Count(rows[*row].chosen_from as u64);
        add(&mut columns, "name", Column::file("chosen_from", chosen_from));
        add(&mut columns, "name", Column::file("kind", kind));
        Columns::default().result(&columns, 0..data.rows).table()
    }

    fn table(&self) -> String {
        self.0.table(None)
    }

    fn write(&self, py: Python<'_>, folder: PathBuf) -> Result<Vec<PathBuf>> {
        work(py, |_| Ok(self.0.write(folder)?))
    }
}
