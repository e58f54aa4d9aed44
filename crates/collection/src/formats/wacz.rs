//! Finds the archives in a WACZ file: a zip with entries such as `archive/*.warc.gz`, or with WACZ
//! files. A stored entry is read and resumed like a file; a deflated one is always read from its
//! start.

mod directory;
mod entry;
mod part;
mod survey;
mod zip;

use entry::{DEEPEST, MOST_INFLATED, Nested};
pub(crate) use entry::{WaczEntry, ZipMethod};

use super::folder::FolderPages;
use super::format::{InputFormat, Signs};
use crate::document::Source;
use crate::error::{Error, Result};
use crate::input::name_of;
use crate::item::RecordReport;
use crate::reason::Reason;
use memchr::memmem;
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use survey::{FoundEntry, Survey};
use zip::{Zip, ZipHead};

/// A WACZ is recognised by its directory (`is_zip` and `contents`): its archives are of other
/// formats.
pub(super) static FORMAT: InputFormat = InputFormat {
    name: "wacz",
    noun: Some("a WACZ archive"),
    expected: "WACZ",
    signs: Signs::NONE,
    read: |records, from| Box::new(FolderPages::one(records, from)),
};

/// The extension of a WACZ.
pub(super) const EXTENSION: &str = "wacz";
/// The folder of archives in a WACZ (WACZ 1.1.1, section 5.2.1).
const FOLDER: &str = "archive/";
/// The file that every WACZ has beside that folder.
const PACKAGE: &str = "datapackage.json";
/// The most bytes of all deflated WACZ files in a file, or eight times the file if that is more:
/// what is packed already hardly shrinks, but zeros do, a thousandfold at each depth.
const MOST_TOGETHER: u64 = 16 * MOST_INFLATED;

/// What is in a WACZ.
#[derive(Debug)]
pub(crate) struct WaczContents {
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
pub(crate) fn contents(path: &Path, named: bool) -> Result<WaczContents> {
    let mut log = ZipLog { archive: name_of(path).into(), reports: Vec::new() };
    let entries = all(path, named, MOST_TOGETHER, &mut log);
    let entries = entries.map_err(|error| Error::io("read", path, error))?;
    log.reports.sort_by_key(|report| report.source.offset);
    Ok(WaczContents { entries, reports: log.reports })
}

/// Returns the archives in a WACZ and in the WACZ files in it, which inflate to `most` bytes or
/// eight times the file, whichever is more.
fn all(path: &Path, named: bool, most: u64, log: &mut ZipLog) -> io::Result<Vec<WaczEntry>> {
    let mut zip = Zip::new(Box::new(File::open(path)?))?;
    let file = Arc::new(path.to_path_buf());
    let package = Package { file, within: None, depth: 0, prefix: String::new(), base: 0 };
    let mut budget = most.max(zip.size.saturating_mul(8));
    let mut left = package.entries(&mut zip, named, log)?;
    left.reverse();
    let mut archives = Vec::new();
    while let Some(entry) = left.pop() {
        if !is_wacz(&entry.name) || matches!(entry.method, ZipMethod::Other(_)) {
            archives.push(entry);
        } else if let Some((package, mut zip)) = nested(entry, &mut budget, log)? {
            let first = left.len();
            left.extend(package.entries(&mut zip, true, log)?);
            left[first..].reverse();
        }
    }
    Ok(archives)
}

/// Opens the WACZ that is an entry of another one; `None` if it cannot be read, which is reported.
/// Takes what it inflates to from the `budget` of the file.
fn nested(
    entry: WaczEntry,
    budget: &mut u64,
    log: &mut ZipLog,
) -> io::Result<Option<(Package, Zip)>> {
    let WaczEntry { start: at, length, .. } = entry;
    let name = entry.name.clone();
    let mut refuse = |what: String| {
        let what = format!("a WACZ {what}; unpack that and read what comes out");
        log.add(Reason::Unreadable, at, &name, what, length);
        Ok(None)
    };
    if entry.depth == DEEPEST {
        return refuse(format!("in more than {DEEPEST} others"));
    }
    let file = entry.file.clone();
    let prefix = format!("{name}!/");
    let depth = entry.depth + 1;
    if entry.method == ZipMethod::Stored {
        let zip = Zip::new(Box::new(entry.part()?))?;
        let package = Package { file, prefix, depth, base: at, within: entry.within };
        return Ok(Some((package, zip)));
    }
    if *budget == 0 {
        let most = MOST_TOGETHER >> 20;
        let what = format!("behind others that inflate to {most} MiB and eight times the file");
        return refuse(what);
    }
    let within = Arc::new(Nested::new(entry));
    let (bytes, error) = within.bytes()?;
    let size = bytes.0.len() as u64;
    *budget = budget.saturating_sub(size);
    if size > MOST_INFLATED {
        let most = MOST_INFLATED >> 20;
        return refuse(format!("of more than {most} MiB that is deflated in another one"));
    }
    if let Some(error) = error {
        log.add(Reason::DamagedMember, at, &name, error.to_string(), 0);
    }
    let zip = Zip::new(Box::new(Cursor::new(bytes)))?;
    Ok(Some((Package { file, prefix, depth, base: 0, within: Some(within) }, zip)))
}

/// A WACZ: the file, or an entry of another one.
struct Package {
    file: Arc<PathBuf>,
    /// The deflated WACZ that it is, or is in.
    within: Option<Arc<Nested>>,
    /// How many others it is in.
    depth: usize,
    /// What the names of its entries start with.
    prefix: String,
    /// Where it starts in the file, or in the inflated WACZ.
    base: u64,
}

impl Package {
    /// Returns the entries that are archives or WACZ files, and reports what is wrong. A zip file
    /// that is not `named` like a WACZ may be another one, whose damage is none of ours.
    fn entries(&self, zip: &mut Zip, named: bool, log: &mut ZipLog) -> io::Result<Vec<WaczEntry>> {
        let survey = survey::survey(zip)?;
        let known = log.reports.len();
        let entries = self.proved(&survey, named, log);
        if named || !entries.is_empty() || log.reports.len() > known {
            log.directory(&survey);
            if entries.is_empty() && (zip.size > 0 || !self.prefix.is_empty()) {
                let what = "no WACZ, and no entry below archive/, where a WACZ has its archives";
                log.add(Reason::DamagedRecord, 0, "", what.to_owned(), zip.size);
            }
        }
        // Offsets are those of the file, or of what is inflated.
        for report in &mut log.reports[known..] {
            report.source.offset = report.source.offset.saturating_add(self.base);
            report.record.insert_str(0, &self.prefix);
        }
        Ok(entries)
    }

    /// Returns the entries of either witness, and reports what these disagree on.
    fn proved(&self, survey: &Survey, named: bool, log: &mut ZipLog) -> Vec<WaczEntry> {
        let folders = WaczFolders::of(survey, named);
        let mut twins = HashMap::<_, usize>::new();
        let mut entries = Vec::new();
        for found in &survey.found {
            let heads = [found.central.as_ref(), found.local.as_ref()];
            let Some(head) = heads.into_iter().flatten().find(|head| folders.has(&head.name))
            else {
                continue;
            };
            let name = String::from_utf8_lossy(&head.name).into_owned();
            let twins = twins.entry(name.clone()).or_default();
            let twin = *twins;
            *twins += 1;
            for what in contradictions(survey, found, twin) {
                log.add(Reason::DamagedMember, found.at, &name, what, 0);
            }
            entries.push(WaczEntry {
                file: self.file.clone(),
                within: self.within.clone(),
                depth: self.depth,
                name: format!("{}{name}", self.prefix),
                twin,
                start: self.base + found.start,
                length: found.length,
                sums: found.sums.clone(),
                method: method(found),
            });
        }
        for head in survey.lost.iter().filter(|head| folders.has(&head.name)) {
            let name = String::from_utf8_lossy(&head.name);
            let what = "a zip entry of the directory that is not in the file".to_owned();
            let bytes = head.sums.map_or(0, |sums| sums.packed);
            log.add(Reason::DamagedMember, head.at, &name, what, bytes);
        }
        entries
    }
}

/// Says what the witnesses of an entry disagree on, which is the `twin`-th of its name.
fn contradictions(survey: &Survey, found: &FoundEntry, twin: usize) -> Vec<String> {
    let mut whats = Vec::new();
    if !found.faults.is_empty() {
        let what = found.faults.join(", ");
        whats
            .push(format!("a zip entry whose header and directory entry do not agree (in {what})"));
    } else if found.central.is_none() && survey.listed {
        whats.push("a zip entry that is not in the directory".to_owned());
    }
    if twin > 0 {
        whats.push("a second zip entry of the same name".to_owned());
    }
    whats
}

/// The folders of a zip file that have archives.
struct WaczFolders {
    /// Whether every folder called `archive` is one, because the file is named like a WACZ and has
    /// lost the data of its package.
    all: bool,
    /// The folders with the data of a package, with a slash at the end: those of a WACZ that
    /// someone packed again.
    packages: BTreeSet<Vec<u8>>,
}

impl WaczFolders {
    fn of(survey: &Survey, named: bool) -> Self {
        let heads = survey.found.iter().flat_map(|found| [&found.central, &found.local]);
        let packages =
            heads.flatten().filter_map(|head| head.name.strip_suffix(PACKAGE.as_bytes()));
        let packages: BTreeSet<Vec<u8>> = packages.map(<[u8]>::to_vec).collect();
        Self { all: named && packages.is_empty(), packages }
    }

    /// Returns whether an entry of this name is an archive, or a WACZ.
    fn has(&self, name: &[u8]) -> bool {
        // What macOS keeps beside each file.
        if name.ends_with(b"/") || name.starts_with(b"__MACOSX/") {
            return false;
        }
        let mut folders = memmem::find_iter(name, FOLDER);
        let is_archive = folders.any(|at| {
            let outer = &name[..at];
            outer.is_empty()
                || (outer.ends_with(b"/") && (self.all || self.packages.contains(outer)))
        });
        is_archive || is_wacz(&String::from_utf8_lossy(name))
    }
}

/// Returns whether an entry of this name is a WACZ.
fn is_wacz(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found.eq_ignore_ascii_case(EXTENSION))
}

/// Returns how an entry is stored. If the witnesses disagree, it is not encrypted, and stored if
/// its sizes are equal.
fn method(found: &FoundEntry) -> ZipMethod {
    let heads: Vec<&ZipHead> =
        [found.central.as_ref(), found.local.as_ref()].into_iter().flatten().collect();
    let known = heads.iter().map(|head| head.method).filter(|method| matches!(method, 0 | 8));
    let stored = found.sums.iter().any(|sums| sums.plain == found.length);
    match known.reduce(|one, other| if one == other { one } else { u16::from(!stored) * 8 }) {
        _ if heads.iter().all(|head| head.encrypted) => ZipMethod::Other("encrypted".to_owned()),
        Some(0) => ZipMethod::Stored,
        Some(_) => ZipMethod::Deflated,
        None => ZipMethod::Other(format!(
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
