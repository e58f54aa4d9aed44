//! The checksums of a segment's files: `ID.sums`, one XXH3 for every block of [`BLOCK`] bytes of
//! every file.

use super::sealed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Bytes of a block. Larger ones make a small read cost more, smaller ones make opening a large
/// index cost more.
pub(super) const BLOCK: usize = 64 * 1024;
/// The version of the file format.
const FORMAT: u32 = 1;
/// The extensions of the files that every segment has.
pub(super) const PARTS: [&str; 7] = ["idx", "pos", "term", "store", "fast", "fieldnorm", "blocks"];
/// The extension of the file.
pub(super) const EXTENSION: &str = "sums";

/// Whether a file has the name of a file of a segment: 32 hexadecimal digits, then an extension.
pub fn is_of_segment(name: &str) -> bool {
    segment_of(Path::new(name)).is_some()
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.')
}

/// Returns the segment that a file belongs to, by its name.
pub(super) fn segment_of(name: &Path) -> Option<&str> {
    let (id, _) = name.to_str()?.split_once('.')?;
    (id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit())).then_some(id)
}

/// The checksums of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FileSums {
    /// Its length in bytes.
    pub length: u64,
    /// One per block; the last block may be shorter.
    pub blocks: Vec<u64>,
}

/// Sums what is written to a file.
#[derive(Default)]
pub(super) struct Summing {
    sums: FileSums,
    block: Xxh3,
}

impl Summing {
    /// Adds bytes at the end.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let room = BLOCK - (self.sums.length % BLOCK as u64) as usize;
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.block.update(now);
            self.sums.length += now.len() as u64;
            if now.len() == room {
                self.sums.blocks.push(self.block.digest());
                self.block.reset();
            }
            bytes = later;
        }
    }

    pub fn finish(mut self) -> FileSums {
        if !self.sums.length.is_multiple_of(BLOCK as u64) {
            self.sums.blocks.push(self.block.digest());
        }
        self.sums
    }
}

/// The files of a segment by name.
pub(super) type SegmentSums = BTreeMap<String, Arc<FileSums>>;

#[derive(Serialize, Deserialize)]
struct SumsHeader {
    format: u32,
    block: usize,
    files: Vec<(String, u64)>,
}

/// Returns the bytes of `ID.sums`.
pub(super) fn to_bytes(files: &SegmentSums) -> Vec<u8> {
    let named = files.iter().map(|(name, sums)| (name.clone(), sums.length)).collect();
    let header = SumsHeader { format: FORMAT, block: BLOCK, files: named };
    sealed::seal(&header, files.values().flat_map(|sums| sums.blocks.iter().copied()))
}

/// Parses `ID.sums`. The error is what was found and what was expected.
pub(super) fn from_bytes(bytes: &[u8]) -> Result<SegmentSums, (String, String)> {
    let (header, words): (SumsHeader, Vec<u64>) = sealed::open(bytes)?;
    if (header.format, header.block) != (FORMAT, BLOCK) {
        let found = format!("format {} with blocks of {} bytes", header.format, header.block);
        return Err((found, format!("format {FORMAT} with blocks of {BLOCK} bytes")));
    }
    let mut words = words.into_iter();
    let mut files = SegmentSums::new();
    for (name, length) in header.files {
        let blocks = words.by_ref().take(length.div_ceil(BLOCK as u64) as usize).collect();
        files.insert(name, Arc::new(FileSums { length, blocks }));
    }
    let complete =
        files.values().all(|sums| sums.blocks.len() as u64 == sums.length.div_ceil(BLOCK as u64));
    if complete && words.next().is_none() {
        Ok(files)
    } else {
        Err(("another number of checksums".to_owned(), "one for every block".to_owned()))
    }
}

/// Returns the checksum of a block.
pub(super) fn sum(block: &[u8]) -> u64 {
    xxh3_64(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_names_of_a_segment_s_files_are_such_names() {
        let id = "0123456789abcdef0123456789abcdef";
        assert!(is_of_segment(&format!("{id}.idx")) && is_of_segment(&format!("{id}.12.del")));
        for other in ["meta.json", "../victim", &format!("{id}./../x"), id, "0123.idx", ""] {
            assert!(!is_of_segment(other), "{other}");
        }
    }

    proptest! {
        #[test]
        fn sums_do_not_depend_on_how_a_file_is_written_and_read_back(
            length in 0usize..3 * BLOCK,
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
        ) {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 31 % 251) as u8).collect();
            let mut cuts: Vec<usize> =
                cuts.iter().map(|cut| cut.index(length + 1)).chain([0, length]).collect();
            cuts.sort_unstable();
            let mut summing = Summing::default();
            for cut in cuts.windows(2) {
                summing.update(&bytes[cut[0]..cut[1]]);
            }
            let sums = summing.finish();
            let expected: Vec<u64> = bytes.chunks(BLOCK).map(sum).collect();
            prop_assert_eq!((sums.length, &sums.blocks), (length as u64, &expected));
            let files: SegmentSums =
                [("a".to_owned(), Arc::new(sums)), ("b".to_owned(), Arc::default())].into();
            prop_assert_eq!(from_bytes(&to_bytes(&files)).unwrap(), files);
        }
    }
}
