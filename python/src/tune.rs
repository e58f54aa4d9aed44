//! Finds the rule that fits an index, and its result as a table and as JSON.

use crate::errors::{Failure, Result};
use crate::given::{Arguments, settings};
use crate::index::Index;
use crate::judged::{Qrels, Topics, judged_by};
use crate::notices::noted;
use crate::signals::work;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::PyDict;
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
        given: &Bound<'_, PyDict>,
        store: bool,
    ) -> Result<Tuned> {
        let index = self.get()?;
        let given = settings(given)?;
        let judged = judged.map(|(topics, qrels)| judged_by(&topics, &qrels));
        let tuned = noted(py, &index, |watch| {
            let tuned = tune_job(judged, &given)?.run(&index, watch)?.result;
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

fn tune_job(judged: Option<Judged>, given: &Arguments) -> Result<TuneJob> {
    let mut job = TuneJob { judged, ..TuneJob::default() };
    for (name, given) in given {
        match (name.as_str(), &mut job.judged) {
            // Without judged topics it has nothing to measure.
            ("measure", None) => {}
            ("measure", Some(judged)) => judged.measures = vec![given.text(name)?.to_owned()],
            ("pseudo_topics", _) => job.settings.topics = given.whole(name)?,
            ("prior", _) => job.settings.prior = given.text(name)?.parse()?,
            ("seed", _) => job.settings.seed = given.whole(name)?,
            ("threads", _) => job.threads = Some(given.whole(name)?),
            (other, _) => return Err(Failure::input(format!("{other}: no setting of tune"))),
        }
    }
    Ok(job)
}

#[pymethods]
impl Tuned {
    /// Everything, as JSON.
    fn json(&self) -> String {
        self.0.json()
    }

    /// A row per setting that was tried.
    fn settings(&self) -> Result<Table> {
        let settings = &self.0.settings;
        Columns::default()
            .numbers("value", settings.iter().map(|setting| setting.value))
            .numbers("cost", settings.iter().map(|setting| setting.cost))
            .texts("weights", settings.iter().map(|setting| setting.weights.join("; ")))
            .table()
    }

    fn write(&self, py: Python<'_>, folder: PathBuf) -> Result<Vec<PathBuf>> {
        work(py, |_| Ok(self.0.write(folder)?))
    }
}
