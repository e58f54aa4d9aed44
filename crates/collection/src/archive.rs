//! An archive: where its bytes are, and how to open them with the reader for its format.

use crate::arc::ARC;
use crate::checkpoint::Checkpoint;
use crate::container::Container;
use crate::error::{Error, Result};
use crate::folder::{PageFile, Pages};
use crate::input::{Input, Raw};
use crate::item::Loss;
use crate::jsonl::{self, JSONL};
use crate::kind::ArchiveKind;
use crate::listed::Listed;
use crate::packing;
use crate::pipe::Pipe;
use crate::promise::Promise;
use crate::reader::Reader;
use crate::records::{Items, RecordStream, Records};
use crate::settings::Settings;
use crate::sniff;
use crate::stream::Stream;
use crate::trecweb::TrecWeb;
use crate::tsv::{self, TSV};
use crate::wacz::WaczEntry;
use crate::warc::WARC;
use std::fs::File;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Number of first bytes that are enough to detect most archives.
const EARLY: usize = 1024;
/// Number of bytes searched for a record if the first ones are inconclusive.
const LATE: usize = 64 * 1024;

/// A file of documents, or the HTML files of a folder.
#[derive(Debug, Clone)]
pub struct Archive {
    /// The path as given, or as found below a given folder; `-` is standard input.
    pub name: Arc<str>,
    /// The format, detected from the bytes.
    pub kind: ArchiveKind,
    /// The stored size in bytes; 0 for standard input.
    pub bytes: u64,
    pub(crate) place: Location,
}

/// Where an archive's bytes are.
#[derive(Debug, Clone)]
pub(crate) enum Location {
    File(PathBuf),
    /// Standard input.
    Pipe(Pipe),
    Memory(Arc<[u8]>),
    Pages(Vec<PageFile>),
    Entry(WaczEntry),
    /// What is wrong with a WACZ.
    Damaged(PathBuf, Arc<[Loss]>),
}

impl Archive {
    /// Returns an archive in memory; `None` if neither `bytes` nor `name` (such as `x.warc.gz`) tells the format. An HTML
    /// page gets `name` as its docno.
    pub fn from_bytes(name: &str, bytes: impl Into<Arc<[u8]>>) -> Option<Self> {
        let bytes = bytes.into();
        let raw = Raw::Memory(Cursor::new(bytes.clone()));
        let promise = Promise::of(name);
        let mut stream = Stream::new(Input::new(raw, Arc::default()), promise.compression);
        let kind = detect(&mut stream, promise)?;
        Some(Self::in_memory(name, kind, bytes))
    }

    pub(crate) fn in_memory(name: &str, kind: ArchiveKind, bytes: Arc<[u8]>) -> Self {
        Self { name: name.into(), kind, bytes: bytes.len() as u64, place: Location::Memory(bytes) }
    }

    /// Returns whether its name identifies it; `-`, standard input, does not.
    #[doc(hidden)]
    pub fn is_named(&self) -> bool {
        !matches!(self.place, Location::Pipe(_))
    }

    /// Opens the archive at its start.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(&self, settings: &Settings) -> Result<Reader> {
        self.resume(settings, Checkpoint::default())
    }

    /// Opens the archive at a checkpoint of an earlier reader of the same bytes with the same settings, and returns the
    /// items that reader had left. A file is read from the checkpoint on; standard input is read and discarded up to it.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn resume(&self, settings: &Settings, checkpoint: Checkpoint) -> Result<Reader> {
        let read = Arc::new(AtomicU64::new(0));
        let items = self.items(settings, checkpoint, &read)?;
        Ok(Reader::new(items, read, checkpoint.items))
    }

    /// Returns what the name of its file promises.
    fn promise(&self) -> Promise {
        match &self.place {
            Location::Pipe(_) => Promise::default(),
            Location::Entry(entry) => Promise::of(&entry.name),
            _ => Promise::of(&self.name),
        }
    }

    fn items(&self, settings: &Settings, from: Checkpoint, read: &Arc<AtomicU64>) -> Result<Box<dyn Items>> {
        let raw = match &self.place {
            Location::Pages(files) => {
                return Ok(Box::new(Pages::new(files, settings.clone(), read.clone(), from)));
            }
            Location::Damaged(_, losses) => return Ok(Box::new(Listed::new(losses, from))),
            Location::File(path) => Raw::File(File::open(path).map_err(|error| Error::io("read", path, error))?),
            Location::Entry(entry) => entry.open().map_err(|error| Error::io("read", entry.file(), error))?,
            Location::Pipe(pipe) => pipe.read(),
            Location::Memory(bytes) => Raw::Memory(Cursor::new(bytes.clone())),
        };
        let mut stream = Stream::new(Input::new(raw, read.clone()), self.promise().compression);
        stream.go_to(from.stored, from.position);
        let record_stream = RecordStream::new(self.name.clone(), stream, settings.clone(), from);
        Ok(match self.kind {
            ArchiveKind::Warc => Box::new(Records::new(record_stream, Container(&WARC))),
            ArchiveKind::Arc => Box::new(Records::new(record_stream, Container(&ARC))),
            ArchiveKind::TrecWeb => Box::new(Records::new(record_stream, TrecWeb)),
            ArchiveKind::Jsonl => Box::new(Records::new(record_stream, JSONL)),
            ArchiveKind::Tsv => Box::new(Records::new(record_stream, TSV)),
            ArchiveKind::Folder | ArchiveKind::Wacz => Box::new(Pages::one(record_stream, from)),
        })
    }
}

/// Returns the format of `stream`; `None` if it is unknown. If the bytes are damaged, or are a page under the name of an
/// archive, it is the promised one: the reader then reports them, and finds the records behind them. JSONL behind a damaged
/// line is found under any name.
pub(crate) fn detect(stream: &mut Stream, promise: Promise) -> Option<ArchiveKind> {
    let records = |kind: &ArchiveKind| *kind != ArchiveKind::Folder;
    if let Some(kind) = sniff::kind(first(stream, EARLY)).filter(records) {
        return Some(kind);
    }
    let found = sniff::kind(first(stream, LATE));
    found.filter(records).or_else(|| promised(stream, promise)).or(found).or_else(|| lines(stream, promise))
}

/// Returns the first `n` bytes, or all if there are fewer. What is in the window beyond them depends on how bytes arrive.
fn first(stream: &mut Stream, n: usize) -> &[u8] {
    stream.want(n);
    &stream.data()[..stream.data().len().min(n)]
}

/// Returns JSONL if a line shows it, unless the file is a table.
fn lines(stream: &mut Stream, promise: Promise) -> Option<ArchiveKind> {
    let bytes = first(stream, LATE);
    let is_table = promise.table || tsv::is_tsv(bytes);
    (!is_table && jsonl::has_document(bytes)).then_some(ArchiveKind::Jsonl)
}

/// Returns the promised format, unless the file is empty or packed in another way.
fn promised(stream: &Stream, promise: Promise) -> Option<ArchiveKind> {
    let kind = promise.kind.filter(|_| packing::of_bytes(stream.data()).is_none());
    kind.filter(|_| !stream.is_blank())
}
