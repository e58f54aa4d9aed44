//! Builds an index from a collection, or of several indexes, with progress and Ctrl-C.

use crate::errors::Result;
use crate::given::Arguments;
use crate::index::Index;
use crate::notices::{followed, warn_all};
use crate::signals::work;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use tamis::job::{CombineJob, IndexJob, RecipeSettings};

/// Builds or continues an index, and opens it. `progress` is called with the bytes read, all bytes
/// (0 if unknown) and the pages.
#[pyfunction]
pub(crate) fn build(
    py: Python<'_>,
    collections: Vec<PathBuf>,
    out: PathBuf,
    given: Arguments,
    progress: Option<Py<PyAny>>,
) -> Result<Index> {
    let job = IndexJob { collections, out: out.clone(), ..build_job(py, given)? };
    let mut shown = None;
    let index = followed(
        py,
        &[],
        |watch| {
            job.run(watch)?.result.check_pages()?;
            Ok(tamis::Index::open(&out)?)
        },
        |py, seen| {
            let now = seen.counts.each_ref().map(|number| number.load(Ordering::Relaxed));
            match &progress {
                Some(progress) if shown != Some(now) => {
                    shown = Some(now);
                    progress.call1(py, (now[0], now[1], now[2])).map(drop)
                }
                _ => Ok(()),
            }
        },
    )?;
    warn_all(py, index.notices())?;
    Ok(Index::new(index, vec![out]))
}

/// What Python runs to try a page, with the folders of modules as its arguments.
const TRIAL: &str =
    "import sys; sys.path[:] = sys.argv[1:]; from tamis import _tamis; sys.exit(_tamis.try_page())";

/// Tries the page on standard input, and returns the exit status for the process.
#[pyfunction]
pub(crate) fn try_page() -> u8 {
    tamis::try_page()
}

/// Returns the command that tries a page: this Python, with the modules that it has.
fn trial(py: Python<'_>) -> PyResult<Vec<OsString>> {
    let sys = py.import("sys")?;
    let Ok(python) = sys.getattr("executable")?.extract::<PathBuf>() else {
        return Ok(Vec::new());
    };
    if python.as_os_str().is_empty() {
        return Ok(Vec::new());
    }
    let mut command = vec![python.into_os_string(), "-c".into(), TRIAL.into()];
    for folder in sys.getattr("path")?.try_iter()? {
        // The trial runs in another folder.
        if let Ok(folder) = folder?.extract::<PathBuf>() {
            // An empty one is the current folder.
            let folder = Path::new(".").join(folder);
            command.push(std::path::absolute(&folder).unwrap_or(folder).into_os_string());
        }
    }
    Ok(command)
}

/// Returns a build with these settings, which `progress` may be among.
pub(crate) fn build_job(py: Python<'_>, mut given: Arguments) -> Result<IndexJob> {
    let recipe: RecipeSettings = given.take(&[
        "analyzer",
        "cut",
        "classifiers",
        "scores",
        "language",
        "detect_language",
        "metadata",
        "store",
        "dedup",
        "encoding",
        "status",
        "include_feeds",
        "include_homepages",
        "max_depth",
        "max_blocks",
        "max_ms",
        "max_record",
        "max_inflated",
        "commit_every",
    ])?;
    let job: IndexJob = given.take(&["threads", "max_damaged", "replace"])?;
    given.known.push("progress");
    given.end()?;
    Ok(IndexJob { recipe, trial: trial(py)?, ..job })
}

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
