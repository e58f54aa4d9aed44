//! Builds an index from a collection, with progress and Ctrl-C.

use crate::errors::Result;
use crate::given::{Arguments, Given, settings};
use crate::index::Index;
use crate::settings::{one_of, unknown};
use crate::signals::watched;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::{CString, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tamis::blocks::page::{Cut, Limits};
use tamis::{BuildProgress, Dedup, IndexBuilder, Store};
use tamis_index::error::Remedy;

/// Builds or continues an index, and opens it. `progress` is called with the bytes read, all bytes
/// (0 if unknown) and the pages.
#[pyfunction]
pub(crate) fn build(
    py: Python<'_>,
    collections: Vec<OsString>,
    out: PathBuf,
    given: &Bound<'_, PyDict>,
    progress: Option<Py<PyAny>>,
) -> Result<Index> {
    let given = settings(given)?;
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

const SETTINGS: [&str; 23] = [
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
    "threads",
    "max_damaged",
    "replace",
    "progress",
];

/// Sets what a build was given.
pub(crate) fn set<'a>(
    mut builder: IndexBuilder<'a>,
    given: &Arguments,
) -> Result<IndexBuilder<'a>> {
    let mut limits = Limits::default();
    for (name, given) in given {
        builder = setting(builder, &mut limits, name, given)?;
    }
    Ok(builder.limits(limits))
}

fn setting<'a>(
    builder: IndexBuilder<'a>,
    limits: &mut Limits,
    name: &str,
    given: &Given,
) -> Result<IndexBuilder<'a>> {
    match name {
        "max_depth" => limits.depth = depth(given.whole(name)?)?,
        "max_blocks" => limits.blocks = given.whole(name)?,
        "max_ms" => limits.milliseconds = given.whole(name)?,
        _ => return other_setting(builder, name, given),
    }
    Ok(builder)
}

/// Checks a limit of depth; 0 means none.
fn depth(depth: u32) -> Result<u32> {
    if depth == 0 || depth >= Limits::LEAST_DEPTH {
        return Ok(depth);
    }
    let problem = format!("found {depth}, expected 0 or at least {}", Limits::LEAST_DEPTH);
    Err(tamis::Error::setting("max_depth", problem).into())
}

fn other_setting<'a>(
    builder: IndexBuilder<'a>,
    name: &str,
    given: &Given,
) -> Result<IndexBuilder<'a>> {
    Ok(match name {
        "analyzer" => builder.analyzer(given.text(name)?)?,
        "cut" => builder.cut(cut(given.text(name)?)?),
        "classifiers" => builder.classifiers(given.texts(name)?)?,
        "scores" => builder.scores(given.texts(name)?)?,
        "language" => builder.language(given.text(name)?)?,
        "detect_language" => builder.detect_language(given.flag(name)?),
        "metadata" => builder.metadata(given.flag(name)?),
        "store" => builder.store(store(given.text(name)?)?),
        "dedup" => builder.dedup(dedup(given.text(name)?)?),
        "encoding" => builder.encoding(given.text(name)?)?,
        "status" => builder.status(given.text(name)?.parse().map_err(tamis::Error::from)?),
        "include_feeds" => builder.include_feeds(given.flag(name)?),
        "include_homepages" => builder.include_homepages(given.flag(name)?),
        "max_record" => builder.max_record(given.whole(name)?),
        "max_inflated" => builder.max_inflated(given.whole(name)?),
        "commit_every" => builder.commit_every(given.whole(name)?),
        "threads" => builder.threads(given.whole(name)?),
        "max_damaged" => builder.max_damaged(given.whole(name)?),
        "replace" => builder.replace(given.flag(name)?),
        name => return Err(unknown(name, &SETTINGS)),
    })
}

/// Reads how pages are cut into blocks.
pub(crate) fn cut(name: &str) -> Result<Cut> {
    let known = [Cut::Boilerpipe, Cut::Atomic].into_iter().find(|cut| cut.name() == name);
    known.ok_or_else(|| one_of("cut", name, "boilerpipe or atomic"))
}

fn store(name: &str) -> Result<Store> {
    match name {
        "all" => Ok(Store::All),
        "structure" => Ok(Store::Structure),
        "text" => Ok(Store::Text),
        "none" => Ok(Store::None),
        other => Err(one_of("store", other, "all, structure, text or none")),
    }
}

fn dedup(name: &str) -> Result<Dedup> {
    match name {
        "off" => Ok(Dedup::Off),
        "exact" => Ok(Dedup::Exact),
        "near" => Ok(Dedup::Near),
        other => Err(one_of("dedup", other, "off, exact or near")),
    }
}
