//! Builds an index from a collection, with progress and Ctrl-C.

use crate::errors::Result;
use crate::given::{Arguments, fill};
use crate::index::Index;
use crate::notices::warn_all;
use crate::signals::watched;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use std::ffi::{CString, OsString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use tamis::job::IndexJob;
use tamis::{Notice, Progress, Watch};

/// What is seen of a build.
struct Seen<'a> {
    stop: &'a AtomicBool,
    total: &'a AtomicU64,
    bytes: &'a AtomicU64,
    pages: &'a AtomicU64,
    /// What is worth a warning.
    warnings: &'a Mutex<Vec<String>>,
}

impl Seen<'_> {
    fn warn(&self, text: String) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }
}

impl Progress for Seen<'_> {
    fn total(&self, bytes: u64) {
        self.total.store(bytes, Ordering::Relaxed);
    }

    fn read(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    fn pages(&self, pages: u64) {
        self.pages.fetch_add(pages, Ordering::Relaxed);
    }

    fn passed_over(&self, path: &Path, what: &str) {
        self.warn(format!("{} {what} and is passed over", path.display()));
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Watch for Seen<'_> {
    fn notice(&self, notice: &Notice) {
        if notice.is_warning() {
            self.warn(notice.to_string());
        }
    }
}

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
    let mut job = IndexJob { collections, out: out.clone(), ..IndexJob::default() };
    job.trial = trial(py)?;
    set(&mut job, &given)?;
    let [total, bytes, pages] = [const { AtomicU64::new(0) }; 3];
    let warnings = Mutex::new(Vec::new());
    let mut shown = None;
    let index = watched(
        py,
        |stop| {
            let (total, bytes, pages, warnings) = (&total, &bytes, &pages, &warnings);
            job.run(&Seen { stop, total, bytes, pages, warnings })?.result.check_pages()?;
            Ok(tamis::Index::open(&out)?)
        },
        |py| {
            let now = [&bytes, &total, &pages].map(|number| number.load(Ordering::Relaxed));
            match &progress {
                Some(progress) if shown != Some(now) => {
                    shown = Some(now);
                    progress.call1(py, (now[0], now[1], now[2])).map(drop)
                }
                _ => Ok(()),
            }
        },
    )?;
    for text in warnings.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let text = CString::new(text).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
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

/// Sets what a build was given.
pub(crate) fn set(job: &mut IndexJob, given: &Arguments) -> Result<()> {
    let recipe = &mut job.recipe;
    fill!(given in &given.0, ["progress"], {
        "analyzer" => recipe.analyzer = Some(given.read()?),
        "cut" => recipe.cut = Some(given.one_of("cut", CUTS)?),
        "classifiers" => recipe.classifiers = Some(given.read()?),
        "scores" => recipe.scores = Some(given.read()?),
        "language" => recipe.language = Some(given.read()?),
        "detect_language" => recipe.detect_language = Some(given.read()?),
        "metadata" => recipe.metadata = Some(given.read()?),
        "store" => recipe.store = Some(given.one_of("store", "all, structure, text or none")?),
        "dedup" => recipe.dedup = Some(given.one_of("dedup", "off, exact or near")?),
        "encoding" => recipe.encoding = Some(given.read()?),
        "status" => {
            let rule = given.read::<String>()?.parse();
            recipe.status = Some(rule.map_err(tamis::Error::from)?);
        },
        "include_feeds" => recipe.include_feeds = Some(given.read()?),
        "include_homepages" => recipe.include_homepages = Some(given.read()?),
        "max_depth" => recipe.max_depth = Some(given.read()?),
        "max_blocks" => recipe.max_blocks = Some(given.read()?),
        "max_ms" => recipe.max_ms = Some(given.read()?),
        "max_record" => recipe.max_record = Some(given.read()?),
        "max_inflated" => recipe.max_inflated = Some(given.read()?),
        "commit_every" => recipe.commit_every = Some(given.read()?),
        "threads" => job.threads = Some(given.read()?),
        "max_damaged" => job.max_damaged = Some(given.read()?),
        "replace" => job.replace = given.read()?,
    });
    Ok(())
}

/// How pages are cut into blocks.
pub(crate) const CUTS: &str = "boilerpipe or atomic";
