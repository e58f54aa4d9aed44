//! Opens one entry of a zip file as a stream of stored bytes.

use crate::compress::damage::{Broken, Damage};
use crate::input::{Part, Raw};
use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of archives in a WACZ (WACZ 1.1.1, section 5.2.1).
const FOLDER: &[u8] = b"archive/";

/// Returns whether an entry of this name is an archive of a WACZ.
pub(crate) fn is_archive(name: &[u8]) -> bool {
    name.starts_with(FOLDER) && !name.ends_with(b"/")
}

/// An entry of a zip file.
#[derive(Debug, Clone)]
pub(crate) struct WaczEntry {
    /// The zip file.
    pub file: Arc<PathBuf>,
    /// The name of the entry.
    pub name: String,
    /// Offset of its data in the zip file.
    pub start: u64,
    /// Size of its data in the zip file.
    pub length: u64,
    pub method: Method,
}

/// How an entry is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Method {
    Stored,
    /// CRC-32 and size of the inflated data, if known.
    Deflated(Option<(u32, u64)>),
    /// An unsupported method, described for a message.
    Other(String),
}

impl WaczEntry {
    /// Returns the zip file.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Opens the entry for reading.
    pub(crate) fn open(&self) -> io::Result<Raw> {
        let part = Part::new(File::open(&*self.file)?, self.start, self.length)?;
        Ok(match &self.method {
            Method::Stored => Raw::Part(part),
            Method::Deflated(sum) => Raw::Pipe(Box::new(Inflated {
                reader: CrcReader::new(DeflateDecoder::new(BufReader::new(part))),
                size: 0,
                sum: *sum,
            })),
            Method::Other(how) => {
                let remedy = format!("unpack it with unzip and read what comes out: '{}'", self.name);
                Raw::Pipe(Box::new(Refused(format!("a zip entry that is {how}; {remedy}"))))
            }
        })
    }
}

/// Inflates an entry and checks it at its end.
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
            return Err(broken(Damage::Checksum, "a zip entry with a wrong checksum or size"));
        }
        Ok(n)
    }
}

fn broken(damage: Damage, detail: &str) -> io::Error {
    io::Error::other(Broken { damage, detail: detail.to_owned() })
}

/// Reads nothing, with an error.
struct Refused(String);

impl Read for Refused {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::Unsupported, self.0.clone()))
    }
}
