//! The results of checks.

use crate::error::{Error, Remedy};
use std::fmt;
use tamis_place::Escaped;

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Its name: files, manifest, segments, labels, counts, losses, records, docnos.
    pub name: &'static str,
    /// What was counted.
    pub found: String,
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
    pub(super) fn new(name: &'static str, found: String, wrong: Vec<Fault>) -> Self {
        Self { name, found, wrong }
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
    /// Whether the whole collection is in the index. An index that is not finished can be undamaged.
    pub finished: bool,
}

impl Verdict {
    /// Whether no check found a fault.
    pub fn whole(&self) -> bool {
        self.checks.iter().all(|check| check.wrong.is_empty())
    }
}
