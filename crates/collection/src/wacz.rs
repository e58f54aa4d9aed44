//! Finds the archives in a WACZ file: a zip with entries such as `archive/*.warc.gz`. A stored entry is read and
//! resumed like a file; a deflated one is always read from its start.

mod entry;
mod salvage;

pub(crate) use entry::{Method, WaczEntry};

use crate::error::{Error, Result};
use entry::is_archive;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zip::{CompressionMethod, ZipArchive};

/// Returns whether `bytes` start a zip file.
pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Returns the archives in the zip file at `path`; none if it is not a WACZ. If the zip directory is damaged or
/// missing, it finds the entries by their local headers.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn entries(path: &Path) -> Result<Vec<WaczEntry>> {
    let refused = |error| Error::io("read", path, error);
    let file = File::open(path).map_err(refused)?;
    let shared = Arc::new(path.to_path_buf());
    match ZipArchive::new(BufReader::new(file)) {
        Ok(zip) => Ok(listed(zip, &shared)),
        Err(_) => salvage::entries(&shared).map_err(refused),
    }
}

/// Returns the entries in the zip directory, in the order of their offsets.
fn listed(mut zip: ZipArchive<BufReader<File>>, file: &Arc<PathBuf>) -> Vec<WaczEntry> {
    let mut entries = Vec::new();
    for index in 0..zip.len() {
        let Ok(listed) = zip.by_index_data(index) else { continue };
        let name = listed.name_raw().to_vec();
        if !is_archive(&name) {
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

#[cfg(test)]
mod tests;
