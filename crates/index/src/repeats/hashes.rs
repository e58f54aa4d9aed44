//! The hash of every block's tokens.

use crate::disk::spool::{Spool, SpoolBytes, next};
use crate::index::postings::BlockPostings;
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of hashes that stay in memory: those of some 130,000 blocks.
const IN_MEMORY: usize = 1 << 20;

/// The hashes of all rows of an index that was built just now, in their order. The ingest has the
/// terms of a block at hand, so they cost it next to nothing; from the postings they cost reading
/// and decoding all of these. A merge keeps the order of the rows.
pub(crate) struct RowHashes(Spool);

impl RowHashes {
    /// Begins with none. Many of them go to a file without a name in `folder`.
    pub fn new(folder: &Path) -> Self {
        Self(Spool::new(folder, IN_MEMORY))
    }

    /// Adds those of the next rows.
    ///
    /// # Errors
    /// Those of the system.
    pub fn add(&mut self, hashes: &[u64]) -> io::Result<()> {
        hashes.iter().try_for_each(|hash| self.0.write(&hash.to_le_bytes()))
    }

    /// Returns them for reading.
    ///
    /// # Errors
    /// Those of the system.
    pub fn read(self) -> io::Result<ReadHashes> {
        Ok(ReadHashes(self.0.read()?))
    }
}

/// The hashes that are still to read.
pub(crate) struct ReadHashes(SpoolBytes);

impl ReadHashes {
    /// Returns those of this many next rows.
    ///
    /// # Errors
    /// Those of the system.
    pub fn take(&mut self, rows: usize) -> io::Result<Vec<u64>> {
        let mut hashes = Vec::with_capacity(rows);
        for _ in 0..rows {
            hashes.push(u64::from_le_bytes(next(&mut self.0)?));
        }
        Ok(hashes)
    }
}

/// Returns the hash of every row's tokens; 0 for a block without tokens. It is the sum of the
/// hashes of its tokens, so it falls out of one pass over the postings: no block needs its text.
/// Blocks of different tokens have the same hash with a chance of 2^-64 per pair, which among 100
/// million different blocks is one in 3,700.
///
/// # Errors
/// If the segment cannot be read.
pub(crate) fn of_rows(postings: &BlockPostings, first_row: &[u32]) -> tantivy::Result<Vec<u64>> {
    let rows = first_row.last().map_or(0, |&end| end as usize);
    let mut hashes = vec![0u64; rows];
    let mut terms = postings.inverted()?.terms().stream()?;
    while terms.advance() {
        let token = xxh3_64(terms.key());
        postings.decode(terms.value(), first_row, |_, rows| {
            for &row in rows {
                let hash = &mut hashes[row as usize];
                *hash = hash.wrapping_add(token);
            }
        })?;
    }
    Ok(hashes)
}

/// Returns the hash of a block whose tokens have these hashes ([`xxh3_64`]).
#[inline]
pub(crate) fn of_hashes(tokens: impl Iterator<Item = u64>) -> u64 {
    tokens.fold(0, u64::wrapping_add)
}

/// Returns the hash of a block with these tokens.
pub(crate) fn of_tokens<'t>(tokens: impl Iterator<Item = &'t str>) -> u64 {
    of_hashes(tokens.map(|token| xxh3_64(token.as_bytes())))
}

/// Returns a hash of a page whose blocks have these hashes, in this order.
pub(crate) fn of_page(blocks: impl Iterator<Item = u64>) -> u64 {
    // Multiplying by an odd number keeps hashes distinct; the rotation brings the upper bits down
    // for the next product.
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    blocks.fold(0, |hash: u64, block| (hash ^ block).wrapping_mul(ODD).rotate_left(31))
}
