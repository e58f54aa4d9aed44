//! How often blocks repeat over shards. Every shard gives [rows](each) of (block, site, page); a
//! cluster counts the different pages by block and site, and by block, in one shuffle over hashes:
//! captures of a URL in several shards are one page. Every shard [writes](write()) the counts of
//! its own blocks to a folder beside it, from which [`Shard::open`](super::Shard::open) reads them.

use serde::{Deserialize, Serialize};
use std::path::Path;
use tamis_index::disk;
use tamis_index::error::{Error, Place, Result};
use tamis_index::index::Index;
use tamis_index::index::repeats::Repeats;
use tamis_place::in_our_words;
use xxhash_rust::xxh3::Xxh3;

pub use tamis_index::repeats::{BlockPage, BlockTotal, Totals};

/// The file that states what was counted.
const NAME: &str = "counts.json";

/// The index and the shards whose counts a folder has.
#[derive(Debug, Serialize, Deserialize)]
struct CountsHeader {
    /// The checksum of the counts.
    counts: String,
    /// The checksum of this shard, as [`contents`] gives it.
    contents: u64,
    /// The checksum of all shards, as [`together`] gives it.
    of: u64,
    shards: u64,
}

/// Returns what identifies the contents of a shard: a checksum of its segments and pages.
///
/// # Errors
/// If the index cannot be read.
pub fn contents(path: impl AsRef<Path>) -> Result<u64> {
    of_index(&Index::open_alone(path.as_ref())?)
}

fn of_index(index: &Index) -> Result<u64> {
    let mut sum = Xxh3::new();
    for segment in index.counted_segments()? {
        sum.update(
            format!("{} {} {}\n", segment.rows.id, segment.rows.rows, segment.pages).as_bytes(),
        );
    }
    Ok(sum.digest())
}

/// Returns what identifies all shards, in any order, from the [`contents`] of each.
pub fn together(contents: impl IntoIterator<Item = u64>) -> u64 {
    let mut all: Vec<u64> = contents.into_iter().collect();
    all.sort_unstable();
    let mut sum = Xxh3::new();
    for contents in all {
        sum.update(&contents.to_le_bytes());
    }
    sum.digest()
}

/// Calls `take` with the rows of every segment of a shard, to count with those of all others.
///
/// # Errors
/// If the index cannot be read, and those of `take`.
pub fn each(path: impl AsRef<Path>, take: impl FnMut(Vec<BlockPage>) -> Result<()>) -> Result<()> {
    tamis_index::repeats::each(&Index::open(path.as_ref())?, take)
}

/// Writes how often the blocks of a shard repeat in so many shards to a folder. `of` is what
/// [`together`] gives for all of them.
///
/// # Errors
/// If the index cannot be read, or the folder not written.
pub fn write(
    path: impl AsRef<Path>,
    totals: &Totals,
    of: u64,
    shards: u64,
    folder: &Path,
) -> Result<()> {
    let index = Index::open(path.as_ref())?;
    let counts = tamis_index::repeats::write_totals(&index, totals, folder)?;
    let contents = of_index(&index)?;
    let header = serde_json::to_vec(&CountsHeader { counts, contents, of, shards });
    // Last, so that the counts are complete where it is.
    disk::save(&folder.join(NAME), header.map_err(|e| Error::settings(e.to_string()))?)
}

/// Makes an index read the counts of a folder. Returns the checksum of what was counted and the
/// number of shards; none for counts of captures, which an older program made: they are as good as
/// none.
pub(super) fn read(index: &Index, folder: &Path) -> Result<Option<(u64, u64)>> {
    let path = folder.join(NAME);
    let bytes = std::fs::read(&path).map_err(|e| Error::io("read", &path, e))?;
    let header: CountsHeader = serde_json::from_slice(&bytes).map_err(|e| {
        Error::format(
            Place::file(&path),
            format!("text that is none ({})", in_our_words(e)),
            "what `tamis::shards::repeats::write` wrote; count again",
        )
    })?;
    if header.contents != of_index(index)? {
        let message =
            "changed since how often its blocks repeat was counted over all shards; count again";
        return Err(Error::index(&index.path, message));
    }
    let counts = Repeats::open(folder, &header.counts, &index.counted_segments()?)?;
    index.repeats.replace(counts);
    Ok(Some((header.of, header.shards)))
}
