//! Files, folders and standard input -> documents. Archives are WARC (0.17 to 1.1), ARC, the archives in WACZ files, TREC
//! web and BLOGS06 files, JSONL, lines of docno and text or of MS MARCO's columns, and folders of HTML pages, plain or in gzip, zstd or bzip2; what
//! they are is told by their bytes. Reading never ends before the
//! archive does: what does not arrive is an item of its own, with its place and the reason.

mod arc;
mod compress;
mod content;
pub mod date;
mod discover;
mod document;
mod error;
mod folder;
mod http;
mod input;
mod jsonl;
mod lines;
mod reason;
mod settings;
mod sniff;
mod stamp;
mod stream;
mod stretch;
mod trecweb;
mod tsv;
mod wacz;
mod warc;
pub mod write;

pub use discover::discover;
pub use document::{Body, RawDocument, Source};
pub use error::{Error, Result};
pub use reason::{Loss, Reason};
pub use settings::{MAX_INFLATED, MAX_RECORD, Settings, StatusRule};
pub use stamp::Stamp;

use input::{Input, Raw};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use stream::Stream;
use stretch::{Items, Records, Stretch};

/// What an archive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArchiveKind {
    /// WARC, ISO 28500, and its drafts from 0.17 on.
    Warc,
    /// ARC, versions 1 and 2: what crawlers wrote before WARC.
    Arc,
    /// `<DOC>` records: TREC web (WT2g to GOV2) and BLOGS06.
    TrecWeb,
    /// One JSON object a line.
    Jsonl,
    /// A docno, a tab and a text a line; or docno, URL, title and body.
    Tsv,
    /// Loose HTML pages.
    Folder,
}

impl ArchiveKind {
    /// As a manifest writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Warc => "warc",
            Self::Arc => "arc",
            Self::TrecWeb => "trecweb",
            Self::Jsonl => "jsonl",
            Self::Tsv => "tsv",
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
    place: Location,
}

/// Where an archive's bytes are.
#[derive(Debug, Clone)]
enum Location {
    File(PathBuf),
    Standard,
    Memory(Arc<[u8]>),
    Pages(Vec<PageFile>),
    Entry(wacz::WaczEntry),
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
        Some(Self { name: name.into(), kind, bytes: bytes.len() as u64, place: Location::Memory(bytes) })
    }

    /// Whether its name tells it from others: that of standard input does not.
    pub fn is_named(&self) -> bool {
        !matches!(self.place, Location::Standard)
    }

    /// Opens it for reading from the start. Fails if the system refuses, naming the file.
    pub fn open(&self, settings: &Settings) -> Result<Reader> {
        self.resume(settings, Checkpoint::default())
    }

    /// Opens it for reading behind `checkpoint`, which a reader of the same bytes with the same settings gave: what
    /// comes is what would have come from that reader. A file is read from the checkpoint on; what a pipe has before it
    /// is read and thrown away.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub fn resume(&self, settings: &Settings, checkpoint: Checkpoint) -> Result<Reader> {
        let read = Arc::new(AtomicU64::new(0));
        let items = self.items(settings, checkpoint, &read)?;
        let mut reader = Reader { read, items, repeated: 0 };
        for _ in 0..checkpoint.items {
            reader.next();
        }
        reader.repeated = reader.items.records();
        Ok(reader)
    }

    fn items(&self, settings: &Settings, from: Checkpoint, read: &Arc<AtomicU64>) -> Result<Box<dyn Items>> {
        let raw = match &self.place {
            Location::Pages(files) => {
                return Ok(Box::new(folder::Pages::new(files, settings.clone(), read.clone(), from)));
            }
            Location::File(path) => Raw::File(File::open(path).map_err(|error| Error::io("read", path, error))?),
            Location::Entry(entry) => entry.open().map_err(|error| Error::io("read", entry.file(), error))?,
            Location::Standard => Raw::Pipe(Box::new(std::io::stdin())),
            Location::Memory(bytes) => Raw::Memory(Cursor::new(bytes.clone())),
        };
        let mut stream = Stream::new(Input::new(raw, read.clone()));
        stream.go_to(from.stored, from.position);
        let stretch = Stretch::new(self.name.clone(), stream, settings.clone(), from);
        Ok(match self.kind {
            ArchiveKind::Warc => Box::new(Records::new(stretch, warc::Container(&warc::WARC))),
            ArchiveKind::Arc => Box::new(Records::new(stretch, warc::Container(&arc::ARC))),
            ArchiveKind::TrecWeb => Box::new(Records::new(stretch, trecweb::TrecWeb)),
            ArchiveKind::Jsonl => Box::new(Records::new(stretch, jsonl::JSONL)),
            ArchiveKind::Tsv => Box::new(Records::new(stretch, tsv::TSV)),
            ArchiveKind::Folder => Box::new(folder::Pages::one(stretch, from)),
        })
    }
}

/// Reads an archive: its documents, and what is not among them. It never fails and always ends.
pub struct Reader {
    read: Arc<AtomicU64>,
    items: Box<dyn Items>,
    /// Records begun again to get to the checkpoint.
    repeated: u64,
}

impl Reader {
    /// Bytes of the archive read so far, as stored: for a progress bar.
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// The same number for another thread to watch.
    pub fn progress(&self) -> Arc<AtomicU64> {
        self.read.clone()
    }

    /// Records begun since it was opened. They are counted where a record's first byte is met, not by the items given:
    /// once the reader is at its end, documents and skips sum up to this number.
    pub fn records(&self) -> u64 {
        self.items.records() - self.repeated
    }

    /// Where reading can go on behind the last item given, in another reader ([`Archive::resume`]).
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
    Input::new(Raw::Memory(Cursor::new(bytes.clone())), Arc::default())
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
