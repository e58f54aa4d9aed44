//! Builds an index from a collection, with progress and Ctrl-C.

use crate::errors::Result;
use crate::given::{Arguments, fill};
use crate::index::Index;
use crate::signals::watched;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use std::ffi::{CString, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tamis::blocks::page::Limits;
use tamis::{BuildProgress, IndexBuilder, Remedy};

/// Builds or continues an index, and opens it. `progress` is called with the bytes read, all bytes
/// (0 if unknown) and the pages.
#[pyfunction]
pub(crate) fn build(
    py: Python<'_>,
    collections: Vec<OsString>,
    out: PathBuf,
    given: Arguments,
    progress: Option<Py<PyAny>>,
) -> Result<Index> {
    let trial = trial(py)?;
    let latest = Mutex::new(BuildProgress::default());
    let mut shown = None;
    let passed_over = Mutex::new(Vec::new());
    let index = watched(
        py,
        |stop| {
            let builder = tamis::Index::build(&out)
                .collections(&collections)
                .stop(stop)
                .progress(|progress| {
                    *latest.lock().unwrap_or_else(PoisonError::into_inner) = progress;
                })
                .passed_over(|path, what| {
                    let text = format!("{} {what} and is passed over", path.display());
                    passed_over.lock().unwrap_or_else(PoisonError::into_inner).push(text);
                });
            with_pages(set(builder, &given)?.trial(&trial).run()?)
        },
        |py| {
            let now = *latest.lock().unwrap_or_else(PoisonError::into_inner);
            match &progress {
                Some(progress) if shown != Some(now) => {
                    shown = Some(now);
                    progress.call1(py, (now.bytes, now.total_bytes, now.pages)).map(drop)
                }
                _ => Ok(()),
            }
        },
    )?;
    for text in passed_over.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let text = CString::new(text).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
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
pub(crate) fn trial(py: Python<'_>) -> PyResult<Vec<OsString>> {
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

/// Refuses a finished index without pages: its collection is not the intended one.
fn with_pages(index: tamis::Index) -> Result<tamis::Index> {
    let stats = index.stats();
    if stats.pages > 0 || !stats.finished {
        return Ok(index);
    }
    let found = match stats.records {
        0 => "no page was indexed: the collection has no documents",
        _ => "no page was indexed: every record was skipped",
    };
    Err(tamis::Error::index(index.path(), found).with_remedy(Remedy::AddPages).into())
}

/// Sets what a build was given.
pub(crate) fn set<'a>(
    mut builder: IndexBuilder<'a>,
    given: &Arguments,
) -> Result<IndexBuilder<'a>> {
    let mut limits = Limits::default();
    fill!(given in &given.0, ["progress"], {
        "analyzer" => builder = builder.analyzer(&given.read::<String>()?)?,
        "cut" => builder = builder.cut(given.one_of("cut", CUTS)?),
        "classifiers" => builder = builder.classifiers(given.read::<Vec<String>>()?)?,
        "scores" => builder = builder.scores(given.read::<Vec<String>>()?)?,
        "language" => builder = builder.language(&given.read::<String>()?)?,
        "detect_language" => builder = builder.detect_language(given.read()?),
        "metadata" => builder = builder.metadata(given.read()?),
        "store" => builder = builder.store(given.one_of("store", "all, structure, text or none")?),
        "dedup" => builder = builder.dedup(given.one_of("dedup", "off, exact or near")?),
        "encoding" => builder = builder.encoding(&given.read::<String>()?)?,
        "status" => {
            let rule = given.read::<String>()?.parse();
            builder = builder.status(rule.map_err(tamis::Error::from)?);
        },
        "include_feeds" => builder = builder.include_feeds(given.read()?),
        "include_homepages" => builder = builder.include_homepages(given.read()?),
        "max_depth" => limits.depth = depth(given.read()?)?,
        "max_blocks" => limits.blocks = given.read()?,
        "max_ms" => limits.milliseconds = given.read()?,
        "max_record" => builder = builder.max_record(given.read()?),
        "max_inflated" => builder = builder.max_inflated(given.read()?),
        "commit_every" => builder = builder.commit_every(given.read()?),
        "threads" => builder = builder.threads(given.read()?),
        "max_damaged" => builder = builder.max_damaged(given.read()?),
        "replace" => builder = builder.replace(given.read()?),
    });
    Ok(builder.limits(limits))
}

/// How pages are cut into blocks.
pub(crate) const CUTS: &str = "boilerpipe or atomic";

/// Checks a limit of depth; 0 means none.
fn depth(depth: u32) -> Result<u32> {
    if depth == 0 || depth >= Limits::LEAST_DEPTH {
        return Ok(depth);
    }
    let problem = format!("found {depth}, expected 0 or at least {}", Limits::LEAST_DEPTH);
    Err(tamis::Error::setting("max_depth", problem).into())
}
