//! An ingest that is interrupted.

use std::sync::atomic::{AtomicUsize, Ordering};
use tamis_index::ingest::Progress;

/// Asks to stop after this many commits.
pub struct Stopping(pub AtomicUsize);

impl Progress for Stopping {
    fn committed(&self) {
        // More may come before the end: at 0 it stays.
        let left = self.0.load(Ordering::Relaxed).saturating_sub(1);
        self.0.store(left, Ordering::Relaxed);
    }

    fn stops(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}
