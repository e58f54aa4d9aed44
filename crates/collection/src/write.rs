//! Writes pages to a WARC file, one gzip member per record. The same pages give the same bytes:
//! record ids are made from docnos, and neither clock nor machine has any influence.

use crate::docno::{docno, percent_encoded};
use crate::error::{Error, Result};
use flate2::{Compression, GzBuilder};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The date of the record that describes the file.
const EPOCH: &str = "2010-02-04T00:00:00Z";

/// Writes a `.warc.gz` of WARC/1.0 with WARC-TREC-IDs.
pub struct WarcWriter {
    path: PathBuf,
    file: BufWriter<File>,
}

impl WarcWriter {
    /// Creates or replaces the file, and writes the record that describes it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(path: impl AsRef<Path>) -> Result<Self> {
        let mut writer = Self::create_bare(path)?;
        let name = writer.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let block = concat!(
            "software: tamis/",
            env!("CARGO_PKG_VERSION"),
            "\r\nformat: WARC File Format 1.0\r\n"
        );
        let fields = [
            ("WARC-Type", "warcinfo".to_owned()),
            ("WARC-Record-ID", record_id(&format!("warcinfo {name}"))),
            ("WARC-Filename", name),
            ("WARC-Date", EPOCH.to_owned()),
            ("Content-Type", "application/warc-fields".to_owned()),
        ];
        writer.record(&fields, &[block.as_bytes()])?;
        Ok(writer)
    }

    /// Creates or replaces the file, without a record that describes it: each record is a page.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create_bare(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref().to_path_buf();
        let file = File::create(&path).map_err(|error| Error::io("create", &path, error))?;
        Ok(Self { path, file: BufWriter::new(file) })
    }

    /// Writes a page as a response with status 200. `date` has WARC's form, `2006-02-17T00:00:00Z`;
    /// `html` is UTF-8.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn page(&mut self, name: &str, url: &str, date: &str, html: &[u8]) -> Result<()> {
        let name = docno(name);
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: \
             {}\r\n\r\n",
            html.len()
        );
        let fields = [
            ("WARC-Type", "response".to_owned()),
            ("WARC-Record-ID", record_id(&name)),
            ("WARC-TREC-ID", name),
            ("WARC-Target-URI", percent_encoded(url)),
            ("WARC-Date", percent_encoded(date)),
            ("Content-Type", "application/http; msgtype=response".to_owned()),
        ];
        self.record(&fields, &[head.as_bytes(), html])
    }

    /// Writes the remaining bytes. A writer dropped without it may leave an incomplete file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> Result<()> {
        self.file.flush().map_err(|error| Error::io("write", &self.path, error))
    }

    fn record(&mut self, fields: &[(&str, String)], block: &[&[u8]]) -> Result<()> {
        // The writer of the crate warc keeps fields in a hash map, so their order varies between
        // runs, and it ignores short writes.
        let mut head = String::from("WARC/1.0\r\n");
        let length = block.iter().map(|part| part.len()).sum::<usize>().to_string();
        for (name, value) in
            fields.iter().map(|(name, value)| (*name, value)).chain([("Content-Length", &length)])
        {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        self.member(&head, block).map_err(|error| Error::io("write", &self.path, error))
    }

    fn member(&mut self, head: &str, block: &[&[u8]]) -> std::io::Result<()> {
        let mut gzip = GzBuilder::new().mtime(0).write(&mut self.file, Compression::default());
        gzip.write_all(head.as_bytes())?;
        for part in block {
            gzip.write_all(part)?;
        }
        gzip.write_all(b"\r\n\r\n")?;
        gzip.finish().map(|_| ())
    }
}

/// Makes a version 8 UUID (RFC 9562, section 5.8) from a name.
fn record_id(name: &str) -> String {
    let hash = xxhash_rust::xxh3::xxh3_128(name.as_bytes());
    let hash = (hash & !(0xf << 76) & !(0x3 << 62)) | (0x8 << 76) | (0x2 << 62);
    let hex = format!("{hash:032x}");
    format!(
        "<urn:uuid:{}-{}-{}-{}-{}>",
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..]
    )
}
