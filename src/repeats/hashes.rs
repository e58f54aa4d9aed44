//! The hash of every block's tokens.

use crate::index::postings::BlockPostings;
use std::io;
use xxhash_rust::xxh3::xxh3_64;

/// Returns the hash of every row's tokens; 0 for a block without tokens. It is the sum of the hashes of its tokens, so it
/// falls out of one pass over the postings: no block needs its text. Blocks of different tokens have the same hash with a
/// chance of 2^-64 per pair, which among 100 million different blocks is one in 3,700.
///
/// # Errors
/// If the segment cannot be read.
pub(super) fn of_rows(postings: &BlockPostings, first_row: &[u32]) -> io::Result<Vec<u64>> {
    let rows = first_row.last().map_or(0, |&end| end as usize);
    let mut hashes = vec![0u64; rows];
    let mut terms = postings.inverted.terms().stream()?;
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
