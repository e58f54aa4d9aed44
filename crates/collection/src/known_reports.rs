//! Reports of damage that is known before an archive is read: damage to the directory of a WACZ.
//! Each counts as a record.

use crate::checkpoint::Checkpoint;
use crate::item::{Item, RecordReport};
use crate::records::Items;

/// Returns the reports one by one, as skipped records.
pub(crate) struct KnownReports {
    reports: std::vec::IntoIter<RecordReport>,
    /// Number of reports that an earlier reader returned.
    before: u64,
    given: u64,
}

impl KnownReports {
    /// The reports from `from` on.
    pub(crate) fn new(reports: &[RecordReport], from: Checkpoint) -> Self {
        let before = usize::try_from(from.records).unwrap_or(usize::MAX).min(reports.len());
        let left: Vec<RecordReport> = reports[before..].to_vec();
        Self { reports: left.into_iter(), before: before as u64, given: 0 }
    }
}

impl Iterator for KnownReports {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let report = self.reports.next()?;
        self.given += 1;
        Some(Item::Skipped(report))
    }
}

impl Items for KnownReports {
    fn records(&self) -> u64 {
        self.given
    }

    fn checkpoint(&self) -> Checkpoint {
        Checkpoint { records: self.before + self.given, ..Checkpoint::default() }
    }
}
