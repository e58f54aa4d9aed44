//! Finds the rule that fits an index, and its result as a table and as JSON.

use crate::errors::Result;
use crate::given::{Arguments, fill};
use crate::index::Index;
use crate::judged::{Qrels, Topics, judged_by};
use crate::signals::work;
use crate::tables::{Columns, Table};
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
        given: Arguments,
        store: bool,
    ) -> Result<Tuned> {
        let judged = judged.map(|(topics, qrels)| judged_by(&topics, &qrels));
        let tuned = self.noted(py, |index, watch| {
            let tuned = tune_job(judged, &given)?.run(index, watch)?.result;
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
    fill!(given in &given.0, [], {
        // Without judged topics it has nothing to measure.
        "measure" => if let Some(judged) = &mut job.judged { judged.measures = given.read()? },
        "pseudo_topics" => job.settings.topics = given.read()?,
        "prior" => job.settings.prior = given.read::<String>()?.parse()?,
        "seed" => job.settings.seed = given.read()?,
        "threads" => job.threads = given.read()?,
    });
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
