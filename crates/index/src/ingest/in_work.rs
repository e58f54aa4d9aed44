//! The records that are in work, in a file that outlives the process. If the process dies of one,
//! the next ingest finds it there as a suspect, and has it tried alone (`trial.rs`). Each worker
//! thread has a line of fixed length, which is written over before each page and never synced: what
//! was written outlives a process, and after a loss of power nobody is to blame. Behind them each
//! suspect has a line, until it is analyzed: one that its trial condemned stays, for the process
//! may die once more before that is committed.

use crate::error::{Error, Result};
use crate::index::write::IN_WORK;
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use tamis_collection::RawDocument;
use xxhash_rust::xxh3::Xxh3;

/// Bytes of a line: the hash of a record and a size in hexadecimal digits, or blanks.
const LINE_BYTES: usize = 50;
const HASH_BYTES: usize = 32;
/// The most bytes that are read of the file: whatever is behind them was not written here.
const MAX_BYTES: u64 = 1 << 20;

/// The records that an ingest which did not end in good order has left, by their hashes. With them
/// the address space that was in use when a record was analyzed alone, or 0.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Suspects(HashMap<u128, u64>);

impl Suspects {
    /// Reads the file in the index folder `out`. Lines that are none of ours are passed over: a
    /// suspect that is lost costs nothing but another death.
    pub(super) fn read(out: &Path) -> Self {
        let path = out.join(IN_WORK);
        let is_file = path.symlink_metadata().is_ok_and(|found| found.is_file());
        let mut bytes = Vec::new();
        if is_file && let Ok(file) = File::open(&path) {
            // What cannot be read is not there.
            let _ = file.take(MAX_BYTES).read_to_end(&mut bytes);
        }
        Self(bytes.chunks_exact(LINE_BYTES).filter_map(parse).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Reads a line; `None` if it has no record.
fn parse(line: &[u8]) -> Option<(u128, u64)> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (hash, in_use) = line.split_at_checked(HASH_BYTES)?;
    let hash = u128::from_str_radix(hash, 16).ok()?;
    Some((hash, u64::from_str_radix(in_use.trim(), 16).unwrap_or(0)))
}

/// The hash of a record. Its bytes are not hashed: a page that has taken the place of a suspect is
/// tried as well, and no more.
fn hash(document: &RawDocument) -> u128 {
    let mut hash = Xxh3::new();
    hash.update(&document.source.offset.to_le_bytes());
    for part in [&*document.source.archive, &document.docno] {
        hash.update(part.as_bytes());
        hash.update(&[0]);
    }
    hash.update(&document.body.size().to_le_bytes());
    hash.digest128()
}

/// The file while an ingest runs. It helps after a death and no more: where it cannot be written,
/// the ingest goes on.
pub(super) struct InWork {
    path: PathBuf,
    file: Mutex<File>,
    workers: usize,
    /// The suspects, each with its line.
    suspects: HashMap<u128, (usize, u64)>,
    /// Held for reading by who analyzes a page, and for writing by who must be alone: two pages
    /// that are huge together may have been what killed.
    turn: RwLock<()>,
}

/// A page's turn to be analyzed.
pub(super) struct Turn<'a> {
    in_work: &'a InWork,
    /// The line of a suspect.
    line: Option<usize>,
    _alone: Option<RwLockWriteGuard<'a, ()>>,
    _shared: Option<RwLockReadGuard<'a, ()>>,
}

impl Turn<'_> {
    /// The page is done, and no suspect any more. After an error or a panic it stays one.
    pub(super) fn done(self) {
        if let Some(line) = self.line {
            self.in_work.write(line, None, 0);
        }
    }
}

impl InWork {
    /// Creates the file for so many worker threads in the index folder `out`, which this process
    /// has locked. A link, or another name of the file, is replaced.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(super) fn new(out: &Path, workers: usize, suspects: Suspects) -> Result<Self> {
        let path = out.join(IN_WORK);
        let refused = |error| Error::io("write", &path, error);
        if path.symlink_metadata().is_ok() {
            std::fs::remove_file(&path).map_err(refused)?;
        }
        let file = File::options().write(true).create_new(true).open(&path).map_err(refused)?;
        let file = Mutex::new(file);
        let lines = suspects.0.into_iter().zip(workers..);
        let suspects = lines.map(|((hash, in_use), line)| (hash, (line, in_use))).collect();
        let in_work = Self { path, file, workers, suspects, turn: RwLock::new(()) };
        for worker in 0..workers {
            in_work.rest(worker);
        }
        for (hash, (line, in_use)) in &in_work.suspects {
            in_work.write(*line, Some(*hash), *in_use);
        }
        Ok(in_work)
    }

    /// Returns the address space that was in use when the process died of this record alone, or 0;
    /// `None` if it is no suspect.
    pub(super) fn suspect(&self, document: &RawDocument) -> Option<u64> {
        let is_any = !self.suspects.is_empty();
        is_any.then(|| self.suspects.get(&hash(document)))?.map(|(_, in_use)| *in_use)
    }

    /// Waits until no page is being analyzed, and keeps it so.
    pub(super) fn alone(&self) -> RwLockWriteGuard<'_, ()> {
        self.turn.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a worker analyzes this page from now on; waits until it may. A suspect is alone.
    pub(super) fn begin(&self, worker: usize, document: &RawDocument) -> Turn<'_> {
        let hash = hash(document);
        let line = self.suspects.get(&hash).map(|(line, _)| *line);
        let alone = line.is_some().then(|| self.alone());
        let shared = || self.turn.read().unwrap_or_else(PoisonError::into_inner);
        let shared = line.is_none().then(shared);
        if let Some(line) = line {
            // Its trial had less in use, should the process die of it all the same.
            self.write(line, Some(hash), address_space());
        }
        self.write(worker, Some(hash), 0);
        Turn { in_work: self, line, _alone: alone, _shared: shared }
    }

    /// Notes that a worker has no page in work.
    pub(super) fn rest(&self, worker: usize) {
        self.write(worker, None, 0);
    }

    /// Ends in good order. Suspects that were not met again stay for the next ingest, unless all is
    /// read.
    pub(super) fn end(self, is_finished: bool) {
        for worker in 0..self.workers {
            self.rest(worker);
        }
        let out = self.path.parent().unwrap_or(Path::new(""));
        if is_finished || Suspects::read(out).len() == 0 {
            // If it stays, it names nothing that is still to come.
            let _ = std::fs::remove_file(&self.path);
        }
    }

    fn write(&self, line: usize, hash: Option<u128>, in_use: u64) {
        let text = hash.map_or(String::new(), |hash| format!("{hash:032x} {in_use:016x}"));
        let text = format!("{text:49}\n");
        let place = SeekFrom::Start((line * LINE_BYTES) as u64);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.seek(place).and_then(|_| file.write_all(text.as_bytes()));
    }
}

/// Returns the bytes of the address space that this process has in use; 0 if the system does not
/// tell.
pub(super) fn address_space() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
    let kilobytes = size.and_then(|size| size.trim().strip_suffix("kB")?.trim().parse().ok());
    kilobytes.unwrap_or(0_u64) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_collection::{Body, Source};

    fn document(text: &str) -> RawDocument {
        RawDocument::new("d", Source { archive: "a".into(), offset: 1 }, Body::text(text))
    }

    #[test]
    fn what_was_in_work_is_a_suspect_until_it_is_done() {
        let folder = tempfile::tempdir().unwrap();
        let in_work = InWork::new(folder.path(), 2, Suspects::default()).unwrap();
        drop(in_work.begin(1, &document("x")));
        // The process died here.
        let left = Suspects::read(folder.path());
        assert_eq!(left.len(), 1);
        let in_work = InWork::new(folder.path(), 1, left).unwrap();
        assert_eq!(in_work.suspect(&document("x")), Some(0));
        assert_eq!(in_work.suspect(&document("xy")), None, "another page in its place");
        drop(in_work.begin(0, &document("x")));
        let left = Suspects::read(folder.path());
        assert_eq!(left.len(), 1);
        let in_work = InWork::new(folder.path(), 1, left).unwrap();
        let in_use = in_work.suspect(&document("x")).unwrap();
        assert_eq!(in_use > 0, cfg!(target_os = "linux"), "noted when it was analyzed alone");
        in_work.begin(0, &document("x")).done();
        in_work.end(false);
        assert!(!folder.path().join(IN_WORK).exists());
    }

    #[test]
    fn a_suspect_that_was_not_met_stays_unless_all_is_read() {
        let folder = tempfile::tempdir().unwrap();
        for is_finished in [false, true] {
            let in_work = InWork::new(folder.path(), 2, Suspects::default()).unwrap();
            drop(in_work.begin(0, &document("x")));
            let left = Suspects::read(folder.path());
            InWork::new(folder.path(), 3, left).unwrap().end(is_finished);
            let left = Suspects::read(folder.path());
            assert_eq!(left.len(), usize::from(!is_finished));
        }
    }

    #[test]
    fn lines_that_are_none_of_ours_are_no_suspects() {
        let folder = tempfile::tempdir().unwrap();
        let in_work = InWork::new(folder.path(), 1, Suspects::default()).unwrap();
        drop(in_work.begin(0, &document("x")));
        let path = folder.path().join(IN_WORK);
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(whole.len(), LINE_BYTES);
        for cut in 0..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            assert_eq!(Suspects::read(folder.path()), Suspects::default());
        }
        for byte in 0..=255 {
            std::fs::write(&path, [byte; 3 * LINE_BYTES]).unwrap();
            assert_eq!(Suspects::read(folder.path()), Suspects::default());
        }
    }
}
