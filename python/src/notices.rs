//! Notices of jobs as warnings of Python, and how far a job is.

use crate::errors::Result;
use crate::signals::watched;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyType};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use tamis::{Notice, Progress, Watch};

/// What is seen of a job.
#[derive(Default)]
pub(crate) struct Seen {
    /// Bytes of archives that were read, all bytes (0 if unknown), and pages.
    pub counts: [AtomicU64; 3],
    notices: Mutex<Vec<Notice>>,
    /// Files that were passed over, and why.
    passed_over: Mutex<Vec<String>>,
}

/// What a job shall stop at, and what is seen of it.
pub(crate) struct Noted<'a> {
    stop: &'a AtomicBool,
    seen: &'a Seen,
}

impl Watch for Noted<'_> {
    fn notice(&self, notice: &Notice) {
        locked(&self.seen.notices, |notices| notices.push(notice.clone()));
    }
}

impl Progress for Noted<'_> {
    fn total(&self, bytes: u64) {
        self.seen.counts[1].store(bytes, Ordering::Relaxed);
    }

    fn read(&self, bytes: u64) {
        self.seen.counts[0].fetch_add(bytes, Ordering::Relaxed);
    }

    fn pages(&self, pages: u64) {
        self.seen.counts[2].fetch_add(pages, Ordering::Relaxed);
    }

    fn passed_over(&self, path: &Path, what: &str) {
        let text = format!("{} {what} and is skipped", path.display());
        locked(&self.seen.passed_over, |texts| texts.push(text));
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

fn locked<T>(of: &Mutex<Vec<T>>, work: impl FnOnce(&mut Vec<T>)) {
    work(&mut of.lock().unwrap_or_else(PoisonError::into_inner));
}

/// Works as [`work`](crate::signals::work) does on a job, and then warns of what was noticed. Of
/// what is known, such as of an index when it was opened, Python warned before.
pub(crate) fn noted<T: Send>(
    py: Python<'_>,
    known: &[Notice],
    job: impl FnOnce(&Noted<'_>) -> Result<T> + Send,
) -> Result<T> {
    followed(py, known, job, |_, _| Ok(()))
}

/// Works as [`noted`] does, and calls `look` as [`watched`] does.
pub(crate) fn followed<T: Send>(
    py: Python<'_>,
    known: &[Notice],
    job: impl FnOnce(&Noted<'_>) -> Result<T> + Send,
    mut look: impl FnMut(Python<'_>, &Seen) -> PyResult<()> + Send,
) -> Result<T> {
    let seen = Seen::default();
    let done = watched(py, |stop| job(&Noted { stop, seen: &seen }), |py| look(py, &seen));
    for text in seen.passed_over.into_inner().unwrap_or_else(PoisonError::into_inner) {
        warn(py, "NoticeWarning", text)?;
    }
    let notices = seen.notices.into_inner().unwrap_or_else(PoisonError::into_inner);
    warn_all(py, notices.iter().filter(|notice| !known.contains(notice)))?;
    done
}

/// Warns of notices, if what a call returns does not show them.
pub(crate) fn warn_all<'a>(
    py: Python<'_>,
    notices: impl IntoIterator<Item = &'a Notice>,
) -> Result<()> {
    for notice in notices {
        let class = match notice {
            Notice::NoMainText { .. } | Notice::NoResult { why: None } => continue,
            Notice::NoResult { .. } => "NoticeWarning",
            Notice::OutdatedRule { .. } => "OutdatedRuleWarning",
            Notice::Unfinished { .. }
            | Notice::LabelMissing { .. }
            | Notice::ShardsMissing { .. } => "IncompleteWarning",
            other if other.is_warning() => "NoticeWarning",
            _ => continue,
        };
        warn(py, class, notice.to_string())?;
    }
    Ok(())
}

/// Warns at the line of the user's program: two calls above, behind the method of the package.
fn warn(py: Python<'_>, class: &str, text: String) -> PyResult<()> {
    let class = py.import("tamis.errors")?.getattr(class)?.cast_into::<PyType>()?;
    let level = [("stacklevel", 2)].into_py_dict(py)?;
    py.import("warnings")?.call_method("warn", (text, class), Some(&level))?;
    Ok(())
}
