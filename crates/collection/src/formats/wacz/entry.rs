//! Opens one entry of a zip file as a stream of stored bytes.

use super::part::{FilePart, broken, wrong_sums};
use super::zip::ZipSums;
use crate::compress::damage::Damage;
use crate::input::{Raw, ReadSeek};
use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The most bytes of a deflated WACZ in another one: it is held in memory while it is read.
pub(super) const MOST_INFLATED: u64 = 64 << 20;
/// How deep WACZ files may be in each other: a zip file can have itself inside.
pub(super) const DEEPEST: usize = 4;

/// An entry of a zip file.
#[derive(Debug, Clone)]
pub(crate) struct WaczEntry {
    /// The file.
    pub file: Arc<PathBuf>,
    /// The deflated WACZ in that file that has the entry. A stored one is a part of the file, and
    /// so are its entries.
    pub within: Option<Arc<Nested>>,
    /// How many WACZ files that one, or the file, is in.
    pub depth: usize,
    /// The name of the entry, behind those of the WACZ files that it is in.
    pub name: String,
    /// How many entries before it have the same name.
    pub twin: usize,
    /// Offset of its data in the file, or in the inflated WACZ.
    pub start: u64,
    /// Size of its data there.
    pub length: u64,
    /// Checksums and sizes that the uncompressed data may have; empty if unknown.
    pub sums: Vec<ZipSums>,
    pub method: ZipMethod,
}

/// How an entry is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ZipMethod {
    Stored,
    Deflated,
    /// An unsupported method, described for a message.
    Other(String),
}

impl WaczEntry {
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Returns the size of its data; for a deflated entry, the uncompressed size if it is known.
    pub(crate) fn size(&self) -> u64 {
        let plain =
            self.sums.first().filter(|_| self.method == ZipMethod::Deflated).map(|sums| sums.plain);
        plain.unwrap_or(self.length)
    }

    /// Opens the entry for reading.
    pub(crate) fn open(&self) -> io::Result<Raw> {
        let part = self.part()?;
        Ok(match &self.method {
            ZipMethod::Stored => Raw::Part(Box::new(part.checked(self.sums.clone()))),
            ZipMethod::Deflated => Raw::Pipe(Box::new(self.inflated(part))),
            ZipMethod::Other(how) => {
                let remedy =
                    format!("unpack it with unzip and read what comes out: '{}'", self.name);
                Raw::Pipe(Box::new(Refused(format!("a zip entry that is {how}; {remedy}"))))
            }
        })
    }
}

impl WaczEntry {
    /// Returns its stored bytes.
    pub(super) fn part(&self) -> io::Result<FilePart> {
        let file: Box<dyn ReadSeek> = match &self.within {
            None => Box::new(File::open(&*self.file)?),
            Some(wacz) => Box::new(Cursor::new(wacz.bytes()?.0)),
        };
        FilePart::new(file, self.start, self.length)
    }

    fn inflated(&self, part: FilePart) -> Inflated<BufReader<FilePart>> {
        let reader = CrcReader::new(DeflateDecoder::new(BufReader::new(part)));
        Inflated { reader, size: 0, sums: Some(self.sums.clone()) }
    }
}

/// What was inflated last at each depth: the next reader is mostly one of the same WACZ.
static LAST: Mutex<[Option<InflatedBytes>; DEEPEST]> = Mutex::new([const { None }; DEEPEST]);

/// What a WACZ inflates to. A `Weak<[u8]>` would hold its bytes, too.
#[derive(Debug, Clone)]
pub(super) struct InflatedBytes(pub Arc<Vec<u8>>);

impl AsRef<[u8]> for InflatedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A deflated WACZ in another one. It is inflated once for all who read it at the same time, or one
/// after the other, because its parts are read in any order.
#[derive(Debug)]
pub(crate) struct Nested {
    entry: WaczEntry,
    known: Mutex<Weak<Vec<u8>>>,
}

impl Nested {
    pub(super) fn new(entry: WaczEntry) -> Self {
        Self { entry, known: Mutex::default() }
    }

    /// Returns what it inflates to, at most one byte more than is allowed. If it is inflated now,
    /// also returns what is wrong with it.
    pub(super) fn bytes(&self) -> io::Result<(InflatedBytes, Option<io::Error>)> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = known.upgrade() {
            return Ok((InflatedBytes(bytes), None));
        }
        let depth = self.entry.depth;
        LAST.lock().unwrap_or_else(PoisonError::into_inner)[depth..].fill(None);
        let mut bytes = Vec::new();
        let mut inflated = self.entry.inflated(self.entry.part()?).take(MOST_INFLATED + 1);
        let error = inflated.read_to_end(&mut bytes).err();
        bytes.shrink_to_fit();
        let bytes = InflatedBytes(Arc::new(bytes));
        *known = Arc::downgrade(&bytes.0);
        LAST.lock().unwrap_or_else(PoisonError::into_inner)[depth] = Some(bytes.clone());
        Ok((bytes, error))
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        let known = self.known.get_mut().unwrap_or_else(PoisonError::into_inner);
        let last = &mut LAST.lock().unwrap_or_else(PoisonError::into_inner)[self.entry.depth];
        last.take_if(|last| Weak::ptr_eq(known, &Arc::downgrade(&last.0)));
    }
}

/// Inflates an entry and checks it at its end.
struct Inflated<R> {
    reader: CrcReader<DeflateDecoder<R>>,
    size: u64,
    sums: Option<Vec<ZipSums>>,
}

impl<R: io::BufRead> Read for Inflated<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(out).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                broken(Damage::Truncated, "the file ends inside a deflated zip entry")
            }
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                broken(Damage::Corrupt, "a zip entry that does not inflate")
            }
            _ => error,
        })?;
        self.size += n as u64;
        if n == 0 && !out.is_empty() {
            let found = (self.reader.crc().sum(), self.size);
            let sums = self.sums.take().unwrap_or_default();
            if !sums.is_empty() && !sums.iter().any(|sums| (sums.crc, sums.plain) == found) {
                return Err(wrong_sums());
            }
        }
        Ok(n)
    }
}

/// Reads nothing, with an error.
struct Refused(String);

impl Read for Refused {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::Unsupported, self.0.clone()))
    }
}
