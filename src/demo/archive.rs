//! Writes pages to a WARC 1.0 archive, one gzip member per record. The same pages give the same bytes.
//!
//! The `warc` crate's writer takes its headers from a hash map, so their order would differ from run to run.

use crate::error::{Error, Result};
use flate2::{Compression, write::GzEncoder};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_128;

/// An archive being written.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    out: BufWriter<File>,
}

impl Archive {
    /// Creates an archive, or replaces one.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be created.
    pub fn create(path: &Path) -> Result<Self> {
        let file = File::create(path).map_err(|e| Error::io("create", path, e))?;
        Ok(Self { path: path.to_path_buf(), out: BufWriter::new(file) })
    }

    /// Appends a page as a response record.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be written.
    pub fn page(&mut self, docno: &str, url: &str, date: &str, html: &[u8]) -> Result<()> {
        let record = record(docno, url, date, html);
        member(&mut self.out, &record).map_err(|e| Error::io("write", &self.path, e))
    }

    /// Writes buffered data and closes the file.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be written.
    pub fn finish(mut self) -> Result<()> {
        self.out.flush().map_err(|e| Error::io("write", &self.path, e))
    }
}

fn record(docno: &str, url: &str, date: &str, html: &[u8]) -> Vec<u8> {
    let http =
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n", html.len());
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{id}>\r\nWARC-Date: {date}\r\n\
         WARC-Target-URI: {url}\r\nWARC-TREC-ID: {docno}\r\nContent-Type: application/http; msgtype=response\r\n\
         Content-Length: {length}\r\n\r\n{http}",
        id = uuid(docno),
        length = http.len() + html.len(),
    )
    .into_bytes();
    record.extend_from_slice(html);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

fn member(out: &mut impl Write, record: &[u8]) -> io::Result<()> {
    let mut gzip = GzEncoder::new(out, Compression::default());
    gzip.write_all(record)?;
    gzip.finish()?;
    Ok(())
}

/// Returns a name-based UUID (RFC 9562, version 8).
fn uuid(name: &str) -> String {
    let bits = xxh3_128(name.as_bytes());
    let bits = bits & !(0xf << 76) & !(0x3 << 62) | (0x8 << 76) | (0x2 << 62);
    let hex = format!("{bits:032x}");
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_says_its_own_length_and_name() {
        let record =
            String::from_utf8(record("D-1", "http://a.example/", "2006-01-01T00:00:00Z", b"<p>x")).expect("ASCII");
        let (head, rest) = record.split_once("\r\n\r\n").expect("a head");
        let length = rest.len() - 4;
        assert!(head.contains("WARC-TREC-ID: D-1\r\n") && head.ends_with(&format!("Content-Length: {length}")));
        assert_eq!(&uuid("D-1")[14..15], "8");
    }
}
