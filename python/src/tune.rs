//! Finds the rule that fits an index, and its result as a table and as JSON.

use crate::errors::{Failure, Result};
use crate::given::{Arguments, settings};
use crate::index::Index;
use crate::judged::{Qrels, Topics};
use crate::signals::work;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use tamis::TuneBuilder;

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
        let judged = judged.map(|(topics, qrels)| (topics.0.clone(), qrels.0.clone()));
        let tuned = work(py, |stop| {
            let mut builder = with_settings(index.tune(), &given)?;
            if let Some((topics, qrels)) = &judged {
                builder = builder.topics(topics, qrels);
            }
            let tuned = builder.stop(stop).run()?;
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

fn with_settings<'a>(builder: TuneBuilder<'a>, given: &Arguments) -> Result<TuneBuilder<'a>> {
    let mut builder = builder;
    for (name, given) in given {
        builder = match name.as_str() {
            "measure" => builder.measure(given.text(name)?),
            "pseudo_topics" => builder.pseudo_topics(given.whole(name)?),
            "prior" => builder.prior(given.text(name)?.parse()?),
            "seed" => builder.seed(given.whole(name)?),
            "threads" => builder.threads(given.whole(name)?),
            other => return Err(Failure::input(format!("{other}: no setting of tune"))),
        };
    }
    Ok(builder)
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
