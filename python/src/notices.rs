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

/// Works as [`work`] does on a job, and then warns of what was noticed. Of what is known, such as
/// of an index when it was opened, Python warned before.
pub(crate) fn noted<T: Send>(
    py: Python<'_>,
    known: &[Notice],
    job: impl FnOnce(&Noted<'_>) -> Result<T> + Send,
) -> Result<T> {
    let notices = Mutex::new(Vec::new());
    let done = work(py, |stop| job(&Noted { stop, notices: &notices }));
    let notices = notices.into_inner().unwrap_or_else(PoisonError::into_inner);
    warn_all(py, notices.iter().filter(|notice| !known.contains(notice)))?;
    done
}

/// Warns of notices, if what a call returns does not show them.
pub(crate) fn warn_all<'a>(
    py: Python<'_>,
    notices: impl IntoIterator<Item = &'a Notice>,
) -> Result<()> {
    for notice in notices {
        let is_told = match notice {
            Notice::NoMainText { .. } => false,
            Notice::NoResult { why } => why.is_some(),
            other => other.is_warning(),
        };
        if is_told {
            warn(py, notice)?;
        }
    }
    Ok(())
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
