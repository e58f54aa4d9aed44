//! Reading one archive, item by item.

use crate::checkpoint::Checkpoint;
use crate::item::Item;
use crate::records::Items;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Reads an archive: an iterator over its documents and over reports of its skipped and defective
/// records. It never fails and always ends.
pub struct Reader {
    read: Arc<AtomicU64>,
    items: Box<dyn Items>,
    /// Records that were read again to reach the checkpoint.
    repeated: u64,
}

impl Reader {
    /// A reader of `items` that has already returned the first `given` of them; `read` counts
    /// stored bytes.
    pub(crate) fn new(items: Box<dyn Items>, read: Arc<AtomicU64>, given: u64) -> Self {
        let mut reader = Self { read, items, repeated: 0 };
        for _ in 0..given {
            reader.next();
        }
        reader.repeated = reader.items.records();
        reader
    }

    /// Returns the number of stored bytes read so far: for a progress bar.
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Returns the counter behind [`Reader::bytes_read`], for another thread to watch.
    pub fn progress(&self) -> Arc<AtomicU64> {
        self.read.clone()
    }

    /// Returns the number of records started since the reader was opened. It counts the first bytes
    /// of records, not the returned items: at the end, documents and skips must add up to it.
    pub fn records(&self) -> u64 {
        self.items.records() - self.repeated
    }

    /// Returns the position after the last item, where another reader can go on
    /// ([`Archive::resume`]).
    ///
    /// [`Archive::resume`]: crate::Archive::resume
    pub fn checkpoint(&self) -> Checkpoint {
        self.items.checkpoint()
    }
}

impl Iterator for Reader {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        self.items.next()
    }
}
