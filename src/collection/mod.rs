//! Files, folders and standard input -> documents. Archives are WARC (0.17 to 1.1), TREC web and BLOGS06 files, JSONL
//! and folders of HTML pages, plain or gzipped; what they are is told by their bytes. Reading never ends before the
//! archive does: what does not arrive is an item of its own, with its place and the reason.

mod compress;
mod content;
mod discover;
mod folder;
mod http;
mod input;
mod jsonl;
mod reason;
mod settings;
mod sniff;
mod stamp;
mod stream;
mod trecweb;
mod warc;
pub mod write;

pub use discover::discover;
pub use reason::{Loss, Reason};
pub use settings::{MAX_INFLATED, MAX_RECORD, Settings, StatusRule};
pub use stamp::Stamp;

use crate::error::{Error, Result};
use crate::page::{RawDocument, Source};
use compress::{Damage, Fault};
use input::{Input, Raw};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use stream::Stream;

/// What an archive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArchiveKind {
    /// WARC, ISO 28500, and its drafts from 0.17 on.
    Warc,
    /// `<DOC>` records: TREC web (WT2g to GOV2) and BLOGS06.
    TrecWeb,
    /// One JSON object a line.
    Jsonl,
    /// Loose HTML pages.
    Folder,
}

impl ArchiveKind {
    /// As a manifest writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Warc => "warc",
            Self::TrecWeb => "trecweb",
            Self::Jsonl => "jsonl",
            Self::Folder => "folder",
        }
    }
}

/// A file that holds documents, or loose pages of one folder.
#[derive(Debug, Clone)]
pub struct Archive {
    /// The path as the user named it, or as found below what the user named; `-` is standard input.
    pub name: Arc<str>,
    /// What it is, by its bytes.
    pub kind: ArchiveKind,
    /// Its size as stored, in bytes; 0 for standard input.
    pub bytes: u64,
    place: Place,
}

/// Where an archive's bytes are.
#[derive(Debug, Clone)]
enum Place {
    File(PathBuf),
    Standard,
    Memory(Arc<[u8]>),
    Pages(Vec<PageFile>),
}

/// A loose page: its file, its size and its docno.
#[derive(Debug, Clone)]
struct PageFile {
    path: PathBuf,
    bytes: u64,
    docno: String,
}

/// One thing that an archive holds. Every record of an archive gives exactly one [`Item::Document`] or one
/// [`Item::Skipped`], and any number of [`Item::Flawed`] after it; so documents and skips sum up to the records seen. A
/// stretch of damaged bytes in which no record's head could be read counts as one record, and is skipped.
#[derive(Debug)]
pub enum Item {
    /// A page.
    Document(RawDocument),
    /// A record that is not among the documents.
    Skipped(Loss),
    /// What is wrong with the record before, be it a document or skipped: not a record of its own.
    Flawed(Loss),
}

/// A place of an archive at which reading can begin: nothing that a reader gave before it comes again, and nothing behind
/// it is left out. It belongs to the archive's bytes and to the settings it was read with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The stored byte at which reading begins: 0, or the start of a gzip member, a zstd frame or a plain record.
    pub stored: u64,
    /// That byte's offset in the uncompressed stream.
    pub position: u64,
    /// Records (in JSONL, lines; in a folder, files) before that byte.
    pub records: u64,
    /// Items from that byte on that were given before; they are passed over.
    pub items: u64,
}

impl Archive {
    /// An archive in memory; none if its bytes are no archive's. A page has its `name` for a docno.
    pub fn from_bytes(name: &str, bytes: impl Into<Arc<[u8]>>) -> Option<Self> {
        let bytes = bytes.into();
        let kind = discover::sniff(&mut Stream::new(memory(&bytes)))?;
        Some(Self { name: name.into(), kind, bytes: bytes.len() as u64, place: Place::Memory(bytes) })
    }

    /// Whether its name tells it from others: that of standard input does not.
    pub fn is_named(&self) -> bool {
        !matches!(self.place, Place::Standard)
    }

    /// Opens it for reading from the start. Fails if the system refuses, naming the file.
    pub fn open(&self, settings: &Settings) -> Result<Reader> {
        let read = Arc::new(AtomicU64::new(0));
        let input = match &self.place {
            Place::Pages(pages) => {
                return Ok(Reader::new(read.clone(), folder::Pages::new(pages.clone(), settings.clone(), read)));
            }
            Place::File(path) => {
                let file = File::open(path).map_err(|error| Error::io("read", path, error))?;
                Input::new(Raw::File(file), read.clone())
            }
            Place::Standard => Input::new(Raw::Pipe(Box::new(std::io::stdin())), read.clone()),
            Place::Memory(bytes) => Input::new(Raw::Memory(Cursor::new(bytes.to_vec())), read.clone()),
        };
        Ok(self.reader(Stream::new(input), settings, read))
    }

    /// Opens it for reading behind `checkpoint`, which a reader of the same bytes with the same settings gave.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub fn resume(&self, settings: &Settings, checkpoint: Checkpoint) -> Result<Reader> {
        let mut reader = self.open(settings)?;
        for _ in 0..checkpoint.items {
            reader.next();
        }
        Ok(reader)
    }

    fn reader(&self, stream: Stream, settings: &Settings, read: Arc<AtomicU64>) -> Reader {
        let archive = Stretch { name: self.name.clone(), stream, settings: settings.clone() };
        match self.kind {
            ArchiveKind::Warc => Reader::new(read, warc::Records::new(archive)),
            ArchiveKind::TrecWeb => Reader::new(read, trecweb::Docs::new(archive)),
            ArchiveKind::Jsonl => Reader::new(read, jsonl::Lines::new(archive)),
            ArchiveKind::Folder => Reader::new(read, folder::one(archive)),
        }
    }
}

/// Reads an archive: its documents, and what is not among them. It never fails and always ends.
pub struct Reader {
    read: Arc<AtomicU64>,
    items: Box<dyn Iterator<Item = Item> + Send>,
    start: Checkpoint,
    seen: u64,
}

impl Reader {
    fn new(read: Arc<AtomicU64>, items: impl Iterator<Item = Item> + Send + 'static) -> Self {
        Self { read, items: Box::new(items), start: Checkpoint::default(), seen: 0 }
    }

    /// Bytes of the archive read so far, as stored: for a progress bar.
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// The same number for another thread to watch.
    pub fn progress(&self) -> Arc<AtomicU64> {
        self.read.clone()
    }

    /// Records begun so far, counted where their heads are met.
    pub fn records(&self) -> u64 {
        self.seen
    }

    /// Where reading can go on behind the last item given, in another reader ([`Archive::resume`]).
    pub fn checkpoint(&self) -> Checkpoint {
        self.start
    }
}

impl Iterator for Reader {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let item = self.items.next()?;
        self.start.items += 1;
        self.seen += u64::from(!matches!(item, Item::Flawed(_)));
        Some(item)
    }
}

/// `raw` as a docno: white space and control characters are percent-encoded, for a run file separates by white space.
pub fn docno(raw: &str) -> String {
    let mut docno = String::with_capacity(raw.len());
    for c in raw.trim().chars() {
        if c.is_whitespace() || c.is_control() {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| docno.push_str(&format!("%{byte:02X}")));
        } else {
            docno.push(c);
        }
    }
    docno
}

fn memory(bytes: &Arc<[u8]>) -> Input {
    Input::new(Raw::Memory(Cursor::new(bytes.to_vec())), Arc::default())
}

/// What every reader of records has: the stream, its name and the settings.
struct Stretch {
    name: Arc<str>,
    stream: Stream,
    settings: Settings,
}

impl Stretch {
    fn source(&self, offset: u64) -> Source {
        Source { archive: self.name.clone(), offset }
    }

    /// The offset of the record that starts `member` or else at `position`, and of which `length` bytes are in the
    /// window: the gzip member's if the record fills it.
    fn offset(&self, position: u64, member: Option<u64>, length: usize) -> u64 {
        member.filter(|_| self.stream.member_ends(length)).unwrap_or(position)
    }

    /// The docno of a record without a name: its place.
    fn placename(&self, offset: u64) -> String {
        let file = self.name.rsplit('/').next().unwrap_or_default();
        docno(&format!("{file}:{offset}"))
    }

    /// What a damaged gzip member means for the record in it.
    fn fault(&self, fault: Fault, record: String) -> Loss {
        let reason = match fault.damage {
            Damage::Corrupt | Damage::Checksum => Reason::DamagedMember,
            Damage::Truncated => Reason::Truncated,
            Damage::Unreadable => Reason::Unreadable,
        };
        Loss { source: self.source(fault.offset), record, reason, detail: fault.detail, bytes: fault.lost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_docno_has_no_white_space_and_no_control_characters() {
        assert_eq!(docno(" a b\tc\u{7f}d\u{a0}e%20 "), "a%20b%09c%7Fd%C2%A0e%20");
        assert_eq!(docno("clueweb09-en0000-00-00000"), "clueweb09-en0000-00-00000");
    }
}
