//! Finds the archives in a WACZ file: a zip with entries such as `archive/*.warc.gz`. A stored
//! entry is read and resumed like a file; a deflated one is always read from its start.

mod directory;
mod entry;
mod part;
mod survey;
mod zip;

pub(crate) use entry::{Method, WaczEntry};

use super::folder::Pages;
use super::format::{InputFormat, Signs};
use crate::document::Source;
use crate::error::{Error, Result};
use crate::input::name_of;
use crate::item::RecordReport;
use crate::reason::Reason;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use survey::{Found, Survey};
use zip::{Head, Zip};

/// A WACZ is recognised by its directory (`is_zip` and `contents`): its archives are of other
/// formats.
pub(super) static FORMAT: InputFormat = InputFormat {
    name: "wacz",
    noun: Some("a WACZ archive"),
    expected: "WACZ",
    signs: Signs::NONE,
    read: |records, from| Box::new(Pages::one(records, from)),
};

/// The extension of a WACZ.
pub(super) const EXTENSION: &str = "wacz";
/// The folder of archives in a WACZ (WACZ 1.1.1, section 5.2.1).
const FOLDER: &[u8] = b"archive/";

/// What is in a WACZ.
#[derive(Debug)]
pub(crate) struct Contents {
    /// The archives, in the order of their positions.
    pub entries: Vec<WaczEntry>,
    /// What is wrong with the zip file itself.
    pub reports: Vec<RecordReport>,
}

/// Returns whether `bytes` start a zip file.
pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(zip::LOCAL)
}

/// Returns what is in the zip file at `path`, by its directory and by the headers before its
/// entries: each proves what the other has lost. A zip file that is not a WACZ has neither entries
/// nor defects, unless it is `named` like one.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn contents(path: &Path, named: bool) -> Result<Contents> {
    let mut zip = Zip::open(path).map_err(|error| Error::io("read", path, error))?;
    let survey = survey::survey(&mut zip).map_err(|error| Error::io("read", path, error))?;
    let mut log = ZipLog { archive: name_of(path).into(), reports: Vec::new() };
    let entries = entries(path, &survey, &mut log);
    // Damage to a zip file that never had archives is none of ours.
    if named || !entries.is_empty() || !log.reports.is_empty() {
        log.directory(&survey);
        if entries.is_empty() && zip.size > 0 {
            let what = "no entry below archive/, where a WACZ has its archives".to_owned();
            log.add(Reason::DamagedRecord, 0, "", what, zip.size);
        }
    }
    log.reports.sort_by_key(|report| report.source.offset);
    Ok(Contents { entries, reports: log.reports })
}

/// Returns the entries that are archives by either witness, and reports what these disagree on.
fn entries(path: &Path, survey: &Survey, log: &mut ZipLog) -> Vec<WaczEntry> {
    let file = Arc::new(path.to_path_buf());
    let mut twins = HashMap::<_, usize>::new();
    let mut entries = Vec::new();
    for found in &survey.found {
        let heads = [found.central.as_ref(), found.local.as_ref()];
        let Some(head) = heads.into_iter().flatten().find(|head| is_archive(&head.name)) else {
            continue;
        };
        let name = String::from_utf8_lossy(&head.name).into_owned();
        if !found.faults.is_empty() {
            let what = found.faults.join(", ");
            let what =
                format!("a zip entry whose header and directory entry do not agree (in {what})");
            log.add(Reason::DamagedMember, found.at, &name, what, 0);
        } else if found.central.is_none() && survey.listed {
            log.add(
                Reason::DamagedMember,
                found.at,
                &name,
                "a zip entry that is not in the directory".to_owned(),
                0,
            );
        }
        let twins = twins.entry(name.clone()).or_default();
        if *twins > 0 {
            log.add(
                Reason::DamagedMember,
                found.at,
                &name,
                "a second zip entry of the same name".to_owned(),
                0,
            );
        }
        let file = file.clone();
        let twin = *twins;
        let method = method(found);
        *twins += 1;
        let start = found.start;
        let length = found.length;
        let sums = found.sums.clone();
        entries.push(WaczEntry { file, name, twin, start, length, sums, method });
    }
    for head in survey.lost.iter().filter(|head| is_archive(&head.name)) {
        let name = String::from_utf8_lossy(&head.name);
        let what = "a zip entry of the directory that is not in the file".to_owned();
        log.add(
            Reason::DamagedMember,
            head.at,
            &name,
            what,
            head.sums.map_or(0, |sums| sums.packed),
        );
    }
    entries
}

/// Returns whether an entry of this name is an archive of a WACZ.
fn is_archive(name: &[u8]) -> bool {
    name.starts_with(FOLDER) && !name.ends_with(b"/")
}

/// Returns how an entry is stored. If the witnesses disagree, it is not encrypted, and stored if
/// its sizes are equal.
fn method(found: &Found) -> Method {
    let heads: Vec<&Head> =
        [found.central.as_ref(), found.local.as_ref()].into_iter().flatten().collect();
    let known = heads.iter().map(|head| head.method).filter(|method| matches!(method, 0 | 8));
    let stored = found.sums.iter().any(|sums| sums.plain == found.length);
    match known.reduce(|one, other| if one == other { one } else { u16::from(!stored) * 8 }) {
        _ if heads.iter().all(|head| head.encrypted) => Method::Other("encrypted".to_owned()),
        Some(0) => Method::Stored,
        Some(_) => Method::Deflated,
        None => Method::Other(format!(
            "compressed by method {}",
            heads.first().map_or(0, |head| head.method)
        )),
    }
}

/// Collects what is wrong with a zip file.
struct ZipLog {
    archive: Arc<str>,
    reports: Vec<RecordReport>,
}

impl ZipLog {
    fn add(&mut self, reason: Reason, offset: u64, record: &str, detail: String, bytes: u64) {
        let source = Source { archive: self.archive.clone(), offset };
        self.reports.push(RecordReport {
            source,
            record: record.to_owned(),
            reason,
            detail,
            bytes,
        });
    }

    /// Adds what is wrong with the directory.
    fn directory(&mut self, survey: &Survey) {
        for (offset, what) in &survey.faults {
            let reason = if survey.listed { Reason::DamagedMember } else { Reason::Truncated };
            self.add(reason, *offset, "", what.clone(), 0);
        }
    }
}

#[cfg(test)]
mod tests;
