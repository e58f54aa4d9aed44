//! Opens the output folder for writing: a new index, or one to continue from its last commit.

use super::dedup::SeenPages;
use super::segments::reconcile;
use super::sequence::Taken;
use crate::error::{Error, Remedy, Result};
use crate::index::repeats::Repeats;
use crate::index::shard::ShardMark;
use crate::index::{Index, IndexWriter, Manifest, Recipe};
use std::path::Path;

/// An index open for writing, and the docnos and fingerprints of the pages in it.
pub(super) struct WritableIndex {
    pub writer: IndexWriter,
    pub manifest: Manifest,
    pub taken: Taken,
    pub seen: SeenPages,
}

/// Opens the index in `out`, or creates one.
///
/// # Errors
/// As [`IndexWriter::open`]; [`Error::Index`] if the segments are not those of the manifest.
pub(super) fn open(
    out: &Path,
    recipe: &Recipe,
    shard: Option<ShardMark>,
    force: bool,
) -> Result<WritableIndex> {
    let new = Manifest { shard, ..Manifest::new(recipe.clone()) };
    let (writer, mut manifest) = IndexWriter::open(out, new, force)?;
    reconcile(&mut manifest, &writer.segments()?)
        .map_err(|found| Error::index(out, found).with_remedy(Remedy::Check))?;
    let mut taken = Taken::default();
    let mut seen = SeenPages::new(recipe.dedup);
    if manifest.counts.pages > 0 {
        let index = Index::open_alone(out)?;
        let is_good = |counts: Repeats| counts.is_ordered() && counts.check().is_ok();
        if !index.open_repeats().is_ok_and(|counts| counts.is_none_or(is_good)) {
            // They are counted again.
            manifest.repeats = None;
        }
        index.each_page(|docno, fingerprint| {
            taken.seen.insert(docno.as_bytes());
            if !fingerprint.is_empty() {
                seen.remember(docno, fingerprint);
            }
        })?;
    }
    Ok(WritableIndex { writer, manifest, taken, seen })
}
