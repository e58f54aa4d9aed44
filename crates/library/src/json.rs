//! Objects that the program prints as JSON beside the results of jobs. Their doc comments, and
//! those of the results, are the meanings in `docs/reference/json.md`.

use crate::job;
use schemars::JsonSchema;
use serde::Serialize;
use tamis_index::index::manifest::ArchiveEntry;

pub use crate::job::eval::FindingsLine;
pub use tamis_search::export::lines::{BulkAction, PageLine};

/// An archive that was read to its end.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArchiveLine<'a> {
    /// The archive.
    pub archive: &'a ArchiveEntry,
}

/// A line of a label that matches nothing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Unknown<'a> {
    /// The line.
    pub unknown: &'a job::UnknownLine,
}

/// Whether an index is intact.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VerdictLine<'a> {
    /// All checks, in the order in which they ran.
    pub checks: Vec<CheckLine<'a>>,
    /// False for an index to resume.
    pub finished: bool,
    /// Whether no check found a fault.
    pub whole: bool,
}

/// A check of an index.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckLine<'a> {
    /// False for a check of `--deep` that could not compare all pages; `found` says why.
    pub complete: bool,
    /// What it found; empty if it could not look.
    pub found: &'a str,
    /// The name of the check.
    pub name: &'a str,
    /// The faults, each with the command that helps.
    pub wrong: Vec<String>,
}

/// A classifier, and what is known of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassifierLine<'a> {
    /// What may stand behind the name and a colon; empty for nothing.
    pub argument: &'a str,
    /// Token F1 of the text that it keeps, mean over 709 pages of WCXB, 0 to 1; none if it was not
    /// measured.
    pub f1: Option<f64>,
    /// CPU time for the labels of a page in milliseconds, after parsing and cutting it; none if it
    /// was not measured.
    pub milliseconds: Option<f64>,
    /// Its name.
    pub name: &'a str,
    /// Where it was published.
    pub paper: &'a str,
    /// What it is for: start here, the papers' rules, ports or learned.
    pub purpose: &'a str,
    /// Which blocks or text it keeps.
    pub rule: &'a str,
}
