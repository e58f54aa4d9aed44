//! The results of checks.

use crate::error::{Error, Remedy, Result};
use std::fmt;
use std::io::ErrorKind;
use tamis_place::Escaped;

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Its name: files, manifest, segments, labels, counts, losses, records, docnos, repeats,
    /// numbers, pages; rule, which the crate `tamis-search` checks.
    pub name: &'static str,
    /// What was counted; of a check that was left out, why.
    pub found: String,
    /// Whether it looked at everything. Where it did not, nothing is wrong with the rest as far as
    /// is known.
    pub complete: bool,
    /// What is wrong; empty if nothing is.
    pub wrong: Vec<Fault>,
}

/// One thing that is wrong with an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, and where.
    pub message: String,
    /// What to do about it.
    pub remedy: Option<Remedy>,
}

impl Check {
    /// A check with what it counted and what is wrong.
    pub fn new(name: &'static str, found: String, wrong: Vec<Fault>) -> Self {
        Self { name, found, complete: true, wrong }
    }

    /// A check that could not run, and why.
    pub(super) fn left_out(name: &'static str, why: String) -> Self {
        Self { name, found: why, complete: false, wrong: Vec::new() }
    }
}

impl Fault {
    /// A fault that no single file explains.
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), remedy: None }
    }

    /// A damaged or missing file.
    pub(super) fn damage(message: impl Into<String>) -> Self {
        Self { message: message.into(), remedy: Some(Remedy::Restore) }
    }

    /// Returns the fault that an error reports.
    ///
    /// # Errors
    /// The error itself if a file may not be read: that is no fault of the index, and does
    /// not show whether it has one.
    pub(super) fn from_error(error: Error) -> Result<Self> {
        match error {
            Error::Io(io) if io.source.kind() == ErrorKind::PermissionDenied => Err(Error::Io(io)),
            error => Ok(error.into()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Escaped(&self.message))?;
        self.remedy.map_or(Ok(()), |remedy| write!(f, "; {remedy}"))
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        match error {
            Error::Index { path, message, remedy } => {
                Self { message: format!("{}: {message}", path.display()), remedy }
            }
            error => Self::new(error.to_string()),
        }
    }
}

/// The results of all checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// In the order in which they ran. A check is left out if an earlier fault makes it impossible.
    pub checks: Vec<Check>,
    /// Whether the whole collection is in the index. An index that is not finished can be
    /// undamaged.
    pub finished: bool,
}

impl Verdict {
    /// Whether the index has a manifest and segments, and could be opened.
    pub fn has_pages(&self) -> bool {
        self.checks.iter().any(|check| check.name == "counts")
    }

    /// Whether no check found a fault.
    pub fn whole(&self) -> bool {
        self.checks.iter().all(|check| check.wrong.is_empty())
    }
}
