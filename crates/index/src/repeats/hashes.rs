//! The hash of every block's tokens.

use crate::index::postings::BlockPostings;
use xxhash_rust::xxh3::xxh3_64;

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

/// Returns the hash of a block with these tokens.
pub(crate) fn of_tokens<'t>(tokens: impl Iterator<Item = &'t str>) -> u64 {
    tokens.fold(0u64, |hash, token| hash.wrapping_add(xxh3_64(token.as_bytes())))
}

/// Returns a hash of a page whose blocks have these hashes, in this order.
pub(crate) fn of_page(blocks: impl Iterator<Item = u64>) -> u64 {
    // Multiplying by an odd number keeps hashes distinct; the rotation brings the upper bits down
    // for the next product.
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    blocks.fold(0, |hash: u64, block| (hash ^ block).wrapping_mul(ODD).rotate_left(31))
}
