//! An ingest that is interrupted.

use std::sync::atomic::{AtomicUsize, Ordering};
use tamis_index::ingest::Progress;

/// Asks to stop after this many batches.
pub struct Stopping(pub AtomicUsize);

impl Progress for Stopping {
    fn pages(&self, pages: u64) {
        self.0.fetch_sub(usize::from(pages > 0), Ordering::Relaxed);
    }

    fn stops(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}
