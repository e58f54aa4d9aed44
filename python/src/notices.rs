//! Notices of jobs as warnings of Python.

use crate::errors::Result;
use crate::signals::work;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyType};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use tamis::{Notice, Watch};

/// What a job shall stop at, and what it noticed.
pub(crate) struct Noted<'a> {
    stop: &'a AtomicBool,
    notices: &'a Mutex<Vec<Notice>>,
}

impl Watch for Noted<'_> {
    fn notice(&self, notice: &Notice) {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.push(notice.clone());
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Works as [`work`] does on a job of an index, and then warns of what was noticed. Of the index
/// itself Python warned when it was opened.
pub(crate) fn noted<T: Send>(
    py: Python<'_>,
    index: &tamis::Index,
    job: impl FnOnce(&Noted<'_>) -> Result<T> + Send,
) -> Result<T> {
    noted_beside(py, index.notices(), job)
}

/// The same, but for notices that are known.
pub(crate) fn noted_beside<T: Send>(
    py: Python<'_>,
    known: &[Notice],
    job: impl FnOnce(&Noted<'_>) -> Result<T> + Send,
) -> Result<T> {
    let notices = Mutex::new(Vec::new());
    let done = work(py, |stop| job(&Noted { stop, notices: &notices }));
    let notices = notices.into_inner().unwrap_or_else(PoisonError::into_inner);
    let new = notices.iter().filter(|notice| !known.contains(notice));
    for notice in new.filter(|notice| notice.is_warning()) {
        warn(py, notice)?;
    }
    done
}

/// Warns at the line of the user's program: two calls above, behind the method of the package.
fn warn(py: Python<'_>, notice: &Notice) -> PyResult<()> {
    let class = match notice {
        Notice::OutdatedRule { .. } => "OutdatedRuleWarning",
        // Of shards, which the caller does not open.
        Notice::LabelMissing { .. } | Notice::ShardsMissing { .. } => "IncompleteWarning",
        _ => "NoticeWarning",
    };
    let class = py.import("tamis.errors")?.getattr(class)?.cast_into::<PyType>()?;
    let level = [("stacklevel", 2)].into_py_dict(py)?;
    py.import("warnings")?.call_method("warn", (notice.to_string(), class), Some(&level))?;
    Ok(())
}
