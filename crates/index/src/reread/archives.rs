//! Finds the archives that an index was built from, and reads their documents in batches.

use crate::error::{Error, Remedy, Result};
use crate::index::Index;
use crate::index::manifest::ArchiveEntry;
use crate::ingest::Progress;
use std::cell::{Cell, OnceCell};
use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::sync::mpsc::{SyncSender, sync_channel};
use tamis_collection::RawDocument;
use tamis_collection::{Archive, ArchiveKind, Item, ReadSettings, Stamp};
use tamis_collection::{discover, discover_companions};

/// Bytes of documents that are labelled together.
const BATCH_BYTES: usize = 8 << 20;

/// Archives in the order in which they were indexed: of several documents with the same docno, the
/// first one is the page.
pub(crate) struct Archives {
    archives: Vec<Archive>,
    /// The names under which those were indexed that have other names now.
    moved: HashMap<String, String>,
}

impl Archives {
    /// Finds the archives of `index` in `inputs`, or in their old places if there are no inputs.
    ///
    /// # Errors
    /// [`Error::Index`] for an archive that is missing or has changed.
    pub(super) fn find<S: AsRef<OsStr>>(index: &Index, inputs: &[S]) -> Result<Self> {
        let entries = &index.manifest.archives;
        if let Some(entry) = entries.iter().find(|entry| entry.path == "-") {
            let message = format!(
                "was built in part from standard input ({}), which cannot be read again",
                entry.kind
            );
            return Err(Error::index(&index.path, message).with_remedy(Remedy::StorePages));
        }
        let named: Vec<OsString> = inputs.iter().map(|input| input.as_ref().to_owned()).collect();
        let named = if named.is_empty() { places(entries) } else { named };
        let found = discover(&named).map_err(|error| {
            if !inputs.is_empty() {
                return error.into();
            }
            let message = format!(
                "was built from archives that cannot be read ({error}); name the collection"
            );
            Error::index(&index.path, message)
        })?;
        Self::among(found, index).or_else(|error| {
            // Perhaps an earlier version built it.
            let all = discover_companions(&named)?;
            Self::among(all, index).map_err(|_| error)
        })
    }

    /// Finds the archives of `index` among those that were found.
    fn among(found: Vec<Archive>, index: &Index) -> Result<Self> {
        let found: Vec<FoundArchive> = found.into_iter().map(FoundArchive::new).collect();
        let found = found.as_slice();
        let entries = &index.manifest.archives;
        let mut archives = Vec::with_capacity(entries.len());
        let mut moved = HashMap::new();
        for entry in entries {
            match place_of(entry, found)? {
                ArchivePlace::Here(found) => {
                    let archive = found.take();
                    if *archive.name != *entry.path {
                        moved.insert(archive.name.to_string(), entry.path.clone());
                    }
                    archives.push(archive);
                }
                ArchivePlace::Changed(_) if is_read_with_later(entry, entries, found)? => {}
                ArchivePlace::Changed(difference) => {
                    let path = &entry.path;
                    let message =
                        format!("{path} has changed since it was indexed: found {difference}");
                    return Err(Error::index(&index.path, message).with_remedy(Remedy::Restore));
                }
                ArchivePlace::Nowhere => {
                    let path = &entry.path;
                    let message = match found.first() {
                        None => format!("was built from {path}, and it is not there; name it"),
                        Some(_) => {
                            format!("was built from {path}, which is none of these files; name it")
                        }
                    };
                    return Err(Error::index(&index.path, message));
                }
            }
        }
        Ok(Self { archives, moved })
    }

    /// Returns the name under which an archive of this name was indexed.
    pub(super) fn indexed_as<'a>(&'a self, name: &'a str) -> &'a str {
        self.moved.get(name).map_or(name, String::as_str)
    }

    /// Returns their number in words.
    pub(super) fn name(&self) -> String {
        let count = self.archives.len();
        if count == 1 { "1 archive".to_owned() } else { format!("{count} archives") }
    }

    /// Returns their size on disk in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.archives.iter().map(|archive| archive.bytes).sum()
    }

    /// Calls `take` with all documents, in order, while a thread reads the next ones.
    pub(super) fn each_batch(
        &self,
        settings: &ReadSettings,
        progress: &dyn Progress,
        mut take: impl FnMut(Vec<RawDocument>) -> Result<()>,
    ) -> Result<()> {
        std::thread::scope(|scope| {
            let (sender, batches) = sync_channel(1);
            scope.spawn(move || {
                for archive in &self.archives {
                    // After a failure nobody receives documents, and the thread ends.
                    if read(archive, settings, progress, &sender).is_none() {
                        return;
                    }
                }
            });
            for batch in batches {
                take(batch?)?;
            }
            Ok(())
        })
    }
}

/// Sends the documents of an archive; `None` if nobody receives them.
fn read(
    archive: &Archive,
    settings: &ReadSettings,
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
        let mut batch = Vec::new();
        let mut bytes = 0;
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
                // Skipped and defective records were listed when the archive was indexed.
                Some(Item::Skipped(_) | Item::Defective(_)) => {}
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

/// An archive that was found, with its stamp once it was needed.
struct FoundArchive {
    archive: Archive,
    stamp: OnceCell<Stamp>,
    /// Whether it is an archive of the index already.
    is_taken: Cell<bool>,
}

impl FoundArchive {
    fn new(archive: Archive) -> Self {
        Self { archive, stamp: OnceCell::new(), is_taken: Cell::new(false) }
    }

    fn stamp(&self) -> Result<&Stamp> {
        if let Some(stamp) = self.stamp.get() {
            return Ok(stamp);
        }
        let stamp = self.archive.stamp()?;
        Ok(self.stamp.get_or_init(|| stamp))
    }

    fn take(&self) -> Archive {
        self.is_taken.set(true);
        self.archive.clone()
    }

    fn has_name_of(&self, entry: &ArchiveEntry) -> bool {
        *self.archive.name == *entry.path && self.archive.kind.name() == entry.kind
    }
}

/// Where an archive of the index is now.
enum ArchivePlace<'a> {
    Here(&'a FoundArchive),
    /// Under its name is something else; how it differs.
    Changed(String),
    Nowhere,
}

/// Finds an archive of the index by its name, or by its stamp if the collection was moved: its
/// files then have other names and perhaps other times. Loose pages of one folder are several
/// archives of one name if other archives are among them.
fn place_of<'a>(entry: &ArchiveEntry, found: &'a [FoundArchive]) -> Result<ArchivePlace<'a>> {
    let mut difference = None;
    for same in found.iter().filter(|found| found.has_name_of(entry)) {
        match entry.stamp.difference(same.stamp()?) {
            None => return Ok(ArchivePlace::Here(same)),
            Some(other) => difference = difference.or(Some(other)),
        }
    }
    if let Some(difference) = difference {
        let loose = "loose pages of other names, sizes or times";
        return Ok(ArchivePlace::Changed(if is_loose(entry) {
            loose.to_owned()
        } else {
            difference
        }));
    }
    let mut moved = None;
    for other in found.iter().filter(|found| found.archive.kind.name() == entry.kind) {
        let stamp = other.stamp()?;
        let is_same = (stamp.bytes, &stamp.hash) == (entry.stamp.bytes, &entry.stamp.hash);
        // Archives in one WACZ have one stamp, and come in their order.
        if is_same && !other.is_taken.get() {
            return Ok(ArchivePlace::Here(other));
        }
        moved = moved.or_else(|| is_same.then_some(other));
    }
    Ok(moved.map_or(ArchivePlace::Nowhere, ArchivePlace::Here))
}

/// Whether loose pages that are not as they were are in a later entry: their folder grew, and was
/// indexed again. Then all that is in the folder now is in some entry.
fn is_read_with_later(
    entry: &ArchiveEntry,
    entries: &[ArchiveEntry],
    found: &[FoundArchive],
) -> Result<bool> {
    let known: HashSet<&str> = entries.iter().map(|entry| entry.stamp.hash.as_str()).collect();
    for now in found.iter().filter(|found| found.has_name_of(entry)) {
        if !known.contains(now.stamp()?.hash.as_str()) {
            return Ok(false);
        }
    }
    Ok(is_loose(entry))
}

fn is_loose(entry: &ArchiveEntry) -> bool {
    entry.kind == ArchiveKind::Folder.name()
}

/// Returns the files of the entries; for an archive in a WACZ, the WACZ.
fn places(entries: &[ArchiveEntry]) -> Vec<OsString> {
    let mut known = HashSet::new();
    let mut files = Vec::new();
    for entry in entries {
        let file = entry.path.split("!/").next().unwrap_or_default();
        if known.insert(file) {
            files.push(OsString::from(file));
        }
    }
    files
}
