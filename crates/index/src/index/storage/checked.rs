//! A file of a segment whose blocks are compared with their checksums when they are first read.

use super::sums::{BLOCK, FileSums, sum};
use crate::error::Place;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tantivy::HasLen;
use tantivy::directory::{FileHandle, OwnedBytes};

/// A file of an index that is not as it was written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct Damaged {
    pub path: PathBuf,
    /// Where the damaged block starts; none if the file as a whole is damaged.
    pub offset: Option<u64>,
    pub found: String,
    pub expected: String,
}

impl Damaged {
    pub fn place(&self) -> Place {
        self.offset
            .map_or_else(|| Place::file(&self.path), |offset| Place::offset(&self.path, offset))
    }
}

impl From<Damaged> for io::Error {
    fn from(damaged: Damaged) -> Self {
        Self::new(io::ErrorKind::InvalidData, damaged)
    }
}

/// A file and the checksums of its blocks.
pub(super) struct Checked {
    path: PathBuf,
    file: Arc<dyn FileHandle>,
    sums: Arc<FileSums>,
    /// The blocks that were compared, one bit each.
    good: Vec<AtomicU64>,
}

impl Checked {
    /// Wraps a file.
    ///
    /// # Errors
    /// If it has another length than when it was written.
    pub fn new(
        path: PathBuf,
        file: Arc<dyn FileHandle>,
        sums: Arc<FileSums>,
    ) -> Result<Self, Damaged> {
        if file.len() as u64 != sums.length {
            let found = format!("{} bytes", file.len());
            let expected = format!("{} bytes", sums.length);
            return Err(Damaged { path, offset: None, found, expected });
        }
        let good = (0..sums.blocks.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { path, file, sums, good })
    }

    /// Compares the blocks that hold these bytes.
    fn check(&self, range: &Range<usize>) -> io::Result<()> {
        for block in range.start / BLOCK..range.end.div_ceil(BLOCK) {
            let word = &self.good[block / 64];
            let bit = 1 << (block % 64);
            if word.load(Ordering::Relaxed) & bit == 0 {
                self.compare(block)?;
                word.fetch_or(bit, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn compare(&self, block: usize) -> io::Result<()> {
        let start = block * BLOCK;
        let bytes = self.file.read_bytes(start..self.len().min(start + BLOCK))?;
        let found = sum(&bytes);
        let expected = self.sums.blocks[block];
        if found == expected {
            return Ok(());
        }
        let path = self.path.clone();
        let offset = Some(start as u64);
        let found = format!("bytes with the checksum {found:016x}");
        Err(Damaged { path, offset, found, expected: format!("{expected:016x}") }.into())
    }

    /// Compares every block, and returns those that differ.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn damaged_blocks(&self) -> io::Result<Vec<Damaged>> {
        let mut all = Vec::new();
        for block in 0..self.sums.blocks.len() {
            if let Err(error) = self.compare(block) {
                all.push(error.downcast::<Damaged>()?);
            }
        }
        Ok(all)
    }
}

impl std::fmt::Debug for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Checked({})", self.path.display())
    }
}

impl HasLen for Checked {
    fn len(&self) -> usize {
        self.sums.length as usize
    }
}

impl FileHandle for Checked {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        if range.start > range.end || range.end > self.len() {
            let found = format!("a reference to bytes {} to {}", range.start, range.end);
            let expected = format!("at most {} bytes", self.len());
            return Err(Damaged { path: self.path.clone(), offset: None, found, expected }.into());
        }
        self.check(&range)?;
        self.file.read_bytes(range)
    }
}
