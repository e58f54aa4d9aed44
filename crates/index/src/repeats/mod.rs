//! Counts how often blocks repeat: for every block the number of pages that hold a block of the
//! same tokens, in the whole index (`repeats`) and among the pages of its site (`site_repeats`).
//! Captures of one URL count as one page ([`crate::captures::key`]), a page without a URL by its
//! docno. What stands on many pages is a template's text (Bar-Yossef and Rajagopalan, WWW 2002;
//! Gibson, Punera and Tomkins, WWW 2005).
//!
//! Two blocks are the same if they have the same tokens equally often, in any order: the position
//! of a token is the number of its block, so postings know no order within a block. In return the
//! counts need nothing but the postings. Nothing is stored for later additions, and an index
//! without texts counts like any other. An ingest that built the whole index passes the hashes of
//! its blocks on (`RowHashes`), and postings are not read.

mod count;
pub(crate) mod hashes;
mod rows;
mod segment;
mod together;

pub use count::count;
pub(crate) use hashes::RowHashes;
pub use rows::{BlockPage, BlockTotal, Totals, each, write_totals};
pub use together::together;

use crate::error::Result;
use crate::index::Index;
use crate::index::repeats::RepeatsWriter;

/// Counts the blocks of an index, writes the counts and the order of its pages by docno beside
/// those of its last commit, and returns the checksum for the manifest. The caller must hold the
/// writer's lock. `stops` is called often; once it returns true, counting ends.
///
/// # Errors
/// If the index cannot be read or the disk is full; [`crate::Error::Interrupted`] if `stops`
/// returned true.
pub fn write(index: &Index, stops: &dyn Fn() -> bool) -> Result<String> {
    write_known(index, None, stops)
}

/// As [`write`], with the hashes of all rows if they are known.
///
/// # Errors
/// As [`write`].
pub(crate) fn write_known(
    index: &Index,
    known: Option<RowHashes>,
    stops: &dyn Fn() -> bool,
) -> Result<String> {
    let mut writer = RepeatsWriter::new(&index.path);
    let counted =
        count::count_known(&[index], known, &index.path, stops, |_, chunk| writer.add(chunk))?;
    writer.add_order(&index.ranks_in_order()?)?;
    writer.finish(&index.counted_in_order()?, counted)
}
