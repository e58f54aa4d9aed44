//! Finds the rule that fits an index, and its result as a table and as JSON.

use crate::errors::Result;
use crate::given::Arguments;
use crate::index::Index;
use crate::judged::{Qrels, Topics, judged_by};
use crate::signals::work;
use crate::tables::{Columns, Table, rename};
use pyo3::prelude::*;
use std::path::PathBuf;
use tamis::job::{Judged, TuneJob};

/// The rule that fits an index.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Tuned(tamis::Tuned);

#[pymethods]
impl Index {
    /// Finds the rule, and stores it if it is to.
    fn tune(
        &self,
        py: Python<'_>,
        judged: Option<(PyRef<'_, Topics>, PyRef<'_, Qrels>)>,
        mut given: Arguments,
        store: bool,
    ) -> Result<Tuned> {
        let judged = judged.map(|(topics, qrels)| judged_by(Judged::default(), &topics, &qrels));
        let tuned = self.noted(py, |index, watch| {
            // Without judged topics it has nothing to measure.
            let Judged { measures, .. } = given.take(&["measure=measures"])?;
            let judged = judged.map(|judged| Judged { measures, ..judged });
            let settings = given.take(&["pseudo_topics=topics", "prior", "seed"])?;
            let job: TuneJob = given.take(&["threads"])?;
            given.end()?;
            let tuned = TuneJob { judged, settings, ..job }.run(index, watch)?.result;
            if store {
                index.store_tuned(&tuned)?;
            }
            Ok(tuned)
        })?;
        if store {
            self.reopen()?;
        }
        Ok(Tuned(tuned))
    }

    /// Removes the tuned rule.
    fn forget_tuned(&self, py: Python<'_>) -> Result<()> {
        let index = self.get()?;
        work(py, |_| Ok(index.forget_tuned()?))?;
        self.reopen()
    }
}

#[pymethods]
impl Tuned {
    /// Everything, as JSON.
    fn json(&self) -> String {
        self.0.json()
    }

    /// A row per setting that was tried.
    fn settings(&self) -> Result<Table> {
        let mut data = self.0.data();
        rename(&mut data.columns.0, &[(self.0.measure, "value")]);
        Columns::default().result(&data.columns.0, 0..data.rows).table()
    }

    fn write(&self, py: Python<'_>, folder: PathBuf) -> Result<Vec<PathBuf>> {
        work(py, |_| Ok(self.0.write(folder)?))
    }
}
