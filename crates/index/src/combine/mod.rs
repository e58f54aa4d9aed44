//! Makes one index of several: what one ingest of all their collections would have built, without
//! reading these again. The segments are linked or copied, and joined where an ingest would have;
//! what is counted over all pages is counted anew.

mod archives;
mod labels;
mod merges;
mod skipped_records;

use crate::corpus::Corpus;
use crate::disk;
use crate::error::{Error, Remedy, Result};
use crate::index::join::Join;
use crate::index::lock::WriterLock;
use crate::index::manifest::{IndexCounts, SegmentEntry};
use crate::index::shard::missing;
use crate::index::{Added, Index, Manifest};
use crate::repeats;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How to combine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether to replace an index that is there.
    pub force: bool,
}

/// The result of a combination.
#[derive(Debug, Clone)]
pub struct Combined {
    /// The manifest of the new index.
    pub manifest: Manifest,
    /// In words, the shards of the collection that are not in it; none if all are, or if it was not
    /// dealt into shards.
    pub missing_shards: Option<String>,
}

/// Makes one index in `out` of the finished indexes in `paths`, in this order. They stay as they
/// are. Until the commit at the end, `out` holds no index; what an interrupted combination left
/// there is removed by the next. `stops` is asked often whether to give up.
///
/// # Errors
/// [`Error::Index`], which names both, for indexes that one ingest could not have built: of other
/// settings, with other added labels, with pages of the same docno or with the same archive; for
/// one that is not finished or is being written; and if `out` holds anything. [`Error::DiskFull`];
/// [`Error::Interrupted`]. Then `out` holds no index.
pub fn combine(
    paths: &[PathBuf],
    out: &Path,
    options: Options,
    stops: &dyn Fn() -> bool,
) -> Result<Combined> {
    check_places(paths, out)?;
    all(paths, out, options, stops).map_err(|error| error.of_full_disk(out, 0))
}

fn all(
    paths: &[PathBuf],
    out: &Path,
    options: Options,
    stops: &dyn Fn() -> bool,
) -> Result<Combined> {
    let corpus = Corpus::new(open(paths)?)?;
    let indexes = &corpus.indexes;
    archives::check(indexes)?;
    skipped_records::check(indexes)?;
    let added = labels::joined(indexes)?;
    let mut join = Join::begin(out, options.force)?;
    let joined = Combining { indexes, out, stops }.join(&mut join, added);
    let manifest = joined.map_err(|error| join.at_source(error))?;
    join.commit(&manifest)?;
    let missing_shards = missing(indexes.iter().filter_map(|index| index.manifest.shard.as_ref()));
    Ok(Combined { manifest, missing_shards })
}

/// Refuses an index that is named twice, or as the place of the result.
fn check_places(paths: &[PathBuf], out: &Path) -> Result<()> {
    if paths.is_empty() {
        return Err(Error::setting("index", "found none, expected at least one index folder"));
    }
    let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let places: Vec<PathBuf> = paths.iter().map(|path| place(path)).collect();
    for (number, path) in paths.iter().enumerate() {
        if places[number] == place(out) {
            return Err(Error::index(
                path,
                "is an index to combine, and cannot be the result; name another folder",
            ));
        }
        if let Some(first) = places[..number].iter().position(|known| *known == places[number]) {
            return Err(Error::index(
                path,
                format!("is named twice, also as {}", paths[first].display()),
            ));
        }
    }
    Ok(())
}

fn open(paths: &[PathBuf]) -> Result<Vec<Index>> {
    let open = |path: &PathBuf| {
        let index = Index::open(path)?;
        WriterLock::check(path)?;
        match index.manifest.finished {
            true => Ok(index),
            false => Err(Error::index(path, "is not finished: pages are missing")
                .with_remedy(Remedy::Finish)),
        }
    };
    paths.iter().map(open).collect()
}

/// What is combined.
struct Combining<'a> {
    indexes: &'a [Arc<Index>],
    out: &'a Path,
    stops: &'a dyn Fn() -> bool,
}

impl Combining<'_> {
    /// Writes everything but the commit, and returns the manifest for it.
    fn join(&self, join: &mut Join, mut added: Added) -> Result<Manifest> {
        let mut manifest = self.manifest();
        for index in self.indexes {
            self.go_on()?;
            join.add(index)?;
        }
        self.merge(join, &mut manifest.segments, &mut added)?;
        (manifest.skipped_bytes, manifest.skipped_hash) =
            skipped_records::join(self.indexes, self.out)?;
        manifest.labels = added.write(self.out)?;
        manifest.repeats = Some(repeats::write(&join.staged(&manifest)?, self.stops)?);
        manifest.finished = true;
        disk::sync_folder(self.out).map_err(|error| Error::io("write", self.out, error))?;
        Ok(manifest)
    }

    /// Returns the manifest of all, without what belongs to files beside the segments.
    fn manifest(&self) -> Manifest {
        let mut counts = IndexCounts::default();
        for index in self.indexes {
            let of = &index.manifest.counts;
            counts.records += of.records;
            counts.pages += of.pages;
            counts.blocks += of.blocks;
            counts.tokens += of.tokens;
            counts.skipped.add(&of.skipped);
            counts.defective.add(&of.defective);
        }
        let all = || self.indexes.iter().map(|index| &index.manifest);
        Manifest {
            damaged_before: counts.damaged(),
            counts,
            archives: all().flat_map(|manifest| manifest.archives.iter().cloned()).collect(),
            segments: all().flat_map(|manifest| manifest.segments.iter().cloned()).collect(),
            ..Manifest::new(self.indexes[0].manifest.recipe.clone())
        }
    }

    /// Merges the segments that an ingest would have merged.
    fn merge(
        &self,
        join: &mut Join,
        segments: &mut Vec<SegmentEntry>,
        added: &mut Added,
    ) -> Result<()> {
        let whole = join.whole_segments()?;
        // A merge drops pages that are marked as deleted, which the added labels still count.
        segments.iter_mut().for_each(|segment| segment.merged |= !whole.contains(&segment.id));
        while let Some(range) = merges::next(segments) {
            self.go_on()?;
            let ids: Vec<&str> =
                segments[range.clone()].iter().map(|segment| segment.id.as_str()).collect();
            let id = join.merge(&ids)?;
            added.merge(range.clone(), &id);
            segments.splice(range, [SegmentEntry { id, merged: true }]);
        }
        Ok(())
    }

    fn go_on(&self) -> Result<()> {
        if (self.stops)() { Err(Error::Interrupted) } else { Ok(()) }
    }
}
