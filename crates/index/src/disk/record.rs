//! Records what is written below a folder, so that tests can replay it up to any point: what a
//! power failure leaves.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// One operation, in the order in which they ended. Numbers stand for open files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    CreateFolder(PathBuf),
    Create(u64, PathBuf),
    /// A file was opened to be changed in place.
    Open(u64, PathBuf),
    /// Bytes were written at an offset.
    Write(u64, u64, Vec<u8>),
    /// A file was cut or extended to this length.
    SetLength(u64, u64),
    /// What was written so far became durable.
    Sync(u64),
    /// A file got the second name and lost the first.
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    /// The names in a folder became durable.
    SyncFolder(PathBuf),
}

type OperationLog = Arc<Mutex<Vec<Operation>>>;

/// The recordings, each with its folder.
static RECORDINGS: Mutex<Vec<(PathBuf, OperationLog)>> = Mutex::new(Vec::new());
/// Their number: nothing is locked while nothing is recorded.
static RUNNING: AtomicUsize = AtomicUsize::new(0);
static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// Records the operations below a folder until it is stopped.
#[derive(Debug)]
pub struct Recording(OperationLog);

impl Recording {
    pub fn start(folder: &Path) -> Self {
        let log = OperationLog::default();
        RECORDINGS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((folder.to_path_buf(), log.clone()));
        RUNNING.fetch_add(1, Ordering::SeqCst);
        Self(log)
    }

    /// Stops and returns what was recorded.
    pub fn stop(self) -> Vec<Operation> {
        RECORDINGS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|(_, log)| !Arc::ptr_eq(log, &self.0));
        RUNNING.fetch_sub(1, Ordering::SeqCst);
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns the number of a file that is opened.
pub(super) fn next_number() -> u64 {
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// Notes an operation on `path` where it is recorded.
pub(super) fn note(path: &Path, operation: impl Fn() -> Operation) {
    if RUNNING.load(Ordering::Relaxed) == 0 {
        return;
    }
    for (folder, log) in RECORDINGS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        if path.starts_with(folder) {
            log.lock().unwrap_or_else(PoisonError::into_inner).push(operation());
        }
    }
}
