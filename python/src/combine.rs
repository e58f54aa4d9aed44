//! Makes one index of several, with Ctrl-C.

use crate::errors::Result;
use crate::index::Index;
use crate::signals::work;
use pyo3::prelude::*;
use std::path::PathBuf;

/// Makes one index in `out` of those in `paths`, and opens it.
#[pyfunction]
pub(crate) fn combine(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    out: PathBuf,
    replace: bool,
) -> Result<Index> {
    let index = work(py, |stop| {
        Ok(tamis::Index::combine(&paths, &out).replace(replace).watch(stop).run()?)
    })?;
    Ok(Index::new(index, vec![out]))
}
