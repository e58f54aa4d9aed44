//! Reads the list of skipped records of an index: counts of the lines that pass a filter, and some
//! of these lines. The list is read as a stream, so memory depends only on the number of lines that
//! are kept.

use super::ledger::{self, Listed, RECORD_REPORTS, RowOutcome, each_line};
use crate::error::{Error, Remedy, Result};
use crate::index::Manifest;
use crate::index::read::open_tantivy;
use crate::index::storage::damaged;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;
use tamis_collection::Reason;

/// Which lines of the list to return. The default leaves all lines and returns none, only their
/// counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportFilter {
    /// Lines with this reason alone.
    pub reason: Option<Reason>,
    /// Lines of damage alone: content is missing.
    pub damaged: bool,
    /// Lines with this outcome alone.
    pub outcome: Option<RowOutcome>,
    /// Lines whose archive, record or detail contains this text, in upper or lower case. The list
    /// has control characters as escapes.
    pub text: Option<String>,
    /// The number of lines to leave out, of those that match.
    pub skip: usize,
    /// The most lines to return.
    pub limit: usize,
}

/// Lines of the list, and how many there are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ReportList {
    /// The requested lines, in the order of the list.
    pub rows: Vec<ReportLine>,
    /// Lines that match the filter, those before and behind `rows` included.
    pub matching: u64,
    /// All lines.
    pub total: u64,
    /// Lines by reason, of those that match the filter but for its reason: what another choice of
    /// the reason would leave.
    pub by_reason: BTreeMap<String, u64>,
    /// What is wrong with the list, if it is not as it was committed: it is missing, shorter, or
    /// has other bytes. Then the rest is what can be read of it.
    pub damage: Option<String>,
}

/// A line of the list. Its texts are as in the list, with control characters as escapes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReportLine {
    /// The file that the record is in.
    pub archive: String,
    /// Where the record begins in it.
    pub offset: u64,
    /// The record's docno or id; may be empty.
    pub record: String,
    /// What happened to the record.
    pub outcome: RowOutcome,
    /// Why.
    #[serde(serialize_with = "name")]
    #[schemars(with = "String")]
    pub reason: Reason,
    /// Bytes that were lost; 0 if unknown.
    pub bytes: u64,
    /// What was found; at most about 64 KiB of it.
    pub detail: String,
}

fn name<S: Serializer>(reason: &Reason, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(reason.name())
}

/// Reads the list of the last commit of the index in `folder`. It takes no lock: an ingest may
/// append to the list meanwhile.
///
/// # Errors
/// [`Error::Index`] or [`Error::Format`] if there is no index or it is damaged; [`Error::Io`] if
/// the list may not be read.
pub fn read(folder: &Path, filter: &ReportFilter) -> Result<ReportList> {
    let metas = open_tantivy(folder)?.0.load_metas().map_err(|e| damaged(folder, e))?;
    if metas.payload.is_none() && metas.segments.is_empty() {
        // Begun, and nothing is committed yet.
        return Ok(ReportList::default());
    }
    read_committed(folder, &Manifest::from_payload(folder, metas.payload.as_deref())?, filter)
}

/// Reads the list as it was when `manifest` was committed, the manifest of an index in `folder`
/// that is open.
///
/// # Errors
/// [`Error::Io`] if the list may not be read.
pub fn read_committed(
    folder: &Path,
    manifest: &Manifest,
    filter: &ReportFilter,
) -> Result<ReportList> {
    let mut rows = Vec::new();
    let found = each_committed(folder, manifest, filter, |line| rows.push(line))?;
    Ok(ReportList { rows, ..found })
}

/// As [`read_committed`], but calls `show` with each requested line and keeps none.
///
/// # Errors
/// As [`read_committed`].
pub fn each_committed(
    folder: &Path,
    manifest: &Manifest,
    filter: &ReportFilter,
    mut show: impl FnMut(ReportLine),
) -> Result<ReportList> {
    let path = folder.join(RECORD_REPORTS);
    let expected = manifest.report_list_bytes;
    let mut search = Search {
        filter,
        text: filter.text.as_deref().map(str::to_lowercase),
        found: ReportList::default(),
    };
    if expected == 0 {
        return Ok(search.found);
    }
    // Bytes after those of the commit belong to a later commit, or to none.
    let lines = File::open(&path).and_then(|file| {
        let list = BufReader::new(file.take(expected));
        each_line(list, |line| {
            if let Some(listed) = Listed::parse(line)
                && search.add(&listed)
            {
                show(ReportLine::from_listed(&listed));
            }
        })
    });
    let damage = match lines {
        Ok((bytes, _)) if bytes < expected => {
            Some(format!("found {bytes} bytes, expected {expected} as committed"))
        }
        Ok((_, hash)) if ledger::hash(hash.digest()) == manifest.report_list_hash => None,
        Ok(_) => Some("found other bytes than at the last commit".to_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Some(error.to_string()),
        Err(error) => return Err(Error::io("read", &path, error)),
    };
    let damage =
        damage.map(|message| Error::index(&path, message).with_remedy(Remedy::Restore).to_string());
    Ok(ReportList { damage, ..search.found })
}

/// A filter, and what it left so far.
struct Search<'a> {
    filter: &'a ReportFilter,
    /// The filter's text in lower case.
    text: Option<String>,
    found: ReportList,
}

impl Search<'_> {
    /// Counts a line; returns whether it was requested.
    fn add(&mut self, listed: &Listed<'_>) -> bool {
        let filter = self.filter;
        let found = &mut self.found;
        found.total += 1;
        let has_outcome = filter.outcome.is_none_or(|outcome| outcome == listed.outcome);
        let has_damage = !filter.damaged || listed.reason.is_damage();
        let has_text = self.text.as_deref().is_none_or(|text| contains(listed, text));
        if !has_outcome || !has_damage || !has_text {
            return false;
        }
        // Reasons are few: no name is copied for every line.
        match found.by_reason.get_mut(listed.reason.name()) {
            Some(count) => *count += 1,
            None => {
                found.by_reason.insert(listed.reason.name().to_owned(), 1);
            }
        }
        if filter.reason.is_some_and(|reason| reason != listed.reason) {
            return false;
        }
        found.matching += 1;
        let before = found.matching - 1;
        let skip = filter.skip as u64;
        before >= skip && before - skip < filter.limit as u64
    }
}

/// Whether archive, record or detail of a line contain a text, which is in lower case.
fn contains(listed: &Listed<'_>, text: &str) -> bool {
    let cells = [listed.archive, listed.record, listed.detail];
    cells.iter().any(|cell| cell.to_lowercase().contains(text))
}

impl ReportLine {
    fn from_listed(listed: &Listed<'_>) -> Self {
        let Listed { archive, offset, record, outcome, reason, bytes, detail } = *listed;
        let archive = archive.to_owned();
        let record = record.to_owned();
        let detail = detail.to_owned();
        Self { archive, offset, record, outcome, reason, bytes, detail }
    }
}

#[cfg(test)]
mod tests;
