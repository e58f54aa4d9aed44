//! An archive: where its bytes are, and how to open them with the reader for its format.

use crate::checkpoint::Checkpoint;
use crate::compress::promised::{Compression, promised};
use crate::error::{Error, Result};
use crate::formats::ArchiveKind;
use crate::formats::detect::{detect, sniff};
use crate::formats::folder::{FolderPages, PageFile};
use crate::formats::promise::Promise;
use crate::formats::wacz::WaczEntry;
use crate::input::{Input, Raw};
use crate::item::RecordReport;
use crate::known_reports::KnownReports;
use crate::pipe::Pipe;
use crate::reader::Reader;
use crate::records::{Items, RecordStream};
use crate::settings::ReadSettings;
use crate::stream::Stream;
use std::fs::File;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

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
    Damaged(PathBuf, Arc<[RecordReport]>),
}

impl Archive {
    /// Returns an archive in memory; `None` if neither `bytes` nor `name` (such as `x.warc.gz`)
    /// shows the format. An HTML page gets `name` as its docno.
    pub fn from_bytes(name: &str, bytes: impl Into<Arc<[u8]>>) -> Option<Self> {
        let bytes = bytes.into();
        let raw = Raw::Memory(Cursor::new(bytes.clone()));
        let promise = Promise::from_name(name);
        let mut stream = Stream::new(Input::new(raw, Arc::default()), promise.compression, sniff);
        let kind = detect(&mut stream, promise)?;
        Some(Self::in_memory(name, kind, bytes))
    }

    /// Returns an archive in memory of a known format. An HTML page gets `name` as its docno.
    pub fn in_memory(name: &str, kind: ArchiveKind, bytes: impl Into<Arc<[u8]>>) -> Self {
        let bytes = bytes.into();
        Self { name: name.into(), kind, bytes: bytes.len() as u64, place: Location::Memory(bytes) }
    }

    /// Returns whether its name identifies it: the name of standard input, `-`, does not, because
    /// each run may get other bytes under it.
    pub fn is_named(&self) -> bool {
        !matches!(self.place, Location::Pipe(_))
    }

    /// Opens the archive at its start.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(&self, settings: &ReadSettings) -> Result<Reader> {
        self.resume(settings, Checkpoint::default())
    }

    /// Opens the archive at a checkpoint of an earlier reader of the same bytes with the same
    /// settings, and returns the items that reader had left. A file is read from the checkpoint on;
    /// standard input is read and discarded up to it.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn resume(&self, settings: &ReadSettings, checkpoint: Checkpoint) -> Result<Reader> {
        let read = Arc::new(AtomicU64::new(0));
        let items = self.items(settings, checkpoint, &read)?;
        Ok(Reader::new(items, read, checkpoint.items))
    }

    /// Returns the compression that the name of its file promises.
    fn compression(&self) -> Option<Compression> {
        let name = match &self.place {
            Location::Pipe(_) => return None,
            Location::Entry(entry) => &*entry.name,
            _ => &*self.name,
        };
        promised(name).0
    }

    fn items(
        &self,
        settings: &ReadSettings,
        from: Checkpoint,
        read: &Arc<AtomicU64>,
    ) -> Result<Box<dyn Items>> {
        let raw = match &self.place {
            Location::Pages(files) => {
                return Ok(Box::new(FolderPages::new(
                    files,
                    settings.clone(),
                    read.clone(),
                    from,
                    sniff,
                )));
            }
            Location::Damaged(_, reports) => return Ok(Box::new(KnownReports::new(reports, from))),
            Location::File(path) => {
                Raw::File(File::open(path).map_err(|error| Error::io("read", path, error))?)
            }
            Location::Entry(entry) => {
                entry.open().map_err(|error| Error::io("read", entry.file(), error))?
            }
            Location::Pipe(pipe) => pipe.read(),
            Location::Memory(bytes) => Raw::Memory(Cursor::new(bytes.clone())),
        };
        let mut stream = Stream::new(Input::new(raw, read.clone()), self.compression(), sniff);
        stream.go_to(from.stored, from.position);
        let records = RecordStream::new(self.name.clone(), stream, settings.clone(), from);
        Ok((self.kind.format().read)(records, from))
    }
}
