//! A WACZ file (a zip with `archive/*.warc.gz` in it) -> one archive for each entry below `archive/`. A stored entry is a
//! stretch of the file and is read, and resumed, like a file of its own; a deflated one is read from its start.

use super::compress::{Broken, Damage};
use super::input::{Input, Part, Raw};
use super::stream::Stream;
use super::{Archive, ArchiveKind, Location, discover};
use crate::error::{Error, Result};
use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zip::{CompressionMethod, ZipArchive};

mod salvage;

/// The folder of a WACZ in which its archives are (WACZ 1.1.1, section 5.2.1).
const FOLDER: &[u8] = b"archive/";

/// An entry of a zip file.
#[derive(Debug, Clone)]
pub(super) struct WaczEntry {
    /// The zip file.
    file: Arc<PathBuf>,
    /// Its name in it.
    name: String,
    /// Where its data begin in the file.
    start: u64,
    /// Their size there.
    length: u64,
    method: Method,
}

/// How an entry's data are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Method {
    Stored,
    /// The CRC-32 and the size of what was deflated, if they are known.
    Deflated(Option<(u32, u64)>),
    /// In a way that is not undone here, in words.
    Other(String),
}

/// Whether a zip file starts here.
pub(super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// The archives in the zip file at `path`; none if it is no WACZ. If the zip's directory is destroyed or cut off, the
/// entries are found by the heads that stand before each of them.
///
/// # Errors
/// If the system refuses to read the file.
pub(super) fn archives(path: &Path) -> Result<Vec<Archive>> {
    let refused = |error| Error::io("read", path, error);
    let file = File::open(path).map_err(refused)?;
    let shared = Arc::new(path.to_path_buf());
    let entries = match ZipArchive::new(BufReader::new(file)) {
        Ok(zip) => listed(zip, &shared),
        Err(_) => salvage::entries(&shared).map_err(refused)?,
    };
    entries.into_iter().map(|entry| entry.into_archive().map_err(refused)).collect()
}

/// The entries that the zip's directory lists, in the order of their places in the file.
fn listed(mut zip: ZipArchive<BufReader<File>>, file: &Arc<PathBuf>) -> Vec<WaczEntry> {
    let mut entries = Vec::new();
    for index in 0..zip.len() {
        let Ok(listed) = zip.by_index_data(index) else { continue };
        let name = listed.name_raw().to_vec();
        if !name.starts_with(FOLDER) || name.ends_with(b"/") {
            continue;
        }
        let (length, sum) = (listed.compressed_size(), (listed.crc32(), listed.size()));
        let method = match listed.compression() {
            _ if listed.encrypted() => Method::Other("encrypted".to_owned()),
            CompressionMethod::Stored => Method::Stored,
            CompressionMethod::Deflated => Method::Deflated(Some(sum)),
            other => Method::Other(format!("compressed by {other}")),
        };
        let start = zip.by_index_raw(index).map(|entry| entry.data_start());
        let (start, method) = match start {
            Ok(start) => (start.unwrap_or_default(), method),
            Err(error) => (0, Method::Other(format!("damaged: {error}"))),
        };
        let name = String::from_utf8_lossy(&name).into_owned();
        entries.push(WaczEntry { file: file.clone(), name, start, length, method });
    }
    entries.sort_by_key(|entry| entry.start);
    entries
}

impl WaczEntry {
    /// The file that it lies in.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Opens it for reading.
    pub(super) fn open(&self) -> io::Result<Raw> {
        let part = Part::new(File::open(&*self.file)?, self.start, self.length)?;
        Ok(match &self.method {
            Method::Stored => Raw::Part(part),
            Method::Deflated(sum) => Raw::Pipe(Box::new(Inflated {
                reader: CrcReader::new(DeflateDecoder::new(BufReader::new(part))),
                size: 0,
                sum: *sum,
            })),
            Method::Other(how) => {
                let remedy = format!("unpack it with unzip and index what comes out: '{}'", self.name);
                Raw::Pipe(Box::new(Refused(format!("a zip entry that is {how}; {remedy}"))))
            }
        })
    }

    /// As an archive; what is none of ours there is read as a page, and counted as none.
    fn into_archive(self) -> io::Result<Archive> {
        let mut stream = Stream::new(Input::new(self.open()?, Arc::default()));
        let kind = match self.method {
            Method::Other(_) => ArchiveKind::Warc,
            _ => discover::sniff(&mut stream).unwrap_or(ArchiveKind::Folder),
        };
        let bytes = match self.method {
            Method::Deflated(Some((_, size))) => size,
            _ => self.length,
        };
        let name = format!("{}!/{}", super::input::name_of(&self.file), self.name).into();
        Ok(Archive { name, kind, bytes, place: Location::Entry(self) })
    }
}

/// What a deflated entry inflates to, checked at its end.
struct Inflated<R> {
    reader: CrcReader<DeflateDecoder<R>>,
    size: u64,
    sum: Option<(u32, u64)>,
}

impl<R: io::BufRead> Read for Inflated<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(out).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => broken(Damage::Truncated, "the file ends inside a deflated zip entry"),
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                broken(Damage::Corrupt, "a zip entry that does not inflate")
            }
            _ => error,
        })?;
        self.size += n as u64;
        let found = (self.reader.crc().sum(), self.size);
        if n == 0 && !out.is_empty() && self.sum.take().is_some_and(|sum| sum != found) {
            return Err(broken(Damage::Checksum, "a zip entry whose checksum or size differs"));
        }
        Ok(n)
    }
}

fn broken(damage: Damage, detail: &str) -> io::Error {
    io::Error::other(Broken { damage, detail: detail.to_owned() })
}

/// Bytes that cannot be had.
struct Refused(String);

impl Read for Refused {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::Unsupported, self.0.clone()))
    }
}

#[cfg(test)]
mod tests;
