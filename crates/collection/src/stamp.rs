//! What an archive was when it was read, so that an index can tell whether the file it meets again is still the same.

use crate::archive::{Archive, Location};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fs::{File, Metadata};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;
use xxhash_rust::xxh3::Xxh3;

/// Bytes at the head and at the tail of a file that are hashed.
const ENDS: u64 = 64 * 1024;

/// Size, time of the last change, and a hash of the head and the tail.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Size as stored, bytes; 0 for standard input.
    pub bytes: u64,
    /// The last change, nanoseconds since 1970; 0 where there is none. Of a folder's pages the latest.
    pub modified: u64,
    /// XXH3 of the first and the last 64 KiB, in hexadecimal; of a folder's pages, of their names, sizes and times.
    pub hash: String,
}

impl Stamp {
    /// In what `now` differs from this, in words; none if it does not.
    pub fn difference(&self, now: &Self) -> Option<String> {
        if self.bytes != now.bytes {
            return Some(format!("{} bytes, it had {}", now.bytes, self.bytes));
        }
        if self.hash != now.hash {
            return Some("other bytes at its head or tail".to_owned());
        }
        (self.modified != now.modified).then(|| "another time of its last change".to_owned())
    }
}

impl Archive {
    /// What the archive is now. Of standard input nothing is known.
    ///
    /// # Errors
    /// [`Error::Io`] for what cannot be read, but not for loose pages: these are read one by one, and counted.
    pub fn stamp(&self) -> Result<Stamp> {
        match &self.place {
            Location::File(path) => of_file(path),
            // It changes with the WACZ that it lies in, and only with that.
            Location::Entry(entry) => of_file(entry.file()),
            Location::Standard => Ok(Stamp::default()),
            Location::Memory(bytes) => {
                let mut hash = Xxh3::new();
                hash.update(bytes);
                Ok(stamp(bytes.len() as u64, 0, &hash))
            }
            Location::Pages(pages) => {
                let (mut hash, mut latest) = (Xxh3::new(), 0);
                for page in pages {
                    let modified = page.path.metadata().map(|metadata| modified(&metadata)).unwrap_or_default();
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
    let read = || -> std::io::Result<Stamp> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        let (bytes, mut hash) = (metadata.len(), Xxh3::new());
        let mut end = Vec::new();
        for start in [0, bytes.saturating_sub(ENDS)] {
            file.seek(SeekFrom::Start(start))?;
            end.clear();
            (&mut file).take(ENDS).read_to_end(&mut end)?;
            hash.update(&end);
        }
        Ok(stamp(bytes, modified(&metadata), &hash))
    };
    read().map_err(|error| Error::io("read", path, error))
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

    #[test]
    fn a_stamp_tells_size_and_both_ends_and_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.html");
        let stamp = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            of_file(&path).unwrap()
        };
        let mut page = b"<html><p>".repeat(50_000);
        let first = stamp(&page);
        assert!(first.difference(&stamp(&page[9..])).unwrap().contains("bytes, it had 450000"));
        *page.last_mut().unwrap() = b'x';
        assert!(first.difference(&stamp(&page)).unwrap().contains("head or tail"));
        assert_eq!(first.difference(&first), None);
        let later = Stamp { modified: first.modified + 1, ..first.clone() };
        assert!(first.difference(&later).unwrap().contains("time"));
    }

    #[test]
    fn the_stamp_of_loose_pages_is_that_of_their_names_sizes_and_times() {
        let folder = tempfile::tempdir().unwrap();
        let stamp = || {
            let archives = discover(&[folder.path().to_str().unwrap().to_owned()]).unwrap();
            archives[0].stamp().unwrap()
        };
        std::fs::write(folder.path().join("a.html"), "<p>a").unwrap();
        let one = stamp();
        assert_eq!(one, stamp());
        std::fs::rename(folder.path().join("a.html"), folder.path().join("b.html")).unwrap();
        assert_ne!(one.hash, stamp().hash);
    }
}
