//! The list of skipped records against the manifest.

use super::verdict::{Check, Fault};
use crate::error::{Error, Remedy, Result};
use crate::index::manifest::{ArchiveEntry, Manifest};
use crate::ingest::ledger::{self, HEADER, Listed, RECORD_REPORTS, RowOutcome, each_line};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use tamis_collection::{ArchiveKind, Reason};
use tamis_place::{Escaped, shown};

/// Numbers of lines by archive, outcome and reason.
type ReportTotals = BTreeMap<(String, &'static str, String), u64>;

/// One name for all archives of loose pages, because their lines name the files of the pages.
const LOOSE: &str = "(loose pages)";

/// Checks that the list of skipped records has one line for every skipped or defective record that
/// the manifest counts, and no other lines.
///
/// # Errors
/// As [`Fault::from_error`].
pub(super) fn check(path: &Path, manifest: &Manifest) -> Result<Check> {
    let (found, count) = match listed(path, manifest) {
        Ok(listed) => listed,
        Err(error) => {
            return Ok(Check::new("losses", String::new(), vec![Fault::from_error(error)?]));
        }
    };
    let expected = counted(manifest);
    let all: BTreeSet<_> = found.keys().chain(expected.keys()).collect();
    let mut wrong = Vec::new();
    for key in all {
        let lines = found.get(key).copied().unwrap_or_default();
        let counted = expected.get(key).copied().unwrap_or_default();
        if lines != counted {
            let (archive, outcome, reason) = key;
            wrong.push(Fault::new(format!(
                "{archive}: found {lines} lines of {outcome} {reason}, expected {counted} as in \
                 the manifest"
            )));
        }
    }
    Ok(Check::new("losses", format!("{count} lines, each counted"), wrong))
}

/// Adds a fault for every page in the index that the list names as deleted or as skipped for its
/// text: its docno was known then, so an ingest that goes by the list does not index it later. A
/// list that cannot be read is a fault of [`check`].
pub(super) fn skipped_and_indexed(
    path: &Path,
    manifest: &Manifest,
    is_indexed: impl Fn(&str) -> bool,
    wrong: &mut Vec<Fault>,
) {
    let _ = each_committed(path, manifest, |line| {
        let Some(listed) = Listed::parse(line) else { return };
        let (docno, what) = match (listed.repeating(), listed.deleted()) {
            (Some(docno), _) => (docno, "the text of another page"),
            (None, Some(docno)) => (docno, "deleted"),
            (None, None) => return,
        };
        if is_indexed(docno) {
            let message =
                format!("{docno} is in the index, but the list of losses has it as {what}");
            wrong.push(Fault { message, remedy: Some(Remedy::Rebuild) });
        }
    });
}

/// Returns the docnos of pages that reached the time limit when they were indexed: cut again, they
/// may be longer.
///
/// # Errors
/// If the list cannot be read.
pub(super) fn slow(path: &Path, manifest: &Manifest) -> Result<HashSet<String>> {
    let mut slow = HashSet::new();
    each_committed(path, manifest, |line| {
        let listed = Listed::parse(line).filter(|listed| listed.reason == Reason::TimeLimit);
        slow.extend(listed.map(|listed| listed.record.to_owned()));
    })?;
    Ok(slow)
}

/// Calls `show` with every committed line of the list, and checks its length and its hash.
fn each_committed(path: &Path, manifest: &Manifest, show: impl FnMut(&[u8])) -> Result<()> {
    // An index that was interrupted before its first commit has no list yet.
    if manifest.report_list_bytes == 0 {
        return Ok(());
    }
    let list = path.join(RECORD_REPORTS);
    let damage = |message: String| Error::index(&list, message).with_remedy(Remedy::Restore);
    let read = ReadList::read(&list, manifest, show).map_err(|error| match error.kind() {
        ErrorKind::NotFound => damage(error.to_string()),
        _ => Error::io("read", &list, error),
    })?;
    let ReadList { bytes, hash, is_well_formed } = read;
    let expected = manifest.report_list_bytes;
    if bytes < expected || !is_well_formed {
        return Err(damage(format!("found {bytes} bytes, expected {expected} as in the manifest")));
    }
    if hash != manifest.report_list_hash {
        return Err(damage("found other bytes than at the last commit".to_owned()));
    }
    Ok(())
}

/// What was found of a list.
struct ReadList {
    /// Its length, with what follows the committed lines.
    bytes: u64,
    /// The hash of the committed lines.
    hash: String,
    /// Whether what follows them may be there.
    is_well_formed: bool,
}

impl ReadList {
    /// Reads a list, and calls `show` with every committed line.
    fn read(list: &Path, manifest: &Manifest, show: impl FnMut(&[u8])) -> std::io::Result<Self> {
        let mut file = File::open(list)?;
        let bytes = file.metadata()?.len();
        let committed = (&mut file).take(manifest.report_list_bytes);
        let (_, hash) = each_line(BufReader::new(committed), show)?;
        let hash = ledger::hash(hash.digest());
        let is_well_formed = !manifest.finished || is_uncommitted(BufReader::new(file))?;
        Ok(Self { bytes, hash, is_well_formed })
    }
}

/// Whether what follows the committed lines is what was written for a commit that did not come: an
/// ingest of more archives or a deletion was interrupted. The next writer removes it.
fn is_uncommitted(mut rest: impl BufRead) -> std::io::Result<bool> {
    let mut line = Vec::new();
    while rest.read_until(b'\n', &mut line)? > 0 {
        // The last line may be cut off, and a power failure leaves zeros.
        if line.ends_with(b"\n")
            && Listed::parse(&line).is_none()
            && line.iter().any(|byte| *byte != 0)
        {
            return Ok(false);
        }
        line.clear();
    }
    Ok(true)
}

/// Counts the lines of the list, without its header; also returns their number.
fn listed(path: &Path, manifest: &Manifest) -> Result<(ReportTotals, u64)> {
    let mut counts = LineCounts::new(manifest);
    each_committed(path, manifest, |line| counts.add(line))?;
    match counts.wrong {
        Some(message) => Err(Error::index(path.join(RECORD_REPORTS), message)),
        None => Ok((counts.totals, counts.lines.max(1) - 1)),
    }
}

/// The lines of a list, counted.
struct LineCounts {
    /// The archives that lines may name; other lines are of loose pages.
    archives: HashSet<String>,
    totals: ReportTotals,
    /// The number of lines, with the header.
    lines: u64,
    /// What is wrong with the first invalid line.
    wrong: Option<String>,
}

impl LineCounts {
    fn new(manifest: &Manifest) -> Self {
        let archives = manifest.archives.iter().filter(|entry| !is_loose(entry));
        Self {
            archives: archives.map(|entry| Escaped(&entry.path).to_string()).collect(),
            totals: ReportTotals::new(),
            lines: 0,
            wrong: None,
        }
    }

    fn add(&mut self, line: &[u8]) {
        self.lines += 1;
        if self.lines == 1 {
            if line != HEADER.as_bytes() {
                let found = shown(&String::from_utf8_lossy(line));
                self.wrong = Some(format!("found the first line {found}, expected '{HEADER}'"));
            }
            return;
        }
        match Listed::parse(line) {
            None if self.wrong.is_none() => {
                let found = shown(&String::from_utf8_lossy(line));
                self.wrong = Some(format!("line {} is invalid: {found}", self.lines));
            }
            None => {}
            Some(Listed { archive, outcome, reason, .. }) => {
                let archive = if self.archives.contains(archive) { archive } else { LOOSE };
                let key = (archive.to_owned(), outcome.name(), reason.name().to_owned());
                *self.totals.entry(key).or_default() += 1;
            }
        }
    }
}

/// Returns the skipped and defective records that the manifest counts.
fn counted(manifest: &Manifest) -> ReportTotals {
    let mut totals = ReportTotals::new();
    for entry in &manifest.archives {
        let archive =
            if is_loose(entry) { LOOSE.to_owned() } else { Escaped(&entry.path).to_string() };
        let tallies =
            [(RowOutcome::Skipped, &entry.skipped), (RowOutcome::Defective, &entry.defective)];
        for (outcome, tally) in tallies {
            for (reason, n) in tally.iter() {
                let key = (archive.clone(), outcome.name(), reason.to_owned());
                *totals.entry(key).or_default() += n;
            }
        }
    }
    totals
}

/// Whether an entry is loose pages.
fn is_loose(entry: &ArchiveEntry) -> bool {
    entry.kind == ArchiveKind::Folder.name()
}
