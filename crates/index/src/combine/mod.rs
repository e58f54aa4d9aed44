//! Makes one index of several: what one ingest of all their collections would have built, without
//! reading these again. The segments are linked or copied, and joined where an ingest would have;
//! what is counted over all pages is counted anew.

mod archives;
mod labels;
mod merges;
mod record_reports;

use crate::corpus::Corpus;
use crate::disk;
use crate::error::{Error, Remedy, Result};
use crate::index::join::{self, Join};
use crate::index::lock::WriterLock;
use crate::index::manifest::{IndexCounts, SegmentEntry};
use crate::index::shard::missing;
use crate::index::tuned::TunedRule;
use crate::index::{Added, Index, Manifest};
use crate::repeats;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The options of a combination.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CombineOptions {
    /// Whether to replace an index that is there.
    pub force: bool,
}

/// The result of a combination.
#[derive(Debug, Clone)]
pub struct Combination {
    /// The manifest of the new index.
    pub manifest: Manifest,
    /// In words, the shards of the collection that are not in it; none if all are, or if it was not
    /// divided into shards.
    pub missing_shards: Option<String>,
}

/// Makes one index in `out` of the finished indexes in `paths`, in this order. They stay as they
/// are. Until the commit at the end, `out` holds no index; what an interrupted combination left
/// there is removed by the next. `stops` is called often; once it returns true, the combination
/// gives up.
///
/// # Errors
/// [`Error::Index`], which names both, for indexes that one ingest could not have built: of other
/// settings, with other added labels or another tuned rule, with pages of the same docno or with
/// the same archive; for one that is not finished or is being written; and if `out` holds anything.
/// [`Error::DiskFull`]; [`Error::Interrupted`]. Then `out` holds no index.
pub fn combine(
    paths: &[PathBuf],
    out: &Path,
    options: CombineOptions,
    stops: &dyn Fn() -> bool,
) -> Result<Combination> {
    check_places(paths, out)?;
    all(paths, out, options, stops).map_err(|error| error.of_full_disk(out, 0))
}

fn all(
    paths: &[PathBuf],
    out: &Path,
    options: CombineOptions,
    stops: &dyn Fn() -> bool,
) -> Result<Combination> {
    let checked = checked(paths);
    if checked.is_err() {
        join::remove_begun(out);
    }
    let (corpus, added, tuned) = checked?;
    let indexes = &corpus.indexes;
    let mut join = Join::begin(out, options.force)?;
    let joined = Combining { indexes, tuned, out, stops }.join(&mut join, added);
    let manifest = joined.map_err(|error| join.at_source(error))?;
    join.commit(&manifest)?;
    let missing_shards = missing(indexes.iter().filter_map(|index| index.manifest.shard.as_ref()));
    Ok(Combination { manifest, missing_shards })
}

/// Opens the indexes, and checks that one ingest could have built them. Returns them with their
/// added labels and their tuned rule.
fn checked(paths: &[PathBuf]) -> Result<(Corpus, Added, Option<TunedRule>)> {
    let corpus = Corpus::new(paths.iter().map(|path| open_finished(path)).collect::<Result<_>>()?)?;
    archives::check(&corpus.indexes)?;
    record_reports::check(&corpus.indexes)?;
    let added = labels::joined(&corpus.indexes)?;
    let tuned = corpus.tuned()?;
    Ok((corpus, added, tuned))
}

/// Refuses an index that is named twice, or as the place of the result.
fn check_places(paths: &[PathBuf], out: &Path) -> Result<()> {
    if paths.is_empty() {
        return Err(Error::setting("index", "found none, expected at least one index folder"));
    }
    let places: Vec<PathBuf> = paths.iter().map(|path| absolute(path)).collect();
    for (number, path) in paths.iter().enumerate() {
        if places[number] == absolute(out) {
            return Err(Error::index(
                path,
                "is an index to combine, and cannot be the result; name another folder",
            ));
        }
        if let Some(first) = places[..number].iter().position(|known| *known == places[number]) {
            return Err(Error::index(
                path,
                format!("is named twice, also as {}; name each index once", paths[first].display()),
            ));
        }
    }
    Ok(())
}

/// Returns the path without links; as it is if nothing is there.
fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Opens an index that is finished and that nobody writes.
fn open_finished(path: &Path) -> Result<Index> {
    let index = Index::open(path)?;
    WriterLock::check(path)?;
    if !index.manifest.finished {
        let message = "is not finished: pages are missing";
        return Err(Error::index(path, message).with_remedy(Remedy::Finish));
    }
    Ok(index)
}

struct Combining<'a> {
    indexes: &'a [Arc<Index>],
    /// The rule that was tuned for all of them.
    tuned: Option<TunedRule>,
    out: &'a Path,
    stops: &'a dyn Fn() -> bool,
}

impl Combining<'_> {
    /// Writes everything but the commit, and returns the manifest for it.
    fn join(&self, join: &mut Join, mut added: Added) -> Result<Manifest> {
        let mut manifest = self.manifest();
        for index in self.indexes {
            self.check_stop()?;
            join.add(index)?;
        }
        self.merge(join, &mut manifest.segments, &mut added)?;
        (manifest.report_list_bytes, manifest.report_list_hash) =
            record_reports::join(self.indexes, self.out)?;
        manifest.labels = added.write(self.out)?;
        manifest.repeats = Some(repeats::write(&join.staged(&manifest)?, self.stops)?);
        manifest.finished = true;
        disk::sync_folder(self.out).map_err(|error| Error::io("write", self.out, error))?;
        Ok(manifest)
    }

    /// Returns the joined manifest, without the checksums of files beside the segments.
    fn manifest(&self) -> Manifest {
        let manifests: Vec<&Manifest> = self.indexes.iter().map(|index| &index.manifest).collect();
        let mut counts = IndexCounts::default();
        for manifest in &manifests {
            counts.add(&manifest.counts);
        }
        let archives = manifests.iter().flat_map(|manifest| &manifest.archives).cloned().collect();
        let segments = manifests.iter().flat_map(|manifest| &manifest.segments).cloned().collect();
        let mut new = Manifest::new(manifests[0].recipe.clone());
        for manifest in &manifests {
            new.forbid_urls(&manifest.deleted_url_prefixes);
        }
        Manifest {
            damaged_before: counts.damaged(),
            counts,
            archives,
            segments,
            tuned: self.tuned.clone(),
            ..new
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
        for segment in segments.iter_mut() {
            segment.merged |= !whole.contains(&segment.id);
        }
        while let Some(range) = merges::next(segments) {
            self.check_stop()?;
            let ids: Vec<&str> =
                segments[range.clone()].iter().map(|segment| segment.id.as_str()).collect();
            let id = join.merge(&ids)?;
            added.merge(range.clone(), &id);
            segments.splice(range, [SegmentEntry { id, merged: true }]);
        }
        Ok(())
    }

    /// Fails once the caller requests a stop.
    fn check_stop(&self) -> Result<()> {
        if (self.stops)() { Err(Error::Interrupted) } else { Ok(()) }
    }
}
