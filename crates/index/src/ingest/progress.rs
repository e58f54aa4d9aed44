//! Progress events of an ingest, and the way to stop it.

use super::ledger::ReportRow;
use crate::index::manifest::ArchiveEntry;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use tamis_collection::Archive;

/// Receives the progress events of an ingest, from several threads.
pub trait Progress: Sync {
    /// The number of bytes that will be read from archives. Called once, before those below.
    fn total(&self, _bytes: u64) {}
    /// A path below an input is not read, for what it is instead of a collection, such as "is an
    /// index". Called before all others.
    fn passed_over(&self, _path: &Path, _what: &str) {}
    /// An archive is already in the index and is not read again.
    fn known(&self, _archive: &Archive) {}
    /// So many records were in work when an earlier ingest died; they are tried one at a time.
    fn suspects(&self, _records: usize) {}
    /// One of these could not be tried, for this reason; it is analyzed like all others, but alone.
    fn untried(&self, _docno: &str, _why: &str) {}
    /// The documents of an archive follow. Called in the order of the archives.
    fn archive(&self, _name: &str) {}
    /// More bytes were read from archives.
    fn read(&self, _bytes: u64) {}
    fn pages(&self, _pages: u64) {}
    /// A record was skipped, or is defective.
    fn skipped(&self, _line: &ReportRow) {}
    /// More batches are committed, and no interruption loses them.
    fn committed(&self) {}
    /// All of an archive is committed. Called in the order of the archives.
    fn ended(&self, _archive: &ArchiveEntry) {}
    /// All archives are read, and how often blocks repeat is counted now.
    fn counting(&self) {}
    /// Whether to stop: to give up the batches that are being built, and commit those that are
    /// done. Called before every page.
    fn stops(&self) -> bool {
        false
    }
}

impl Progress for () {}

/// Stops soon after it is set to true.
impl Progress for AtomicBool {
    fn stops(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}
