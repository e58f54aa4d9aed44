//! Makes one index of several, with Ctrl-C.

use crate::errors::Result;
use crate::index::Index;
use crate::signals::work;
use pyo3::prelude::*;
use std::path::PathBuf;
use tamis::job::CombineJob;

/// Makes one index in `out` of those in `paths`, and opens it.
#[pyfunction]
pub(crate) fn combine(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    out: PathBuf,
    replace: bool,
) -> Result<Index> {
    let job = CombineJob { indexes: paths, out: out.clone(), replace };
    let index = work(py, |stop| {
        job.run(stop)?;
        Ok(tamis::Index::open(&job.out)?)
    })?;
    Ok(Index::new(index, vec![out]))
}
