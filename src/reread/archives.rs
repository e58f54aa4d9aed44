//! Finds the archives that an index was built from, and reads their documents in batches.

use crate::error::{Error, Remedy, Result};
use crate::index::Index;
use crate::index::manifest::ArchiveEntry;
use crate::ingest::Progress;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::sync::mpsc::{SyncSender, sync_channel};
use tamis_collection::RawDocument;
use tamis_collection::{Archive, ArchiveKind, Item, Settings, discover};

/// Bytes of documents that are labelled together.
const BATCH_BYTES: usize = 8 << 20;

/// Archives in the order in which they were indexed: if several hold the same docno, the first counts.
pub(crate) struct Archives(Vec<Archive>);

impl Archives {
    /// Finds the archives of `index` in `inputs`, or in their old places if there are no inputs.
    ///
    /// # Errors
    /// [`Error::Index`] for an archive that is missing or has changed.
    pub(super) fn find<S: AsRef<OsStr>>(index: &Index, inputs: &[S]) -> Result<Self> {
        let refuse = |message: String| Error::index(&index.path, message);
        let entries = wanted(&index.manifest.archives);
        if let Some(entry) = entries.iter().find(|entry| entry.path == "-") {
            let message = format!("was built in part from standard input ({}), which cannot be read again", entry.kind);
            return Err(refuse(message).with_remedy(Remedy::StorePages));
        }
        let named: Vec<OsString> = inputs.iter().map(|input| input.as_ref().to_owned()).collect();
        let found = match named.is_empty() {
            true => discover(&places(&entries)).map_err(|error| {
                refuse(format!("was built from archives that cannot be read ({error}); name the collection"))
            })?,
            false => discover(&named)?,
        };
        let mut archives = Vec::with_capacity(entries.len());
        for entry in entries {
            let kind = |archive: &&Archive| archive.kind.name() == entry.kind;
            let same_name = found.iter().filter(kind).find(|archive| *archive.name == *entry.path);
            if let Some(archive) = same_name {
                if let Some(difference) = entry.stamp.difference(&archive.stamp()?) {
                    let path = &entry.path;
                    let message = format!("{path} has changed since it was indexed: found {difference}");
                    return Err(refuse(message).with_remedy(Remedy::Restore));
                }
                archives.push(archive.clone());
                continue;
            }
            // The collection may have been moved: its files then have other names and perhaps other times.
            let mut moved = None;
            for archive in found.iter().filter(kind) {
                let stamp = archive.stamp()?;
                if (stamp.bytes, &stamp.hash) == (entry.stamp.bytes, &entry.stamp.hash) {
                    moved = Some(archive);
                    break;
                }
            }
            let lacking = || refuse(format!("was built from {}, and no such file was found; name it", entry.path));
            archives.push(moved.ok_or_else(lacking)?.clone());
        }
        Ok(Self(archives))
    }

    /// Returns their number in words.
    pub(super) fn name(&self) -> String {
        let count = self.0.len();
        if count == 1 { "1 archive".to_owned() } else { format!("{count} archives") }
    }

    /// Returns their size on disk in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(|archive| archive.bytes).sum()
    }

    /// Calls `take` with all documents, in order, while a thread reads the next ones.
    pub(super) fn each_batch(
        &self,
        settings: &Settings,
        progress: &dyn Progress,
        mut take: impl FnMut(Vec<RawDocument>) -> Result<()>,
    ) -> Result<()> {
        std::thread::scope(|scope| {
            let (sender, batches) = sync_channel(1);
            scope.spawn(move || {
                // After a failure nobody receives documents, and the thread ends.
                self.0.iter().try_for_each(|archive| read(archive, settings, progress, &sender))
            });
            batches.into_iter().try_for_each(|batch: Result<_>| take(batch?))
        })
    }
}

/// Sends the documents of an archive; `None` if nobody receives them.
fn read(
    archive: &Archive,
    settings: &Settings,
    progress: &dyn Progress,
    sender: &SyncSender<Result<Vec<RawDocument>>>,
) -> Option<()> {
    progress.archive(&archive.name);
    let mut reader = match archive.open(settings) {
        Ok(reader) => reader,
        Err(error) => return sender.send(Err(error.into())).ok(),
    };
    let mut before = 0;
    loop {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        let ended = loop {
            match reader.next() {
                None => break true,
                Some(Item::Document(document)) => {
                    bytes += document.body.size();
                    batch.push(document);
                    if bytes >= BATCH_BYTES {
                        break false;
                    }
                }
                // Losses were recorded when the archive was indexed.
                Some(Item::Skipped(_) | Item::Flawed(_)) => {}
            }
        };
        let read = reader.bytes_read();
        progress.read(read - before);
        before = read;
        sender.send(Ok(batch)).ok()?;
        if ended {
            return Some(());
        }
    }
}

/// Returns the entries to read again: for loose pages of one folder that was indexed several times, only the last.
fn wanted(entries: &[ArchiveEntry]) -> Vec<&ArchiveEntry> {
    let mut later = HashSet::new();
    let mut wanted: Vec<&ArchiveEntry> = Vec::new();
    for entry in entries.iter().rev() {
        let loose = entry.kind == ArchiveKind::Folder.name();
        if later.insert((&entry.path, &entry.kind)) || !loose {
            wanted.push(entry);
        }
    }
    wanted.reverse();
    wanted
}

/// Returns the files of the entries; for an archive in a WACZ, the WACZ.
fn places(entries: &[&ArchiveEntry]) -> Vec<OsString> {
    let mut places: Vec<OsString> = Vec::new();
    for entry in entries {
        let place = entry.path.split_once("!/").map_or(entry.path.as_str(), |(wacz, _)| wacz);
        if places.last().is_none_or(|last| last != place) {
            places.push(place.into());
        }
    }
    places
}
