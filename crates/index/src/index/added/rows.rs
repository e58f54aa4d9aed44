//! A set of blocks.

use crate::error::Result;
use crate::index::storage::framed::{Frame, Framed};
use std::io;
use std::ops::Range;
use std::sync::Arc;
use tantivy::directory::OwnedBytes;

/// A set of blocks of a segment, one bit per block, the first in the lowest bit of the first byte.
#[derive(Debug, Clone)]
pub struct Rows(RowBits);

#[derive(Debug, Clone)]
enum RowBits {
    InMemory(Vec<u8>),
    /// In the file of labels. The bytes are those of the memory map, compared with their checksum
    /// or not.
    Stored(Arc<(Arc<Framed>, Frame)>, OwnedBytes),
}

impl Rows {
    /// Returns the empty set for a segment with this number of blocks.
    pub fn new(rows: u64) -> Self {
        Self(RowBits::InMemory(vec![0; rows.div_ceil(8) as usize]))
    }

    /// Returns the set in a frame.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn stored(file: &Arc<Framed>, frame: Frame) -> io::Result<Self> {
        let bytes = file.mapped(&frame)?;
        Ok(Self(RowBits::Stored(Arc::new((file.clone(), frame)), bytes)))
    }

    /// Whether it can be that of a segment with this number of blocks.
    pub(super) fn are_of(&self, rows: u64) -> bool {
        self.as_bytes().len() as u64 == rows.div_ceil(8)
    }

    /// Compares a stored set with its checksum, if that was not done before.
    ///
    /// # Errors
    /// [`Error::Format`](crate::error::Error::Format) if it differs.
    pub fn check(&self) -> Result<()> {
        let RowBits::Stored(stored, _) = &self.0 else { return Ok(()) };
        let (file, frame) = &**stored;
        file.bytes_of(frame).map(|_| ()).map_err(|error| file.error(error))
    }

    /// Returns some of the bytes, compared with their checksum.
    ///
    /// # Errors
    /// If they differ from it.
    pub(in crate::index) fn bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        match &self.0 {
            RowBits::InMemory(bytes) => Ok(OwnedBytes::new(bytes[range].to_vec())),
            RowBits::Stored(stored, _) => {
                let (file, frame) = &**stored;
                Ok(file.bytes_of(frame)?.slice(range))
            }
        }
    }

    /// Returns all bytes, which are not compared with their checksum.
    pub(super) fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            RowBits::InMemory(bytes) => bytes,
            RowBits::Stored(_, bytes) => bytes,
        }
    }

    /// Adds a block. Its number must be less than the number given to [`Rows::new`].
    pub fn insert(&mut self, row: u32) {
        if let RowBits::Stored(_, bytes) = &self.0 {
            self.0 = RowBits::InMemory(bytes.to_vec());
        }
        if let RowBits::InMemory(bytes) = &mut self.0 {
            bytes[row as usize / 8] |= 1 << (row % 8);
        }
    }

    /// Returns the set over the blocks that `keeps` is true for, which are numbered anew.
    pub fn kept(&self, keeps: &[bool]) -> Self {
        let mut rows = Self::new(keeps.iter().filter(|keeps| **keeps).count() as u64);
        let mut new = 0;
        for (row, keeps) in (0..).zip(keeps) {
            if *keeps {
                if self.contains(row) {
                    rows.insert(new);
                }
                new += 1;
            }
        }
        rows
    }

    /// Whether the set contains a block.
    pub fn contains(&self, row: u32) -> bool {
        self.as_bytes()[row as usize / 8] >> (row % 8) & 1 == 1
    }

    /// Returns the number of blocks in the set.
    pub fn count(&self) -> u64 {
        self.as_bytes().iter().map(|byte| u64::from(byte.count_ones())).sum()
    }

    /// Returns the sets of several segments as that of one with the blocks of all,
    /// `(set, number of blocks)` each.
    pub fn joined<'r>(parts: impl Iterator<Item = (&'r Self, u64)> + Clone) -> Self {
        let mut all = Self::new(parts.clone().map(|(_, rows)| rows).sum());
        let mut first = 0;
        for (part, rows) in parts {
            for row in 0..rows as u32 {
                if part.contains(row) {
                    all.insert(first + row);
                }
            }
            first += rows as u32;
        }
        all
    }
}

/// Whether they have the same blocks.
impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Rows {}
