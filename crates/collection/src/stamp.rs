//! Detects whether an archive has changed since it was read.

use crate::archive::{Archive, Location};
use crate::error::{Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;
use xxhash_rust::xxh3::Xxh3;

/// Number of bytes hashed at the start and at the end of a file.
const ENDS: u64 = 64 * 1024;

/// The size, modification time and hash of an archive, to compare with later ([`Archive::stamp`]).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stamp {
    /// Stored size in bytes; 0 for standard input.
    pub bytes: u64,
    /// Modification time in nanoseconds since 1970; 0 if unknown. For a folder's pages, the latest.
    pub modified: u64,
    /// XXH3 of the first and the last 64 KiB, in hexadecimal; for a folder's pages, of their names,
    /// sizes and times.
    pub hash: String,
}

impl Stamp {
    /// Describes how `now` differs from this stamp; `None` if it does not.
    pub fn difference(&self, now: &Self) -> Option<String> {
        if self.bytes != now.bytes {
            return Some(format!("{} bytes instead of {}", now.bytes, self.bytes));
        }
        if self.hash != now.hash {
            return Some("different bytes at its start or end".to_owned());
        }
        (self.modified != now.modified).then(|| "a different modification time".to_owned())
    }
}

impl Archive {
    /// Returns the archive's current stamp; for standard input, an empty one.
    ///
    /// # Errors
    /// If the file cannot be read. Pages of a folder never fail: the reader reports each of them.
    pub fn stamp(&self) -> Result<Stamp> {
        match &self.place {
            Location::File(path) | Location::Damaged(path, _) => of_file(path),
            // An entry changes only if its WACZ changes.
            Location::Entry(entry) => of_file(entry.file()),
            Location::Pipe(_) => Ok(Stamp::default()),
            Location::Memory(bytes) => {
                let mut hash = Xxh3::new();
                hash.update(bytes);
                Ok(stamp(bytes.len() as u64, 0, &hash))
            }
            Location::Pages(pages) => {
                let mut hash = Xxh3::new();
                let mut latest = 0;
                for page in pages {
                    let modified = page
                        .path
                        .metadata()
                        .map(|metadata| modified(&metadata))
                        .unwrap_or_default();
                    latest = latest.max(modified);
                    hash.update(page.path.as_os_str().as_encoded_bytes());
                    hash.update(&page.bytes.to_le_bytes());
                    hash.update(&modified.to_le_bytes());
                }
                Ok(stamp(self.bytes, latest, &hash))
            }
        }
    }
}

fn of_file(path: &Path) -> Result<Stamp> {
    read_stamp(path).map_err(|error| Error::io("read", path, error))
}

fn read_stamp(path: &Path) -> io::Result<Stamp> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    let bytes = metadata.len();
    let mut hash = Xxh3::new();
    let mut end = Vec::new();
    for start in [0, bytes.saturating_sub(ENDS)] {
        file.seek(SeekFrom::Start(start))?;
        end.clear();
        (&mut file).take(ENDS).read_to_end(&mut end)?;
        hash.update(&end);
    }
    Ok(stamp(bytes, modified(&metadata), &hash))
}

fn modified(metadata: &Metadata) -> u64 {
    let since = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_nanos() as u64)
}

fn stamp(bytes: u64, modified: u64, hash: &Xxh3) -> Stamp {
    Stamp { bytes, modified, hash: format!("{:016x}", hash.digest()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::discover;

    /// Writes a file and returns its stamp.
    fn written(path: &Path, bytes: &[u8]) -> Stamp {
        std::fs::write(path, bytes).unwrap();
        of_file(path).unwrap()
    }

    #[test]
    fn a_stamp_has_size_and_both_ends_and_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.html");
        let mut page = b"<html><p>".repeat(50_000);
        let first = written(&path, &page);
        let shorter = written(&path, &page[9..]);
        assert!(first.difference(&shorter).unwrap().contains("bytes instead of 450000"));
        *page.last_mut().unwrap() = b'x';
        let other = written(&path, &page);
        assert!(first.difference(&other).unwrap().contains("start or end"));
        assert_eq!(first.difference(&first), None);
        let later = Stamp { modified: first.modified + 1, ..first.clone() };
        assert!(first.difference(&later).unwrap().contains("time"));
    }

    fn stamp_of_folder(folder: &Path) -> Stamp {
        discover(&[folder]).unwrap()[0].stamp().unwrap()
    }

    #[test]
    fn the_stamp_of_loose_pages_is_that_of_their_names_sizes_and_times() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.html"), "<p>a").unwrap();
        let one = stamp_of_folder(folder.path());
        assert_eq!(one, stamp_of_folder(folder.path()));
        std::fs::rename(folder.path().join("a.html"), folder.path().join("b.html")).unwrap();
        assert_ne!(one.hash, stamp_of_folder(folder.path()).hash);
    }
}
