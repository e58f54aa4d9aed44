//! Reads archives into chunks of items. Threads read archives ahead, each through a channel that
//! holds one chunk: decompression runs in parallel with parsing, and memory is bounded.

use super::plan::PlannedArchive;
use super::progress::Progress;
use crate::error::{Error, Place, Result};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::Scope;
use tamis_collection::RawDocument;
use tamis_collection::{Checkpoint, Item, ReadSettings};

/// Bytes of documents in a chunk.
const CHUNK_BYTES: usize = 2 << 20;

/// An item, and the reader's state after it.
pub(super) struct ReadItem {
    pub item: Item,
    pub checkpoint: Checkpoint,
    /// Records of the archive so far, as its reader counts them.
    pub records: u64,
}

/// The next items of an archive, or the error that ended it.
pub(super) type ReadChunk = Result<Vec<ReadItem>>;

/// Starts threads that read archives ahead. They start archives in order, so the one that is needed
/// next is always being read.
pub(super) fn start<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    plan: &'env [PlannedArchive<'env>],
    settings: &'env ReadSettings,
    threads: usize,
    progress: &'env dyn Progress,
) -> Vec<Receiver<ReadChunk>> {
    let (senders, receivers): (Vec<_>, Vec<_>) = plan.iter().map(|_| sync_channel(1)).unzip();
    let queue = Arc::new(Mutex::new(plan.iter().zip(senders).collect::<VecDeque<_>>()));
    for _ in 0..threads.min(plan.len()) {
        let queue = Arc::clone(&queue);
        scope.spawn(move || {
            let next = || queue.lock().ok().and_then(|mut queue| queue.pop_front());
            while let Some((planned, sender)) = next() {
                // If one receiver is gone, the next archive's is gone too.
                if read(planned, settings, progress, &sender).is_none() {
                    return;
                }
            }
        });
    }
    receivers
}

/// Sends an archive in chunks; `None` if nobody receives them any more.
fn read(
    planned: &PlannedArchive<'_>,
    settings: &ReadSettings,
    progress: &dyn Progress,
    sender: &SyncSender<ReadChunk>,
) -> Option<()> {
    let mut reader = match planned.archive.resume(settings, planned.start) {
        Ok(reader) => reader,
        Err(error) => return sender.send(Err(error.into())).ok(),
    };
    let from = planned.start.stored;
    let end = reader.bytes_read();
    if end < from {
        // Only standard input gets here, because it has no stamp.
        let place = Place::offset(&*planned.archive.name, end);
        let expected = format!(
            "the input that was interrupted, read up to byte {from}: send it again from its start"
        );
        return sender.send(Err(Error::format(place, "the end", expected))).ok();
    }
    let mut before = 0;
    loop {
        let mut chunk = Vec::new();
        let mut bytes = 0;
        while bytes < CHUNK_BYTES {
            let Some(item) = reader.next() else { break };
            bytes += weight(&item);
            let records = planned.begun.records + reader.records();
            chunk.push(ReadItem { item, checkpoint: reader.checkpoint(), records });
        }
        let read = reader.bytes_read();
        progress.read(read - before);
        before = read;
        if chunk.is_empty() {
            return Some(());
        }
        sender.send(Ok(chunk)).ok()?;
    }
}

/// Returns roughly how many bytes of memory an item takes.
pub(super) fn weight(item: &Item) -> usize {
    // Names and the struct itself count too, so that tiny documents do not pile up.
    const OVERHEAD: usize = 256;
    match item {
        Item::Document(document) => OVERHEAD + body_bytes(document),
        Item::Skipped(_) | Item::Defective(_) => OVERHEAD,
    }
}

/// Returns the size of a document's body in bytes.
pub(super) fn body_bytes(document: &RawDocument) -> usize {
    document.body.size()
}
